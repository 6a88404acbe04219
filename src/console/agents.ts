/** The agents that this node knows: their access, requests and notifications. */
import { turns } from '../async/turns.js';
import { agentsIn, ALL_AGENTS } from '../access/lookups.js';
import { requestorPartition, requestPartition } from '../action-requests/lookups.js';
import { agentWords, fits, wordsIn } from '../agent-names/lookups.js';
import type { Caller } from '../http/caller.js';
import type { PageRequest } from '../http/query-parameters.js';
import type { QueueList } from '../notifications/queues/queue-list.js';
import type { QueuePauses } from '../notifications/queues/pauses.js';
import type { Receipts } from '../notifications/receipts/receipts.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import { hashOrder, type ListPosition } from '../store/lookup.js';
import { serverBaseOf } from '../subscriptions/subscription.js';
import { readableObjects } from './readable-objects.js';
import type { AgentItem, AgentsAnswer, RefusedAttempts } from './responses.js';
import type { ConsoleServices } from './services.js';

/** The state of deliveries to agents. */
export interface DeliveryHistory {
  readonly queues: QueueList;
  readonly receipts: Receipts;
  readonly pauses: Pick<QueuePauses, 'of'>;
}

/** Objects that are counted by type. */
const MAX_COUNTED = 200;
const MAX_COUNTED_IN_LIST = 20;
/** Agents that a search compares by their hosts, and objects that it looks up. */
const MAX_COMPARED = 300;
const MAX_LOOKED_UP = 50;
/** After this many agents the event loop gets a turn. */
const TURN = 100;

export class Agents {
  constructor(
    private readonly services: ConsoleServices,
    private readonly deliveries: DeliveryHistory,
  ) {}

  /**
   * A page of the agents that access control lists and requests name, in no particular order.
   *
   * @returns `next` is the position after which the next page begins; undefined at the end.
   */
  async list(
    page: PageRequest,
    caller: Caller,
  ): Promise<{ readonly items: AgentItem[]; readonly next: ListPosition | undefined }> {
    const { agents, next } = await this.#page(page);
    return { items: await Promise.all(agents.map((agent) => this.describe(agent, caller, true))), next };
  }

  async #page({ limit, offset, after }: Pick<PageRequest, 'limit' | 'offset' | 'after'>): Promise<{
    readonly agents: Iri[];
    readonly next: ListPosition | undefined;
  }> {
    const { store, lookups, vocabulary } = this.services;
    const agents: Iri[] = [];
    let from = after === undefined ? 0 : after.order + 1;
    let next: ListPosition | undefined;
    for (let [passed, examined] = [0, 1]; limit > 0; examined += 1) {
      if (examined % TURN === 0) await turns.next();
      const [entry] = await store.lookup(lookups.access.agents, ALL_AGENTS, { limit: 1, from });
      if (entry === undefined) {
        next = undefined;
        break;
      }
      if (agents.length === limit) break;
      from = entry.order + 1;
      next = entry;
      const found = [...agentsIn(await store.read(entry.value), vocabulary)].find(
        (agent) => hashOrder(agent) === entry.order,
      );
      if (found === undefined || !isIri(found) || found === acl.AuthenticatedAgent.value) continue;
      passed += 1;
      if (passed > offset) agents.push(found);
    }
    return { agents, next };
  }

  /**
   * The partners whose name, code or host begins so, best matches first (K52): those that were given a name,
   * organizations of this node, and other agents in lists and requests.
   */
  async find(text: string, caller: Caller, limit: number): Promise<AgentItem[]> {
    const { agentNames, find, labels } = this.services;
    const search = wordsIn(text);
    const found = new Set<Iri>();
    if (isIri(text) && /^https?:/i.test(text)) found.add(text);
    for (const { agent } of await agentNames.find(search, limit)) found.add(agent);
    const { items } = await find.find(text, caller, MAX_LOOKED_UP);
    for (const { uri, group } of items) if (group === 'partner' && isIri(uri)) found.add(uri);
    if (found.size < limit && search.length > 0)
      for (const agent of await this.#known()) {
        if (found.size >= limit) break;
        const name = (await labels.label(agent, caller)) ?? '';
        if (fits(search, agentWords(agent, name))) found.add(agent);
      }
    return Promise.all([...found].slice(0, limit).map((agent) => this.describe(agent, caller, true)));
  }

  /** Agents in lists and requests, as many as a search compares. */
  async #known(): Promise<Iri[]> {
    const { agents } = await this.#page({ limit: MAX_COMPARED, offset: 0 });
    return agents;
  }

  /** The facts about one agent that a caller may see; a list counts less. */
  async describe(agent: Iri, caller: Caller, isListed = false): Promise<AgentItem> {
    const { store, lookups, labels, agentNames } = this.services;
    const own = await labels.of(agent, caller);
    const { byRequestor } = lookups.requests;
    const count = (partition: string): Promise<number> =>
      store.count(byRequestor, requestorPartition(agent, partition));
    const [total, pending, subscriptions, [lastRequest], { queues }, lastTold] = await Promise.all([
      count(requestPartition(undefined, undefined)),
      count(requestPartition('REQUEST_PENDING', undefined)),
      store.count(lookups.subscriptions.bySubscriber, agent),
      store.lookup(byRequestor, requestorPartition(agent, requestPartition(undefined, undefined)), {
        limit: 1,
        reverse: true,
      }),
      this.deliveries.queues.find({ receiver: agent, topic: undefined }),
      this.deliveries.receipts.lastNotified(agent),
    ]);
    return {
      uri: agent,
      label: await labels.label(agent, caller),
      note: caller.internal ? ((await agentNames.of(agent))?.note ?? null) : null,
      isOwnName: own !== undefined && own.mirrored !== true,
      server: serverBaseOf(agent) ?? null,
      reads: await this.#reads(agent, isListed ? MAX_COUNTED_IN_LIST : MAX_COUNTED),
      requests: { total, pending },
      subscriptions,
      queues: { count: queues.length, waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0) },
      lastHeard: lastRequest === undefined ? null : new Date(lastRequest.order).toISOString(),
      lastTold: lastTold?.toISOString() ?? null,
      refused: caller.internal ? this.#refused(agent, isListed ? 0 : Infinity) : null,
    };
  }

  /** The agents that were refused something last (D75). */
  refused(max: number): AgentsAnswer['refused'] {
    const { refusals } = this.services;
    return refusals.agents(max).flatMap((uri) => {
      const found = refusals.of(uri, 0);
      return found === undefined ? [] : [{ uri, total: found.total, last: found.last.toISOString() }];
    });
  }

  #refused(agent: Iri, maxObjects: number): RefusedAttempts {
    const found = this.services.refusals.of(agent, maxObjects);
    return {
      total: found?.total ?? 0,
      last: found?.last.toISOString() ?? null,
      objects: found?.objects.map(({ object, kinds, last }) => ({ object, kinds, last: last.toISOString() })) ?? [],
      others: found?.others ?? 0,
    };
  }

  /** Its access by access control lists; internal agents read everything anyway. */
  async #reads(agent: Iri, max: number): Promise<AgentItem['reads']> {
    const caller = { agent, internal: false };
    const page = { limit: max + 1, offset: 0, accepts: () => true };
    const { heads, isWhole } = await readableObjects(this.services, caller, page);
    const byType: Record<string, number> = {};
    for (const { type } of heads.slice(0, max)) byType[type] = (byType[type] ?? 0) + 1;
    return { total: Math.min(heads.length, max), byType, truncated: !isWhole || heads.length > max };
  }
}
