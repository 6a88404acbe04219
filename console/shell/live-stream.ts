/**
 * One stream of changes per agent and browser, shared by its tabs, because HTTP/1.1 has six connections. The tab that
 * holds a Web Lock reads the stream and sends the changed URIs to the others. Without a stream, pages poll every 15
 * seconds (core/live.ts).
 */
import type { StreamChange } from '../../src/console/responses.js';
import {
  changed,
  connection,
  consoleApi,
  Failure,
  noteChanges,
  openStream,
  rootPath,
  session,
  setPollInterval,
} from '../core/index.js';
import { ServerSentEventParser } from './change-parser.js';

/** The minimum interval between reloads: an idle console makes at most 30 requests a minute. */
const QUIET_MS = 8000;
/** Changes of one commit arrive together. */
const TOGETHER_MS = 300;
const HIDDEN_MS = 60_000;
/** With a stream, polling only serves data outside the stream, such as figures. */
const SLOW_POLL_MS = 5 * 60_000;
const ALIVE_MS = 10_000;
/** The node writes a comment every 15 s: a connection that is silent for longer is dead. */
const SILENT_MS = 40_000;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** The message from the reading tab to the others. */
interface TabMessage {
  readonly last: string | undefined;
  readonly uris: readonly string[];
}

const isTabMessage = (value: unknown): value is TabMessage =>
  typeof value === 'object' && value !== null && 'uris' in value && Array.isArray(value.uris);

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Follows the changes that concern one agent until it is stopped. */
class Following {
  readonly #controller = new AbortController();
  readonly #channel: BroadcastChannel;
  /** Aborted when this tab has been hidden for some time. */
  #visible = new AbortController();
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #dead: ReturnType<typeof setTimeout> | undefined;
  #notifyTimer: ReturnType<typeof setTimeout> | undefined;
  #notifiedAt = 0;
  #last: string | undefined;
  /** Whether changes occurred while this tab was hidden. */
  #isDue = false;

  constructor(private readonly name: string) {
    const { signal } = this.#controller;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        if (!isTabMessage(data)) return;
        this.#last = typeof data.last === 'string' ? data.last : this.#last;
        this.#alive();
        noteChanges(data.uris);
        // Another tab reaches the node again, so this one sends a request and is no longer offline.
        if (data.uris.length > 0 || !connection.isOnline) this.#notify();
      },
      { signal },
    );
    document.addEventListener(
      'visibilitychange',
      () => {
        this.#visibility();
      },
      { signal },
    );
    if (document.visibilityState === 'visible') void this.#compete();
    else this.#visible.abort();
  }

  stop(): void {
    this.#controller.abort();
    this.#visible.abort();
    this.#channel.close();
    for (const timer of [this.#hiding, this.#dead, this.#notifyTimer]) clearTimeout(timer);
    connection.isStreamed = false;
    setPollInterval();
  }

  #visibility(): void {
    clearTimeout(this.#hiding);
    if (document.visibilityState === 'visible' && this.#isDue) this.#notify();
    if (document.visibilityState === 'hidden') {
      this.#hiding = setTimeout(() => {
        this.#visible.abort();
      }, HIDDEN_MS);
      return;
    }
    if (!this.#visible.signal.aborted) return;
    this.#visible = new AbortController();
    void this.#compete();
  }

  /** Waits for the lock, then reads the stream until this tab is hidden or the agent signs out. */
  async #compete(): Promise<void> {
    const { signal } = this.#visible;
    try {
      await navigator.locks.request(this.name, { signal }, () => this.#read(signal));
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    let delay = FIRST_DELAY_MS;
    while (!signal.aborted) {
      if (await this.#readOnce(signal)) delay = FIRST_DELAY_MS;
      this.#lost();
      // With jitter, so that consoles do not reconnect at the same time after a restart of the node.
      await sleep(delay * (0.5 + Math.random() / 2), signal);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
  }

  /** @returns whether the node answered. */
  async #readOnce(signal: AbortSignal): Promise<boolean> {
    const silence = new AbortController();
    const stop = AbortSignal.any([signal, silence.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasAnswered = false;
    const alive = setInterval(() => {
      if (hasAnswered) this.#post([]);
    }, ALIVE_MS);
    try {
      const reader = (await openStream(consoleApi('/stream'), this.#last, stop)).getReader();
      hasAnswered = true;
      this.#alive();
      const decoder = new TextDecoder();
      const parser = new ServerSentEventParser();
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          silence.abort();
        }, SILENT_MS);
        const { done, value } = await reader.read();
        if (done) return true;
        for (const { id, event, data } of parser.push(decoder.decode(value, { stream: true }))) {
          this.#last = id;
          if (event === 'ready') this.#post([]);
          else if (event === 'changed' || event === 'mirror') {
            const { uri, object } = JSON.parse(data) as Pick<StreamChange, 'uri' | 'object'>;
            this.#changed(object === undefined ? [uri] : [uri, object]);
          } else this.#changed(['']);
        }
      }
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.kind === 'unauthenticated') await this.#signedIn(signal);
      return hasAnswered;
    } finally {
      clearTimeout(timer);
      clearInterval(alive);
    }
  }

  /** Waits until the same agent has signed in again. */
  #signedIn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (!session.isExpired) {
        resolve();
        return;
      }
      const done = (): void => {
        if (session.isExpired && !signal.aborted) return;
        session.removeEventListener('renew', done);
        resolve();
      };
      session.addEventListener('renew', done);
      signal.addEventListener('abort', done);
    });
  }

  #changed(uris: readonly string[]): void {
    this.#alive();
    this.#post(uris);
    noteChanges(uris);
    this.#notify();
  }

  #post(uris: readonly string[]): void {
    const message: TabMessage = { last: this.#last, uris };
    if (!this.#controller.signal.aborted) this.#channel.postMessage(message);
    this.#alive();
  }

  /** The stream is open, in this tab or another one. */
  #alive(): void {
    clearTimeout(this.#dead);
    connection.isStreamed = true;
    setPollInterval(SLOW_POLL_MS);
    this.#dead = setTimeout(() => {
      this.#lost();
    }, ALIVE_MS * 3);
  }

  #lost(): void {
    clearTimeout(this.#dead);
    connection.isStreamed = false;
    setPollInterval();
  }

  /** Notifies the page, but combines many changes into one notification. */
  #notify(): void {
    if (this.#notifyTimer !== undefined) return;
    const wait = Math.max(TOGETHER_MS, this.#notifiedAt + QUIET_MS - Date.now());
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = undefined;
      this.#isDue = document.visibilityState === 'hidden';
      if (this.#isDue) return;
      this.#notifiedAt = Date.now();
      changed();
    }, wait);
  }
}

/** Follows the changes that the signed-in agent may see. */
export function followChanges(): void {
  let following: Following | undefined;
  const follow = (): void => {
    following?.stop();
    const agent = session.me?.agent;
    following = agent === undefined ? undefined : new Following(`cargograph ${rootPath} ${agent}`);
  };
  session.addEventListener('change', follow);
  follow();
}
