/** The request of a page and its states: loading, ready, failed, and whether a newer answer is available. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { askJson, Failure } from './http.js';
import { onLive } from './live.js';

export type Loaded<Value> =
  | { readonly kind: 'idle' }
  /** `slow`: after 200 ms, a skeleton is displayed; `still`: after 5 s, the reader can abort. */
  | { readonly kind: 'loading'; readonly slow: boolean; readonly still: boolean }
  | { readonly kind: 'ready'; readonly value: Value; readonly at: Date }
  | { readonly kind: 'failed'; readonly failure: Failure };

const SKELETON_MS = 200;
const STILL_MS = 5000;

function asFailure(thrown: unknown): Failure {
  return thrown instanceof Failure
    ? thrown
    : new Failure('error', 0, thrown instanceof Error ? thrown.message : String(thrown), [], null, null);
}

/** The JSON of a value, which shows whether a newer answer differs. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** One request of a page. A later request aborts it, and so does leaving the page. */
export class Resource<Value> implements ReactiveController {
  state: Loaded<Value> = { kind: 'idle' };
  /** A newer answer that would move the content under the reader; `showNewer` displays it. */
  newer: Value | undefined;
  #controller: AbortController | undefined;
  #ask: ((signal: AbortSignal) => Promise<Value>) | undefined;
  #key: string | undefined;
  #stop: (() => void) | undefined;

  /** @param options `isReplaced`: newer answers are displayed at once, for example for live figures. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly options: { readonly isReplaced?: boolean } = {},
  ) {
    host.addController(this);
  }

  get value(): Value | undefined {
    return this.state.kind === 'ready' ? this.state.value : undefined;
  }

  hostConnected(): void {
    this.#stop = onLive(() => void this.#refresh());
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#controller?.abort();
  }

  /** @param key identifies the request; the same key again has no effect. */
  load(key: string, ask: (signal: AbortSignal) => Promise<Value>): void {
    if (key === this.#key && this.state.kind !== 'failed') return;
    this.#key = key;
    this.#ask = ask;
    void this.#run(false);
  }

  /** Loads a JSON response of the node. @param path below the node's base. */
  read(path: string): void {
    this.load(path, (signal) => askJson<Value>(path, { signal }));
  }

  /** Repeats the request; the displayed answer stays until the new one arrives. */
  async reload(): Promise<void> {
    await this.#run(this.state.kind === 'ready');
  }

  abort(): void {
    this.#controller?.abort();
    this.#set({ kind: 'failed', failure: new Failure('error', 0, 'aborted', [], null, null) });
  }

  showNewer(): void {
    if (this.newer === undefined) return;
    const value = this.newer;
    this.#set({ kind: 'ready', value, at: new Date() });
  }

  async #run(keep: boolean): Promise<void> {
    const ask = this.#ask;
    if (ask === undefined) return;
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const isCurrent = (): boolean => this.#controller === controller && !controller.signal.aborted;
    const timers: ReturnType<typeof setTimeout>[] = [];
    if (!keep) {
      this.#set({ kind: 'loading', slow: false, still: false });
      const later = (ms: number, still: boolean): void => {
        timers.push(
          setTimeout(() => {
            if (isCurrent()) this.#set({ kind: 'loading', slow: true, still });
          }, ms),
        );
      };
      later(SKELETON_MS, false);
      later(STILL_MS, true);
    }
    try {
      const value = await ask(controller.signal);
      if (isCurrent()) this.#set({ kind: 'ready', value, at: new Date() });
    } catch (thrown) {
      if (!isCurrent()) return;
      const failure = asFailure(thrown);
      // The displayed answer stays while the node cannot be reached; the shell reports that.
      if (!(keep && (failure.kind === 'offline' || failure.kind === 'unauthenticated')))
        this.#set({ kind: 'failed', failure });
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  async #refresh(): Promise<void> {
    // Repeats a request that failed because the connection was lost.
    if (this.state.kind === 'failed' && this.state.failure.kind === 'offline') return this.reload();
    const current = this.value;
    const ask = this.#ask;
    if (current === undefined || ask === undefined || this.#controller === undefined) return;
    const { signal } = this.#controller;
    try {
      const value = await ask(signal);
      if (signal.aborted || this.value !== current || same(value, current)) return;
      if (this.options.isReplaced === true) {
        this.#set({ kind: 'ready', value, at: new Date() });
        return;
      }
      this.newer = value;
      this.host.requestUpdate();
    } catch (thrown) {
      if (!(thrown instanceof Failure) && !signal.aborted) throw thrown;
    }
  }

  #set(state: Loaded<Value>): void {
    this.state = state;
    this.newer = undefined;
    this.host.requestUpdate();
  }
}
