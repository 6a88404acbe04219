/**
 * Reads callers' documents, and gives documents their canonical form: small ones at once, large ones in separate threads,
 * so that other callers do not wait for a megabyte of JSON-LD. A thread returns the statements in parts.
 */
import { Worker } from 'node:worker_threads';
import { ConcurrencyLimiter } from '../../../async/concurrency-limiter.js';
import { turns } from '../../../async/turns.js';
import { ServiceError } from '../../../errors.js';
import { Graph } from '../../graph.js';
import { InputError } from '../../input-error.js';
import { type Quad, termKey } from '../../terms.js';
import { canonicalDocument, type KnownContexts } from '../canonical.js';
import { type JsonObject, parseJson } from '../json.js';
import {
  documentOf,
  type JsonLdData,
  type JsonLdDocument,
  type JsonLdStatements,
  readStatements,
  type ReadOptions,
  type ReadRootOptions,
} from '../reader.js';
import { type FromThread, StatementDecoder, type ToThread } from './protocol.js';

/** The size that takes the main thread a few milliseconds. */
const MAX_INLINE_BYTES = 64 * 1024;

/** The characters of a document whose canonical form takes as long: every term of it is expanded, written and sorted. */
const MAX_INLINE_CANONICAL = 16 * 1024;

const MAX_THREADS = 2;
/** The maximum number of a caller's large documents at a time. */
const MAX_OF_CALLER = 1;

/** A thread without work ends after this time. */
const IDLE_MS = 10_000;

/** More than the largest document within the limits needs. */
const MAX_HEAP_MB = 320;
const MAX_YOUNG_MB = 32;

export class Documents {
  readonly #turns = new ConcurrencyLimiter(MAX_THREADS, MAX_OF_CALLER);
  readonly #idle: Thread[] = [];
  readonly #threads = new Set<Thread>();

  /** @param program the compiled program of a thread. */
  constructor(private readonly program: () => URL = () => new URL('thread.js', import.meta.url)) {}

  /** Errors as `readJsonLd`; ServiceError `unavailable` when the thread has ended. */
  async document(bytes: Uint8Array, caller: string, options: ReadRootOptions): Promise<JsonLdDocument> {
    return documentOf(await this.#statements(bytes, caller, options), options.isRootType);
  }

  /** Errors as `document`. */
  dataset(bytes: Uint8Array, caller: string, options: ReadOptions): Promise<JsonLdData> {
    return this.#statements(bytes, caller, options);
  }

  /**
   * The canonical form of a document of the node.
   *
   * @throws InputError as `canonicalDocument`; ServiceError `unavailable` when the thread has ended.
   */
  async canonical(document: JsonObject, contexts: KnownContexts, caller: string): Promise<string> {
    if (JSON.stringify(document).length <= MAX_INLINE_CANONICAL) return canonicalDocument(document, contexts);
    return this.#inThread(caller, (thread) => thread.canonical(document, contexts));
  }

  /** Ends the threads; documents in progress fail. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  async #statements(bytes: Uint8Array, caller: string, options: ReadOptions): Promise<JsonLdStatements> {
    if (bytes.length <= MAX_INLINE_BYTES) return readStatements(parseJson(bytes), options);
    return this.#inThread(caller, (thread) => thread.read(bytes, caller, options));
  }

  /** @throws InputError that the thread has found. */
  async #inThread<Result>(caller: string, carryOut: (thread: Thread) => Promise<Result | InputError>): Promise<Result> {
    const release = await this.#turns.acquire(caller);
    try {
      const thread = this.#idle.pop() ?? this.#start();
      const result = await carryOut(thread);
      this.#idle.push(thread);
      thread.rest(() => {
        this.#forget(thread);
      });
      if (result instanceof InputError) throw result;
      return result;
    } finally {
      release();
    }
  }

  #start(): Thread {
    const thread = new Thread(this.program(), () => {
      this.#threads.delete(thread);
      this.#forget(thread);
    });
    this.#threads.add(thread);
    return thread;
  }

  #forget(thread: Thread): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}

class Thread {
  readonly #worker: Worker;
  #idle: NodeJS.Timeout | undefined;
  #receive: (message: FromThread) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(program: URL, ended: () => void) {
    this.#worker = new Worker(program, {
      name: 'jsonld',
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => {
      this.#receive(message);
    });
    this.#worker.on('error', (cause) => {
      this.#fail(cause);
    });
    this.#worker.on('exit', () => {
      clearTimeout(this.#idle);
      ended();
      this.#fail(undefined);
    });
  }

  async read(
    bytes: Uint8Array,
    caller: string,
    { vocabulary, strict, uncheckedUris }: ReadOptions,
  ): Promise<JsonLdStatements | InputError> {
    clearTimeout(this.#idle);
    const decoder = new StatementDecoder();
    const quads: Quad[] = [];
    const bySubject = new Map<string, Quad[]>();
    let message = await this.#ask({
      kind: 'read',
      bytes,
      namespaces: vocabulary.namespaces,
      strict,
      uncheckedUris,
    });
    for (; message.kind === 'part'; message = await this.#ask({ kind: 'next' })) {
      await turns.resume(caller);
      for (const quad of decoder.statements(message)) {
        quads.push(quad);
        const name = termKey(quad.subject);
        const group = bySubject.get(name);
        if (group === undefined) bySubject.set(name, [quad]);
        else group.push(quad);
      }
    }
    await turns.resume(caller);
    if (message.kind === 'invalid') return new InputError(message.problems);
    if (message.kind !== 'end') throw new TypeError(`a thread answered with ${message.kind}`);
    const { topLevelNodes, warnings } = message;
    return { data: new Graph(quads, bySubject), topLevelNodes: decoder.nodes(topLevelNodes), warnings };
  }

  async canonical(document: JsonObject, contexts: KnownContexts): Promise<string | InputError> {
    clearTimeout(this.#idle);
    const message = await this.#ask({ kind: 'canonical', document, contexts });
    if (message.kind === 'canonical') return message.text;
    if (message.kind === 'invalid') return new InputError(message.problems);
    throw new TypeError(`a thread answered with ${message.kind}`);
  }

  /** Ends the thread after a time without work. */
  rest(ending: () => void): void {
    this.#idle = setTimeout(() => {
      ending();
      void this.end();
    }, IDLE_MS).unref();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: ToThread): Promise<FromThread> {
    return new Promise((resolve, reject) => {
      this.#receive = resolve;
      this.#fail = (cause) => {
        reject(
          new ServiceError('unavailable', 'the document could not be read', { cause, headers: { 'Retry-After': '5' } }),
        );
      };
      this.#worker.postMessage(message);
    });
  }
}
