/** What partners are offered that ask which subscriptions this node wants of them (M14). */
import { type Iri, iri, node } from '../../rdf/terms.js';
import type { Subscription, TopicType } from '../../subscriptions/subscription.js';
import type { LookupEntry } from '../../store/lookup.js';
import { serverOf } from '../follows/follow-body.js';
import { ALL } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import { readSubscriptionState } from './copy-subscription.js';
import { expiryAfter, wantedSubscription } from './wanted-subscription.js';

/** Partners read at a time. */
const PAGE = 200;

export class SubscriptionOffers {
  constructor(
    private readonly context: MirrorContext,
    private readonly partners: Partners,
  ) {}

  /** The subscriptions to a topic that follows want at the servers of which an agent is the data holder. */
  async to(agent: Iri, topicType: TopicType, topic: Iri): Promise<Subscription[]> {
    const { store, uris, ext, dataHolder, clock, settings } = this.context;
    const offers: Subscription[] = [];
    for (const server of await this.#serversOf(agent, topicType, topic)) {
      const graph = uris.copySubscription(topicType, topic, server);
      const wanted = readSubscriptionState(await store.read(graph), graph, ext);
      if (wanted === undefined || wanted.state.kind === 'none' || wanted.state.kind === 'revoking') continue;
      const expiresAt = expiryAfter(clock.now(), settings.mirror.subscriptionDays);
      const id = iri(`${uris.subscriptions}/${graph.slice(graph.lastIndexOf('/') + 1)}`);
      offers.push({ ...wantedSubscription(wanted, dataHolder, expiresAt), id });
    }
    return offers;
  }

  /** The servers of an agent that may have a topic: that of an object, or all for a class. */
  async #serversOf(agent: Iri, topicType: TopicType, topic: Iri): Promise<Iri[]> {
    if (topicType === 'LOGISTICS_OBJECT_IDENTIFIER') {
      const server = serverOf(topic);
      return server !== undefined && (await this.partners.find(server))?.holder === agent ? [server] : [];
    }
    const { store, lookups, ext } = this.context;
    const found: Iri[] = [];
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.partners, ALL, {
        limit: PAGE,
        ...(after && { after }),
      });
      after = page.at(-1);
      for (const { value } of page) {
        const server = (await store.read(value)).iri(node(value), ext.server);
        if (server !== undefined && (await this.partners.find(server))?.holder === agent) found.push(server);
      }
    } while (after !== undefined);
    return found;
  }
}
