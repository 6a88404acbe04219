/**
 * What can go wrong for a caller: one error class whose kind fixes status and title (D33). The rules throw it, and
 * `http/` renders it in one place; anything else that is thrown is a defect and becomes a 500.
 */

/** The kinds of error with the standard's titles (D33). The status also stands in `hasCode`, over HTTP and in `hasError`. */
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
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'too-large': { status: 413, title: 'Content too large' },
  'unsupported-type': { status: 415, title: 'Unsupported content type' },
  unprocessable: { status: 422, title: 'Unprocessable content' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal server error' },
  'bad-gateway': { status: 502, title: 'Bad gateway' },
  unavailable: { status: 503, title: 'Service unavailable' },
  'insufficient-storage': { status: 507, title: 'Insufficient storage' },
} as const;

export type ErrorKind = keyof typeof errorKinds;

/** One problem: what is wrong, in a sentence for a partner's developer, and where. */
export interface ErrorDetail {
  readonly message: string;
  /** IRI of the property at fault. */
  readonly property?: string | undefined;
  /** IRI of the resource at fault. */
  readonly resource?: string | undefined;
}

/** A refusal that the caller is told of: a kind, and one detail for each problem (D33). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly details: readonly [ErrorDetail, ...ErrorDetail[]];

  constructor(
    readonly kind: ErrorKind,
    details: string | ErrorDetail | readonly ErrorDetail[],
    options: {
      readonly cause?: unknown;
      /** Header fields that belong to the answer, such as `Allow` or `Retry-After`. */
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const [first, ...rest] =
      typeof details === 'string' ? [{ message: details }] : 'message' in details ? [details] : details;
    const one = first ?? { message: errorKinds[kind].title };
    super(one.message, { cause: options.cause });
    this.details = [one, ...rest];
    this.headers = options.headers ?? {};
  }

  readonly headers: Readonly<Record<string, string>>;

  get status(): number {
    return errorKinds[this.kind].status;
  }

  get title(): string {
    return errorKinds[this.kind].title;
  }
}

/** What the system or a library calls an error, such as `ENOENT`; undefined for one without a code. */
export function codeOf(error: unknown): string | number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}
