/** Which events there are about an object. */
import type { UriScheme } from '../uris.js';
import { factory, type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { QueryTemplates } from '../store/query-templates.js';
import type { QueryEngine } from '../store/store.js';

export class EventQueries {
  readonly #of;

  constructor(
    private readonly store: QueryEngine,
    private readonly addresses: UriScheme,
    vocabulary: Vocabulary,
  ) {
    this.#of = new QueryTemplates(vocabulary).select(
      'SELECT ?event WHERE { GRAPH ?event { ?event cargo:eventFor ?object } FILTER(STRSTARTS(STR(?event), ?place)) }',
    );
  }

  async of(object: Iri): Promise<Iri[]> {
    const solutions = await this.store.select(
      this.#of({ object: node(object), place: factory.literal(this.addresses.eventsPrefix(object)) }),
    );
    return solutions.map((solution) => solution.get('event')?.value ?? '').filter(isIri);
  }
}
