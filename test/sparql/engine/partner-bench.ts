/**
 * A store with random objects, events, requests and access lists, an engine that is fed from it, and one partner's queries to
 * both: to the worker's copy of what the partner may see, and to the engine with conditions.
 */
import { pino } from 'pino';
import { Access } from '../../../src/access/access.js';
import { ActionRequests } from '../../../src/action-requests/action-requests.js';
import { uuidSource } from '../../../src/clock.js';
import { Degradations } from '../../../src/degradations.js';
import { ServiceError } from '../../../src/errors.js';
import type { Caller } from '../../../src/http/caller.js';
import { createLookups, listOf } from '../../../src/lookups.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../../src/rdf/terms.js';
import { acl, createVocabulary, rdfTerms, standardNamespaces, vcard, xsd } from '../../../src/rdf/vocabulary.js';
import { AccessScopes } from '../../../src/sparql/access-scopes.js';
import { AnswerWriters } from '../../../src/sparql/engine/answer-writers.js';
import type { EngineClient } from '../../../src/sparql/engine/engine-client.js';
import { EngineQueries } from '../../../src/sparql/engine/engine-queries.js';
import { PermissionRules } from '../../../src/sparql/engine/permission-rules.js';
import { Projector } from '../../../src/sparql/engine/projector.js';
import { QueryPool } from '../../../src/sparql/query-pool.js';
import { requestContents } from '../../../src/sparql/request-contents.js';
import type { QueryRequest, QueryResult } from '../../../src/sparql/worker/protocol.js';
import { ParsedGraphCache } from '../../../src/store/cache/parsed-graph-cache.js';
import { DamagedEntries } from '../../../src/store/damaged-entries.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../../src/uris.js';
import { base, object, openMemory, revision } from '../../store/support/open.js';
import { queryWorker } from '../../support/program.js';
import type { Random } from '../../support/random.js';

const log = pino({ level: 'silent' });
const vocabulary = createVocabulary();
const uris = new UriScheme(base);
const { api } = vocabulary;
const never = new AbortController().signal;
const MAX_ROWS = 1_000_000;

/** The decisions of a node about what a store holds. */
export function rulesOf(
  store: GraphStore,
  clock = { now: () => new Date('2026-06-01T00:00:00Z') },
): { readonly access: Access; readonly requests: ActionRequests; readonly rules: PermissionRules } {
  const parsedGraphs = new ParsedGraphCache(store, { maxBytes: 2 ** 20 });
  const damaged = new DamagedEntries({ log, degradations: new Degradations() });
  const dataHolder = object('holder');
  const internalAgents = new Set([dataHolder]);
  const access = new Access(parsedGraphs, uris, vocabulary, clock);
  const services = { parsedGraphs, uris, vocabulary, ids: uuidSource, damaged, dataHolder, internalAgents };
  const requests = new ActionRequests(services, requestContents(vocabulary));
  return { access, requests, rules: new PermissionRules({ store, access, requests, uris, vocabulary }) };
}

export const PARTNER: Caller = { agent: object('partner'), internal: false };
const OTHER = object('other');

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
    const lookups = createLookups(uris, vocabulary);
    const store = await openMemory({ lookups: listOf(lookups) });
    const clock = { now: (): Date => new Date(0) };
    const { access, requests, rules } = rulesOf(store, { now: () => clock.now() });
    const scopes = new AccessScopes({ store, mentions: lookups.agents, access, requests, uris });
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
      program: queryWorker,
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

  /** The worker's answer. */
  copied(text: string): Promise<Answer> {
    return answerOf(isGraphOf(text), () => this.pool.ask(requestOf(text), PARTNER, new AbortController().signal));
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
      engine,
      store: this.store,
      workers: {
        ask: (...parameters) => {
          onCopied();
          return this.pool.ask(...parameters);
        },
      },
      writers: new AnswerWriters(),
      hurry: () => undefined,
      base,
      namespaces: standardNamespaces,
      maxRows: MAX_ROWS,
      timeoutMs: 30_000,
      log,
      stopping: never,
      maxWaitMs: 0,
      extentOf: this.scopes.extentOf,
      maxCopied: -1,
    });
  }
}

const isGraphOf = (text: string): boolean => /construct|describe/i.test(text);

const requestOf = (text: string): QueryRequest => ({
  text,
  dataset: undefined,
  at: undefined,
  results: 'tsv',
  graph: 'ntriples',
});

/** A table with its columns in the order of their names: that of * is the engine's own. */
function inOrder(lines: readonly string[]): string[] {
  const [head = ''] = lines;
  if (!head.startsWith('?')) return [...lines];
  const columns = head.split('\t');
  const order = columns.map((name, index) => [name, index] as const).sort(([one], [other]) => (one < other ? -1 : 1));
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return order.map(([, index]) => cells[index] ?? '').join('\t');
    });
}

/** Written in a short form by the workers' engine. */
const TRUTH = /"(true|false)"\^\^<http:\/\/www.w3.org\/2001\/XMLSchema#boolean>/g;

/** The lines of an answer in an order of their own, or why there is none. */
export type Answer = readonly string[] | string;

async function answerOf(isGraph: boolean, ask: () => Promise<QueryResult>): Promise<Answer> {
  try {
    const { body } = await ask();
    const written = new TextDecoder().decode(body).split('\n');
    // A template that states something twice: some write it twice.
    const lines = isGraph ? [...new Set(written)] : inOrder(written);
    return lines
      .filter((line) => line !== '')
      .map((line) => line.replace(/_:\w+/g, '_:').replace(TRUTH, '$1'))
      .sort();
  } catch (error) {
    if (error instanceof ServiceError) return error.kind;
    throw error;
  }
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Fills a bench with objects and events that share statements, and with access to some of them. */
export async function fillAtRandom(bench: PartnerBench, random: Random): Promise<void> {
  for (const name of NAMES) {
    for (let number = random.below(3); number >= 0; number -= 1) await bench.revise(name, statements(random));
    if (random.chance(0.7)) await bench.addEvent(name, 'e', statements(random));
    await grantAtRandom(bench, random, name);
  }
  await bench.request('mine', PARTNER.agent);
  await bench.request('other', OTHER);
}

/** A commit: access or content of one object is another. */
export async function changeAtRandom(bench: PartnerBench, random: Random): Promise<void> {
  const name = random.one(NAMES);
  if (random.chance(0.5)) await grantAtRandom(bench, random, name);
  else await bench.revise(name, statements(random));
}

async function grantAtRandom(bench: PartnerBench, random: Random, name: string): Promise<void> {
  const grants = Array.from({ length: random.below(3) }, (): Grant => {
    const modes = random.one([
      ['GET_LOGISTICS_OBJECT'],
      ['GET_LOGISTICS_EVENT'],
      ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
    ] as const);
    const until = random.one(['', '', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']);
    return { to: random.one(['agent', 'group', 'everyone', 'other']), modes, ...(until !== '' && { until }) };
  });
  await bench.grant(name, grants);
}

function statements(random: Random): Quad[] {
  const resource = (): ReturnType<typeof namedNode> =>
    namedNode(random.one(['urn:r:1', 'urn:r:2', 'urn:r:3', 'urn:empty:r', 'urn:base/rel']));
  const literal = (): ReturnType<typeof factory.literal> =>
    random.one([
      factory.literal(String(random.below(5)), xsd.integer),
      factory.literal(`${String(random.below(5))}.5`, xsd.decimal),
      factory.literal(random.one(['a', 'b - c', ''])),
      factory.literal('a', 'en'),
    ]);
  return Array.from({ length: 6 }, () =>
    random.chance(0.5)
      ? triple(resource(), namedNode('urn:p:knows'), resource())
      : triple(resource(), namedNode(random.one(['urn:p:n', 'urn:empty:name'])), literal()),
  );
}

export const RANDOM_TERMS = {
  resources: ['<urn:r:1>', '<urn:r:2>', '<urn:r:3>', ':r', '<rel>'],
  predicates: ['<urn:p:knows>', '<urn:p:n>', ':name'],
  literals: ['1', '2.5', '"a"', '"a"@en', 'true'],
  graphs: [
    ...NAMES.map((name) => `<${revision(name, 1)}>`),
    '<urn:x-cargograph:access>',
    '<urn:x-cargograph:current>',
    '<urn:x-cargograph:projection>',
  ],
};
