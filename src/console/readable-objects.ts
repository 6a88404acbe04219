/** The objects that a partner may read, in the order of their URIs: found by the access control lists that name it. */
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import { type Iri, iri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';

const BATCH = 200;
/** Access control lists that one call looks at. */
const MAX_EXAMINED = 5_000;

/** Objects whose list names an agent, each once, in the order of their URIs. */
async function* named({ store, lookups, uris }: ExchangeServices, agent: Iri): AsyncGenerator<Iri, void, undefined> {
  const partitions = [agent, acl.AuthenticatedAgent.value];
  let after = iri(`${uris.objects}/`);
  for (;;) {
    const pages = await Promise.all(
      partitions.map((partition) =>
        // Entries have no order of their own, so they are in the order of the graphs' names.
        store.lookup(lookups.agents, partition, { after: { order: 0, value: after }, limit: BATCH }),
      ),
    );
    const complete = pages.filter((page) => page.length === BATCH).map((page) => page.at(-1)?.value ?? '');
    // What is behind the end of a full page may have others before it in the next one.
    const end = complete.sort()[0];
    const graphs = [...new Set(pages.flat().map(({ value }) => value))].sort();
    for (const graph of graphs) {
      if (end !== undefined && graph > end) break;
      const object = uris.aclObject(graph);
      if (object !== undefined) yield object;
      after = graph;
    }
    if (end === undefined) return;
  }
}

/**
 * A page of the objects that a partner may read.
 *
 * @returns `isWhole` is false where there were too many lists to look at.
 */
export async function readableObjects(
  services: ExchangeServices,
  caller: Caller,
  {
    limit,
    offset,
    accepts,
  }: { readonly limit: number; readonly offset: number; readonly accepts: (head: Head) => boolean },
): Promise<{ readonly heads: readonly Head[]; readonly isWhole: boolean }> {
  const { access, revisions } = services;
  const heads: Head[] = [];
  let [passed, examined] = [0, 0];
  for await (const object of named(services, caller.agent)) {
    if (heads.length === limit) break;
    examined += 1;
    if (examined > MAX_EXAMINED) return { heads, isWhole: false };
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) continue;
    const head = await revisions.head(object);
    if (head === undefined || !accepts(head)) continue;
    passed += 1;
    if (passed > offset) heads.push(head);
  }
  return { heads, isWhole: true };
}
