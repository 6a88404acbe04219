/** Which ChangeRequests there are about an object. */
import type { UriScheme } from '../uris.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type Bindings, QueryTemplates } from '../store/query-templates.js';
import type { QueryEngine } from '../store/store.js';

export class ChangeRequestQueries {
  readonly #all;

  constructor(
    private readonly store: QueryEngine,
    addresses: UriScheme,
    private readonly vocabulary: Vocabulary,
  ) {
    const sparql = new QueryTemplates(vocabulary);
    this.#all = sparql.select(
      `
      SELECT ?request WHERE {
        GRAPH ?request {
          ?request api:hasLogisticsObject ?object ; a api:ChangeRequest ; api:hasRequestStatus ?status ; api:isRequestedAt ?at
        }
        FILTER(STRSTARTS(STR(?request), ?place))
      }
      ORDER BY ?at ?request`,
      { place: addresses.graphPrefixes.actionRequests },
    );
  }

  /** All ChangeRequests about an object, oldest first. */
  about(object: Iri): Promise<Iri[]> {
    return this.#run({ object: node(object) });
  }

  /** All that wait for a decision, whatever they are about. */
  pending(): Promise<Iri[]> {
    return this.#run({ status: this.vocabulary.api.REQUEST_PENDING });
  }

  async #run(bindings: Bindings): Promise<Iri[]> {
    const solutions = await this.store.select(this.#all(bindings));
    return solutions.map((solution) => solution.get('request')?.value ?? '').filter(isIri);
  }
}
