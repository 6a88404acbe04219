/**
 * An engine whose memory can be made to grow in a few large steps.
 *
 * On its own it grows by 64 KiB at a time. Each time V8 takes the whole memory off its count of what hangs on JavaScript
 * objects and puts it on again; with more than 64 MiB that looks like a rush of new memory, and it collects garbage, with
 * all threads that it has for that, of which no one yields to the exchange. A large store was so filled at a third of the
 * speed, and reads waited for a query that needed memory. What has been asked for and given back is there without growing.
 */
import { type Engine, isTrap, startEngine } from '../store/engine.js';

// TypeScript knows WebAssembly only with the browser's library; this much of it is needed here.
interface Instance {
  readonly exports: {
    readonly __wbindgen_malloc: (bytes: number, alignment: number) => number;
    readonly __wbindgen_free: (address: number, bytes: number, alignment: number) => void;
  };
}
interface WebAssemblyGlobal {
  readonly WebAssembly: { Instance: new (module: object, imports?: object) => Instance };
}

export interface RoomyEngine extends Engine {
  /**
   * Makes room for so many bytes. They count as the engine's memory from now on, but take none of the machine's until
   * they are used. Where there is no such room, nothing changes.
   */
  reserve(bytes: number): void;
}

/** The engine breaks at 4 GiB; this much stays for what grows by itself. */
const MOST_BYTES = 3.5 * 2 ** 30;

const { WebAssembly } = globalThis as unknown as WebAssemblyGlobal;

export function startRoomyEngine(): RoomyEngine {
  const made: Instance[] = [];
  const Original = WebAssembly.Instance;
  // The engine does not show its allocator: the instance is caught on the way, as its memory is.
  WebAssembly.Instance = class extends Original {
    constructor(module: object, imports?: object) {
      super(module, imports);
      made.push(this);
    }
  };
  let engine: Engine;
  try {
    engine = startEngine();
  } finally {
    WebAssembly.Instance = Original;
  }
  const [instance] = made;
  if (instance === undefined) throw new Error('the engine made no WebAssembly instance');
  return {
    newStore: () => engine.newStore(),
    get memoryBytes() {
      return engine.memoryBytes;
    },
    reserve(bytes) {
      const most = Math.min(bytes, MOST_BYTES - engine.memoryBytes);
      if (most <= 0) return;
      const { __wbindgen_malloc: take, __wbindgen_free: give } = instance.exports;
      try {
        give(take(most, 1), most, 1);
      } catch (error) {
        // The machine has not as much; the allocator is as it was.
        if (!isTrap(error)) throw error;
      }
    },
  };
}
