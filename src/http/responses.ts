/** Writes responses and errors with their header fields. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { ApiVersion } from '../api-versions.js';
import type { Clock } from '../clock.js';
import { turns } from '../async/turns.js';
import { getOrAdd } from '../collections.js';
import { reasonOf } from './server/access-log.js';
import type { ObservedRequest } from './server/observed-request.js';
import { describeErrorBody, reportOf } from '../rdf/error-description.js';
import { graphOf } from '../rdf/graph.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { compressBody, isGzipped, tagsOf } from './server/compression.js';
import { isNotModified, namesTag } from './conditions.js';
import { lenientRemark, type ServiceError } from '../errors.js';
import { asServiceError } from './errors.js';
import { exportMetrics } from './server/export-metrics.js';
import { eventStreamHeaders, streamEvents } from './event-stream.js';
import { inLanguages, OWN_LANGUAGE } from '../languages.js';
import type { Content, ContentStream, HandlerResult } from './request-context.js';
import { acceptsCoding } from './representation/media-ranges.js';
import { bodyVersion, contentType, type FormDefaults, versionNamedBy } from './representation/negotiation.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Representations } from './representation/representation.js';
import { sendChunks } from './server/chunks.js';
import { securityHeaders } from './server/security-headers.js';

/** `Vary` of all responses with content (D9). */
const VARY = 'Accept, Authorization, Accept-Language, Accept-Encoding';

/**
 * A resource may change at any time, and a response is for its caller only. By default a cache would treat a response with
 * `Last-Modified` as fresh for a tenth of its age (D58; RFC 9111, sections 3.5, 4.2.2 and 5.2.2.4).
 */
const REVALIDATED = 'private, no-cache';

/** By default a 301 may be cached without limit (RFC 9110, section 15.4.2), but a relocation can be undone. */
const MOVED_SECONDS = 300;

export interface ResponsesOptions {
  readonly representations: Representations;
  readonly vocabulary: Vocabulary;
  readonly formDefaults: FormDefaults;
  /** Whether callers use TLS, to the node or to a proxy. */
  readonly secure: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Ends the streams that are open when the node stops. */
  readonly stopping: AbortSignal;
}

/** Statements of an error that is written without waiting. */
const MAX_AT_ONCE = 250;

/** The most dates of header fields that are cached as text. */
const MAX_DATES = 1_000;

type Fields = Readonly<Record<string, string | number>>;

/** An IRI as a URI (RFC 3987, section 3.1): a header field holds ASCII only. */
function asUri(iri: string): string {
  return iri.replace(/\P{ASCII}+/gu, encodeURIComponent);
}

/** The API version that the Content-Type of a request's body names (L2); undefined without a body. */
export function versionOfBody({ headers }: IncomingMessage, defaults: FormDefaults): ApiVersion | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  const hasBody = coding !== undefined || (length !== undefined && length !== '0');
  return hasBody ? bodyVersion(headers['content-type'], defaults) : undefined;
}

function redirectStatus({ seeOther, temporary, permanent }: Extract<HandlerResult, { kind: 'redirect' }>): number {
  if (seeOther === true) return 303;
  if (temporary === true) return 307;
  return permanent ? 301 : 302;
}

/** `Vary` including the fields of CORS. @param more header fields that influence this answer. */
function varyOf(response: ServerResponse, more?: string): string {
  const others = [more, response.getHeader('Vary')].filter((other) => typeof other === 'string');
  return [VARY, ...others].join(', ');
}

export class Responses {
  readonly #security: readonly string[];
  /** Responses with complete heads, to be sent in this turn of the event loop. */
  #ready: { readonly response: ServerResponse; readonly body: Buffer | undefined }[] = [];
  /** By second. */
  readonly #dates = new Map<number, string>();
  readonly #countExport: ReturnType<typeof exportMetrics>;

  constructor(private readonly options: ResponsesOptions) {
    this.#countExport = exportMetrics(options.metrics);
    this.#security = Object.entries(securityHeaders(options.secure)).flat();
  }

  /** @throws ServiceError `precondition-failed` for a read whose If-Match or If-Unmodified-Since fails. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    result: HandlerResult,
    observed: ObservedRequest,
  ): Promise<void> {
    switch (result.kind) {
      case 'content':
        return this.#sendContent(request, response, result, observed);
      case 'created':
        this.#writeHead(response, observed, 201, {
          Location: asUri(result.location),
          Type: asUri(result.type),
          ...result.headers,
          'Content-Length': 0,
        });
        response.end();
        return;
      case 'no-content':
        this.#writeHead(response, observed, 204, { ...result.headers });
        response.end();
        return;
      case 'redirect':
        this.#writeHead(response, observed, redirectStatus(result), {
          Location: asUri(result.location),
          'Cache-Control': result.permanent ? `private, max-age=${MOVED_SECONDS}` : REVALIDATED,
          ...(result.vary !== undefined && { Vary: varyOf(response, result.vary) }),
          ...result.headers,
          'Content-Length': 0,
        });
        response.end();
        return;
      case 'content-stream':
        return this.#sendStream(request, response, result, observed);
      case 'event-stream':
        isNotModified({ 'if-match': request.headers['if-match'] }, {});
        observed.isStream = true;
        this.#writeHead(response, observed, 200, eventStreamHeaders);
        if (request.method === 'HEAD') response.end();
        else streamEvents(response, result.subscribe, this.options.log, this.options.stopping);
    }
  }

  async #sendContent(
    request: IncomingMessage,
    response: ServerResponse,
    result: Content,
    observed: ObservedRequest,
  ): Promise<void> {
    const { body, etag, type, lastModified } = result;
    const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
    const tags: readonly string[] = etag === undefined ? [] : tagsOf(etag, body, acceptEncoding);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isTag = etag === undefined ? {} : { isTag: (tag: string) => tags.includes(tag) };
    const current = { ...isTag, lastModified: result.changedAt ?? lastModified };
    const conditions =
      result.ignoresModifiedSince === true ? { ...request.headers, 'if-modified-since': undefined } : request.headers;
    const notModified = isRead && isNotModified(conditions, current);

    const headers = this.#contentHeaders(response, REVALIDATED, OWN_LANGUAGE, result.vary);
    // A 304 has the tag of the representation that the caller has.
    const tag = (notModified ? tags.find((one) => namesTag(ifNoneMatch, one)) : undefined) ?? tags[0];
    if (tag !== undefined) headers['ETag'] = `"${tag}"`;
    if (type !== undefined) headers['Type'] = asUri(type);
    if (lastModified !== undefined) headers['Last-Modified'] = this.#httpDate(this.#notLater(lastModified));
    Object.assign(headers, result.headers);
    if (notModified) {
      this.#writeHead(response, observed, 304, headers);
      this.#endSoon(response);
      return;
    }
    headers['Content-Type'] = result.contentType;
    const isCompressed = isGzipped(body, acceptEncoding);
    if (isCompressed) headers['Content-Encoding'] = 'gzip';
    const sent = isCompressed ? await compressBody(body) : body;
    headers['Content-Length'] = sent.length;
    this.#writeHead(response, observed, result.status ?? 200, headers);
    this.#endSoon(response, sent);
  }

  async #sendStream(
    request: IncomingMessage,
    response: ServerResponse,
    { chunks, contentType, type, language, file, headers }: ContentStream,
    observed: ObservedRequest,
  ): Promise<void> {
    const isCompressed = file !== 'xlsx' && acceptsCoding(request.headers['accept-encoding'], 'gzip');
    if (file !== undefined) this.#countExport(file);
    this.#writeHead(response, observed, 200, {
      ...this.#contentHeaders(response, 'no-store', language),
      ...(type !== undefined && { Type: asUri(type) }),
      'Content-Type': contentType,
      ...headers,
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    });
    const sent = typeof chunks === 'function' ? chunks(this.options.clock.now()) : chunks;
    await sendChunks(response, sent, isCompressed);
  }

  /**
   * Ends a response when all requests are handled that have arrived by now: a client or proxy on this machine, which is
   * woken up by the first of these responses, then finds the others.
   */
  #endSoon(response: ServerResponse, body?: Buffer): void {
    if (this.#ready.length === 0)
      turns.atEnd(() => {
        const ready = this.#ready;
        this.#ready = [];
        for (const { response, body } of ready) response.end(body);
      });
    this.#ready.push({ response, body });
  }

  /** Sends the ServiceError that was thrown, or 500 for anything else (D33). */
  sendError(thrown: unknown, response: ServerResponse, observed: ObservedRequest): void {
    const { log, vocabulary, representations, formDefaults } = this.options;
    const { requestId } = observed.trace;
    if (response.headersSent) {
      // The client must notice that the response is incomplete.
      log.error({ err: thrown, requestId }, 'a response was aborted');
      response.destroy();
      return;
    }
    const error = asServiceError(thrown, log, requestId);
    observed.reason = reasonOf(error);
    const named = versionNamedBy(response.req.headers.accept, versionOfBody(response.req, formDefaults), formDefaults);
    const { version, jsonLd } = formDefaults;
    const form = { syntax: 'jsonld', version: named ?? version, jsonLd } as const;
    const { details, language } = inLanguages(error.details, response.req.headers['accept-language']);
    const { root, statements } = describeErrorBody(
      {
        ...reportOf({ title: error.title, status: error.status, details }),
        remark: language === OWN_LANGUAGE ? remarkOn(error, observed) : undefined,
        tombstone: error.tombstone,
      },
      requestId,
      vocabulary,
    );
    const send = (body: Buffer): void => {
      response.removeHeader('ETag');
      this.#writeHead(response, observed, error.status, {
        'Content-Type': contentType(form),
        ...error.headers,
        ...this.#contentHeaders(response, 'no-store', language),
        'Content-Length': body.length,
      });
      response.end(body);
    };
    const resource = { root, data: graphOf(statements) };
    // A large body may have thousands of mistakes.
    if (resource.data.size > MAX_AT_ONCE) void representations.write(resource, form).then(send);
    else send(representations.writeAtOnce(resource, form));
  }

  /**
   * Redirects a browser to a page (D67). Other clients get the resource from the same address, so the answer is not
   * cached.
   */
  sendSeeOther(response: ServerResponse, location: string, observed: ObservedRequest): void {
    this.#writeHead(response, observed, 303, {
      Location: asUri(location),
      'Cache-Control': 'no-store',
      Vary: VARY,
      'Content-Length': 0,
    });
    response.end();
  }

  /** Responds to `OPTIONS *` (RFC 9110, section 9.3.7). */
  sendMethods(response: ServerResponse, methods: readonly string[], observed: ObservedRequest): void {
    this.#writeHead(response, observed, 204, { Allow: methods.join(', ') });
    response.end();
  }

  /** Writes the head; header fields set before (CORS) stay. */
  #writeHead(response: ServerResponse, { trace }: ObservedRequest, status: number, headers: Fields): void {
    // Names and values alternately: Node checks an object with this many fields much more slowly.
    const fields: (string | number)[] = [
      ...this.#security,
      'Date',
      this.#httpDate(this.options.clock.now()),
      'X-Request-Id',
      trace.requestId,
    ];
    for (const name in headers) fields.push(name, headers[name] ?? '');
    response.writeHead(status, fields);
  }

  /** Header fields of all responses with content. */
  #contentHeaders(
    response: ServerResponse,
    cacheControl: string,
    language = OWN_LANGUAGE,
    vary?: string,
  ): Record<string, string | number> {
    return {
      'Cache-Control': cacheControl,
      'Content-Language': language,
      Vary: varyOf(response, vary),
    };
  }

  /** A date of a header field. Most are of this second, or of a revision that is read again. */
  #httpDate(time: Date): string {
    const second = Math.floor(time.getTime() / 1000);
    return getOrAdd(this.#dates, second, () => {
      if (this.#dates.size >= MAX_DATES) this.#dates.clear();
      return time.toUTCString();
    });
  }

  /** `Last-Modified` must not be later than `Date` (RFC 9110, section 8.8.2.1); the clock may have been set back. */
  #notLater(time: Date): Date {
    const now = this.options.clock.now();
    return time > now ? now : time;
  }
}

/** The remark for internal agents: lenient mode would accept the rejected content (D40). */
function remarkOn({ details }: ServiceError, { isInternal }: ObservedRequest): string | undefined {
  return isInternal === true && details.every(({ strictOnly }) => strictOnly === true) ? lenientRemark : undefined;
}
