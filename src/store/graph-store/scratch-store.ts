/** The scratch store of a transaction, for operations that need an engine. */
import { type Engine, type EngineStore, startEngine } from '../oxigraph/engine.js';

/** All scratch stores share an engine, which is replaced after a transaction broke it. */
let sharedEngine: Engine | undefined;

export class ScratchStore {
  #engine: Engine | undefined;
  #store: EngineStore | undefined;

  /** Made when it is first needed. */
  get store(): EngineStore {
    if (this.#store === undefined) {
      this.#engine = sharedEngine ??= startEngine();
      this.#engine.preallocate();
      this.#store = this.#engine.newStore();
    }
    return this.#store;
  }

  /** Whether another transaction has broken the engine: its answers may be wrong. */
  get isLost(): boolean {
    return this.#engine !== undefined && this.#engine !== sharedEngine;
  }

  /** Replaces the engine, which is broken. */
  giveUp(): void {
    if (this.#engine === sharedEngine) sharedEngine = undefined;
  }

  free(): void {
    // A store in a broken engine goes with its engine.
    if (this.#engine === sharedEngine) this.#store?.free();
    this.#store = undefined;
  }
}
