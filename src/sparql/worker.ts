/** A query worker: a thread with a copy of the dataset that answers one question at a time, and may be ended at any moment. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority, totalmem } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../errors.js';
import { type Prefixes, prefixesOf } from '../rdf/prefixes.js';
import { type Iri, node } from '../rdf/terms.js';
import { createVocabulary, rdfNs } from '../rdf/vocabulary.js';
import { isBroken } from '../store/engine.js';
import { Copy } from './copy.js';
import { contentTypes } from './formats.js';
import {
  type Answered,
  type FromWorker,
  MOST_QUERY_BYTES,
  type Question,
  type Refusal,
  type Scope,
  type ToWorker,
  type WorkerSetup,
} from './messages.js';
import { type Plan, planQuery, QueryRefusal } from './query.js';
import { cutGraph, cutTable, writeGraph } from './results.js';

/** The engine's names of the result formats. */
const N_TRIPLES = 'nt';

class NotAcceptable extends Error {}

class Analyst {
  readonly #copy: Copy;
  readonly #prefixes: Prefixes;
  readonly #written: Prefixes;

  constructor(
    private readonly setup: WorkerSetup,
    private readonly tell: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
  ) {
    this.#copy = new Copy(setup.base, createVocabulary(setup.namespaces), setup.mostEngineBytes);
    this.#written = prefixesOf(setup.namespaces);
    this.#prefixes = { ...this.#written, rdf: rdfNs };
  }

  hear(message: ToWorker): void {
    if (message.kind === 'graphs') {
      if (message.graphs.length === 0) this.#copy.settle();
      else this.#copy.apply(message.graphs);
      this.tell({ kind: 'applied', figures: this.#copy.figures });
      return;
    }
    try {
      const answer = this.#answer(message.question, message.scope);
      const { buffer } = answer.body;
      this.tell({ kind: 'answered', answer }, buffer instanceof ArrayBuffer ? [buffer] : []);
    } catch (error) {
      const broken = isBroken(error);
      this.tell({ kind: 'refused', refusal: refusalOf(error, broken), broken });
    }
  }

  #answer(question: Question, scope: Scope): Answered {
    const { base, maxRows } = this.setup;
    const plan = planQuery(question.text, { prefixes: this.#prefixes, base, maxRows });
    const dataset = question.dataset ?? plan.dataset;
    if (dataset !== undefined && question.at !== undefined) {
      throw new QueryRefusal('at chooses the default graph, and so does a dataset (FROM): give one or the other');
    }
    const format = plan.kind === 'SELECT' || plan.kind === 'ASK' ? question.results : question.graph;
    if (format === undefined) throw new NotAcceptable(acceptable(plan.kind));
    const view = this.#copy.view(scope, question.at, plan.named || dataset !== undefined);
    const visible = (graphs: readonly Iri[]): ReturnType<typeof node>[] =>
      graphs.filter((graph) => view.graphs.has(graph)).map(node);
    const chosen = dataset && {
      default_graph: visible(dataset.defaultGraphs),
      named_graphs: visible(dataset.namedGraphs),
    };
    // As much as a query may need at all, on a machine that has it.
    view.prepare(Math.min(MOST_QUERY_BYTES, totalmem() / 2));
    this.tell({ kind: 'running' });
    const run = (text: string, results: string): string => {
      const written = view.store.query(text, { results_format: results, ...chosen });
      if (typeof written !== 'string') throw new TypeError('a query gave no text');
      return written;
    };
    const { content, truncated } = this.#write(plan, question, run);
    return { body: new TextEncoder().encode(content), contentType: contentTypes[format], truncated };
  }

  #write(
    plan: Plan,
    { results, graph }: Question,
    run: (text: string, results: string) => string,
  ): { content: string; truncated: boolean } {
    const { maxRows } = this.setup;
    if (plan.kind === 'SELECT' || plan.kind === 'ASK') {
      const format = results ?? 'json';
      return cutTable(run(plan.text, format), format, maxRows);
    }
    const cut = cutGraph(run(plan.text, N_TRIPLES), maxRows, plan.marker);
    const more = !cut.truncated && plan.overflow !== undefined && lineCount(run(plan.overflow, 'tsv')) > 1;
    return {
      content: writeGraph(cut.content, graph ?? 'turtle', this.#written),
      truncated: cut.truncated || more,
    };
  }
}

const lineCount = (text: string): number => text.split('\n').filter((line) => line !== '').length;

function acceptable(kind: Plan['kind']): string {
  const types =
    kind === 'SELECT' || kind === 'ASK'
      ? [contentTypes.json, contentTypes.xml, 'text/csv', 'text/tab-separated-values']
      : ['text/turtle', contentTypes.ntriples, contentTypes.jsonld];
  return `none of the media types in Accept can be given for ${kind}; available: ${types.join(', ')}`;
}

function refusalOf(error: unknown, broken: boolean): Refusal {
  if (broken) return { kind: 'unavailable', message: 'the query needs more memory than it may have' };
  if (error instanceof NotAcceptable) return { kind: 'not-acceptable', message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'invalid-query',
    message: error instanceof QueryRefusal ? message : `the query cannot be run: ${message}`,
  };
}

/**
 * So that the exchange has the processor when it wants it: on Linux a thread may have a priority of its own. Not the
 * lowest one, or other programs on the machine would leave a query next to nothing.
 */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // Without /proc, or without the right to: then all threads have the same priority, and queries are only less polite.
  }
}

const port = parentPort;
if (port !== null) {
  yieldToOthers();
  // What the thread that makes a worker hands to it.
  const analyst = new Analyst(workerData as WorkerSetup, (message, transfer) => {
    port.postMessage(message, transfer);
  });
  port.on('message', (message: ToWorker) => {
    analyst.hear(message);
  });
}
