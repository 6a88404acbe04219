/**
 * Acts on a whole shipment (K44 to K51): one transaction for access and subscriptions, one for each decision. A preview
 * carries the act out in a transaction that is rolled back; the act carries it out again, and is committed only if that
 * comes to the same.
 */
import type { AccessLists } from '../access/access-lists.js';
import type { AgentAccess } from '../access-delegations/withdrawal.js';
import type { Decisions } from '../action-requests/decisions.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import type { SubscriptionServices } from '../subscriptions/lookups.js';
import type { SubscriptionRequests } from '../subscriptions/subscription-requests.js';
import type { EventTransaction } from '../transactions.js';
import { AccessActs } from './access-acts.js';
import type { Act } from './act.js';
import { DecisionActs } from './decision-acts.js';
import { type Plan, previewOf } from './plan.js';
import type { ActPreview, ActResult } from './schemas.js';
import { SubscriptionActs } from './subscription-acts.js';
import { type WholeObjects, WholeOfAct } from './whole-objects.js';

export interface ActParts {
  readonly decisions: Decisions;
  readonly lists: AccessLists;
  readonly agentAccess: AgentAccess;
  readonly subscriptions: SubscriptionRequests;
}

/** An act with the text that it was asked for by. */
export interface AskedAct {
  readonly act: Act;
  readonly body: unknown;
}

type InOneTransaction = Exclude<Act, { readonly act: 'decide' }>;

const nothing: Plan = { objects: [], requests: [], falls: [], rejects: [], more: false };

export class Acts {
  readonly #whole: WholeOfAct;
  readonly #access: AccessActs;
  readonly #subscriptions: SubscriptionActs;
  readonly #decisions: DecisionActs;

  constructor(
    private readonly services: SubscriptionServices,
    parts: ActParts,
  ) {
    this.#whole = new WholeOfAct(services);
    this.#access = new AccessActs(services, parts);
    this.#subscriptions = new SubscriptionActs(services, parts.subscriptions);
    this.#decisions = new DecisionActs(services, parts.decisions);
  }

  /** What an act would change now; nothing is stored. */
  async preview({ act, body }: AskedAct, caller: Caller): Promise<ActPreview> {
    const whole = await this.#wholeOf(act);
    if (act.act === 'decide') return previewOf(await this.#decisions.plan(act, whole, caller), body);
    const planned: Plan[] = [];
    return this.services.transactions.preview(
      await this.#lockKeys(act, whole),
      async (tx) => {
        planned.push(await this.#carryOut(tx, act, whole, caller));
      },
      () => Promise.resolve(previewOf(planned.at(-1) ?? nothing, body)),
    );
  }

  /**
   * Carries an act out.
   *
   * @param assertSame throws if what the act comes to is not what its caller has seen.
   */
  async perform(
    { act, body }: AskedAct,
    caller: Caller,
    assertSame: (preview: ActPreview) => void,
  ): Promise<ActResult> {
    const whole = await this.#wholeOf(act);
    if (act.act === 'decide') {
      const { key } = caller.trace ?? {};
      // A repetition has its answer already (K26).
      if (key?.answered === undefined) {
        const plan = await this.#decisions.plan(act, whole, caller);
        assertSame(previewOf(plan, body));
        return this.#decisions.perform(act, plan, caller);
      }
      return this.#decisions.perform(act, nothing, caller);
    }
    const lockKeys = await this.#lockKeys(act, whole);
    return this.services.transactions.transact(
      lockKeys,
      async (tx) => {
        // Nothing may be written that is not under a lock of this transaction.
        const now = await this.#wholeOf(act);
        const held = new Set(lockKeys);
        const isSame = (await this.#lockKeys(act, now)).every((key) => held.has(key));
        if (!isSame) throw new ServiceError('precondition-failed', 'the whole has changed meanwhile: look again');
        const preview = previewOf(await this.#carryOut(tx, act, now, caller), body);
        assertSame(preview);
        const results = preview.objects.map(({ uri, effect }) => ({ uri, status: effect }));
        const result = { done: preview.counts.changes, results };
        tx.answer({ status: 200, json: result });
        return result;
      },
      caller.trace,
    );
  }

  #wholeOf(act: Act): Promise<WholeObjects> {
    return act.act === 'subscribe-to-type'
      ? Promise.resolve({ shipment: undefined, objects: [] })
      : this.#whole.of(act.object, act.scope);
  }

  /** The lists of all objects are under one lock; links, relocations and subscriptions under those of the objects. */
  async #lockKeys(act: InOneTransaction, { shipment, objects }: WholeObjects): Promise<Iri[]> {
    const { uris } = this.services;
    if (act.act === 'subscribe-to-type') return [...act.agents];
    const topics = [...(shipment === undefined ? [] : [shipment.uri]), ...objects.map(({ uri }) => uri)];
    const keys = [...new Set(topics)];
    if (act.act === 'give-access' || act.act === 'withdraw-access') return [uris.accessDelegations, ...keys];
    const requests = await this.#subscriptions.requestsOf(keys, act.agents);
    return [uris.accessDelegations, ...keys, ...act.agents, ...requests];
  }

  async #carryOut(tx: EventTransaction, act: InOneTransaction, whole: WholeObjects, { agent }: Caller): Promise<Plan> {
    switch (act.act) {
      case 'give-access':
        return { ...nothing, ...(await this.#access.give(tx, whole, act, agent)) };
      case 'withdraw-access':
        return { ...nothing, ...(await this.#access.withdraw(tx, whole, act.agents, agent)) };
      case 'subscribe': {
        const gift = { agents: act.agents, permissions: act.permissions, later: act.later };
        const given = act.permissions.length === 0 ? [] : (await this.#access.give(tx, whole, gift, agent)).objects;
        const subscribed = await this.#subscriptions.subscribe(tx, whole, act, agent);
        const changes = new Map(given.filter(({ effect }) => effect === 'changes').map((one) => [one.uri, one]));
        const objects = subscribed.map((one) => (one.effect === 'same' ? (changes.get(one.uri) ?? one) : one));
        return { ...nothing, objects };
      }
      case 'subscribe-to-type':
        return { ...nothing, objects: await this.#subscriptions.subscribeToType(tx, act, agent) };
      case 'unsubscribe': {
        const decision = { agent, at: this.services.clock.now() };
        return { ...nothing, objects: await this.#subscriptions.unsubscribe(tx, whole, act.agents, decision) };
      }
    }
  }
}
