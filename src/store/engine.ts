/**
 * Oxigraph, one WebAssembly instance at a time.
 *
 * Its package makes a single instance when it is first required and keeps it for ever. All stores in an instance share
 * one memory, which grows to 4 GiB and never shrinks, and a trap (out of memory) leaves all of them broken. So the
 * package is required afresh for each engine: the live store has an instance of its own, whose memory is exactly what
 * the live store takes, goes back to the system when the store has been rebuilt in another, and cannot be broken by a
 * transaction's scratch store. A further instance takes about 6 ms (V8 shares the compiled code) and 1.5 MB.
 */
import { createRequire } from 'node:module';
import type { NamedNode, Quad } from '../rdf/terms.js';

// TypeScript knows WebAssembly only with the browser's library; this much of it is needed here.
interface Instance {
  readonly exports: { readonly memory: { readonly buffer: ArrayBuffer } };
}
interface WebAssemblyGlobal {
  readonly WebAssembly: {
    Instance: new (module: object, imports?: object) => Instance;
    readonly RuntimeError: new () => Error;
  };
}

/**
 * What the house uses of an Oxigraph store: texts in and out, no objects that live in the engine's memory. A graph is
 * named by any RDF/JS term, and there is a destructor; both are missing in the package's own declarations.
 */
export interface EngineStore {
  load(text: string, options: LoadOptions): void;
  dump(options: { readonly format: string; readonly from_graph_name: NamedNode }): string;
  has(statement: Quad): boolean;
  delete(statement: Quad): void;
  query(query: string, options?: QueryOptions): unknown;
  update(update: string): void;
  /** Gives the store's memory back to the engine; the store is unusable afterwards. */
  free(): void;
}

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
  readonly default_graph?: readonly NamedNode[];
  readonly named_graphs?: readonly NamedNode[];
}

export interface Engine {
  newStore(): EngineStore;
  /** The size of the engine's memory, in bytes. */
  readonly memoryBytes: number;
}

interface OxigraphModule {
  readonly Store: new () => EngineStore;
}

const require = createRequire(import.meta.url);
const { WebAssembly } = globalThis as unknown as WebAssemblyGlobal;

/** Makes an Oxigraph instance with a memory of its own. Unreferenced, it is garbage like anything else. */
export function startEngine(): Engine {
  const path = require.resolve('oxigraph');
  const created: Instance[] = [];
  const Original = WebAssembly.Instance;
  // Oxigraph does not export its memory: the instance that it makes while it is required is caught on the way.
  WebAssembly.Instance = class extends Original {
    constructor(module: object, imports?: object) {
      super(module, imports);
      created.push(this);
    }
  };
  const { [path]: shared } = require.cache;
  try {
    require.cache[path] = undefined;
    const { Store } = require(path) as OxigraphModule;
    const [instance] = created;
    if (instance === undefined) throw new Error('oxigraph made no WebAssembly instance of its own');
    return {
      newStore: () => new Store(),
      get memoryBytes() {
        return instance.exports.memory.buffer.byteLength;
      },
    };
  } finally {
    WebAssembly.Instance = Original;
    require.cache[path] = shared;
  }
}

/** Whether an error is a trap of the WebAssembly machine: whatever runs in that engine is not to be trusted any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}
