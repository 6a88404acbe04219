/** The objects that an act is about: what a shipment consists of (K44). */
import { ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { FoundObject } from '../overviews/object-source.js';
import { MAX_OBJECTS, WholeFinder } from '../overviews/whole.js';
import type { Iri } from '../rdf/terms.js';
import type { Scope } from './act.js';
import { OwnObjects } from './own-objects.js';

export interface WholeObjects {
  readonly shipment: FoundObject | undefined;
  /** Of the scope: the shipment first, then waybills, pieces and units. */
  readonly objects: readonly FoundObject[];
}

export class WholeOfAct {
  readonly #source: OwnObjects;

  constructor(private readonly services: ExchangeServices) {
    this.#source = new OwnObjects(services);
  }

  /**
   * The whole of an object.
   *
   * @throws ServiceError `not-found` for an object that is not here, `unprocessable` with the number for too many.
   */
  async of(object: Iri, scope: ReadonlySet<Scope>): Promise<WholeObjects> {
    const { model, vocabulary, objects: here } = this.services;
    await here.getOrThrow(object);
    const finder = new WholeFinder(this.#source, model, vocabulary.namespaces.cargo);
    const root = await finder.find(object);
    if (root === undefined)
      throw new ServiceError('not-found', { message: 'this node has no such object', resource: object });
    const { shipment, waybills, pieces, pieceCount, isWhole } = await finder.of(root);
    const found = new Map<Iri, FoundObject>();
    const add = (part: Scope, these: readonly FoundObject[]): void => {
      if (scope.has(part)) for (const one of these) found.set(one.uri, one);
    };
    add('shipment', shipment === undefined ? [] : [shipment]);
    add('waybills', waybills);
    add('pieces', pieces);
    if (scope.has('units')) add('units', await finder.unitsOf(pieces));
    const isPart = (['Shipment', 'Waybill', 'Piece', 'LoadingUnit'] as const).some((name) => finder.is(root, name));
    if (!isPart) found.set(root.uri, root);
    else if (finder.is(root, 'LoadingUnit')) add('units', [root]);
    const number = found.size + (scope.has('pieces') ? Math.max(0, pieceCount - pieces.length) : 0);
    if (number > MAX_OBJECTS || (!isWhole && scope.has('pieces'))) {
      const message = `the whole has ${number} objects or more, and one act is about at most ${MAX_OBJECTS}: name a smaller scope`;
      throw new ServiceError('unprocessable', { message, resource: object });
    }
    return { shipment, objects: [...found.values()] };
  }
}
