/** Fills an empty engine with all graphs that queries may read. */
import type { QueriedGraph } from '../../graph-kinds.js';
import type { Iri } from '../../rdf/terms.js';
import { lines } from '../../store/oxigraph/ntriples.js';
import type { GraphSource } from '../../store/store.js';
import { revisionOf } from '../worker/object-graphs.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { addToDefault, textOf } from './graph-updates.js';
import { ACCESS, membership, readerLines } from './permission-graph.js';
import type { PermissionSource } from './permission-rules.js';
import { digestOf, emptied, filledSoFar, filledUpTo, movedTo, readState, type Witness } from './projection-state.js';
import { QuadBatch } from './quad-batch.js';
import { UpdateBatch } from './update-batch.js';

export interface FillOptions {
  readonly engine: Pick<EngineClient, 'query' | 'update' | 'canLoad' | 'load'>;
  readonly source: GraphSource;
  readonly base: Iri;
  readonly kindOf: (graph: string) => QueriedGraph | undefined;
  readonly permissions: PermissionSource;
  /** The predicate of a head's number (`api:hasLatestRevision`). */
  readonly latestRevision: Iri;
  /** The name of this attempt. */
  readonly token: string;
  /** Ends the attempt between two requests. */
  readonly signal: AbortSignal;
  readonly onRequest: (progress: FillProgress) => void;
}

export interface FillProgress {
  readonly graphs: number;
  readonly statements: number;
}

/** Statements of the permission graph are collected: a block for each would double the text. */
const PERMISSIONS_AT_A_TIME = 500;
/** Number of updates between checks whether another process fills the engine. */
const REQUESTS_BETWEEN_CHECKS = 50;

/**
 * Fills the engine. Its position is then a commit from before the filling: later commits are followed from there, and
 * some are written twice.
 *
 * @throws EngineError; the reason of `signal`; errors of the store.
 */
export async function fill(options: FillOptions): Promise<void> {
  const { engine, source, base, kindOf, permissions, token, signal, onRequest } = options;
  const { sequence } = source;
  let [graphs, statements, requests] = [0, 0, 0];
  const witness = new NewestProvenance();
  // One request runs while the next one is prepared.
  let underway = Promise.resolve();
  const next = async (request: () => Promise<void>): Promise<void> => {
    await underway;
    signal.throwIfAborted();
    requests += 1;
    const isChecked = engine.canLoad || requests % REQUESTS_BETWEEN_CHECKS === 0;
    if (isChecked && (await readState(engine)).filling !== token) {
      throw new EngineError('refused', 'another process has begun to fill the engine');
    }
    onRequest({ graphs, statements });
    underway = request();
    // Awaited before the next request, so that an earlier failure is not an unhandled rejection.
    underway.catch(() => undefined);
  };
  const send = (update: string): Promise<void> => next(() => engine.update(update, signal));
  const load = (quads: string): Promise<void> => {
    const progress = filledSoFar(graphs).join(' ;\n');
    return next(async () => {
      await engine.load(quads, signal);
      await engine.update(progress, signal);
    });
  };
  await engine.update(emptied(base, token).join(' ;\n'), signal);
  const batch = engine.canLoad ? new QuadBatch(load, send) : new UpdateBatch(send, () => filledSoFar(graphs));
  let pending: string[] = [];
  const flush = async (atLeast: number): Promise<void> => {
    if (pending.length < atLeast) return;
    const lines = pending;
    pending = [];
    await batch.insert(lines, ACCESS);
  };
  for await (const { graph, text } of source.graphs()) {
    if (permissions.decides(graph)) {
      for (const permission of await permissions.permissionsOf(graph)) pending.push(...readerLines(permission));
    }
    const kind = kindOf(graph);
    if (kind === undefined) continue;
    const all = lines(text);
    pending.push(membership(graph, kind));
    await flush(PERMISSIONS_AT_A_TIME);
    await batch.insert(all, graph);
    if (kind.kind === 'revision-provenance' || kind.kind === 'event-provenance') witness.compare(graph, text);
    if (kind.kind === 'event') await addToDefault(batch, graph, text);
    if (kind.kind === 'head') await addLatest(batch, kind.object, text, options);
    graphs += 1;
    statements += all.length;
  }
  await flush(1);
  await source.settled();
  await batch.end([...filledUpTo(sequence, token), ...movedTo(sequence, witness.found)]);
  await underway;
}

/** The newest graph that never changes, by its timestamp: it is the first one missing from a restored record. */
class NewestProvenance {
  #time = '';
  #newest: { readonly graph: Iri; readonly text: string } | undefined;

  get found(): Witness | undefined {
    return this.#newest && { graph: this.#newest.graph, digest: digestOf(this.#newest.text) };
  }

  compare(graph: Iri, text: string): void {
    const [, time = ''] = /#generatedAtTime> "([^"]*)"/.exec(text) ?? [];
    if (time <= this.#time) return;
    this.#time = time;
    this.#newest = { graph, text };
  }
}

async function addLatest(
  batch: Pick<UpdateBatch, 'insert'>,
  object: string,
  head: string,
  { source, latestRevision }: FillOptions,
): Promise<void> {
  const at = head.indexOf(`> <${latestRevision}> "`);
  const number = Number.parseInt(head.slice(at + latestRevision.length + '> <> "'.length), 10);
  if (at === -1 || !Number.isSafeInteger(number) || number < 1) return;
  const graph = revisionOf(object, number);
  let text = await textOf(source, graph);
  if (text === '') {
    // The commit is durable, but not visible yet.
    await source.settled();
    text = await textOf(source, graph);
  }
  if (text !== '') await addToDefault(batch, graph, text);
}
