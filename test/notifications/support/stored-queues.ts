/** The outbox and its queues in a store in memory, with the services that read them. */
import { erasureTerms } from '../../../src/rdf/erasure-terms.js';
import { Access } from '../../../src/access/access.js';
import { ActionRequests } from '../../../src/action-requests/action-requests.js';
import { uuidSource } from '../../../src/clock.js';
import { Degradations } from '../../../src/degradations.js';
import type { ApiVersion } from '../../../src/api-versions.js';
import type { FormDefaults } from '../../../src/http/representation/negotiation.js';
import { Representations } from '../../../src/http/representation/representation.js';
import { Revisions } from '../../../src/logistics-objects/revisions.js';
import { createLookups, type NodeLookups } from '../../../src/lookups.js';
import type { NotificationServices } from '../../../src/notifications/lookups.js';
import type { Outbox } from '../../../src/notifications/outbox.js';
import { describeOutboxEntry, type NewOutboxEntry, readOutboxEntry } from '../../../src/notifications/outbox-entry.js';
import { describeFailure, type QueueFailure } from '../../../src/notifications/queues/queue-states.js';
import { factory, type Iri, iri, type NamedNode, triple } from '../../../src/rdf/terms.js';
import { createVocabulary, dcterms } from '../../../src/rdf/vocabulary.js';
import { readSettings } from '../../../src/settings/settings.js';
import { requestContents } from '../../../src/sparql/request-contents.js';
import { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import type { StoreOptions } from '../../../src/store/open-store.js';
import { Quarantine } from '../../../src/store/quarantine.js';
import type { GraphRecord } from '../../../src/store/record.js';
import { extensionTerms } from '../../../src/subscriptions/extensions.js';
import { describeSubscription } from '../../../src/subscriptions/subscription.js';
import { Transactions } from '../../../src/transactions.js';
import { UriScheme } from '../../../src/uris.js';
import { Faults } from '../../faults/support/faults.js';
import { base, openMemory, silent } from '../../store/support/open.js';
import { parsedGraphsOf } from '../../store/support/parsed-graphs.js';
import { TestClock } from '../../support/clock.js';

export const vocabulary = createVocabulary();
export const uris = new UriScheme(base);
export const { lookups, indexes } = createLookups(uris, vocabulary);

export const operator = iri('http://node.example/logistics-objects/operator');
export const receiver = iri('http://partner.example/logistics-objects/agent');
export const otherReceiver = iri('http://other.example/logistics-objects/agent');
export const topicOf = (name: string): Iri => iri(`http://topic.example/${name}`);
const offeredVersions: readonly ApiVersion[] = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'];
export const nameOf = (entry: Iri): string => entry.replace(/^.*\//, '');

/** An entry whose name tells its topic and its position. */
export function entryOf(topic: string, sequence: number, more: Partial<NewOutboxEntry> = {}): NewOutboxEntry {
  const name = `${topic}-${String(sequence).padStart(4, '0')}`;
  return {
    uri: uris.outboxEntry(name),
    id: iri(`urn:uuid:${name}`),
    receiver,
    topic: topicOf(topic),
    sequence,
    createdAt: new Date(sequence * 1000),
    eventType: iri(vocabulary.api.LOGISTICS_OBJECT_CREATED.value),
    object: undefined,
    ...more,
  };
}

export const entriesOf = (topic: string, from: number, to: number): NewOutboxEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entryOf(topic, from + index));

interface QueueServices extends Pick<
  NotificationServices,
  | 'store'
  | 'requests'
  | 'access'
  | 'revisions'
  | 'representations'
  | 'formDefaults'
  | 'settings'
  | 'degradations'
  | 'uris'
  | 'vocabulary'
  | 'internalAgents'
  | 'parsedGraphs'
  | 'clock'
  | 'ids'
  | 'log'
  | 'random'
  | 'stopping'
> {
  readonly lookups: NodeLookups;
  readonly outbox: Pick<Outbox, 'read'>;
}

export class StoredQueues {
  readonly clock = new TestClock();
  readonly faults = new Faults();
  readonly stopping = new AbortController();
  readonly degradations = new Degradations();

  private constructor(
    readonly store: GraphStore,
    private readonly record: GraphRecord,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(
    env: Readonly<Record<string, string>> = {},
    options: Partial<StoreOptions> = {},
  ): Promise<StoredQueues> {
    const records: GraphRecord[] = [];
    const { around = (record) => record, ...rest } = options;
    const store = await openMemory({
      lookups: indexes,
      ...rest,
      around: (own) => {
        const record = around(own);
        records.push(record);
        return record;
      },
    });
    const [record] = records;
    if (record === undefined) throw new Error('no record was opened');
    return new StoredQueues(store, record, env);
  }

  /** @param store another one of the same record. */
  services(store = this.store): QueueServices {
    const { clock, stopping, degradations } = this;
    const settings = readSettings(this.env);
    const shared = { store, lookups, uris, vocabulary, clock, settings, degradations };
    const parsedGraphs = parsedGraphsOf(store);
    const quarantine = new Quarantine({ log: silent, degradations });
    const internalAgents = new Set([operator]);
    const formDefaults: FormDefaults = { versions: offeredVersions, version: '2.0.0', jsonLd: 'compacted' };
    return {
      ...shared,
      requests: new ActionRequests(
        { ...shared, parsedGraphs, ids: uuidSource, quarantine, dataHolder: operator, internalAgents },
        requestContents(vocabulary),
      ),
      access: new Access(parsedGraphs, uris, vocabulary, clock),
      revisions: new Revisions(parsedGraphs, uris, vocabulary, quarantine),
      representations: new Representations(vocabulary),
      formDefaults,
      internalAgents,
      parsedGraphs,
      ids: uuidSource,
      log: silent,
      random: (): number => 0,
      stopping: stopping.signal,
      outbox: { read: (data) => readOutboxEntry(data, vocabulary, erasureTerms(uris.extensions)) },
    };
  }

  /** A store of the same record with empty caches, whose operations fail as `faults` says. */
  fresh(): GraphStore {
    return new GraphStore({ log: silent, lookups: indexes }, this.faults.record(this.record));
  }

  /** Writes entries in one transaction. @param missing a property that damaged ones lack. */
  async write(entries: readonly NewOutboxEntry[], missing?: NamedNode): Promise<void> {
    await this.store.transact([], async (tx) => {
      for (const entry of entries) {
        const statements = describeOutboxEntry(entry, vocabulary, erasureTerms(uris.extensions));
        await tx.insert(
          entry.uri,
          statements.filter(({ predicate }) => missing === undefined || !predicate.equals(missing)),
        );
      }
    });
  }

  /** Writes entries that name their queue and cannot be read. */
  writeDamaged(entries: readonly NewOutboxEntry[]): Promise<void> {
    return this.write(entries, dcterms.created);
  }

  /**
   * An accepted subscription.
   *
   * @param version the API version of its request.
   */
  async subscribe(
    topic: Iri,
    {
      subscriber = receiver,
      version,
      condition,
      missing,
    }: {
      readonly subscriber?: Iri;
      readonly version?: ApiVersion;
      readonly condition?: string;
      readonly missing?: NamedNode;
    } = {},
  ): Promise<Iri> {
    const { requests } = this.services();
    const { root, statements } = describeSubscription(
      {
        ...{ id: undefined, description: undefined, expiresAt: undefined, contentTypes: [] },
        ...{ subscriber, topic, topicType: 'LOGISTICS_OBJECT_TYPE', events: ['LOGISTICS_OBJECT_CREATED'] },
        ...{ notifyRequestStatusChange: false, sendLogisticsObjectBody: false },
      },
      vocabulary,
      uuidSource,
    );
    const stored = [
      ...statements.filter(({ predicate }) => missing === undefined || !predicate.equals(missing)),
      ...(condition === undefined ? [] : [triple(root, extensionTerms(uris).hasCondition, factory.literal(condition))]),
    ];
    const at = this.clock.now();
    return new Transactions(this.store, () => Promise.resolve()).transact([], async (tx) => {
      const request = await requests.create(
        tx,
        'SubscriptionRequest',
        (uri) => [triple(uri, vocabulary.api.hasSubscription, root), ...stored],
        { agent: subscriber, apiVersion: version },
        at,
      );
      await requests.transition(tx, request, 'accept', { agent: operator, at });
      return request.uri;
    });
  }

  /** Revokes a subscription. */
  async unsubscribe(request: Iri): Promise<void> {
    const { requests } = this.services();
    await new Transactions(this.store, () => Promise.resolve()).transact([request], async (tx) => {
      const found = await requests.getOrThrowIn(tx, request);
      await requests.transition(tx, found, 'revoke', { agent: operator, at: this.clock.now() });
    });
  }

  failureOf(topic: string, entry: Iri, more: Partial<QueueFailure> = {}): QueueFailure {
    return {
      receiver,
      topic: topicOf(topic),
      entry,
      attempts: 4,
      since: new Date(7),
      nextAttempt: new Date(this.clock.now().getTime() + 600_000),
      lastError: 'the receiver answered with status 503',
      version: '2.0.0',
      ...more,
    };
  }

  async writeFailures(...failures: readonly QueueFailure[]): Promise<void> {
    const named = failures.map((failure) => {
      const graph = uris.deliveryFailure(failure.receiver, failure.topic);
      return { graph, statements: describeFailure(graph, failure, vocabulary) };
    });
    await this.store.transact(
      named.map(({ graph }) => graph),
      async (tx) => {
        for (const { graph, statements } of named) await tx.replace(graph, statements);
      },
    );
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.store.close();
  }
}
