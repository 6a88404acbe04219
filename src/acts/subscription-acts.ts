/** Subscriptions of partners to a whole shipment, and to a type (K48, K49), by the holder. */
import { turns } from '../async/turns.js';
import type { Decision } from '../action-requests/action-requests.js';
import type { FoundObject } from '../overviews/object-source.js';
import { type Iri, node, triple } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/store.js';
import {
  type GivenSubscription,
  isForLater,
  isSubscribed,
  subscribeFor,
  subscriptionsTo,
} from '../subscriptions/later-subscriptions.js';
import type { SubscriptionServices } from '../subscriptions/lookups.js';
import type { SubscriptionRequests } from '../subscriptions/subscription-requests.js';
import type { EventTransaction } from '../transactions.js';
import { row } from './access-acts.js';
import type { Act } from './act.js';
import type { PlannedObject } from './plan.js';
import type { WholeObjects } from './whole-objects.js';

/** Objects that are written in a step. */
const IN_STEP = 10;

type Subscribing = Extract<Act, { readonly act: 'subscribe' }>;
type ToType = Extract<Act, { readonly act: 'subscribe-to-type' }>;

export class SubscriptionActs {
  constructor(
    private readonly services: SubscriptionServices,
    private readonly subscriptions: SubscriptionRequests,
  ) {}

  /** The accepted requests of agents about these topics: lock keys of an act that alters or revokes them. */
  async requestsOf(topics: readonly Iri[], agents: readonly Iri[]): Promise<Iri[]> {
    const found: Iri[] = [];
    for (const topic of topics) found.push(...(await this.#given(this.services.store, topic, agents)).map(uriOf));
    return found;
  }

  async subscribe(
    tx: EventTransaction,
    { shipment, objects }: WholeObjects,
    act: Subscribing,
    by: Iri,
  ): Promise<PlannedObject[]> {
    const planned: PlannedObject[] = [];
    for (const [index, object] of objects.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      planned.push(await this.#subscribeTo(tx, object, act, { by, later: act.later && object.uri === shipment?.uri }));
    }
    return planned;
  }

  async #subscribeTo(
    tx: EventTransaction,
    object: FoundObject,
    { agents, events }: Subscribing,
    { by, later }: { readonly by: Iri; readonly later: boolean },
  ): Promise<PlannedObject> {
    const { revisions } = this.services;
    const topic = object.uri;
    if ((await revisions.head(topic))?.moved !== undefined) return row(object, 'refused', 'moved');
    const given = await this.#given(tx, topic, agents);
    const done: string[] = [];
    for (const subscriber of agents) {
      const own = given.filter((one) => one.subscriber === subscriber);
      if (!isSubscribed(own, subscriber, events)) {
        const topicType = 'LOGISTICS_OBJECT_IDENTIFIER' as const;
        await subscribeFor(this.services, tx, { subscriber, topicType, topic, events }, { by, later });
        done.push(`${subscriber} ${events.join(' ')}`);
      } else if (later && !own.some(({ request }) => isForLater(request.data, request.uri))) {
        const [first] = own.filter((one) => isSubscribed([one], subscriber, events));
        if (first === undefined) continue;
        await tx.insert(first.request.uri, [triple(node(first.request.uri), acl.default, node(topic))]);
        done.push(`${subscriber} later`);
      }
    }
    if (done.length === 0) return row(object, 'same', 'subscribed');
    const readers = await Promise.all(agents.map((agent) => this.#mayRead(tx, agent, topic)));
    return { ...row(object, 'changes', readers.every(Boolean) ? null : 'may-not-read'), state: done.join('; ') };
  }

  /** A subscription to a class (K49). */
  async subscribeToType(tx: EventTransaction, { type, agents, events }: ToType, by: Iri): Promise<PlannedObject[]> {
    const topicType = 'LOGISTICS_OBJECT_TYPE' as const;
    await this.subscriptions.assertTopic(topicType, type);
    const given = await this.#given(tx, type, agents);
    const lacking = agents.filter((subscriber) => !isSubscribed(given, subscriber, events));
    for (const subscriber of lacking)
      await subscribeFor(this.services, tx, { subscriber, topicType, topic: type, events }, { by });
    const effect = lacking.length === 0 ? 'same' : 'changes';
    const why = lacking.length === 0 ? 'subscribed' : null;
    return [{ uri: type, type, label: null, effect, why, state: lacking.join(' ') }];
  }

  async unsubscribe(
    tx: EventTransaction,
    { objects }: WholeObjects,
    agents: readonly Iri[],
    decision: Decision,
  ): Promise<PlannedObject[]> {
    const { requests } = this.services;
    const planned: PlannedObject[] = [];
    for (const [index, object] of objects.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      const ended: Iri[] = [];
      for (const { request } of await this.#given(this.services.store, object.uri, agents)) {
        ended.push(request.uri);
        const current = await requests.getOrThrowIn(tx, request.uri);
        // One that was derived from another has been revoked with it.
        if (current.status !== 'REQUEST_ACCEPTED') continue;
        await this.subscriptions.revoke(tx, current, decision);
        await requests.transition(tx, current, 'revoke', decision);
      }
      planned.push(
        ended.length === 0
          ? row(object, 'same', 'not-subscribed')
          : { ...row(object, 'changes', null), state: ended.sort().join(' ') },
      );
    }
    return planned;
  }

  async #given(reader: GraphReader, topic: Iri, agents: readonly Iri[]): Promise<GivenSubscription[]> {
    const given = await subscriptionsTo(this.services, reader, topic);
    return given.filter(({ subscriber }) => agents.includes(subscriber));
  }

  /** With the access that the transaction gives. */
  async #mayRead(reader: GraphReader, agent: Iri, object: Iri): Promise<boolean> {
    const { access, internalAgents } = this.services;
    return internalAgents.has(agent) || access.mayReadBy(await reader.read(this.services.uris.acl(object)), agent);
  }
}

const uriOf = ({ request }: GivenSubscription): Iri => request.uri;
