/** The mirror: copies of partners' objects beside the node's own (docs/mirror.md). */
import type { Identity } from '../identity/module.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { OutboundClient } from '../outbound/http-client.js';
import { mirrorTerms } from '../rdf/mirror-terms.js';
import { isIri } from '../rdf/terms.js';
import { isLoopback } from '../settings/settings.js';
import { programVersion } from '../version.js';
import { CopyNames } from './asking/copy-names.js';
import { askingOperations } from './asking/operations.js';
import { overviewOperations } from './asking/overview-operations.js';
import { Copies } from './copies/copies.js';
import { CopyWriter } from './copies/copy-writer.js';
import { Deciding } from './copies/deciding.js';
import { disputeOperation } from './copies/dispute-operation.js';
import { ErasedProperties } from './copies/erased-properties.js';
import { Erasing } from './copies/erasing.js';
import { LinkFollowing } from './copies/link-following.js';
import { LegalHolds } from '../legal-holds/legal-holds.js';
import { type PurgedCopy, Purging } from './copies/purge.js';
import { ObjectFetcher } from './fetching/fetch-object.js';
import { AnswerReader } from './fetching/reader.js';
import { CarryingOut } from './follows/carrying-out.js';
import { serverOf } from './follows/follow-body.js';
import { FollowStates } from './follows/follow-states.js';
import { FollowViews } from './follows/follow-view.js';
import { Follows } from './follows/follows.js';
import { followOperations } from './follows/operations.js';
import { serverPartition, statePartition } from './lookups.js';
import { registerMirrorMetrics } from './metrics.js';
import type { MirrorContext, MirrorServices } from './mirror-services.js';
import { PartnerClient } from './partners/partner-client.js';
import { Paces } from './partners/partner-pace.js';
import { Partners } from './partners/partners.js';
import { Repairing } from './repair/repairing.js';
import { CheckBook } from './scheduling/check-book.js';
import { CopyJob } from './scheduling/copy-job.js';
import { DueCopies } from './scheduling/due-copies.js';
import { CopiedEventLists } from './scheduling/event-lists.js';
import { Hints } from './scheduling/hints.js';
import { MirrorTask, type MirrorTaskParts } from './scheduling/mirror-task.js';
import { ServerConditions } from './scheduling/server-conditions.js';
import { ServerLoop } from './scheduling/server-loop.js';
import type { FurtherOffers } from '../subscriptions/offered.js';
import { MissedRevisions } from './subscriptions/missed.js';
import { SubscriptionOffers } from './subscriptions/offers.js';
import { Subscribing } from './subscriptions/subscribing.js';
import { SubscriptionCalls } from './subscriptions/subscription-calls.js';
import { MirrorTime } from './time.js';

const tag = {
  name: 'Partners’ objects',
  description: "Copies of partners' objects: what is followed, and what is held.",
};

export interface Mirror extends ModuleRoutes {
  /** The subscriptions to a topic that the mirror wants of a caller (M14). */
  readonly offers: FurtherOffers;
  /** Undefined if the mirror is off. */
  readonly copyNames: CopyNames | undefined;
  readonly purging: Purging | undefined;
}

/** @param recordPurge puts the erasure of a copy on record. */
export function createMirror(
  services: MirrorServices,
  identity: Pick<Identity, 'ownToken'>,
  recordPurge: (purged: PurgedCopy) => Promise<void>,
): Mirror {
  const { settings, uris, closers, clock, random, log, overrides } = services;
  if (!settings.mirror.isOn)
    return { resources: [], sections: [], offers: () => Promise.resolve([]), copyNames: undefined, purging: undefined };
  const context: MirrorContext = {
    ...services,
    ext: mirrorTerms(uris.extensions),
    mirrorMetrics: registerMirrorMetrics(services.metrics, services),
  };
  const { rate, concurrency, sweepSeconds, bodyLimit } = settings.mirror;

  // Calls to partners.
  const client = new OutboundClient({
    allowPrivateAddresses: settings.outboundPrivateAddresses ?? isLoopback(uris.base),
    ...{ log, tracer: services.tracer, tls: services.outboundTls, maxBytes: bodyLimit, ...overrides.outbound },
  });
  const reader = new AnswerReader(overrides.mirrorReader);
  const time = new MirrorTime(clock);
  const paces = new Paces({ rate, concurrency, random, retryMs: settings.deliveryRetryMs, now: () => time.now() });
  const partnerClient = new PartnerClient(context, {
    ...{ client, paces, ownToken: identity.ownToken },
    userAgent: `cargograph/${programVersion()} (+${uris.base})`,
    isFollowed: (url) => isFollowed(context, url),
  });
  const partners = new Partners(context, partnerClient);

  // What is held, and what is followed.
  const copies = new Copies(context);
  const follows = new Follows(context, copies);
  const holds = new LegalHolds(services);
  const purging = new Purging(context, copies, holds, recordPurge);
  const states = new FollowStates(context, { copies, follows, partners });
  const views = new FollowViews(context, { copies, partners });
  const missed = new MissedRevisions(context, { copies, follows, time });
  const intervals = { sweepSeconds, random, retryMs: settings.deliveryRetryMs };
  const writer = new CopyWriter(context, copies, intervals, missed);
  const links = new LinkFollowing(context, { copies, follows });
  const fetcher = new ObjectFetcher(context, { client: partnerClient, partners, reader });

  // The work of the node that mirrors.
  const task: MirrorTask = new MirrorTask(context, (): MirrorTaskParts => parts);
  const { wake } = task;
  const conditions = new ServerConditions(context, { copies, partners, states, paces });
  const erased = new ErasedProperties(context, { copies, fetcher, reader });
  const repairing = new Repairing(context, { copies, fetcher, writer, erased, conditions, intervals });
  const erasing = new Erasing(context, purging, holds);
  const book = new CheckBook(context, { copies, time });
  const checking = {
    book,
    copies,
    follows,
    states,
    conditions,
    fetcher,
    writer,
    links,
    repairing,
    ...{ erasing, erased, events: new CopiedEventLists(context, { fetcher, writer, erasing }) },
    intervals,
    time,
    wake,
  };
  const job = new CopyJob(context, checking);
  const calls = new SubscriptionCalls(context, { client: partnerClient, partners });
  const subscribing = new Subscribing(context, { copies, follows, partners, calls, time });
  const parts: MirrorTaskParts = {
    ...{ book, missed },
    carryingOut: new CarryingOut(context, { copies, follows, partners, purging, subscribing, wake }),
    hints: new Hints(context, {
      ...{ copies, follows, partners, triggered: subscribing.triggered, wake, again: task.noteEntry },
      begin: ({ server, object }, due, heardAt) => {
        const head = uris.copyHead(object);
        return task.begin(server, head, (lost) => job.runNotified(head, due, heardAt, lost));
      },
    }),
    subscriptions: (lost) => subscribing.run(lost),
    loopOf: (server) => {
      const due = new DueCopies(context, server, time, book);
      return new ServerLoop(server, {
        ...{ due, paces, time, log, concurrency },
        resume: (lost) => conditions.resume(server, lost),
        job: (head, lost) => job.run(head, lost),
      });
    },
  };
  const running = task.run();
  closers.push(async () => {
    await running;
    await client.close();
    await reader.close();
  });
  const offers = new SubscriptionOffers(context, partners);
  return {
    ...moduleRoutes(tag, [
      ...followOperations(context, { follows, views, purging }),
      ...askingOperations(context, { copies, partners }),
      ...overviewOperations(context, copies),
      disputeOperation(new Deciding(context, copies)),
    ]),
    offers: (caller, topicType, topic) => offers.to(caller, topicType, topic),
    copyNames: new CopyNames(context, copies),
    purging,
  };
}

/** Whether a URL is an object of a server that is followed (M22). */
async function isFollowed({ store, lookups }: MirrorContext, url: string): Promise<boolean> {
  const server = serverOf(url.replace(/[?#].*$/s, ''));
  if (server === undefined || !isIri(url)) return false;
  const all = await store.lookup(lookups.mirror.follows, serverPartition(server), { limit: 1_000 });
  if (all.length === 0) return false;
  const ended = await store.lookup(lookups.mirror.follows, statePartition('ended'), { limit: 1_000 });
  const over = new Set(ended.map(({ value }) => value));
  return all.some(({ value }) => !over.has(value));
}
