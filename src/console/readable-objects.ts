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

/** Objects whose list names an agent, each once, in the order of their URIs, or backwards. */
async function* named(
  { store, lookups, uris }: ExchangeServices,
  agent: Iri,
  begin: Iri | undefined,
  reverse: boolean,
): AsyncGenerator<Iri, void, undefined> {
  const partitions = [agent, acl.AuthenticatedAgent.value];
  // `0` is behind `/`: no object comes after it.
  const edge = iri(`${uris.objects}${reverse ? '0' : '/'}`);
  const isAhead = (one: string, other: string): boolean => (reverse ? one < other : one > other);
  const inOrder = (names: Iterable<Iri>): Iri[] => {
    const sorted = [...new Set(names)].sort();
    return reverse ? sorted.reverse() : sorted;
  };
  let after = begin === undefined ? edge : uris.acl(begin);
  for (;;) {
    const pages = await Promise.all(
      partitions.map((partition) =>
        // Entries have no order of their own, so they are in the order of the graphs' names.
        store.lookup(lookups.access.agents, partition, { after: { order: 0, value: after }, limit: BATCH, reverse }),
      ),
    );
    const complete = pages.filter((page) => page.length === BATCH).flatMap((page) => page.at(-1)?.value ?? []);
    // Entries after the end of a full page may follow entries of the next page.
    const [end] = inOrder(complete);
    for (const graph of inOrder(pages.flat().map(({ value }) => value))) {
      if (end !== undefined && isAhead(graph, end)) break;
      if (reverse && graph < uris.objects) return;
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
 * @returns `next` is the object before the next page, undefined at the end, `first` the first object that was examined;
 * `isWhole` is false if there were too many lists to examine in one call.
 */
export async function readableObjects(
  services: ExchangeServices,
  caller: Caller,
  {
    limit,
    offset,
    begin,
    isBackwards = false,
    accepts,
  }: {
    readonly limit: number;
    readonly offset: number;
    /** Objects after it, or before it if they are read backwards. */
    readonly begin?: Iri | undefined;
    readonly isBackwards?: boolean;
    readonly accepts: (head: Head) => boolean;
  },
): Promise<{
  readonly heads: readonly Head[];
  readonly isWhole: boolean;
  readonly first: Iri | undefined;
  readonly next: Iri | undefined;
}> {
  const { access, revisions } = services;
  const heads: Head[] = [];
  let first: Iri | undefined;
  if (limit === 0) return { heads, isWhole: true, first, next: undefined };
  let [passed, examined] = [0, 0];
  let last: Iri | undefined;
  for await (const object of named(services, caller.agent, begin, isBackwards)) {
    examined += 1;
    if (examined > MAX_EXAMINED) return { heads, isWhole: false, first, next: last };
    if (examined % TURN === 0) await turns.next();
    const head = (await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))
      ? await revisions.head(object)
      : undefined;
    if (head !== undefined && accepts(head)) {
      if (heads.length === limit) return { heads, isWhole: true, first, next: last };
      passed += 1;
      if (passed > offset) heads.push(head);
    }
    first ??= object;
    last = object;
  }
  return { heads, isWhole: true, first, next: undefined };
}
