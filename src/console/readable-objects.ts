/** The objects that a partner may read, in the order of their URIs: found by the access control lists that name it. */
import { turns } from '../async/turns.js';
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import { type Iri, iri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';

const BATCH = 200;
/** Access control lists that one call looks at. */
const MAX_EXAMINED = 5_000;
/** After this many of them the event loop gets a turn. */
const TURN = 100;

/** Objects whose list names an agent, each once, in the order of their URIs. */
async function* named(
  { store, lookups, uris }: ExchangeServices,
  agent: Iri,
  begin: Iri | undefined,
): AsyncGenerator<Iri, void, undefined> {
  const partitions = [agent, acl.AuthenticatedAgent.value];
  let after = begin === undefined ? iri(`${uris.objects}/`) : uris.acl(begin);
  for (;;) {
    const pages = await Promise.all(
      partitions.map((partition) =>
        // Entries have no order of their own, so they are in the order of the graphs' names.
        store.lookup(lookups.access.agents, partition, { after: { order: 0, value: after }, limit: BATCH }),
      ),
    );
    const complete = pages.filter((page) => page.length === BATCH).map((page) => page.at(-1)?.value ?? '');
    // Entries after the end of a full page may follow entries of the next page.
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
 * @returns `next` is the object before the next page, undefined at the end; `isWhole` is false if there were too many
 * lists to examine in one call.
 */
export async function readableObjects(
  services: ExchangeServices,
  caller: Caller,
  {
    limit,
    offset,
    after,
    accepts,
  }: {
    readonly limit: number;
    readonly offset: number;
    readonly after?: Iri | undefined;
    readonly accepts: (head: Head) => boolean;
  },
): Promise<{ readonly heads: readonly Head[]; readonly isWhole: boolean; readonly next: Iri | undefined }> {
  const { access, revisions } = services;
  const heads: Head[] = [];
  if (limit === 0) return { heads, isWhole: true, next: undefined };
  let [passed, examined] = [0, 0];
  let last: Iri | undefined;
  for await (const object of named(services, caller.agent, after)) {
    examined += 1;
    if (examined > MAX_EXAMINED) return { heads, isWhole: false, next: last };
    if (examined % TURN === 0) await turns.next();
    const head = (await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))
      ? await revisions.head(object)
      : undefined;
    if (head !== undefined && accepts(head)) {
      if (heads.length === limit) return { heads, isWhole: true, next: last };
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    last = object;
  }
  return { heads, isWhole: true, next: undefined };
}
