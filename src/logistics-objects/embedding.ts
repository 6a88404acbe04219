/**
 * Representations with more than an object's own statements: linked objects embedded (D11), and links at a past time
 * (D10).
 */
import type { ExchangeServices } from './exchange-services.js';
import type { Caller } from '../http/caller.js';
import type { Model } from '../model/model.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import {
  factory,
  type Iri,
  isIri,
  isNamedNode,
  type NamedNode,
  node,
  type Quad,
  type Term,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { Track } from '../store/cache/store-cache.js';
import { isObject } from './links.js';
import type { AsOf } from './logistics-objects.js';
import type { Revision } from './revisions.js';

/** Logistics Objects in one response, including the root; any further ones stay links (D11, D50). */
const MAX_EMBEDDED = 1000;

export class Embedding {
  constructor(private readonly services: ExchangeServices) {}

  /**
   * The statements of a revision and, recursively, of the objects that it links to, if they are on this node and the
   * caller may read them (D11).
   *
   * @param track gets the graphs that the result depends on, except revisions, which never change, and when the access to
   *   one of the objects ends (V51).
   */
  async embed(
    revision: Revision,
    caller: Caller,
    at: AsOf | undefined,
    track: Track,
  ): Promise<{ readonly data: Graph; readonly revisions: readonly Revision[] }> {
    const root = revision.head.object;
    const data = await this.services.contents.read(revision.graph);
    const all = [...data];
    const seen = new Set<string>([root]);
    const revisions = [revision];
    const queue = this.#links(data);
    for (let link = queue.shift(); link !== undefined && revisions.length < MAX_EMBEDDED; link = queue.shift()) {
      if (seen.has(link)) continue;
      seen.add(link);
      const found = await this.#readable(link, caller, at, track);
      if (found === undefined) continue;
      revisions.push(found.revision);
      all.push(...found.statements);
      queue.push(...this.#links(found.statements));
    }
    return { data: graphOf(all), revisions };
  }

  #links(data: Graph): Iri[] {
    return Array.from(data, ({ object }) => object.value)
      .filter(isIri)
      .filter((value) => this.services.uris.objectId(value) !== undefined);
  }

  async #readable(
    object: Iri,
    caller: Caller,
    at: AsOf | undefined,
    track: Track,
  ): Promise<{ readonly revision: Revision; readonly statements: Graph } | undefined> {
    track.graph(this.services.uris.head(object));
    const head = await this.services.revisions.head(object);
    if (head === undefined || head.moved !== undefined) return undefined;
    track.graph(this.services.uris.acl(object));
    const allowedUntil = await this.services.access.allowedUntil(caller, 'GET_LOGISTICS_OBJECT', object);
    track.until(allowedUntil);
    if (!this.services.access.hasNotEnded(allowedUntil)) return undefined;
    try {
      const revision =
        at === undefined ? this.services.revisions.latest(head) : await this.services.revisions.validAt(head, at.until);
      return revision && { revision, statements: await this.services.contents.read(revision.graph) };
    } catch (error) {
      // Reading the object itself reports the error; here it stays a link.
      if (error instanceof DamagedDataError) return undefined;
      throw error;
    }
  }
}

/**
 * The same statements with each object's own and latest revision numbers, in place of the stored ones (V12 to V16).
 *
 * @param revisions the objects that have content here.
 */
export function addRevisions(
  data: Graph,
  revisions: readonly Pick<Revision, 'head' | 'number'>[],
  { api }: Vocabulary,
): Graph {
  const number = (value: number): Quad['object'] => factory.literal(String(value), xsd.positiveInteger);
  const retained = Array.from(data).filter(
    ({ predicate }) => !predicate.equals(api.hasRevision) && !predicate.equals(api.hasLatestRevision),
  );
  const added = revisions.flatMap(({ head, number: current }) => [
    triple(node(head.object), api.hasRevision, number(current)),
    triple(node(head.object), api.hasLatestRevision, number(head.latestRevision)),
  ]);
  return graphOf([...retained, ...added]);
}

/**
 * The same statements with `at` added to every link to a Logistics Object of any server; the root keeps its URI (D10,
 * D45).
 *
 * @param time in the compact form of the `at` parameter.
 */
export function addTimeToLinks(data: Graph, root: Iri, time: string, model: Model): Graph {
  const isLink = (term: NamedNode): boolean => term.value !== root && isObject(term, data, model);
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
