/**
 * A store with objects, events, requests and access lists, an engine that is fed from it, and one partner's queries to both:
 * to the worker's copy of what the partner may see, and to the engine with conditions.
 */
import { pino } from 'pino';
import { Access } from '../../../src/access/access.js';
import { ActionRequests } from '../../../src/action-requests/action-requests.js';
import { uuidSource } from '../../../src/clock.js';
import { Degradations } from '../../../src/degradations.js';
import type { Caller } from '../../../src/http/caller.js';
import { Revisions } from '../../../src/logistics-objects/revisions.js';
import { createLookups } from '../../../src/lookups.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../../src/rdf/terms.js';
import { acl, createVocabulary, rdfTerms, standardNamespaces, vcard, xsd } from '../../../src/rdf/vocabulary.js';
import { ServiceError } from '../../../src/errors.js';
import { GraphFeed } from '../../../src/sparql/graph-feed.js';
import type { FromWorker, QueryResult } from '../../../src/sparql/worker/protocol.js';
import { QueryExecutor } from '../../../src/sparql/worker/worker.js';
import { AccessScopes } from '../../../src/sparql/access-scopes.js';
import { AnswerWriters } from '../../../src/sparql/engine/answer-writers.js';
import type { EngineClient } from '../../../src/sparql/engine/engine-client.js';
import { EngineQueries } from '../../../src/sparql/engine/engine-queries.js';
import { PermissionRules } from '../../../src/sparql/engine/permission-rules.js';
import { Projector } from '../../../src/sparql/engine/projector.js';
import { ObjectSizes } from '../../../src/sparql/object-sizes.js';
import { QueryPool } from '../../../src/sparql/query-pool.js';
import { requestContents } from '../../../src/sparql/request-contents.js';
import { Quarantine } from '../../../src/store/quarantine.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../../src/uris.js';
import { base, object, openMemory, revision } from '../../store/support/open.js';
import { parsedGraphsOf } from '../../store/support/parsed-graphs.js';
import { answerThread, queryWorker } from '../../support/program.js';
import { type Answer, answerOf, isGraphOf, requestOf } from './partner-answers.js';

const log = pino({ level: 'silent' });
const vocabulary = createVocabulary();
const uris = new UriScheme(base);
const { api } = vocabulary;
const never = new AbortController().signal;
const MAX_ROWS = 1_000_000;

const quarantineOf = (): Quarantine => new Quarantine({ log, degradations: new Degradations() });

/** The decisions of a node about what a store holds. */
export function rulesOf(
  store: GraphStore,
  clock = { now: () => new Date('2026-06-01T00:00:00Z') },
): { readonly access: Access; readonly requests: ActionRequests; readonly rules: PermissionRules } {
  const parsedGraphs = parsedGraphsOf(store);
  const quarantine = quarantineOf();
  const dataHolder = object('holder');
  const internalAgents = new Set([dataHolder]);
  const access = new Access(parsedGraphs, uris, vocabulary, clock);
  const services = { parsedGraphs, uris, vocabulary, ids: uuidSource, quarantine, dataHolder, internalAgents };
  const requests = new ActionRequests(services, requestContents(vocabulary));
  return { access, requests, rules: new PermissionRules({ store, access, requests, uris, vocabulary }) };
}

export const PARTNER: Caller = { agent: object('partner'), internal: false };
/** An agent that is not the partner. */
export const OTHER = object('other');

/** What a list says: who may read what, and until when. */
export interface Grant {
  readonly to: 'agent' | 'group' | 'everyone' | 'other';
  readonly modes: readonly ('GET_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT')[];
  readonly until?: string;
}

export class PartnerBench {
  now = new Date('2026-06-01T00:00:00Z');
  readonly #serials = new Map<string, number>();

  private constructor(
    readonly store: GraphStore,
    private readonly engine: EngineClient,
    private readonly pool: QueryPool,
    private readonly scopes: AccessScopes,
    readonly projector: Projector,
  ) {}

  static async open(engine: EngineClient): Promise<PartnerBench> {
    const { lookups, indexes } = createLookups(uris, vocabulary);
    const store = await openMemory({ lookups: indexes });
    const clock = { now: (): Date => new Date(0) };
    const { access, requests, rules } = rulesOf(store, { now: () => clock.now() });
    const revisions = new Revisions(parsedGraphsOf(store), uris, vocabulary, quarantineOf());
    const sizes = new ObjectSizes({ store, lookups, revisions, uris });
    const scopes = new AccessScopes({
      store,
      mentions: lookups.access.agents,
      access,
      requests,
      uris,
      sizes,
    });
    const projector = new Projector({
      engine,
      store,
      base,
      permissions: rules,
      latestRevision: api.hasLatestRevision.value,
      log,
      degradations: new Degradations(),
      ids: uuidSource,
      random: () => 0,
    });
    const pool = new QueryPool({
      store,
      setup: { base, namespaces: standardNamespaces, maxRows: MAX_ROWS },
      scopeOf: scopes.scopeOf,
      timeoutMs: 120_000,
      patienceMs: 600_000,
      program: queryWorker,
      queueLength: 100,
      queueShare: 100,
      log,
    });
    const bench = new PartnerBench(store, engine, pool, scopes, projector);
    clock.now = () => bench.now;
    return bench;
  }

  async close(): Promise<void> {
    await this.pool.stop();
    await this.store.close();
  }

  /** Brings the engine up to what is committed. */
  feed(): Promise<void> {
    return this.projector.round(never);
  }

  async revise(name: string, statements: readonly Quad[]): Promise<void> {
    const number = (this.#serials.get(name) ?? 0) + 1;
    this.#serials.set(name, number);
    const graph = revision(name, number);
    const head = triple(
      node(object(name)),
      api.hasLatestRevision,
      factory.literal(String(number), xsd.positiveInteger),
    );
    await this.store.transact([object(name)], async (tx) => {
      await tx.insert(graph, statements);
      await tx.insert(iri(`${graph}/provenance`), [
        triple(node(graph), namedNode('http://www.w3.org/ns/prov#wasAttributedTo'), node(OTHER)),
      ]);
      await tx.replace(iri(`${object(name)}/head`), [head]);
    });
  }

  async addEvent(name: string, event: string, statements: readonly Quad[]): Promise<void> {
    const graph = iri(`${object(name)}/logistics-events/${event}`);
    await this.store.transact([graph], (tx) => tx.insert(graph, statements));
  }

  async grant(name: string, grants: readonly Grant[]): Promise<void> {
    const list = iri(`${object(name)}/acl`);
    const statements = grants.flatMap(({ to, modes, until }, index): Quad[] => {
      const authorization = namedNode(`${list}#${index}`);
      const group = namedNode(`${list}#group-${index}`);
      const whom: Record<Grant['to'], Quad[]> = {
        agent: [triple(authorization, acl.agent, node(PARTNER.agent))],
        group: [triple(authorization, acl.agentGroup, group), triple(group, vcard.hasMember, node(PARTNER.agent))],
        everyone: [triple(authorization, acl.agentClass, acl.AuthenticatedAgent)],
        // Names that must not be taken for everyone.
        other: ['http://www.w3.org/ns/auth/acl#AuthenticatedAgent', 'urn:x-cargograph:access#anyone', OTHER].map(
          (agent) => triple(authorization, acl.agent, namedNode(agent)),
        ),
      };
      return [
        triple(authorization, rdfTerms.type, acl.Authorization),
        ...whom[to],
        ...modes.map((mode) => triple(authorization, acl.mode, api[mode])),
        ...(until === undefined ? [] : [triple(authorization, api.expiresAt, factory.literal(until, xsd.dateTime))]),
      ];
    });
    await this.store.transact([object(name)], (tx) => tx.replace(list, statements));
  }

  /** A request of an agent. */
  async request(id: string, by: Iri): Promise<void> {
    const graph = iri(`${base}/action-requests/${id}`);
    const root = node(graph);
    await this.store.transact([graph], (tx) =>
      tx.replace(graph, [
        triple(root, rdfTerms.type, api.ChangeRequest),
        triple(root, api.hasRequestStatus, api.REQUEST_PENDING),
        triple(root, api.isRequestedBy, node(by)),
        triple(root, api.isRequestedAt, factory.literal('2026-01-01T00:00:00Z', xsd.dateTime)),
      ]),
    );
  }

  /** How many objects the partner may see. */
  async objects(): Promise<number> {
    return (await this.scopes.extentOf(PARTNER)).objects;
  }

  /** The worker's answer. */
  copied(text: string): Promise<Answer> {
    return answerOf(isGraphOf(text), () => this.pool.ask(requestOf(text), PARTNER, new AbortController().signal));
  }

  /** The worker's answer to somebody who may see everything. */
  copiedForAll(text: string): Promise<Answer> {
    const everybody = { ...PARTNER, internal: true };
    return answerOf(isGraphOf(text), () => this.pool.ask(requestOf(text), everybody, new AbortController().signal));
  }

  /**
   * What a worker answers to the partner, in this thread and as of now: without turns of two threads for each query.
   *
   * @param isInternal whether the partner may see everything.
   */
  async worker(isInternal: boolean): Promise<(text: string) => Promise<Answer>> {
    const { store } = this;
    const outcomes: FromWorker[] = [];
    const memory = { file: undefined, maxEngineBytes: 2 ** 30, maxGarbageQuads: 50_000, tooLarge: [] };
    const setup = { base, namespaces: standardNamespaces, maxRows: MAX_ROWS, ...memory };
    const executor = new QueryExecutor(setup, (message) => outcomes.push(message));
    const feed = new GraphFeed(store, base, (message) => {
      executor.onMessage(message);
    });
    await feed.fill();
    const { sequence } = store;
    const scope = { ...(await this.scopes.scopeOf({ ...PARTNER, internal: isInternal })), sequence };
    const run = (text: string): Promise<QueryResult> => {
      for (;;) {
        outcomes.length = 0;
        executor.onMessage({ kind: 'query', request: requestOf(text), scope, sequence, elsewhere: [] });
        const outcome = outcomes.at(-1);
        if (outcome?.kind === 'answered') return Promise.resolve(outcome.result);
        if (outcome?.kind === 'failed') {
          return Promise.reject(new ServiceError(outcome.failure.kind, outcome.failure.message));
        }
        if (outcome?.kind !== 'prepared') throw new TypeError(`a worker gave no answer, but ${String(outcome?.kind)}`);
      }
    };
    return (text) => answerOf(isGraphOf(text), () => run(text));
  }

  /** The engine's answer; undefined where it was not asked, since the query cannot be limited. */
  async limited(text: string): Promise<Answer | undefined> {
    const copies: string[] = [];
    const queries = this.queries(() => copies.push(text));
    const answer = await this.answer(queries, text);
    return copies.length > 0 ? undefined : answer;
  }

  /** The partner's answer. */
  answer(queries: EngineQueries, text: string): Promise<Answer> {
    return answerOf(isGraphOf(text), () => queries.ask(requestOf(text), PARTNER, new AbortController().signal));
  }

  /** @param onCopied is told when the workers are asked. */
  queries(onCopied: () => void, engine: Pick<EngineClient, 'query'> = this.engine): EngineQueries {
    return new EngineQueries({
      engine: { query: (asked) => engine.query(asked), plan: () => Promise.resolve(undefined) },
      store: this.store,
      workers: {
        ask: (...parameters) => {
          onCopied();
          return this.pool.ask(...parameters);
        },
        costOf: (dataset) => this.pool.costOf(dataset),
      },
      writers: new AnswerWriters(answerThread),
      hurry: () => undefined,
      base,
      namespaces: standardNamespaces,
      maxRows: MAX_ROWS,
      timeoutMs: 30_000,
      log,
      stopping: never,
      maxWaitMs: 0,
      extentOf: this.scopes.extentOf,
      isForWorkers: () => false,
    });
  }
}
