/**
 * The interface between HTTP and the resources: a handler gets a RequestContext and returns a HandlerResult. Only this
 * folder uses the requests and responses of node:http.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiVersion, type Feature, hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { Caller, Requestor } from './caller.js';
import { InputError } from '../rdf/input-error.js';
import { parseJson } from '../rdf/jsonld/json.js';
import type { Documents } from '../rdf/jsonld/large/documents.js';
import type { JsonLdData, JsonLdDocument, ReadOptions, ReadRootOptions } from '../rdf/jsonld/reader.js';
import type { Iri } from '../rdf/terms.js';
import type { KeyedRequest } from '../transactions.js';
import { type Current, hasPreconditions, requireConditions } from './conditions.js';
import { parseMediaRange } from './representation/media-ranges.js';
import { type Negotiated, type RepresentationFormat } from './representation/negotiation.js';
import { QueryParameters } from './query-parameters.js';
import { stripQuery } from './routing.js';

/** The result of a handler; `responses.ts` writes it as a response. */
export type HandlerResult =
  | {
      readonly kind: 'content';
      /**
       * 200 by default; 201 with the description of what was created; 202 if the requested work is not done yet; 207 if several results each have a status (RFC 4918,
       * section 11.1).
       */
      readonly status?: 201 | 202 | 207;
      readonly body: Buffer;
      readonly contentType: string;
      /** The strong entity tag, without quotes. */
      readonly etag?: string;
      /** The IRI of the class that the resource is of (header `Type`, D9). */
      readonly type?: Iri;
      readonly lastModified?: Date;
      /**
       * When the body last changed, where that is later than `lastModified`: dates in conditions are compared with it.
       */
      readonly changedAt?: Date;
      /** `If-Modified-Since` is not evaluated: the body may change without a new date (D70). */
      readonly ignoresModifiedSince?: true;
      /** Header fields of the request that influence the answer, in addition to the general ones. */
      readonly vary?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'created';
      readonly location: Iri;
      readonly type: Iri;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'no-content'; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'redirect';
      readonly location: string;
      readonly permanent: boolean;
      /** Whether it leads to a description of what has no representation of its own. */
      readonly seeOther?: boolean;
      /** Whether the target is read for now at another address, which may change again (307). */
      readonly temporary?: true;
      /** As that of content. */
      readonly vary?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      /** A body that is sent while it is made; an error before its end ends the connection. */
      readonly kind: 'content-stream';
      /** Its chunks, for the time of the answer if they name it; ended early when the caller disconnects. */
      readonly chunks: AsyncIterable<Buffer> | ((now: Date) => AsyncIterable<Buffer>);
      readonly contentType: string;
      /** As that of content. */
      readonly type?: Iri;
      /** Of the node's texts in it, if not its own. */
      readonly language?: string;
      /** The format of a file that a table is exported as: one that is compressed is sent as it is. */
      readonly file?: 'csv' | 'xlsx';
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      /** Server-Sent Events, until the caller disconnects. */
      readonly kind: 'event-stream';
      /** Starts to emit; the returned function stops it. `fail` closes the stream and logs why, `end` closes it. */
      readonly subscribe: (
        emit: (event: StreamEvent) => void,
        fail: (error: unknown) => void,
        end: () => void,
      ) => () => void;
    };

export type Content = Extract<HandlerResult, { kind: 'content' }>;
export type ContentStream = Extract<HandlerResult, { kind: 'content-stream' }>;

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  /** One line of text. */
  readonly data: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Handler = (context: RequestContext) => Promise<HandlerResult>;

/** A method of a path. GET includes HEAD; a method that no resource at the path has gets 405 with `Allow`. */
export interface Resource {
  /** Below the base URL, with `:name` for a parameter. */
  readonly path: string;
  readonly method: Method;
  readonly handler: Handler;
  /** The handler negotiates: an Accept header without an RDF media type is not rejected before. */
  readonly negotiatesItself?: true;
  /** Media types in addition to those of RDF (`RequestContext.otherType`). */
  readonly otherTypes?: readonly string[];
  /** `Link` of all its responses, errors included (RFC 8288). */
  readonly link?: string;
  /** It exists in the API versions with this feature only: a request that names an older one does not find it (L6). */
  readonly feature?: Feature;
  /**
   * Its path is also that of another resource, whose path has a parameter in this place: that one has all other methods,
   * and the requests for which the handler throws ElsewhereError.
   */
  readonly isShared?: true;
  /** Its query parameters. Only those of the methods of the path can be read. */
  readonly query: readonly string[];
  /** The treatment of other query parameters. */
  readonly unknownQuery: 'refused' | 'ignored';
  /** An address of this node, not of the standard: everything in the newest version, unless another one is named (L9). */
  readonly isNodeApi?: true;
  /** `Idempotency-Key` is heeded (K22). */
  readonly isIdempotent?: true;
}

/** Media types of request bodies (D4, D47). */
const jsonLdBody = ['application/ld+json'] as const;
const internalBody = ['application/json', 'application/ld+json'] as const;

/** Content types that a GET may have, although it has no body (D4, and the audit trail's header list). */
const readableTypes = new Set([
  'application/ld+json',
  'application/json',
  'text/turtle',
  'application/x-turtle',
  'application/n-triples',
]);

/** The options for reading bodies; `warn` gets changed and removed values. */
interface BodyReading extends ReadOptions {
  readonly warn: (warnings: readonly string[]) => void;
  readonly documents: Documents;
}

/** The header field of a 415 that lists the media types, by method (RFC 5789, section 2.2; RFC 9110, section 12.5.1). */
const acceptedTypesField = new Map([
  ['PATCH', 'Accept-Patch'],
  ['POST', 'Accept-Post'],
]);

/** One authenticated request. */
export class RequestContext {
  readonly query: QueryParameters;
  /** Set by the handler; otherwise the resource is read. */
  #current: { readonly state: Current | undefined } | undefined;
  /** Whether the body says which state the conditions are compared with. */
  #isOfBody = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly params: Readonly<Record<string, string>>,
    private readonly reading: BodyReading,
    readonly caller: Caller,
    private readonly negotiated: Negotiated,
    private readonly bytes: Buffer,
    private readonly current: () => Promise<Current | undefined>,
    private readonly declaredQuery: readonly string[] = [],
  ) {
    this.query = QueryParameters.of(request.url ?? '', declaredQuery);
  }

  get form(): RepresentationFormat {
    return this.negotiated.form;
  }

  /** The media type that the request prefers to those of RDF, if the resource has it; `form` is then not used. */
  get otherType(): string | undefined {
    return this.negotiated.otherType;
  }

  /** The API version that the request names itself, by Accept or by the Content-Type of its body (L2). */
  get namedVersion(): ApiVersion | undefined {
    return this.negotiated.namedVersion;
  }

  /** The id that the response has, and the log. */
  get requestId(): string | undefined {
    const id = this.response.getHeader('X-Request-Id');
    return typeof id === 'string' ? id : undefined;
  }

  get requestor(): Requestor {
    return { ...this.caller, apiVersion: this.namedVersion };
  }

  /**
   * The form of an answer that only the versions with a feature can give: the oldest of them for a request that names no
   * version (L5).
   *
   * @throws ServiceError `not-acceptable` for a request that names an older version.
   */
  formWith(feature: Feature): RepresentationFormat {
    const { form, namedVersion, versions } = this.negotiated;
    if (hasFeature(form.version, feature)) return form;
    const able = versions.filter((version) => hasFeature(version, feature));
    const [oldest] = able;
    if (namedVersion === undefined && oldest !== undefined) return { ...form, version: oldest };
    throw new ServiceError(
      'not-acceptable',
      `this has no form in API version ${form.version}; it has one in: ${able.join(', ')}`,
    );
  }

  /** Aborts when the caller disconnects before the response has been sent. */
  aborted(): AbortSignal {
    const controller = new AbortController();
    if (this.response.destroyed) controller.abort();
    this.response.once('close', () => {
      if (!this.response.writableEnded) controller.abort();
    });
    return controller.signal;
  }

  /** Whether the request has conditions that apply to a method other than GET and HEAD. */
  get isConditional(): boolean {
    return hasPreconditions(this.request.headers);
  }

  /**
   * The conditions of the request, for a handler that compares them in the transaction that changes the resource. They
   * are also compared before the body is read, after all checks that do not depend on the body (RFC 9110, section
   * 13.2.1).
   *
   * @param found the resource that the handler has found.
   * @param currentOf the representation to compare with; undefined if the resource has none.
   * @returns a function to call in the transaction that changes the resource, so that only one of two callers that have
   * read the same state succeeds; it throws `precondition-failed` if a condition does not hold.
   */
  preconditions<State>(found: State, currentOf: (state: State) => Current | undefined): (current: State) => void {
    this.#current = { state: currentOf(found) };
    return (current) => {
      requireConditions(this.request.headers, currentOf(current));
    };
  }

  /** As `preconditions`, where the body says which state that is: nothing is compared before the body is read. */
  preconditionsOfBody<State>(currentOf: (state: State) => Current): (current: State) => void {
    this.#isOfBody = true;
    return (current) => {
      requireConditions(this.request.headers, currentOf(current));
    };
  }

  /**
   * Compares the conditions of a request that adds to a list with the list as the caller would read it now. Call it in
   * the adding transaction, under a lock key shared by all changes of the list: of two callers that have read the same
   * list only one passes.
   *
   * @throws ServiceError `precondition-failed` when a condition does not hold.
   */
  async assertUnchanged(): Promise<void> {
    if (this.isConditional) requireConditions(this.request.headers, await this.current());
  }

  /** A digest of what a repetition of the request has in common with it: method, target and body (K23). */
  get fingerprint(): string {
    const { method = '', url = '' } = this.request;
    return createHash('sha256').update(`${method} ${url}\n`).update(this.bytes).digest('base64url');
  }

  /** The same request with its key, for its transactions (K25). */
  withKey(key: KeyedRequest): RequestContext {
    const { trace } = this.caller;
    if (trace === undefined) throw new TypeError('only requests that may change something have a key');
    return new RequestContext(
      this.request,
      this.response,
      this.params,
      this.reading,
      { ...this.caller, trace: { ...trace, key } },
      this.negotiated,
      this.bytes,
      this.current,
      this.declaredQuery,
    );
  }

  /** The absolute URL that was asked, without its query. @param base of the node. */
  address(base: Iri): string {
    return new URL(base).origin + stripQuery(this.request.url ?? '');
  }

  /** Whether it is a GET or HEAD, and not a change that compares its conditions with the answer to a GET. */
  get isRead(): boolean {
    return this.request.method === 'GET' || this.request.method === 'HEAD';
  }

  /** A parameter of the path, decoded. */
  param(name: string): string {
    return this.params[name] ?? '';
  }

  /** @param name in lower case. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /**
   * The body as a JSON-LD document about one object.
   *
   * @throws ServiceError `unsupported-type` (415) for another Content-Type; `precondition-failed` (412).
   * @throws InputError (400) for an invalid document (D2, D5).
   */
  async document(options: Pick<ReadRootOptions, 'isRootType' | 'uncheckedUris'> = {}): Promise<JsonLdDocument> {
    return this.#document(jsonLdBody, options);
  }

  /** The same, also as `application/json`: for the paths under `/internal/` (D47). */
  async internalDocument(options: Pick<ReadRootOptions, 'isRootType' | 'uncheckedUris'> = {}): Promise<JsonLdDocument> {
    return this.#document(internalBody, options);
  }

  async #document(
    types: readonly string[],
    options: Pick<ReadRootOptions, 'isRootType' | 'uncheckedUris'>,
  ): Promise<JsonLdDocument> {
    await this.#checkTypeAndConditions(types);
    const { documents, ...reading } = this.reading;
    return this.#logWarnings(await documents.document(this.bytes, this.caller.agent, { ...reading, ...options }));
  }

  /** The body as a JSON-LD document that may have several roots (D46). Errors as `document`. */
  async statements(): Promise<JsonLdData> {
    await this.#checkTypeAndConditions(jsonLdBody);
    const { documents, ...reading } = this.reading;
    return this.#logWarnings(await documents.dataset(this.bytes, this.caller.agent, reading));
  }

  /** The body as plain JSON, for the paths under `/internal/` (D47). */
  async json(): Promise<unknown> {
    await this.#checkTypeAndConditions(internalBody);
    return parseJson(this.bytes);
  }

  /**
   * The body as text, with its media type.
   *
   * @throws ServiceError `unsupported-type` for another type or charset, `invalid-body` for invalid UTF-8.
   */
  async text<Type extends string>(types: readonly Type[]): Promise<{ readonly type: Type; readonly text: string }> {
    await this.#checkTypeAndConditions(types);
    const contentType = parseMediaRange(this.header('content-type') ?? '');
    const type = types.find((candidate) => candidate === contentType.type);
    const charset = contentType.parameters.get('charset')?.toLowerCase() ?? 'utf-8';
    if (type === undefined || (charset !== 'utf-8' && charset !== 'utf8')) {
      throw this.#unsupported(`the body must be in UTF-8, not in ${charset}`, types);
    }
    try {
      return { type, text: new TextDecoder('utf-8', { fatal: true }).decode(this.bytes) };
    } catch (cause) {
      throw new ServiceError('invalid-body', 'the body is not UTF-8', { cause });
    }
  }

  /**
   * The body as it was received.
   *
   * @throws ServiceError `unsupported-type` for another type; `precondition-failed` (412).
   */
  async received(types: readonly string[]): Promise<Buffer> {
    await this.#checkTypeAndConditions(types);
    return this.bytes;
  }

  /** The body if it is valid JSON-LD, else undefined: for an optional body (D18). */
  async optionalDocument(): Promise<JsonLdDocument | undefined> {
    if (this.bytes.length === 0 || !this.#hasContentType(jsonLdBody)) return undefined;
    try {
      return await this.document();
    } catch (error) {
      if (error instanceof ServiceError || error instanceof InputError) return undefined;
      throw error;
    }
  }

  /** @throws ServiceError 415 for a GET with an unsupported Content-Type, if the specification lists that code (D4). */
  requireReadableContentType(): void {
    const contentType = this.header('content-type');
    if (contentType === undefined || readableTypes.has(parseMediaRange(contentType).type)) return;
    throw this.#unsupported(`content type ${JSON.stringify(contentType)} is not supported here`, [...readableTypes]);
  }

  #logWarnings<Read extends JsonLdData>(read: Read): Read {
    if (read.warnings.length > 0) this.reading.warn(read.warnings);
    return read;
  }

  #hasContentType(types: readonly string[]): boolean {
    return types.includes(parseMediaRange(this.header('content-type') ?? '').type);
  }

  async #checkTypeAndConditions(types: readonly string[]): Promise<void> {
    if (!this.#hasContentType(types)) {
      const contentType = this.header('content-type');
      const received = contentType === undefined ? 'none was given' : `${JSON.stringify(contentType)} was given`;
      throw this.#unsupported(`the body's content type must be ${types.join(' or ')}; ${received}`, types);
    }
    const { headers } = this.request;
    // What a repetition compares with has been changed by the first request (K23).
    if (!hasPreconditions(headers) || this.#isOfBody || this.caller.trace?.key?.answered !== undefined) return;
    requireConditions(headers, this.#current === undefined ? await this.current() : this.#current.state);
  }

  #unsupported(message: string, types: readonly string[]): ServiceError {
    const field = acceptedTypesField.get(this.request.method ?? '') ?? 'Accept';
    return new ServiceError('unsupported-type', message, { headers: { [field]: types.join(', ') } });
  }
}
