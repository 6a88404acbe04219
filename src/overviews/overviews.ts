/** An object at a glance: its shipment, route, pieces, weight, parties, documents and milestones (K36, K96). */
import type { Model } from '../model/model.js';
import type { Iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { distinctMilestones, hasReached, lastOf, type MilestoneEvent, milestoneIn } from './milestones.js';
import { milestoneWords } from '../model/words/milestone-words.js';
import type { ObjectFacts, StatedPlace } from './object-facts.js';
import type { FoundObject, ObjectSource } from './object-source.js';
import { type OverviewTerms, overviewTerms } from './overview-terms.js';
import { inUnit, type Quantity, sumOf } from './quantities.js';
import type { Overview, PlaceAnswer, QuantityAnswer } from './schemas.js';
import { MAX_OBJECTS, type Whole, WholeFinder } from './whole.js';

/** Milestones of an answer. */
const MAX_MILESTONES = 200;
/** Parties and documents of an answer, each. */
const MAX_LISTED = 100;

/** A piece with what has happened to it. */
export interface TrackedPiece {
  readonly object: FoundObject;
  /** Its last milestone; those of the shipment and its waybills are also its own. */
  readonly milestone: MilestoneEvent | undefined;
}

/** The whole of an object with the milestones of what it is made of. */
interface Tracked {
  readonly whole: Whole;
  readonly finder: WholeFinder;
  /** Of the shipment and its waybills. */
  readonly shared: readonly MilestoneEvent[];
  readonly ofPieces: ReadonlyMap<Iri, readonly MilestoneEvent[]>;
  readonly isWhole: boolean;
}

/** What is known only to the node of the objects. */
type Bookkeeping = Pick<Overview, 'pending' | 'telling'>;

export class Overviews {
  readonly #terms: OverviewTerms;
  readonly #cargo: string;

  constructor(
    private readonly model: Pick<Model, 'isSubclassOf'>,
    { namespaces }: Pick<Vocabulary, 'namespaces'>,
  ) {
    this.#cargo = namespaces.cargo;
    this.#terms = overviewTerms(namespaces.cargo);
  }

  async of(object: FoundObject, source: ObjectSource, bookkeeping: Bookkeeping): Promise<Overview> {
    const { whole, finder, shared, ofPieces, isWhole } = await this.#tracked(object, source);
    const { shipment, waybills, pieces, pieceCount } = whole;
    const all = [...shared, ...Array.from(ofPieces.values()).flat()];
    const milestones = distinctMilestones(all);
    const objects = new Set([object, ...(shipment === undefined ? [] : [shipment]), ...waybills, ...pieces]);
    const places = new Places(finder);
    const route = [object, ...waybills].find(
      ({ facts }) => (facts.place('departureLocation') ?? facts.place('arrivalLocation')) !== undefined,
    )?.facts;
    const papers = [...new Set([object, ...(shipment === undefined ? [] : [shipment]), ...waybills])];
    return {
      type: object.type,
      label: object.label ?? null,
      numbers: waybills.flatMap((waybill) => numberOf(waybill)),
      shipment: shipment === undefined ? null : { uri: shipment.uri, label: shipment.label ?? null },
      origin: await places.answer(route?.place('departureLocation')),
      destination: await places.answer(route?.place('arrivalLocation')),
      goods: (shipment ?? object).facts.text('goodsDescription') ?? null,
      pieces: { total: pieceCount, readable: pieces.length },
      weight: weightOf(whole),
      parties: await parties(papers, finder),
      documents: await documents(papers, finder),
      milestone: await lastMilestone(all, shared, [...ofPieces.values()], places),
      milestones: await Promise.all(
        milestones.slice(0, MAX_MILESTONES).map(async (event) => ({
          code: event.code,
          label: milestoneWords[event.code],
          at: timeText(event.at),
          timeType: event.timeType ?? null,
          location: await places.answer(event.location),
          by: event.by ?? null,
          recorded: event.recordedAt.toISOString(),
        })),
      ),
      ...bookkeeping,
      objects: Array.from(objects, ({ uri }) => uri).slice(0, MAX_OBJECTS),
      truncated: !isWhole || objects.size > MAX_OBJECTS || milestones.length > MAX_MILESTONES,
    };
  }

  /** The pieces of the whole of an object. */
  async pieces(
    object: FoundObject,
    source: ObjectSource,
  ): Promise<{ readonly pieces: readonly TrackedPiece[]; readonly isWhole: boolean }> {
    const { whole, shared, ofPieces, isWhole } = await this.#tracked(object, source);
    const pieces = whole.pieces.map((piece) => ({
      object: piece,
      milestone: lastOf([...shared, ...(ofPieces.get(piece.uri) ?? [])]),
    }));
    return { pieces, isWhole };
  }

  async #tracked(object: FoundObject, source: ObjectSource): Promise<Tracked> {
    const finder = new WholeFinder(source, this.model, this.#cargo);
    const whole = await finder.of(object);
    let { isWhole } = whole;
    const eventsOf = async (uri: Iri): Promise<MilestoneEvent[]> => {
      const found = await source.events(uri);
      isWhole &&= found.isWhole;
      return found.items.map((event) => milestoneIn(event, this.#terms)).filter((event) => event !== undefined);
    };
    const pieces = new Set(whole.pieces.map(({ uri }) => uri));
    const above = [...(whole.shipment === undefined ? [] : [whole.shipment]), ...whole.waybills, object];
    const shared: MilestoneEvent[] = [];
    for (const uri of new Set(above.map((one) => one.uri))) if (!pieces.has(uri)) shared.push(...(await eventsOf(uri)));
    const ofPieces = new Map<Iri, MilestoneEvent[]>();
    for (const uri of pieces) ofPieces.set(uri, await eventsOf(uri));
    return { whole, finder, shared, ofPieces, isWhole };
  }
}

/** Names of places; linked ones are looked up. */
class Places {
  constructor(private readonly finder: WholeFinder) {}

  async answer(place: StatedPlace | undefined): Promise<PlaceAnswer | null> {
    if (place === undefined) return null;
    const { uri } = place;
    const found = place.label === undefined && uri !== undefined ? await this.finder.find(uri) : undefined;
    const label = place.label ?? found?.facts.placeLabel ?? found?.label ?? uri;
    return label === undefined ? null : { label, uri: uri ?? null };
  }
}

function numberOf({ uri, facts }: FoundObject): Overview['numbers'] {
  const number = facts.waybillNumber;
  if (number === undefined) return [];
  const stated = facts.codes('waybillType')[0]?.toLowerCase();
  const kinds = ['master', 'house', 'direct'] as const;
  const kind = kinds.find((one) => one === stated) ?? kindByLinks(facts);
  return [{ number, kind, uri }];
}

function kindByLinks(facts: ObjectFacts): 'master' | 'house' | 'direct' {
  if (facts.links('houseWaybills').length > 0) return 'master';
  return facts.links('masterWaybill').length > 0 ? 'house' : 'direct';
}

/** What is declared, and the sum of the pieces beside it. */
function weightOf({ object, shipment, waybills, pieces, pieceCount }: Whole): Overview['weight'] {
  const sum = pieces.length < pieceCount ? undefined : sumOf(pieces.map(({ facts }) => facts.weight));
  const isPiece = pieces.length === 1 && pieces[0] === object;
  const declared = [
    ...waybills.map(({ facts }) => ({ from: 'waybill' as const, weight: facts.weight })),
    ...(shipment === undefined ? [] : [{ from: 'shipment' as const, weight: shipment.facts.weight }]),
  ].find(({ weight }) => weight !== undefined);
  const from = declared === undefined || isPiece ? 'pieces' : declared.from;
  const weight = from === 'pieces' ? sum : declared?.weight;
  if (weight === undefined) return null;
  return {
    value: weight.value,
    unit: weight.unit ?? null,
    from,
    pieces: (sum && inUnit(sum, weight.unit)) ?? null,
  };
}

async function parties(papers: readonly FoundObject[], finder: WholeFinder): Promise<Overview['parties']> {
  const found = new Map<string, Overview['parties'][number]>();
  for (const { role, uri, label } of papers.flatMap(({ facts }) => facts.parties).slice(0, MAX_LISTED)) {
    const name = label ?? (uri && (await finder.find(uri))?.label);
    found.set(`${role ?? ''} ${uri ?? name ?? ''}`, { role: role ?? null, label: name ?? null, uri: uri ?? null });
  }
  return [...found.values()];
}

async function documents(papers: readonly FoundObject[], finder: WholeFinder): Promise<Overview['documents']> {
  const found = new Map<string, Overview['documents'][number]>();
  for (const { uri, ...stated } of papers.flatMap(({ facts }) => facts.documents).slice(0, MAX_LISTED)) {
    const object = uri && (await finder.find(uri));
    const { label, type, link } = object === undefined ? stated : object.facts.document;
    const name = label ?? object?.label;
    found.set(uri ?? `${name ?? ''} ${link ?? ''}`, {
      ...{ label: name ?? null, type: type ?? null, uri: uri ?? null, link: link ?? null },
    });
  }
  return [...found.values()];
}

/** @param shared those of the shipment and its waybills, which all pieces have. */
async function lastMilestone(
  all: readonly MilestoneEvent[],
  shared: readonly MilestoneEvent[],
  ofPieces: readonly (readonly MilestoneEvent[])[],
  places: Places,
): Promise<Overview['milestone']> {
  const last = lastOf(all);
  if (last === undefined) return null;
  const { code, at, location } = last;
  const reached = hasReached(shared, code)
    ? ofPieces.length
    : ofPieces.filter((events) => hasReached(events, code)).length;
  return {
    ...{ code, label: milestoneWords[code], at: timeText(at), location: await places.answer(location) },
    pieces: reached === ofPieces.length ? null : reached,
  };
}

/** The most milliseconds that a date has. */
const MAX_TIME = 8.64e15;

export const timeText = (time: number | undefined): string | null =>
  time === undefined || Math.abs(time) > MAX_TIME ? null : new Date(time).toISOString();

export const quantityAnswer = (quantity: Quantity | undefined): QuantityAnswer | null =>
  quantity === undefined ? null : { value: quantity.value, unit: quantity.unit ?? null };
