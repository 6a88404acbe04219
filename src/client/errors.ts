/**
 * The errors of the client (T45). Each has a literal `name`, so that a `switch` narrows it and two copies of the package
 * do no harm. No token, secret or request body is in any message.
 */

/**
 * One reason of an error, as `api:ErrorDetails` has it.
 *
 * @since 0.3.0
 */
export interface ErrorDetail {
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** The IRI of the property. */
  readonly property: string | undefined;
  /** The IRI of the object. */
  readonly resource: string | undefined;
}

/**
 * What is known of a refused request.
 *
 * @since 0.3.0
 */
export interface ErrorAnswer {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly title: string;
  readonly details: readonly ErrorDetail[];
  /** The body where it is no `api:Error`, 4 KB at most. */
  readonly text: string | undefined;
}

/** An address without its query and its user, since both may hold secrets. */
function withoutSecrets(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return origin === 'null' ? url : origin + pathname;
  } catch {
    return url.split(/[?#]/, 1)[0] ?? '';
  }
}

/**
 * A server refused a request.
 *
 * @since 0.3.0
 */
export class OneRecordError extends Error {
  override readonly name: string = 'OneRecordError';
  readonly status: number;
  readonly title: string;
  readonly details: readonly ErrorDetail[];
  readonly method: string;
  readonly url: string;
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | undefined;
  readonly headers: Headers;
  /** The body where it is no `api:Error`, 4 KB at most. */
  readonly text: string | undefined;

  constructor(answer: ErrorAnswer) {
    const reasons = answer.details.flatMap(({ message }) => (message === undefined ? [] : [message]));
    const text = [answer.title, ...reasons].join('; ').slice(0, 2000);
    super(`${answer.method} ${withoutSecrets(answer.url)}: ${answer.status} ${text}`);
    this.status = answer.status;
    this.title = answer.title;
    this.details = answer.details;
    this.method = answer.method;
    this.url = answer.url;
    this.requestId = answer.headers.get('x-request-id') ?? undefined;
    this.headers = answer.headers;
    this.text = answer.text;
  }
}

/**
 * 400, and any other 4xx without a class of its own.
 *
 * @since 0.3.0
 */
export class BadRequestError extends OneRecordError {
  override readonly name = 'BadRequestError';
}

/**
 * 401, after a new token was tried.
 *
 * @since 0.3.0
 */
export class UnauthorizedError extends OneRecordError {
  override readonly name = 'UnauthorizedError';
}

/**
 * 403: access was not granted, or has been withdrawn (T72).
 *
 * @since 0.3.0
 */
export class ForbiddenError extends OneRecordError {
  override readonly name = 'ForbiddenError';
}

/**
 * 404 and 410.
 *
 * @since 0.3.0
 */
export class NotFoundError extends OneRecordError {
  override readonly name = 'NotFoundError';
}

/**
 * 406.
 *
 * @since 0.3.0
 */
export class NotAcceptableError extends OneRecordError {
  override readonly name = 'NotAcceptableError';
}

/**
 * 409: for example an object with this URI exists.
 *
 * @since 0.3.0
 */
export class ConflictError extends OneRecordError {
  override readonly name = 'ConflictError';
}

/**
 * 412.
 *
 * @since 0.3.0
 */
export class PreconditionFailedError extends OneRecordError {
  override readonly name = 'PreconditionFailedError';
}

/**
 * 422: understood, and impossible.
 *
 * @since 0.3.0
 */
export class UnprocessableError extends OneRecordError {
  override readonly name = 'UnprocessableError';
}

/**
 * 429, after the retries.
 *
 * @since 0.3.0
 */
export class TooManyRequestsError extends OneRecordError {
  override readonly name = 'TooManyRequestsError';
}

/**
 * 5xx, after the retries.
 *
 * @since 0.3.0
 */
export class ServerError extends OneRecordError {
  override readonly name = 'ServerError';
}

/**
 * No answer: the connection was refused or lost.
 *
 * @since 0.3.0
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly method: string;
  readonly url: string;

  constructor(method: string, url: string, cause?: unknown) {
    super(`${method} ${withoutSecrets(url)}: no answer`, { cause });
    this.method = method;
    this.url = url;
  }
}

/**
 * No answer in time.
 *
 * @since 0.3.0
 */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly method: string;
  readonly url: string;
  readonly timeoutMs: number;

  constructor(method: string, url: string, timeoutMs: number) {
    super(`${method} ${withoutSecrets(url)}: nothing within ${timeoutMs} ms`);
    this.method = method;
    this.url = url;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * No token: the identity provider refused one (T44).
 *
 * @since 0.3.0
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  /** The status of the token endpoint; undefined without an answer. */
  readonly status: number | undefined;
  /** `error` of the answer (RFC 6749, 5.2). */
  readonly error: string | undefined;

  constructor(message: string, status?: number, error?: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.status = status;
    this.error = error;
  }
}

/**
 * The server lacks the feature of a method (T39).
 *
 * @since 0.3.0
 */
export class NotSupportedError extends Error {
  override readonly name = 'NotSupportedError';
  /** The method of the client. */
  readonly method: string;
  /** The API version that was asked for. */
  readonly version: string | undefined;
  /** What showed it, for example `405 Method Not Allowed`. */
  readonly answer: string;

  constructor(method: string, version: string | undefined, answer: string) {
    super(`the server does not support ${method} (API ${version ?? 'of its choice'}): ${answer}`);
    this.method = method;
    this.version = version;
    this.answer = answer;
  }
}

/**
 * An answer that cannot be read: no JSON-LD, a context elsewhere, a creation without an address.
 *
 * @since 0.3.0
 */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
  readonly method: string;
  readonly url: string;
  /** 4 KB at most. */
  readonly text: string | undefined;

  constructor(method: string, url: string, problem: string, text?: string) {
    super(`${method} ${withoutSecrets(url)}: ${problem}`);
    this.method = method;
    this.url = url;
    this.text = text?.slice(0, 4096);
  }
}

const classes = new Map<number, new (answer: ErrorAnswer) => OneRecordError>([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [406, NotAcceptableError],
  [409, ConflictError],
  [410, NotFoundError],
  [412, PreconditionFailedError],
  [422, UnprocessableError],
  [429, TooManyRequestsError],
]);

/** The error of a status (T45). */
export function errorOf(answer: ErrorAnswer): OneRecordError {
  if (answer.status >= 500) return new ServerError(answer);
  const ErrorClass = classes.get(answer.status) ?? (answer.status >= 400 ? BadRequestError : OneRecordError);
  return new ErrorClass(answer);
}
