/** What `createClient` takes, checked (T38). */
import type { Model } from './model.js';
import type { Fetch, TokenSource } from './tokens.js';
import type { ApiVersion } from './vocabulary.js';

/**
 * @since 0.3.0
 */
export interface ClientOptions {
  /** The address of the server, without `/logistics-objects`. */
  readonly server: string;
  /** `clientCredentials(…)`, or a function that gives a token; it is called for each request. */
  readonly token: TokenSource;
  /** The table of a data model; without it, all names are full IRIs. */
  readonly model?: Model | undefined;
  /** The version to speak. Default: the server's choice. */
  readonly apiVersion?: ApiVersion | undefined;
  /** Default: `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** How long to wait for each answer. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is sent again. Default: 3. */
  readonly retries?: number | undefined;
  /** The product that the client names; browsers have their own. */
  readonly userAgent?: string | undefined;
  /**
   * Whether each POST and PATCH has an `Idempotency-Key`, so that they are sent again like GET. For servers that document
   * it.
   */
  readonly idempotent?: boolean | undefined;
}

const versions: readonly unknown[] = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'];

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isCount = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least;

/** Programs without types get the same errors. */
function isTokenSource(value: unknown): boolean {
  if (isFunction(value)) return true;
  return typeof value === 'object' && value !== null && 'request' in value && isFunction(value.request);
}

function isModel(value: unknown): boolean {
  const tables = ['classes', 'properties', 'codes'] as const;
  if (typeof value !== 'object' || value === null || !('namespace' in value)) return false;
  const members = new Map(Object.entries(value));
  return typeof value.namespace === 'string' && tables.every((name) => typeof members.get(name) === 'object');
}

const isServer = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\/[^/]/.test(value) && URL.canParse(value) && !/[?#]/.test(value);

/** @throws TypeError that names the member. */
export function checkOptions(options: ClientOptions): void {
  const optional = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
    value === undefined || isRight(value);
  const { server, token, model, apiVersion, fetch, timeoutMs, retries, userAgent, idempotent } = options;
  const checks: readonly (readonly [isRight: boolean, member: string, what: string])[] = [
    [isServer(server), 'server', 'an http(s) URL without query'],
    [isTokenSource(token), 'token', 'clientCredentials(…) or a function'],
    [optional(model, isModel), 'model', 'the table of a data model'],
    [optional(apiVersion, (value) => versions.includes(value)), 'apiVersion', versions.join(' or ')],
    [optional(fetch, isFunction), 'fetch', 'a function'],
    [optional(timeoutMs, (value) => isCount(value, 1)), 'timeoutMs', 'a whole number from 1 on'],
    [optional(retries, (value) => isCount(value, 0)), 'retries', 'a whole number'],
    [optional(userAgent, (value) => typeof value === 'string'), 'userAgent', 'a text'],
    [optional(idempotent, (value) => typeof value === 'boolean'), 'idempotent', 'true or false'],
  ];
  for (const [isRight, member, what] of checks)
    if (!isRight) throw new TypeError(`createClient: ${member} must be ${what}`);
}
