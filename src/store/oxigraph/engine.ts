/**
 * Oxigraph, one WebAssembly instance at a time.
 *
 * Its package makes a single instance when it is first required and keeps it for ever. All stores in an instance share
 * one memory, which grows to 4 GiB and never shrinks, and a trap (out of memory) leaves all of them broken. So the
 * package is required afresh for each engine: the live store has an instance of its own, whose memory is exactly what
 * the live store takes, goes back to the system when the store has been rebuilt in another, and cannot be broken by a
 * transaction's scratch store. A further instance takes about 6 ms (V8 shares the compiled code) and 1.5 MB.
 *
 * On its own that memory grows by 64 KiB at a time. Each time V8 takes the whole of it off its count of what hangs on
 * JavaScript objects and puts it on again. That looks like a rush of new memory, and it collects garbage; beyond 64 MiB
 * all of it, with all the threads that it has for that: with 20,000 objects a change took four times the processor time.
 * So the memory is made to grow in large steps: what the allocator was asked for and given back is there without growing.
 */
import { createRequire } from 'node:module';
import type { NamedNode, Quad } from '../../rdf/terms.js';
import { withMemoryLimit } from './memory-limit.js';

// TypeScript knows WebAssembly only with the browser's library; this much of it is needed here.
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
 * What the house uses of an Oxigraph store: texts in and out, no objects that live in the engine's memory. A graph is
 * named by any RDF/JS term, and there is a destructor; both are missing in the package's own declarations.
 */
export interface EngineStore {
  load(text: string | Uint8Array, options: LoadOptions): void;
  dump(options: { readonly format: string; readonly from_graph_name: GraphName }): string;
  has(statement: Quad): boolean;
  delete(statement: Quad): void;
  query(query: string, options?: QueryOptions): unknown;
  update(update: string): void;
  /** Gives the store's memory back to the engine; the store is unusable afterwards. */
  free(): void;
}

type GraphName = Extract<Quad['graph'], { readonly termType: 'NamedNode' | 'DefaultGraph' }>;

interface LoadOptions {
  readonly format: string;
  /** Without one: the default graph. */
  readonly to_graph_name?: NamedNode;
  /** Leaves out the check of IRIs and language tags. */
  readonly lenient?: boolean;
}

/** Graphs that are given take the place of the query's own FROM and FROM NAMED. */
interface QueryOptions {
  readonly results_format: string;
  /** What relative IRIs are resolved against, where the query has no BASE. */
  readonly base_iri?: string;
  readonly default_graph?: readonly NamedNode[];
  readonly named_graphs?: readonly NamedNode[];
}

export interface Engine {
  newStore(): EngineStore;
  /** The size of the engine's memory, in bytes: what its stores take, and room for more. */
  readonly memoryBytes: number;
  /**
   * Makes room for so many bytes. They count as the engine's memory from now on, but take none of the machine's until
   * they are used. Where there is no such room, nothing changes.
   */
  reserve(bytes: number): void;
  /** To be called before something is added: makes room for the next steps of growing where the last is used up. */
  preallocate(): void;
}

interface OxigraphModule {
  readonly Store: new () => EngineStore;
}

/** The engine breaks at 4 GiB; this much stays for what grows by itself. */
const MAX_BYTES = 3.5 * 2 ** 30;
const PAGE_BYTES = 64 * 1024;
/** An engine grows by as much as it has, and by no more than this at a time. */
const MAX_GROWTH_STEP_BYTES = 64 * 2 ** 20;

const require = createRequire(import.meta.url);
const { WebAssembly } = globalThis as unknown as WebAssemblyGlobal;

/**
 * Makes an Oxigraph instance with a memory of its own. Unreferenced, it is garbage like anything else.
 *
 * @param mostBytes what its memory may grow to; then it traps. Engines of the same limit share the compiled code.
 */
export function startEngine(mostBytes?: number): Engine {
  const path = require.resolve('oxigraph');
  const created: Instance[] = [];
  const { Instance: OriginalInstance, Module: OriginalModule } = WebAssembly;
  // Oxigraph shows neither its memory nor its allocator: the instance that it makes while it is required is caught on the way.
  WebAssembly.Instance = class extends OriginalInstance {
    constructor(module: object, imports?: object) {
      super(module, imports);
      created.push(this);
    }
  };
  if (mostBytes !== undefined) {
    const limited = (program: Uint8Array): Uint8Array => withMemoryLimit(program, mostBytes);
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
    return engineOf(instance, Store, Math.min(MAX_BYTES, mostBytes ?? MAX_BYTES));
  } finally {
    WebAssembly.Instance = OriginalInstance;
    WebAssembly.Module = OriginalModule;
    require.cache[path] = shared;
  }
}

function engineOf({ exports }: Instance, Store: OxigraphModule['Store'], mostBytes: number): Engine {
  const { memory, __wbindgen_malloc: take, __wbindgen_free: give } = exports;
  /** The memory when room was made last: it has grown by itself since then, if it is more now. */
  let roomyBytes = memory.buffer.byteLength;
  const engine: Engine = {
    newStore: () => new Store(),
    get memoryBytes() {
      return memory.buffer.byteLength;
    },
    reserve(bytes) {
      // The allocator needs a little for itself.
      const most = Math.min(bytes, mostBytes - engine.memoryBytes - PAGE_BYTES);
      if (most <= 0) return;
      try {
        give(take(most, 1), most, 1);
      } catch (error) {
        // The machine has not as much; the allocator is as it was.
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      }
      roomyBytes = engine.memoryBytes;
    },
    preallocate() {
      if (engine.memoryBytes > roomyBytes) engine.reserve(Math.min(engine.memoryBytes, MAX_GROWTH_STEP_BYTES));
    },
  };
  return engine;
}

/**
 * Whether an error of an engine's call leaves the engine broken: a trap of the WebAssembly machine, or a stack that ran
 * out (a RangeError), which leaves the engine in the middle of something as well. Nothing in that engine is to be
 * trusted any more.
 */
export function isBroken(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
