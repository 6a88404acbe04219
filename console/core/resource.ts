/** The request of a page and its states: loading, ready, failed, and whether a newer answer is available. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Page } from './element.js';
import { askJson, Failure, type FailureKind } from './http.js';
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

/** A node says so of what exists but may not be read, too. */
const closed: ReadonlySet<FailureKind> = new Set(['forbidden', 'not-found', 'erased']);

/** The failure of a request that had an answer before: what was shown may no longer be read (K86). */
const withdrawn = (failure: Failure): Failure =>
  closed.has(failure.kind) && failure.kind !== 'erased'
    ? new Failure('withdrawn', failure.status, '', [], failure.id, null)
    : failure;

/** The number of items of a list that are new or different; 0 for what is no list. */
export function newItems(displayed: unknown, later: unknown): number {
  const existing = new Set(itemsOf(displayed).map((item) => JSON.stringify(item)));
  return itemsOf(later).filter((item) => !existing.has(JSON.stringify(item))).length;
}

const itemsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) ? value.items : [];

/** One request of a page. A later request aborts it, and so does leaving the page. */
export class Resource<Value> implements ReactiveController {
  state: Loaded<Value> = { kind: 'idle' };
  /** A newer answer that would move the content under the reader; `showNewer` displays it. */
  newer: Value | undefined;
  /** What was displayed before access to it was withdrawn: for a form, which stays to be copied (K86). */
  last: Value | undefined;
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
    // The first request of a page is for what the page is about.
    if (host instanceof Page) host.subject ??= this;
  }

  /** Why the page has no content. */
  get obstacle(): FailureKind | undefined {
    return this.state.kind === 'failed' ? this.state.failure.kind : undefined;
  }

  /** How much is new that is not displayed yet: 0 if it cannot be counted; undefined if there is nothing. */
  get news(): number | undefined {
    return this.newer === undefined ? undefined : newItems(this.value, this.newer);
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
      const failure = keep ? withdrawn(asFailure(thrown)) : asFailure(thrown);
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
      if (!(thrown instanceof Failure)) {
        if (!signal.aborted) throw thrown;
      } else if (closed.has(thrown.kind) && !signal.aborted && this.value === current)
        this.#set({ kind: 'failed', failure: withdrawn(thrown) });
    }
  }

  #set(state: Loaded<Value>): void {
    this.last = state.kind === 'failed' && state.failure.kind === 'withdrawn' ? (this.value ?? this.last) : undefined;
    this.state = state;
    this.newer = undefined;
    this.host.requestUpdate();
  }
}
