/** What an object belongs to: its shipment, with the waybills and the pieces. */
import { PromiseCache } from '../async/promise-cache.js';
import { iri, type Iri } from '../rdf/terms.js';
import type { Model } from '../model/model.js';
import type { FoundObject, ObjectSource } from './object-source.js';
import type { OverviewTerms } from './overview-terms.js';

/** The objects of a whole. */
export const MAX_OBJECTS = 1_000;
const MAX_WAYBILLS = 100;
/** From a unit by its composition and a contained piece to the shipment. */
const MAX_STEPS = 6;
/** The objects on the way. */
const MAX_EXAMINED = 100;

type Name = keyof OverviewTerms;

/** The properties that lead from a thing to what it belongs to. */
const upwards: readonly Name[] = [
  ...(['shipment', 'ofShipment', 'inPiece', 'masterWaybill'] as const),
  ...(['inUnitComposition', 'compositionActions', 'composedPieces'] as const),
];
/** Those that lead there from the other side. */
const downwards: readonly Name[] = [
  ...(['pieces', 'shipmentOfPieces', 'waybill', 'containedPieces', 'houseWaybills', 'loadingUnit'] as const),
];

export interface Whole {
  readonly object: FoundObject;
  readonly shipment: FoundObject | undefined;
  /** The one of the shipment first. */
  readonly waybills: readonly FoundObject[];
  /** The number of pieces, and those that can be read. */
  readonly pieceCount: number;
  readonly pieces: readonly FoundObject[];
  /** Whether no bound was met. */
  readonly isWhole: boolean;
}

/** Finds the whole of one object; asks its source for each object once. */
export class WholeFinder {
  readonly #found = new PromiseCache<Iri, FoundObject | undefined>();
  #isWhole = true;

  constructor(
    private readonly source: Pick<ObjectSource, 'find' | 'naming'>,
    private readonly model: Pick<Model, 'isSubclassOf'>,
    private readonly cargo: string,
  ) {}

  find(uri: Iri): Promise<FoundObject | undefined> {
    return this.#found.remember(uri, () => this.source.find(uri));
  }

  async of(object: FoundObject): Promise<Whole> {
    await this.#found.remember(object.uri, () => Promise.resolve(object));
    const shipment = await this.#shipmentOf(object);
    const waybills = await this.#waybills(shipment ?? object);
    const pieces = await this.#pieces(shipment ?? object);
    return { object, shipment, waybills, ...pieces, isWhole: this.#isWhole };
  }

  /** The loading units that pieces are in, by the compositions that name both. */
  async unitsOf(pieces: readonly FoundObject[]): Promise<FoundObject[]> {
    const units = new Map<Iri, FoundObject>();
    const isUnit = (object: FoundObject): boolean => this.is(object, 'LoadingUnit');
    for (const piece of pieces)
      for (const uri of [
        ...piece.facts.links('inUnitComposition'),
        ...(await this.#naming(piece, ['composedPieces'])),
      ]) {
        const composition = await this.find(uri);
        if (composition === undefined) continue;
        const named = [
          ...composition.facts.links('loadingUnit'),
          ...(await this.#naming(composition, ['compositionActions'])),
        ];
        for (const unit of isUnit(composition) ? [composition.uri] : named) {
          const found = await this.find(unit);
          if (found !== undefined && isUnit(found)) units.set(found.uri, found);
        }
      }
    return [...units.values()];
  }

  is(object: FoundObject, name: 'Shipment' | 'Waybill' | 'Piece' | 'LoadingUnit'): boolean {
    return this.model.isSubclassOf(object.type, iri(this.cargo + name));
  }

  /** The nearest shipment; the newest of several. */
  async #shipmentOf(object: FoundObject): Promise<FoundObject | undefined> {
    const seen = new Set([object.uri]);
    for (let step = 0, level = [object]; step < MAX_STEPS && level.length > 0; step += 1) {
      const shipments = level.filter((one) => this.is(one, 'Shipment'));
      if (shipments.length > 0) return newestOf(shipments);
      const next: FoundObject[] = [];
      for (const one of level) {
        for (const above of [...one.facts.links(...upwards), ...(await this.#naming(one, downwards))]) {
          if (seen.has(above)) continue;
          if (seen.size === MAX_EXAMINED) {
            this.#isWhole = false;
            break;
          }
          seen.add(above);
          const found = await this.find(above);
          if (found !== undefined) next.push(found);
        }
      }
      level = next;
    }
    return undefined;
  }

  async #waybills(root: FoundObject): Promise<FoundObject[]> {
    const found = new Map<Iri, FoundObject>();
    const first = this.is(root, 'Waybill')
      ? [root.uri]
      : [...root.facts.links('waybill'), ...(await this.#naming(root, ['shipment']))];
    for (let level = first; level.length > 0;) {
      const next: Iri[] = [];
      for (const uri of level) {
        if (found.has(uri)) continue;
        if (found.size === MAX_WAYBILLS) {
          this.#isWhole = false;
          return [...found.values()];
        }
        const waybill = await this.find(uri);
        if (waybill === undefined || !this.is(waybill, 'Waybill')) continue;
        found.set(uri, waybill);
        next.push(...waybill.facts.links('masterWaybill', 'houseWaybills'));
        next.push(...(await this.#naming(waybill, ['masterWaybill', 'houseWaybills'])));
      }
      level = next;
    }
    return [...found.values()];
  }

  async #pieces(root: FoundObject): Promise<Pick<Whole, 'pieceCount' | 'pieces'>> {
    if (this.is(root, 'Piece')) return { pieceCount: 1, pieces: [root] };
    if (!this.is(root, 'Shipment')) return { pieceCount: 0, pieces: [] };
    const named = root.facts.links('pieces', 'shipmentOfPieces');
    const all = [...new Set([...named, ...(await this.#naming(root, ['ofShipment']))])];
    if (all.length > MAX_OBJECTS) this.#isWhole = false;
    const pieces: FoundObject[] = [];
    for (const uri of all.slice(0, MAX_OBJECTS)) {
      const piece = await this.find(uri);
      if (piece !== undefined) pieces.push(piece);
    }
    return { pieceCount: all.length, pieces };
  }

  /** The objects whose newest revisions name another one by one of these properties. */
  async #naming({ uri }: FoundObject, names: readonly Name[]): Promise<Iri[]> {
    const { items, isWhole } = await this.source.naming(uri);
    if (!isWhole) this.#isWhole = false;
    const found: Iri[] = [];
    for (const item of items) {
      const object = await this.find(item);
      if (object?.facts.links(...names).includes(uri) === true) found.push(item);
    }
    return found;
  }
}

const newestOf = (objects: readonly FoundObject[]): FoundObject | undefined =>
  objects.reduce<FoundObject | undefined>(
    (newest, one) => (newest === undefined || one.createdAt > newest.createdAt ? one : newest),
    undefined,
  );
