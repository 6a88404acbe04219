/** Who is notified of an erasure: subscribers, readers, and who was notified of the object before; each once (P36). */
import { type Iri, isIri } from '../rdf/terms.js';
import { graphOfReceipt, readReceipts } from '../notifications/receipts/receipt.js';
import type { ActiveSubscriptions } from '../subscriptions/active-subscriptions.js';
import { serverBaseOf } from '../subscriptions/subscription.js';
import type { ErasureServices } from './lookups.js';

/** An agent with the queue of its notification. */
export interface ErasureReceiver {
  readonly receiver: Iri;
  /** The topic whose queue it is in, so that it comes after what was sent before. */
  readonly topic: Iri;
  readonly subscription: Iri | undefined;
  /** Whether it wants erasures with an event type of their own (A7). */
  readonly includesErasures: boolean;
}

export class ErasureReceivers {
  constructor(
    private readonly services: Pick<
      ErasureServices,
      'store' | 'lookups' | 'model' | 'access' | 'vocabulary' | 'internalAgents' | 'uris'
    >,
    private readonly subscriptions: Pick<ActiveSubscriptions, 'matching'>,
  ) {}

  /** @param types of the object. */
  async of(object: Iri, types: readonly Iri[]): Promise<ErasureReceiver[]> {
    const { model, access, internalAgents, vocabulary } = this.services;
    const found = new Map<Iri, ErasureReceiver>();
    const add = (receiver: Iri, topic: Iri, subscription?: Iri, includesErasures = false): void => {
      const isPartner = serverBaseOf(receiver) !== undefined && !internalAgents.has(receiver);
      const known = found.get(receiver);
      if (isPartner && (known === undefined || (includesErasures && !known.includesErasures)))
        found.set(receiver, { receiver, topic, subscription, includesErasures });
    };
    const topics = new Set([object, ...types.flatMap((type) => [type, ...model.ancestors(type)])]);
    for (const { subscriber, topic, request, extensions } of await this.subscriptions.matching(topics))
      add(subscriber, extensions.coalesceSeconds === undefined ? topic : request, request, extensions.includesErasures);
    const others = vocabulary.api.LOGISTICS_OBJECT_UPDATED.value;
    for (const { agents } of await access.currentAuthorizations(object))
      for (const agent of agents) if (isIri(agent)) add(agent, others);
    for (const agent of await this.#notified(object)) add(agent, others);
    return [...found.values()];
  }

  /** Who has confirmed notifications about the object, as far as receipts reach back. */
  async #notified(object: Iri): Promise<ReadonlySet<Iri>> {
    const { store, lookups } = this.services;
    const agents = new Set<Iri>();
    const entries = await store.lookup(lookups.notifications.receipts, object);
    for (const graph of new Set(entries.map(({ value }) => graphOfReceipt(value))))
      for (const { receipt } of readReceipts(await store.read(graph)))
        if (receipt.object === object) agents.add(receipt.subscriber);
    return agents;
  }
}
