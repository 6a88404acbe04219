/** What every method of a client needs: the server's address, its names, and requests to it. */
import { InvalidAnswerError, NotSupportedError } from './errors.js';
import type { Answer } from './http/answer.js';
import type { Sending, Transport } from './http/transport.js';
import type { Names } from './names.js';
import type { Graph } from './rdf/graph.js';
import { namedNode, type Resource } from './rdf/terms.js';
import { api, type ApiVersion } from './vocabulary.js';

/** A method of the client, for its errors. */
export interface Feature {
  readonly name: string;
  /** Whether the standard lets a server lack the address: then 404 means that it does (T39). */
  readonly isOptional?: boolean;
}

/**
 * What every call takes.
 *
 * @since 0.3.0
 */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

export class Exchange {
  #newest: Promise<string | undefined> | undefined;

  constructor(
    readonly transport: Transport,
    /** Without a slash at its end. */
    readonly server: string,
    readonly names: Names,
    readonly version: ApiVersion | undefined,
    /** The agent that the token names, for subscriptions. */
    readonly agent: (signal: AbortSignal | undefined) => Promise<string | undefined>,
  ) {}

  at(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
    return withQuery(`${this.server}${path}`, query);
  }

  /**
   * The address of something on this server.
   *
   * @throws TypeError for another server: the token is not for it.
   */
  own(uri: unknown, what = 'uri'): string {
    if (typeof uri !== 'string' || !URL.canParse(uri)) throw new TypeError(`${what} must be an absolute URI`);
    const { origin, href } = new URL(uri);
    if (origin === new URL(this.server).origin) return href;
    throw new TypeError(`${what} is at ${origin}, not at ${this.server}`);
  }

  /** @throws OneRecordError, NotSupportedError (T39) */
  async send(feature: Feature, method: string, url: string, sending: Sending = {}): Promise<Answer> {
    return this.accepted(feature, await this.transport.send(method, url, sending));
  }

  /** @throws as {@link send}. */
  async accepted(feature: Feature, answer: Answer): Promise<Answer> {
    const { status, statusText } = answer;
    if (status === 405 || status === 501 || (status === 404 && feature.isOptional === true))
      throw new NotSupportedError(feature.name, this.version, `${status} ${statusText}`.trim());
    return answer.orThrow();
  }

  /** Posts a body, and gives the address of what it made. */
  async submit(
    feature: Feature,
    method: string,
    url: string,
    body: string,
    sending: Omit<Sending, 'body'> = {},
  ): Promise<Submitted> {
    const answer = await this.send(feature, method, url, { ...sending, body });
    return submittedBy(answer);
  }

  /** The newest version of the API that the server has, where the client was given none (T39). */
  async knownVersion(signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.version !== undefined) return this.version;
    this.#newest ??= this.#askVersion(signal);
    const version = await this.#newest;
    if (version === undefined) this.#newest = undefined;
    return version;
  }

  async #askVersion(signal: AbortSignal | undefined): Promise<string | undefined> {
    try {
      const answer = await this.transport.send('GET', this.at('/'), { signal });
      const graph = await answer.graph();
      const versions = graph.quads.filter(({ predicate }) => predicate.value === `${api}hasSupportedApiVersion`);
      return versions
        .map(({ object }) => object.value)
        .sort()
        .at(-1);
    } catch (error) {
      // The method that needs it says what is wrong with the server.
      if (error instanceof InvalidAnswerError) return undefined;
      throw error;
    }
  }
}

/** What a creating request made. */
export interface Submitted {
  readonly uri: string;
  /** The IRI of its class, as the server says. */
  readonly type: string | undefined;
  readonly answer: Answer;
}

/** @throws InvalidAnswerError for a creation without an address. */
export function submittedBy(answer: Answer): Submitted {
  const location = answer.headers.get('location');
  if (location === null || !URL.canParse(location, answer.answeredBy))
    throw answer.invalid(`${answer.status} without a Location: what was made has no address`);
  return { uri: new URL(location, answer.answeredBy).href, type: answer.headers.get('type') ?? undefined, answer };
}

/** An address with query parameters; those that are undefined are left out. */
export function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.append(name, value);
  return given.size === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${given.toString()}`;
}

/** The resource that an answer is about: the one with this URI, or the only one that nothing else links to (a proxy). */
export function rootOf(graph: Graph, uri: string, answer: Answer): Resource {
  const named = namedNode(uri);
  if (graph.of(named).size > 0) return named;
  const described = graph.roots.filter((root) => graph.describes(root));
  const [single] = described.length > 0 ? described : graph.roots;
  if (single === undefined) throw answer.invalid('the answer states nothing');
  if (described.length > 1) throw answer.invalid('the answer states nothing of this address');
  return single;
}

/** A time in a query: `YYYYMMDDThhmmssZ`, in whole seconds. */
export function compactTime(time: Date | string, what: string): string {
  return isoTime(time, what).replace(/[-:]|\.\d+/g, '');
}

export function isoTime(time: Date | string, what: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw new TypeError(`${what} must be a Date or the text of a time`);
  return date.toISOString();
}

/** A function of a caller claims a type for what is read (`read<Piece>`): here, and nowhere else. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is what the caller claims
export function claimed<T extends object>(value: object): T {
  return value as T;
}
