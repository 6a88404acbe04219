/** The only module that sends requests to the node. It calls its own origin only. */
import { languageTag } from './language.js';
import { untilAnswered, type WriteKey } from './repeat.js';
import { nodePath, rootPath } from './root.js';
import { session } from './session.js';

/** A detail of an Error of the API. */
export interface FailureDetail {
  readonly code: string | null;
  readonly message: string;
  readonly property: string | null;
  readonly resource: string | null;
}

export type FailureKind =
  | 'unauthenticated'
  | 'forbidden'
  /** What was shown may no longer be read (K86). */
  | 'withdrawn'
  | 'not-found'
  /** It was erased (P32). */
  | 'erased'
  | 'conflict'
  | 'limited'
  | 'starting'
  | 'full'
  | 'offline'
  /** A write without an answer: the node may have done it. */
  | 'lost'
  | 'error';

/** What is known of something that was erased. */
export interface Tombstone {
  readonly formerType: string | null;
  readonly deleted: string | null;
  readonly reason: string | null;
  /** The URI of the erasure. */
  readonly erasure: string | null;
}

/** An error response, or a missing response. */
export class Failure extends Error {
  override readonly name = 'Failure';
  constructor(
    readonly kind: FailureKind,
    readonly status: number,
    message: string,
    readonly details: readonly FailureDetail[],
    readonly id: string | null,
    /** Seconds until the node is available again (`Retry-After`). */
    readonly retryAfter: number | null,
    readonly tombstone?: Tombstone,
  ) {
    super(message);
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal | undefined;
  /** Without a token, before sign-in. */
  readonly anonymous?: boolean;
  /** A token other than the session's: that of a party of the example. */
  readonly token?: string;
  /** Of a write that must not be done twice: it is repeated with this key until it has an answer (K27). */
  readonly key?: WriteKey | undefined;
}

/** The console requests the newest API version that it knows. */
export const LD_JSON = 'application/ld+json; version=2.3.0';
export const N_TRIPLES = 'application/n-triples; version=2.3.0';

const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'erased',
  412: 'conflict',
  422: 'conflict',
  429: 'limited',
  503: 'starting',
  507: 'full',
};

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const member = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
const all = (value: Json | undefined): Json[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const textOf = (value: Json | undefined): string | null => {
  if (typeof value === 'string') return value;
  const inner = member(value, '@id') ?? member(value, '@value');
  return typeof inner === 'string' ? inner : null;
};

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The member whose name is, or ends in, a term's: terms of the node's own vocabulary have no prefix in errors. */
function termIn(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key.endsWith(`#${name}`) || key.endsWith(`:${name}`))?.[1];
}

function tombstoneIn(body: Json | undefined): Tombstone | undefined {
  const found = termIn(body, 'hasTombstone');
  if (found === undefined) return undefined;
  return {
    formerType: textOf(termIn(found, 'formerType')),
    deleted: textOf(termIn(found, 'deleted')),
    reason: textOf(termIn(found, 'hasReason')),
    erasure: textOf(termIn(found, 'hasErasure')),
  };
}

/** The API's Error in a body. */
function failureOf({ status, headers, text }: Answer): Failure {
  const body = parsed(text);
  const title =
    textOf(member(body, 'api:hasTitle')) ?? textOf(member(body, 'title')) ?? textOf(member(body, 'reason')) ?? '';
  const details = all(member(body, 'api:hasErrorDetail')).map((detail) => ({
    code: textOf(member(detail, 'api:hasCode')),
    message: textOf(member(detail, 'api:hasMessage')) ?? '',
    property: textOf(member(detail, 'api:hasProperty')),
    resource: textOf(member(detail, 'api:hasResource')),
  }));
  const retry = Number(headers.get('retry-after'));
  return new Failure(
    kinds[status] ?? 'error',
    status,
    title,
    details,
    textOf(member(body, '@id')) ?? headers.get('x-request-id'),
    Number.isFinite(retry) && retry > 0 ? retry : null,
    tombstoneIn(body),
  );
}

/** Whether the node can be reached, and when it answered last. */
export const connection = new (class extends EventTarget {
  isOnline = true;
  /** The stream of changes is open, in this tab or another one. */
  isStreamed = false;
  lastAnswer: Date | undefined;
  /** The node's clock minus this one's, in milliseconds. */
  #ahead = 0;

  /** The node's time, at most a second early: its responses give whole seconds. */
  get nodeTime(): Date {
    return new Date(Date.now() + this.#ahead - 1000);
  }

  /** @param date the `Date` field of a response. */
  answered(date: string | null): void {
    const time = Date.parse(date ?? '');
    if (Number.isFinite(time)) this.#ahead = time - Date.now();
    this.set(true);
  }

  /**
   * A request had no answer. While the stream of changes lives, another request decides whether the node cannot be
   * reached (K76).
   */
  unanswered(): void {
    if (this.isStreamed) void probe();
    else this.set(false);
  }

  set(isOnline: boolean): void {
    if (isOnline) this.lastAnswer = new Date();
    if (isOnline === this.isOnline) return;
    this.isOnline = isOnline;
    this.dispatchEvent(new Event('change'));
  }
})();

/** A shorter time than that between two attempts. */
const PROBE_MS = 4000;

/** Asks the node whether it lives: any answer, and none, decides whether it can be reached. */
export async function probe(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await fetch(`${nodePath}health/live`, { cache: 'no-store', credentials: 'omit', signal });
    connection.answered(response.headers.get('date'));
  } catch {
    connection.set(false);
  }
}

interface Cached {
  readonly etag: string;
  readonly answer: Answer;
}

/** Cached in memory only: the browser's cache is on disk and would outlive the token. */
const cache = new Map<string, Cached>();
const MAX_CACHED = 100;
session.addEventListener('change', () => {
  cache.clear();
});

function remember(key: string, answer: Answer): void {
  const etag = answer.headers.get('etag');
  if (etag === null) return;
  cache.delete(key);
  cache.set(key, { etag, answer });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}

/**
 * Sends a request to the node.
 *
 * @param path below the node's base, with a leading slash.
 * @throws Failure for each response of 400 and above and for a missing one, unless there is a key; AbortError if the
 *   request or the repetition was aborted.
 */
export async function ask(path: string, asking: Asking = {}): Promise<Answer> {
  const { key } = asking;
  if (key === undefined) return askOnce(path, asking);
  return untilAnswered(() => askOnce(path, asking), {
    outcomeOf: (thrown) => (thrown instanceof Failure ? thrown : undefined),
    lost: () => key.lost?.(),
    wait: (milliseconds) => pause(milliseconds, key.signal),
  });
}

/** @throws AbortError if it is aborted first. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(new DOMException('the repetition has ended', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

async function askOnce(path: string, asking: Asking): Promise<Answer> {
  const { method = 'GET', accept = 'application/json', body, signal, anonymous = false } = asking;
  const token = asking.token ?? (anonymous ? undefined : session.token);
  const language = languageTag();
  const cacheKey = `${language} ${accept} ${path}`;
  const cached = method === 'GET' && asking.token === undefined ? cache.get(cacheKey) : undefined;
  const headers = new Headers(asking.headers);
  if (asking.key !== undefined) headers.set('Idempotency-Key', `"${asking.key.value}"`);
  headers.set('Accept', accept);
  headers.set('Accept-Language', language);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (cached !== undefined) headers.set('If-None-Match', cached.etag);
  if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', LD_JSON);
  let answer: Answer;
  try {
    const response = await fetch(nodePath + path.slice(1), {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'follow',
      ...(body !== undefined && { body }),
      ...(signal !== undefined && { signal }),
    });
    if (response.status === 304 && cached !== undefined) {
      connection.answered(response.headers.get('date'));
      return cached.answer;
    }
    answer = { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    connection.unanswered();
    throw new Failure(method === 'GET' ? 'offline' : 'lost', 0, '', [], null, null);
  }
  connection.answered(answer.headers.get('date'));
  if (answer.status >= 400) {
    const failure = failureOf(answer);
    if (failure.kind === 'unauthenticated' && !anonymous) session.expire(token);
    throw failure;
  }
  if (method === 'GET' && asking.token === undefined) remember(cacheKey, answer);
  return answer;
}

/** A GET whose answer is read by the caller. @throws as `ask` */
async function opened(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  const { token } = session;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  let response: Response;
  try {
    response = await fetch(nodePath + path.slice(1), {
      headers: { ...headers, ...authorization },
      cache: 'no-store',
      credentials: 'omit',
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    connection.unanswered();
    throw new Failure('offline', 0, '', [], null, null);
  }
  connection.set(true);
  if (response.status === 200) return response;
  const failure = failureOf({ status: response.status, headers: response.headers, text: await response.text() });
  if (failure.kind === 'unauthenticated') session.expire(token);
  throw failure;
}

/** A document as it is, whatever its encoding. @throws as `ask` */
export async function askBytes(path: string, accept: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return (await opened(path, { Accept: accept }, signal)).arrayBuffer();
}

/** A file that the node makes, in the reader's language, with the name that it has. @throws as `ask` */
export async function askFile(
  path: string,
  accept: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly bytes: ArrayBuffer }> {
  const response = await opened(path, { Accept: accept, 'Accept-Language': languageTag() }, signal);
  const [, name = 'list'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, bytes: await response.arrayBuffer() };
}

/**
 * Server-Sent Events, read with `fetch` because EventSource sends no token.
 *
 * @param last the id of the last event received, after which the node resumes.
 * @throws Failure if the node refuses the stream or cannot be reached; AbortError if the request was aborted.
 */
export async function openStream(
  path: string,
  last: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const asked = { Accept: 'text/event-stream', ...(last !== undefined && { 'Last-Event-ID': last }) };
  const { body } = await opened(path, asked, signal);
  if (body === null) throw new Failure('offline', 0, '', [], null, null);
  return body;
}

/** A JSON response of the node. Its type is in src/console/responses.ts, which both sides import. */
export async function askJson<Value>(path: string, asking: Asking = {}): Promise<Value> {
  const { text } = await ask(path, asking);
  // The node and the console have the same release, and a test compares both with the types.
  return JSON.parse(text) as Value;
}

/** Parameters that name a page of a list: a cursor of the node, or the number of rows before it. */
export type PagePlace = Readonly<Record<string, string>>;

/** The neighbouring pages of a page; null at the ends of the list. */
export interface Pages {
  readonly next: PagePlace | null;
  readonly previous: PagePlace | null;
}

/** A list response with its neighbouring pages. */
export type Paged<Answer> = Answer & { readonly pages: Pages };

/** The parameters that name a page, but for its length. */
const places = ['after', 'before', 'skip'] as const;

/** The page that a `Link` leads to (RFC 8288). */
function placeIn(links: string, relation: 'next' | 'prev'): PagePlace | null {
  const link = new RegExp(`<([^>]*)>; *rel="${relation}"`).exec(links)?.[1];
  if (link === undefined) return null;
  const { searchParams } = new URL(link, location.href);
  return Object.fromEntries(
    places.flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name) ?? '']] : [])),
  );
}

/** A page of a list, and its neighbours. */
export async function askPage<Value>(path: string, asking: Asking = {}): Promise<Paged<Value>> {
  const { text, headers } = await ask(path, asking);
  const links = headers.get('link') ?? '';
  // See askJson.
  return { ...(JSON.parse(text) as Value), pages: { next: placeIn(links, 'next'), previous: placeIn(links, 'prev') } };
}

const CONSOLE = `/${rootPath.slice(nodePath.length)}`;

/** An address of `/internal` that is reachable wherever the console is, even if a proxy blocks `/internal`. */
export const consoleApi = (path: string): string => `${CONSOLE}api${path}`;

/** A query string without empty values. */
export function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
