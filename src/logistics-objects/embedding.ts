/** Representations beyond an object's own statements: linked objects embedded (D11), links as of a time (D10). */
import type { ExchangeServices } from './exchange-services.js';
import type { Caller } from '../http/caller.js';
import type { Model } from '../model/model.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, isIri, isNamedNode, type NamedNode, type Term, triple } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/damaged-entries.js';
import type { Track } from '../store/cache/dependency-cache.js';
import type { AsOf } from './logistics-objects.js';
import type { Revision } from './revisions.js';

/** An answer holds no more Logistics Objects than this, the root counted; what is beyond stays a link (D11, D50). */
const MAX_EMBEDDED = 1000;

export class Embedding {
  constructor(private readonly services: ExchangeServices) {}

  /**
   * The statements of a revision together with those of the objects it links to, and so on, as far as they are here and
   * the caller may read them (D11).
   *
   * @param uses tracks the graphs that the result depends on, beside the revisions, which never change.
   */
  async embed(revision: Revision, caller: Caller, at: AsOf | undefined, uses: Track): Promise<Graph> {
    const root = revision.head.object;
    const data = await this.services.contents.read(revision.graph);
    const all = [...data];
    const seen = new Set<string>([root]);
    let embedded = 1;
    const waiting = this.#links(data);
    for (let link = waiting.shift(); link !== undefined && embedded < MAX_EMBEDDED; link = waiting.shift()) {
      if (seen.has(link)) continue;
      seen.add(link);
      const statements = await this.#readable(link, caller, at, uses);
      if (statements === undefined) continue;
      embedded++;
      all.push(...statements);
      waiting.push(...this.#links(statements));
    }
    return graphOf(all);
  }

  #links(data: Graph): Iri[] {
    return Array.from(data, ({ object }) => object.value)
      .filter(isIri)
      .filter((value) => this.services.uris.objectId(value) !== undefined);
  }

  async #readable(object: Iri, caller: Caller, at: AsOf | undefined, uses: Track): Promise<Graph | undefined> {
    uses(this.services.uris.head(object));
    const head = await this.services.revisions.head(object);
    if (head === undefined || head.moved !== undefined) return undefined;
    uses(this.services.uris.acl(object));
    if (!(await this.services.access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) return undefined;
    try {
      const revision =
        at === undefined ? this.services.revisions.latest(head) : await this.services.revisions.validAt(head, at.until);
      return revision && (await this.services.contents.read(revision.graph));
    } catch (error) {
      // Reading the object itself reports the error; here it stays a link.
      if (error instanceof DamagedDataError) return undefined;
      throw error;
    }
  }
}

/** The last part of a Logistics Object's URI on any server of the network. */
const OBJECT_PATH = /\/logistics-objects\/[^/?#]+$/;

/**
 * The same statements with every link to a Logistics Object, here or elsewhere, carrying the time of the read; the root
 * keeps its plain URI (D10, D45).
 *
 * @param time in the compact form, as the `at` parameter takes it.
 */
export function addTimeToLinks(data: Graph, root: Iri, time: string, model: Model): Graph {
  const isLink = (term: NamedNode): boolean =>
    term.value !== root && (OBJECT_PATH.test(term.value) || model.isLogisticsObject(data.types(term)));
  const asOf = <Kind extends Term>(term: Kind): Kind | NamedNode =>
    isNamedNode(term) && isLink(term) ? factory.namedNode(withTime(term.value, time)) : term;
  return graphOf(
    Array.from(data, ({ subject, predicate, object }) =>
      triple(asOf(subject), predicate, predicate.equals(rdfTerms.type) ? object : asOf(object)),
    ),
  );
}

function withTime(link: string, time: string): string {
  return `${link}${link.includes('?') ? '&' : '?'}at=${time}`;
}
