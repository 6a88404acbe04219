/**
 * Oxigraph, one WebAssembly instance at a time.
 *
 * The package creates one instance at the first `require` and keeps it. All stores of an instance share one memory,
 * which grows to 4 GiB and never shrinks, and a trap (out of memory) leaves all of them broken. Therefore the package
 * is loaded anew for each engine: the scratch stores of transactions and the datasets of query workers cannot break
 * each other, and the memory of an unreferenced engine is freed.
 *
 * WebAssembly memory grows by 64 KiB at a time. At each step, V8 counts all of it as newly allocated and may start a
 * garbage collection. Therefore the memory grows in large steps: space that the allocator has requested and freed is
 * available without growing.
 */
import { createRequire } from 'node:module';
import type { NamedNode, Quad } from '../../rdf/terms.js';
import { withMemoryLimit } from './memory-limit.js';
import { type StoreVersions, VersionFinder } from './versions.js';

// TypeScript declares WebAssembly only in the browser's library; these are the required parts.
interface Instance {
  readonly exports: {
    readonly memory: { readonly buffer: ArrayBuffer };
    readonly __wbindgen_malloc: (bytes: number, alignment: number) => number;
    readonly __wbindgen_free: (address: number, bytes: number, alignment: number) => void;
  };
}
interface WebAssemblyGlobal {
  readonly WebAssembly: {
    Instance: new (module: object, imports?: object) => Instance;
    Module: new (program: Uint8Array) => object;
    readonly RuntimeError: new () => Error;
  };
}

/**
 * The used part of an Oxigraph store: texts in and out, no objects in the engine's memory. A graph's name can be any
 * RDF/JS term, and there is a destructor; the package's own declarations lack both.
 */
export interface EngineStore {
  load(text: string | Uint8Array, options: LoadOptions): void;
  dump(options: { readonly format: string; readonly from_graph_name: GraphName }): string;
  has(statement: Quad): boolean;
  delete(statement: Quad): void;
  query(query: string, options?: QueryOptions): unknown;
  update(update: string): void;
  /** Frees the store's memory within the engine; the store is unusable afterwards. */
  free(): void;
}

type GraphName = Extract<Quad['graph'], { readonly termType: 'NamedNode' | 'DefaultGraph' }>;

interface LoadOptions {
  readonly format: string;
  /** The graph of the statements; by default the default graph. */
  readonly to_graph_name?: NamedNode;
  /** Skips the check of IRIs and language tags. */
  readonly lenient?: boolean;
}

/** Graphs given here replace the query's own FROM and FROM NAMED. */
interface QueryOptions {
  readonly results_format: string;
  /** The base of relative IRIs in a query without BASE. */
  readonly base_iri?: string;
  readonly default_graph?: readonly NamedNode[];
  readonly named_graphs?: readonly NamedNode[];
}

export interface Engine {
  newStore(): EngineStore;
  /** The versions of a new store's statements; undefined if the engine may not support versions. */
  versionsOf(store: EngineStore): StoreVersions | undefined;
  /** The size of the engine's memory in bytes: used by its stores, and free. */
  readonly memoryBytes: number;
  /**
   * Reserves this number of bytes. They count as the engine's memory from now on, but use none of the machine's memory
   * at first. Has no effect if the space is not available.
   */
  reserve(bytes: number): void;
  /** Call this before adding data: it reserves the next growth step if the last one is used up. */
  preallocate(): void;
}

interface OxigraphModule {
  readonly Store: new () => EngineStore;
}

/** The engine breaks at 4 GiB; the difference leaves space for growth in small steps. */
export const MAX_BYTES = 3.5 * 2 ** 30;
const PAGE_BYTES = 64 * 1024;
/** An engine doubles its memory, with this maximum per step. */
const MAX_GROWTH_STEP_BYTES = 64 * 2 ** 20;

const { WebAssembly } = globalThis as unknown as WebAssemblyGlobal;

/**
 * Creates an Oxigraph instance with its own memory. It is garbage-collected when it is no longer referenced.
 *
 * @param maxBytes the memory limit, beyond which the engine traps. Engines with the same limit share the compiled code.
 */
export function startEngine(maxBytes?: number): Engine {
  // One for each engine: it retains all modules that it has loaded, as its children.
  const require = createRequire(import.meta.url);
  const path = require.resolve('oxigraph');
  const created: Instance[] = [];
  const { Instance: OriginalInstance, Module: OriginalModule } = WebAssembly;
  // Oxigraph exports neither its memory nor its allocator, so the instance is captured while the package is loaded.
  WebAssembly.Instance = class extends OriginalInstance {
    constructor(module: object, imports?: object) {
      super(module, imports);
      created.push(this);
    }
  };
  if (maxBytes !== undefined) {
    const limited = (program: Uint8Array): Uint8Array => withMemoryLimit(program, maxBytes);
    WebAssembly.Module = class extends OriginalModule {
      constructor(program: Uint8Array) {
        super(limited(program));
      }
    };
  }
  const { [path]: shared } = require.cache;
  try {
    require.cache[path] = undefined;
    const { Store } = require(path) as OxigraphModule;
    const [instance] = created;
    if (instance === undefined) throw new Error('oxigraph made no WebAssembly instance of its own');
    return engineOf(instance, Store, Math.min(MAX_BYTES, maxBytes ?? MAX_BYTES));
  } finally {
    WebAssembly.Instance = OriginalInstance;
    WebAssembly.Module = OriginalModule;
    require.cache[path] = shared;
  }
}

function engineOf({ exports }: Instance, Store: OxigraphModule['Store'], maxBytes: number): Engine {
  const { memory, __wbindgen_malloc: take, __wbindgen_free: give } = exports;
  /**
   * The size after the last reservation: a larger current size means that the memory has grown in small steps since.
   */
  let reservedBytes = memory.buffer.byteLength;
  const finder = new VersionFinder(memory, () => new Store());
  const engine: Engine = {
    newStore: () => new Store(),
    versionsOf: (store) => finder.of(store),
    get memoryBytes() {
      return memory.buffer.byteLength;
    },
    reserve(bytes) {
      // The allocator itself needs some space.
      const available = Math.min(bytes, maxBytes - engine.memoryBytes - PAGE_BYTES);
      if (available <= 0) return;
      try {
        give(take(available, 1), available, 1);
      } catch (error) {
        // The system has not enough memory; the allocator is unchanged.
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      }
      reservedBytes = engine.memoryBytes;
    },
    preallocate() {
      if (engine.memoryBytes > reservedBytes) engine.reserve(Math.min(engine.memoryBytes, MAX_GROWTH_STEP_BYTES));
    },
  };
  return engine;
}

/**
 * Whether an error of an engine's call leaves the engine broken: a WebAssembly trap, or a stack overflow (a RangeError),
 * which interrupts the engine in an undefined state. Nothing in that engine can be trusted afterwards.
 */
export function isBroken(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
