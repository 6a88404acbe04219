/** The ways by which a partner's queries are answered: by workers with a copy, and by an engine that holds everything. */
import { LRUCache } from 'lru-cache';
import { prefixesOf } from '../../../src/rdf/prefixes.js';
import { rdfNs, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { ENGINE_GRAPH, ENGINE_RESULTS } from '../../../src/sparql/engine/answer-writer.js';
import { NotRewritable } from '../../../src/sparql/engine/basic-patterns.js';
import { EngineClient, EngineError } from '../../../src/sparql/engine/engine-client.js';
import { limitedQuery } from '../../../src/sparql/engine/partner-queries.js';
import { agentName, readableBy } from '../../../src/sparql/engine/permission-graph.js';
import { QueryError, type RewrittenQuery, rewriteQuery } from '../../../src/sparql/query/rewrite-query.js';
import { base, silent } from '../../store/support/open.js';
import { PARTNER, PartnerBench } from '../engine/partner-bench.js';
import { EngineServer } from '../engine/engine-server.js';
import { type AskBoth, graphLines, LATE, tableLines, type WorldAnswer } from './comparison.js';
import { fillWorld, type World } from './worlds.js';

const prefixes = { ...prefixesOf(standardNamespaces), rdf: rdfNs };
const MAX_ROWS = 2_000;
const TIMEOUT_MS = 10_000;

/** As the node asks for a partner; without any limit for a control, which must be found out. */
export type Limits = 'limited' | 'unlimited';

export interface Way {
  readonly ask: AskBoth;
  close(): Promise<void>;
}

type EngineSettings = ConstructorParameters<typeof EngineClient>[0];

export interface OpenedEngine {
  readonly settings: EngineSettings;
  stop(): Promise<void>;
}

const caller = {
  agents: [agentName(PARTNER.agent), agentName(undefined)],
  predicates: [readableBy(Infinity)],
  // As of whatever commit: the worlds do not have as many.
  sequence: 0,
};

/** Several ways ask the same queries at the same time. */
const limitedQueries = new LRUCache<string, { readonly query: RewrittenQuery | undefined }>({ max: 100 });

function queryFor(text: string, limits: Limits): RewrittenQuery | undefined {
  if (limits === 'unlimited') return writtenBy(() => rewriteQuery(text, { prefixes, maxRows: MAX_ROWS }));
  const known = limitedQueries.get(text);
  if (known !== undefined) return known.query;
  const query = writtenBy(() => limitedQuery(text, { prefixes, base, caller, maxRows: MAX_ROWS }));
  limitedQueries.set(text, { query });
  return query;
}

/** Undefined for a query that does not reach an engine. */
function writtenBy(write: () => RewrittenQuery): RewrittenQuery | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotRewritable || error instanceof QueryError) return undefined;
    throw error;
  }
}

/** An engine that is not asked over HTTP. */
async function withinProcess(): Promise<OpenedEngine & Pick<EngineServer, 'answer'>> {
  const server = await EngineServer.start();
  return {
    settings: server.settings,
    stop: () => server.stop(),
    answer: (text, accept) => server.answer(text, accept),
  };
}

/** Two engines of a kind, each with one of the worlds. */
export async function engineWay(open: () => Promise<OpenedEngine>, limits: Limits = 'limited'): Promise<Way> {
  const [one, other] = [await filled(open, 'one'), await filled(open, 'other')];
  return {
    ask: async (text) => {
      const query = queryFor(text, limits);
      if (query === undefined) return undefined;
      return Promise.all([answerOf(one.client, query), answerOf(other.client, query)]);
    },
    close: async () => {
      await one.close();
      await other.close();
    },
  };
}

/** Two engines in this process, asked without HTTP: the workers' engine with everything in it. */
export async function inProcessWay(limits: Limits = 'limited'): Promise<Way> {
  const servers: Pick<EngineServer, 'answer'>[] = [];
  const open = async (): Promise<OpenedEngine> => {
    const server = await withinProcess();
    servers.push(server);
    return server;
  };
  const way = await engineWay(open, limits);
  const [one, other] = servers;
  if (one === undefined || other === undefined) throw new TypeError('two engines were started');
  const answer = (server: Pick<EngineServer, 'answer'>, query: RewrittenQuery): WorldAnswer => {
    try {
      return linesOf(query, Buffer.from(server.answer(textOf(query), acceptOf(query))));
    } catch (error) {
      if (error instanceof Error && error.constructor === Error) return { refusal: 'refused' };
      throw error;
    }
  };
  return {
    ...way,
    ask: (text) => {
      const query = queryFor(text, limits);
      return Promise.resolve(query && ([answer(one, query), answer(other, query)] as const));
    },
  };
}

/** The query workers, with a copy of what the partner may see of each world. @param threads whether they are asked as threads. */
export async function workerWay(limits: Limits = 'limited', threads = true): Promise<Way> {
  const engine = await withinProcess();
  const client = new EngineClient(engine.settings, { log: silent });
  const isInternal = limits === 'unlimited';
  const open = async (world: World): Promise<{ bench: PartnerBench; ask: (text: string) => Promise<WorldAnswer> }> => {
    await client.update('DROP ALL');
    const bench = await PartnerBench.open(client);
    await fillWorld(bench, world);
    const asked = isInternal ? (text: string) => bench.copiedForAll(text) : (text: string) => bench.copied(text);
    const answer = threads ? asked : await bench.worker(isInternal);
    const ask = async (text: string): Promise<WorldAnswer> => {
      const found = await answer(text);
      if (typeof found !== 'string') return found;
      return { refusal: found === 'unavailable' ? LATE : found };
    };
    return { bench, ask };
  };
  const [one, other] = [await open('one'), await open('other')];
  return {
    ask: (text) => Promise.all([one.ask(text), other.ask(text)]),
    close: async () => {
      await one.bench.close();
      await other.bench.close();
      await client.close();
      await engine.stop();
    },
  };
}

async function filled(
  open: () => Promise<OpenedEngine>,
  world: World,
): Promise<{ readonly client: EngineClient; close(): Promise<void> }> {
  const engine = await open();
  const client = new EngineClient(engine.settings, { log: silent });
  await client.update('DROP ALL');
  const bench = await PartnerBench.open(client);
  await fillWorld(bench, world);
  await bench.close();
  return {
    client,
    close: async () => {
      await client.close();
      await engine.stop();
    },
  };
}

const isTable = ({ kind }: RewrittenQuery): boolean => kind === 'SELECT' || kind === 'ASK';
const acceptOf = (query: RewrittenQuery): string => (isTable(query) ? ENGINE_RESULTS : ENGINE_GRAPH);
const textOf = ({ text }: RewrittenQuery): string => `BASE <${base}/> ${text}`;
const linesOf = (query: RewrittenQuery, body: Buffer): string[] =>
  isTable(query) ? tableLines(body) : graphLines(body);

async function answerOf(client: EngineClient, query: RewrittenQuery): Promise<WorldAnswer> {
  try {
    const body = await client.query({ text: textOf(query), accept: acceptOf(query), timeoutMs: TIMEOUT_MS });
    return linesOf(query, body);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { refusal: error.reason === 'timeout' ? LATE : error.reason };
  }
}
