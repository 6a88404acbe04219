/** Collections of the API as lists (T47). */
import { type Exchange, type Feature, withQuery } from '../exchange.js';
import type { Answer } from '../http/answer.js';
import { type AskPage, List, type PageOf, type PageOptions } from '../pages.js';
import type { Graph } from '../rdf/graph.js';
import type { Quad, Resource } from '../rdf/terms.js';
import { termKey } from '../rdf/terms.js';
import { idOf } from '../values/read-value.js';
import { api } from '../vocabulary.js';

/** Reads one item of a collection. */
export type ReadItem<T> = (graph: Graph, item: Resource) => T;

export function list<T>(
  exchange: Exchange,
  feature: Feature,
  url: (signal: AbortSignal | undefined) => Promise<string>,
  readItem: ReadItem<T>,
  options: PageOptions,
): List<T> {
  const { signal } = options;
  const ask: AskPage<T> = async (page) => {
    const address =
      'next' in page
        ? exchange.own(page.next)
        : withQuery(await url(signal), {
            limit: String(page.limit),
            skip: page.skip === 0 ? undefined : String(page.skip),
          });
    return pageOf(await exchange.send(feature, 'GET', address, { signal }), readItem);
  };
  return new List(ask, options);
}

async function pageOf<T>(answer: Answer, readItem: ReadItem<T>): Promise<PageOf<T>> {
  const graph = await answer.graph();
  const stated = graph.quads.find(({ predicate }) => predicate.value === `${api}hasTotalItems`);
  const total = Number(stated?.object.value);
  const [next] = answer.links('next');
  const items = itemsIn(graph).map((item) => ({ id: idOf(item), item: () => readItem(graph, item) }));
  return { items, next, total: Number.isSafeInteger(total) ? total : undefined };
}

/** The items of a Collection; a server without one gives the items themselves. */
function itemsIn(graph: Graph): Resource[] {
  const isCollection = graph.instances(`${api}Collection`).length > 0;
  const items = graph.quads.flatMap(({ predicate, object }) =>
    predicate.value === `${api}hasItem` && object.termType !== 'Literal' ? [object] : [],
  );
  return isCollection || items.length > 0 ? items : graph.roots.filter((root) => graph.describes(root));
}

/** The statements of an item and of what is embedded in it. */
export function quadsOf(graph: Graph, root: Resource): Quad[] {
  const reached = new Set([termKey(root)]);
  const found: Quad[] = [];
  const queue: Resource[] = [root];
  for (let subject = queue.pop(); subject !== undefined; subject = queue.pop()) {
    for (const quad of graph.quadsOf(subject)) {
      found.push(quad);
      const { object } = quad;
      if (object.termType === 'Literal' || reached.has(termKey(object))) continue;
      reached.add(termKey(object));
      queue.push(object);
    }
  }
  return found;
}
