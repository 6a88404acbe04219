/**
 * `project [--from-empty]`: feeds the SPARQL engine from the store. If a node runs on this store, the node feeds it,
 * and this command shows its progress.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Access } from '../access/access.js';
import { ActionRequests } from '../action-requests/action-requests.js';
import { systemClock, uuidSource } from '../clock.js';
import { Degradations } from '../degradations.js';
import { createLookups } from '../lookups.js';
import { OutboundTls } from '../outbound/tls.js';
import { type Iri, iri } from '../rdf/terms.js';
import { createVocabulary } from '../rdf/vocabulary.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { EngineClient, EngineError } from '../sparql/engine/engine-client.js';
import { PROJECTION_LEASE } from '../sparql/engine/projection.js';
import { emptied, holdsAnything, readState } from '../sparql/engine/projection-state.js';
import { ForeignData, Projector } from '../sparql/engine/projector.js';
import { PermissionRules } from '../sparql/engine/permission-rules.js';
import { requestContents } from '../sparql/request-contents.js';
import { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import { Quarantine } from '../store/quarantine.js';
import { ownerOf } from '../store/folder/folder-lock.js';
import { exists } from '../store/folder/file-checks.js';
import type { GraphStore } from '../store/graph-store/graph-store.js';
import { lastCommitIn } from '../store/folder/last-commit.js';
import { openStore } from '../store/open-store.js';
import { UriScheme } from '../uris.js';
import { Progress } from './progress.js';

const POLL_MS = 200;
/** A node that feeds the engine makes some progress within this time. */
const MAX_STANDSTILL_MS = 60_000;
/** After this number of consecutive failures, the engine counts as unavailable. */
const MAX_FAILURES = 10;

/**
 * Runs the command.
 *
 * @param fromEmpty whether all data in the engine is deleted first.
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting and an unsuitable engine, StoreError for a store that cannot be opened.
 */
export async function project(fromEmpty: boolean, settings: Settings): Promise<string> {
  const { sparqlEngine, baseUrl } = settings;
  if (sparqlEngine === undefined) throw new SettingsError('SPARQL_ENGINE_URL is needed: project feeds this engine');
  if (baseUrl === undefined) throw new SettingsError('BASE_URL is needed with PORT=0: all graphs are below it');
  if (settings.store.kind === 'memory')
    throw new SettingsError('STORE_URL: only its own node can feed an engine from a store in memory');
  const log = pino({ level: 'silent' });
  const engine = new EngineClient(sparqlEngine, { log, tls: await OutboundTls.read(settings.outboundFiles) });
  const progress = new Progress();
  const began = performance.now();
  try {
    const base = iri(baseUrl);
    await checkContent(engine, base, fromEmpty);
    const sequence = await withStore(settings, base, (store) => feed(store, { engine, base, settings, progress }));
    const seconds = Math.round((performance.now() - began) / 1000);
    return `the SPARQL engine is at commit ${sequence}, after ${seconds} s`;
  } catch (error) {
    if (!(error instanceof EngineError) && !(error instanceof ForeignData)) throw error;
    throw new SettingsError(`SPARQL_ENGINE_URL: ${error.message}`, { cause: error });
  } finally {
    progress.end();
    await engine.close();
  }
}

/** Deletes the engine's data, or checks that they are this node's. @throws EngineError, ForeignData */
async function checkContent(engine: EngineClient, base: Iri, fromEmpty: boolean): Promise<void> {
  if (fromEmpty) {
    // The feeding process then finds no position, and fills the engine.
    await engine.update(emptied(base).join(' ;\n'));
    return;
  }
  const state = await readState(engine);
  if (state.base === undefined ? await holdsAnything(engine) : state.base !== base) {
    throw new ForeignData(state.base === undefined ? 'data of another origin' : 'the graphs of another node');
  }
}

/** The data to feed: a store of this process, or the sequence of a running node's store. */
type Source = { readonly store: GraphStore } | { readonly sequence: number };

async function withStore(settings: Settings, base: Iri, use: (source: Source) => Promise<number>): Promise<number> {
  const { store: location, namespaces } = settings;
  if (location.kind === 'folder' && (await exists(location.path)) && (await ownerOf(location.path)) !== undefined) {
    return use({ sequence: await lastCommitIn(location.path) });
  }
  const { indexes } = createLookups(new UriScheme(base), createVocabulary(namespaces));
  const store = await openStore({ location, base, lookups: indexes, log: pino({ level: 'silent' }) });
  try {
    return await use({ store });
  } finally {
    await store.close();
  }
}

interface Feeding {
  readonly engine: EngineClient;
  readonly base: Iri;
  readonly settings: Settings;
  readonly progress: Progress;
}

/** Feeds the engine unless a node does, and waits until it has the last commit. */
async function feed(source: Source, feeding: Feeding): Promise<number> {
  if (!('store' in source)) return caughtUp(source.sequence, undefined, feeding);
  const { store } = source;
  const { engine, base, settings } = feeding;
  const projector = new Projector({
    engine,
    store,
    base,
    permissions: permissionRules(store, base, settings),
    latestRevision: createVocabulary(settings.namespaces).api.hasLatestRevision.value,
    log: pino({ level: 'silent' }),
    degradations: new Degradations(),
    ids: uuidSource,
    random: Math.random,
  });
  const ending = new AbortController();
  // Nodes that share the store may continue: then this process never gets the lease, and only watches.
  const running = store.leases.run(PROJECTION_LEASE, ending.signal, ({ lost }) => projector.run(lost));
  running.catch(() => undefined);
  try {
    await store.refresh();
    return await caughtUp(store.sequence, projector, feeding);
  } finally {
    ending.abort();
    await running;
  }
}

/** The access rules of a node with these settings. */
function permissionRules(
  store: GraphStore,
  base: Iri,
  { namespaces, dataHolderUri, internalAgents }: Settings,
): PermissionRules {
  const uris = new UriScheme(base);
  const vocabulary = createVocabulary(namespaces);
  const parsedGraphs = new ParsedGraphs(store);
  const dataHolder = dataHolderUri ?? uris.object('_data-holder');
  const services = {
    parsedGraphs,
    uris,
    vocabulary,
    ids: uuidSource,
    quarantine: new Quarantine({ log: pino({ level: 'silent' }), degradations: new Degradations() }),
    dataHolder,
    internalAgents: new Set([dataHolder, ...internalAgents]),
  };
  return new PermissionRules({
    store,
    access: new Access(parsedGraphs, uris, vocabulary, systemClock),
    requests: new ActionRequests(services, requestContents(vocabulary)),
    uris,
    vocabulary,
  });
}

/** @throws EngineError if the engine does not answer, or is not fed. */
async function caughtUp(
  wanted: number,
  projector: Projector | undefined,
  { engine, base, progress }: Feeding,
): Promise<number> {
  let last = '';
  let since = performance.now();
  let failures = 0;
  for (;;) {
    const state = await readState(engine).catch((error: unknown) => {
      failures += 1;
      if (failures > MAX_FAILURES) throw error;
    });
    if (state !== undefined) {
      failures = 0;
      if (state.sequence !== undefined && state.sequence >= wanted && state.base === base) return state.sequence;
      const line =
        state.sequence === undefined ? `${state.filled} graphs written` : `commit ${state.sequence} of ${wanted}`;
      progress.show(line);
      if (line !== last) [last, since] = [line, performance.now()];
    }
    const { lastFailure, failures: inARow = 0 } = projector?.status ?? {};
    if (lastFailure !== undefined && inARow > MAX_FAILURES / 2) throw new EngineError('failed', lastFailure);
    if (performance.now() - since > MAX_STANDSTILL_MS) {
      throw new EngineError(
        'failed',
        'the engine receives no commits: does the node on this store have the same SPARQL_ENGINE_URL?',
      );
    }
    await sleep(POLL_MS);
  }
}
