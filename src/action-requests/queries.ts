/** Which action requests there are. */
import type { Addresses } from '../addresses.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type Paging, Preparer } from '../store/prepared.js';
import type { QueryEngine } from '../store/store.js';
import { type RequestKind, requestKinds, type RequestStatus } from './action-request.js';

export interface RequestFilter {
  readonly statuses: readonly RequestStatus[];
  readonly kinds: readonly RequestKind[];
  /** Only requests about this Logistics Object. */
  readonly object: Iri | undefined;
}

export class ActionRequestQueries {
  readonly #list;
  readonly #count;

  constructor(
    private readonly store: QueryEngine,
    addresses: Addresses,
    private readonly vocabulary: Vocabulary,
  ) {
    const sparql = new Preparer(vocabulary);
    const about = (pattern: string): string =>
      `GRAPH ?request { ?request a ?kind ; api:hasRequestStatus ?status ; api:isRequestedAt ?at ${pattern} } FILTER(STRSTARTS(STR(?request), ?place))`;
    const constants = { place: addresses.places.actionRequests };
    const variants = { any: '', object: '. ?any api:hasLogisticsObject ?object' };
    this.#list = {
      any: sparql.select(
        `SELECT DISTINCT ?request ?at WHERE { ${about(variants.any)} } ORDER BY ?at ?request`,
        constants,
      ),
      object: sparql.select(
        `SELECT DISTINCT ?request ?at WHERE { ${about(variants.object)} } ORDER BY ?at ?request`,
        constants,
      ),
    };
    this.#count = {
      any: sparql.select(`SELECT (COUNT(DISTINCT ?request) AS ?count) WHERE { ${about(variants.any)} }`, constants),
      object: sparql.select(
        `SELECT (COUNT(DISTINCT ?request) AS ?count) WHERE { ${about(variants.object)} }`,
        constants,
      ),
    };
  }

  /** The requests that pass a filter, oldest first, and how many there are before paging. */
  async list(filter: RequestFilter, paging: Paging): Promise<{ uris: Iri[]; total: number }> {
    const { api } = this.vocabulary;
    const kinds = filter.kinds.length === 0 ? requestKinds : filter.kinds;
    const bindings = {
      kind: kinds.map((kind) => api[kind]),
      ...(filter.statuses.length > 0 && { status: filter.statuses.map((status) => api[status]) }),
      ...(filter.object !== undefined && { object: node(filter.object) }),
    };
    const variant = filter.object === undefined ? 'any' : 'object';
    const [solutions, [counted]] = await Promise.all([
      this.store.select(this.#list[variant](bindings, paging)),
      this.store.select(this.#count[variant](bindings)),
    ]);
    const uris = solutions.map((solution) => solution.get('request')?.value ?? '').filter(isIri);
    return { uris, total: Number(counted?.get('count')?.value ?? 0) };
  }
}
