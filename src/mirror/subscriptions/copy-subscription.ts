/** A subscription of this node at a partner (M12 to M15). */
import type { Graph } from '../../rdf/graph.js';
import type { MirrorTerms } from '../../rdf/mirror-terms.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, node, type Quad } from '../../rdf/terms.js';
import { dcterms } from '../../rdf/vocabulary.js';
import { type TopicType, topicTypes } from '../../subscriptions/subscription.js';
import { Facts } from '../facts.js';

/** A request at the partner, and when its subscription expires. */
export interface AskedSubscription {
  readonly request: Iri;
  readonly expiresAt: Date;
}

export type SubscriptionState =
  /** To be asked for; `why` it was not possible the last time. */
  | { readonly kind: 'wanted'; readonly why: string | undefined }
  | ({ readonly kind: 'pending' } & AskedSubscription)
  /** Since when without a break, and with the request that is to replace it. */
  | ({
      readonly kind: 'active';
      readonly since: Date;
      readonly renewal: AskedSubscription | undefined;
    } & AskedSubscription)
  | { readonly kind: 'refused'; readonly why: string }
  /** No follow needs it any more; it is revoked until the time when this is given up. */
  | ({ readonly kind: 'revoking' } & AskedSubscription)
  | { readonly kind: 'none' };

export interface CopySubscription {
  readonly uri: Iri;
  readonly server: Iri;
  readonly topicType: TopicType;
  readonly topic: Iri;
  readonly createdAt: Date;
  /** Whether events of the topic are of interest. */
  readonly events: boolean;
  readonly state: SubscriptionState;
  /** The next call; undefined if none is to be made. */
  readonly due: Date | undefined;
  readonly attempts: number;
}

export function describeSubscriptionState(subscription: CopySubscription, ext: MirrorTerms): Quad[] {
  const { state } = subscription;
  const asked = 'request' in state ? state : undefined;
  const renewal = state.kind === 'active' ? state.renewal : undefined;
  return new Facts(node(subscription.uri))
    .iri(ext.server, subscription.server)
    .text(ext.topicType, subscription.topicType)
    .iri(ext.topic, subscription.topic)
    .date(dcterms.created, subscription.createdAt)
    .flag(ext.followsEvents, subscription.events)
    .text(ext.state, state.kind)
    .text(ext.reason, 'why' in state ? state.why : undefined)
    .date(ext.since, state.kind === 'active' ? state.since : undefined)
    .iri(ext.request, asked?.request)
    .date(ext.expires, asked?.expiresAt)
    .iri(ext.renewal, renewal?.request)
    .date(ext.renewalExpires, renewal?.expiresAt)
    .date(ext.due, subscription.due)
    .count(ext.attempts, subscription.attempts).statements;
}

export function readSubscriptionState(data: Graph, uri: Iri, ext: MirrorTerms): CopySubscription | undefined {
  const facts = new StoredPropertyReader(data, node(uri));
  const [server, topic, createdAt] = [facts.iri(ext.server), facts.iri(ext.topic), facts.date(dcterms.created)];
  const topicType = topicTypes.find((type) => type === facts.text(ext.topicType));
  if (server === undefined || topic === undefined || topicType === undefined || createdAt === undefined)
    return undefined;
  return {
    ...{ uri, server, topicType, topic, createdAt },
    events: facts.flag(ext.followsEvents),
    state: readState(facts, ext, createdAt),
    due: facts.date(ext.due),
    attempts: facts.integer(ext.attempts) ?? 0,
  };
}

function readState(facts: StoredPropertyReader, ext: MirrorTerms, createdAt: Date): SubscriptionState {
  const [request, expiresAt, why] = [facts.iri(ext.request), facts.date(ext.expires), facts.text(ext.reason)];
  const [renewing, until] = [facts.iri(ext.renewal), facts.date(ext.renewalExpires)];
  const kind = facts.text(ext.state);
  if (kind === 'refused') return { kind, why: why ?? '' };
  if (kind === 'none') return { kind };
  if (request === undefined || expiresAt === undefined) return { kind: 'wanted', why };
  if (kind === 'pending' || kind === 'revoking') return { kind, request, expiresAt };
  const renewal = renewing && until ? { request: renewing, expiresAt: until } : undefined;
  if (kind !== 'active') return { kind: 'wanted', why };
  return { kind, since: facts.date(ext.since) ?? createdAt, request, expiresAt, renewal };
}
