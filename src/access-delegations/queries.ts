/** Which delegations hang on which. */
import type { UriScheme } from '../uris.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { QueryTemplates } from '../store/query-templates.js';
import type { QueryEngine } from '../store/store.js';

export class DelegationQueries {
  readonly #derived;

  constructor(
    private readonly store: QueryEngine,
    addresses: UriScheme,
    private readonly vocabulary: Vocabulary,
  ) {
    this.#derived = new QueryTemplates(vocabulary).select(
      `
      SELECT ?request WHERE {
        GRAPH ?request { ?request prov:wasDerivedFrom ?source ; a api:AccessDelegationRequest ; api:hasRequestStatus ?status }
        FILTER(STRSTARTS(STR(?request), ?place))
      }
      ORDER BY ?request`,
      { place: addresses.graphPrefixes.actionRequests },
    );
  }

  /** The requests derived directly from this one that are pending or accepted. */
  async derivedFrom(source: Iri): Promise<Iri[]> {
    const { REQUEST_PENDING, REQUEST_ACCEPTED } = this.vocabulary.api;
    const solutions = await this.store.select(
      this.#derived({ source: node(source), status: [REQUEST_PENDING, REQUEST_ACCEPTED] }),
    );
    return solutions.map((solution) => solution.get('request')?.value ?? '').filter(isIri);
  }
}
