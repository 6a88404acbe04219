/** Questions about Logistics Objects that need the whole dataset. */
import { type Iri, isIri, node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { type Paging, Preparer } from '../store/prepared.js';
import type { QueryEngine } from '../store/store.js';

export interface ListedObject {
  readonly uri: Iri;
  readonly type: Iri;
}

export class ObjectQueries {
  readonly #list;
  readonly #count;

  constructor(
    private readonly store: QueryEngine,
    vocabulary: Vocabulary,
  ) {
    const sparql = new Preparer(vocabulary);
    const head = `GRAPH ?head { ?object api:hasLatestRevision ?revision ; dcterms:created ?created ; a ?type }
      FILTER(STR(?head) = CONCAT(STR(?object), "/head"))`;
    this.#list = sparql.select(`SELECT ?object ?type WHERE { ${head} } ORDER BY ?created ?object`);
    this.#count = sparql.select(`SELECT (COUNT(*) AS ?count) WHERE { ${head} }`);
  }

  /** The node's objects, oldest first, of some types or of all, and how many there are before paging. */
  async list(types: readonly Iri[] | undefined, paging: Paging): Promise<{ items: ListedObject[]; total: number }> {
    const bindings = types === undefined ? {} : { type: types.map((type) => node(type)) };
    const [solutions, [counted]] = await Promise.all([
      this.store.select(this.#list(bindings, paging)),
      this.store.select(this.#count(bindings)),
    ]);
    const items = solutions.flatMap((solution) => {
      const uri = solution.get('object')?.value ?? '';
      const type = solution.get('type')?.value ?? '';
      return isIri(uri) && isIri(type) ? [{ uri, type }] : [];
    });
    return { items, total: Number(counted?.get('count')?.value ?? 0) };
  }
}
