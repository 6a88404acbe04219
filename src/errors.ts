/**
 * Errors for callers: one class whose kind determines status and title (D33). Use cases throw it, and `http/` writes it
 * as a response; any other error is a defect and becomes a 500.
 */

/** The kinds of error with the standard's titles (D33). The status is also the `hasCode` of an Error. */
export const errorKinds = {
  'invalid-body': { status: 400, title: 'Invalid body request' },
  'invalid-query': { status: 400, title: 'Invalid query parameter request' },
  'invalid-resource': { status: 400, title: 'Invalid resource' },
  unauthenticated: { status: 401, title: 'Not authenticated or expired token' },
  forbidden: { status: 403, title: 'Not authorized to perform action' },
  'not-found': { status: 404, title: 'Resource not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  conflict: { status: 409, title: 'Identifier conflict' },
  gone: { status: 410, title: 'Resource gone' },
  erased: { status: 410, title: 'Resource erased' },
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'too-large': { status: 413, title: 'Content too large' },
  'unsupported-type': { status: 415, title: 'Unsupported content type' },
  unprocessable: { status: 422, title: 'Unprocessable content' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal server error' },
  'not-implemented': { status: 501, title: 'Not implemented' },
  'bad-gateway': { status: 502, title: 'Bad gateway' },
  unavailable: { status: 503, title: 'Service unavailable' },
  'http-version': { status: 505, title: 'HTTP version not supported' },
  'insufficient-storage': { status: 507, title: 'Insufficient storage' },
} as const;

type ErrorKind = keyof typeof errorKinds;

/** A text with the tag of its language (BCP 47); without one for a text of this node's own language. */
export interface LanguageText {
  readonly text: string;
  readonly language: string;
}

/** One problem: a sentence for a partner's developer, and its position. */
export interface ErrorDetail {
  readonly message: string;
  /** The message in all languages that the author of a shape wrote (D76). */
  readonly texts?: readonly LanguageText[] | undefined;
  /** IRI of the property at fault. */
  readonly property?: string | undefined;
  /** IRI of the resource at fault. */
  readonly resource?: string | undefined;
  /** Whether lenient mode would take it (D40). */
  readonly strictOnly?: boolean | undefined;
}

/** A remark for internal agents only: the configuration of a node is its operator's affair. */
export const lenientRemark = 'VALIDATION=lenient would take this';

/** What is said of an erased resource to those who could read it (P32). */
export interface Tombstone {
  readonly resource: string;
  readonly formerType: string | undefined;
  readonly deletedAt: Date;
  /** The term of the reason. */
  readonly reason: string;
  readonly erasure: string;
  /** The entry of the erasure in the log of proofs; undefined where it has none, or none yet. */
  readonly entry?: string | undefined;
}

/** An error with one detail for each problem (D33). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly details: readonly [ErrorDetail, ...ErrorDetail[]];

  constructor(
    readonly kind: ErrorKind,
    details: string | ErrorDetail | readonly ErrorDetail[],
    options: {
      readonly cause?: unknown;
      /** Header fields of the response, such as `Allow` or `Retry-After`. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly tombstone?: Tombstone | undefined;
    } = {},
  ) {
    const [first, ...rest] =
      typeof details === 'string' ? [{ message: details }] : 'message' in details ? [details] : details;
    const primary = first ?? { message: errorKinds[kind].title };
    super(primary.message, { cause: options.cause });
    this.details = [primary, ...rest];
    this.headers = options.headers ?? {};
    this.tombstone = options.tombstone;
  }

  readonly headers: Readonly<Record<string, string>>;
  /** Of an erased resource. */
  readonly tombstone: Tombstone | undefined;

  /** The same error with more header fields. */
  with(headers: Readonly<Record<string, string>>): ServiceError {
    const { kind, details, cause, tombstone } = this;
    return new ServiceError(kind, details, { cause, headers: { ...this.headers, ...headers }, tombstone });
  }

  get status(): number {
    return errorKinds[this.kind].status;
  }

  get title(): string {
    return errorKinds[this.kind].title;
  }
}

/** Whether the store or another service was unavailable: a retry may succeed. */
export function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'unavailable';
}

/** Whether the store is unavailable or full, independently of the data. */
export const isOutage = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof ServiceError && error.kind === 'insufficient-storage');

/** The code of a system's or library's error, such as `ENOENT`. */
export function codeOf(error: unknown): string | number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}
