/**
 * The pipeline of every request: logging, CORS, routing, authentication, negotiation, body, handler, response.
 *
 * Resources are served by Node's HTTP server directly, because one Express middleware costs as much as a whole read
 * (docs/architecture.md). Express serves the public routes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newestOf } from '../api-versions.js';
import { turns } from '../async/turns.js';
import type { IdSource } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Documents } from '../rdf/jsonld/large/documents.js';
import { InputError } from '../rdf/input-error.js';
import type { ReadOptions } from '../rdf/jsonld/reader.js';
import { readTrace } from '../tracing/request-trace.js';
import type { Tracer } from '../tracing/tracer.js';
import type { Network } from '../settings/networks.js';
import type { Caller } from './caller.js';
import type { Current } from './conditions.js';
import { asksForPage } from './browser.js';
import { cachedNegotiation, preferredOther, versionNamedBy } from './representation/negotiation.js';
import { createPages, type PublicRoute } from './pages.js';
import { type Handler, type HandlerResult, RequestContext, type Resource } from './request-context.js';
import { Responses, type ResponsesOptions, versionOfBody } from './responses.js';
import { handlerFor, isElsewhere, METHODS, notFound, type Path, ResourcePaths } from './resource-paths.js';
import { type RouteMatch, stripBasePath } from './routing.js';
import { accessLog } from './server/access-log.js';
import { seenBy } from './erased-resource.js';
import { bodyReader, sendContinue } from './server/body.js';
import { clientAddresses } from './server/client-address.js';
import { gzipTag } from './server/compression.js';
import { corsMiddleware } from './server/cors.js';
import { type Account, createRateLimits, networkOf } from './server/rate-limit.js';
import { methodLabel, NO_ROUTE, type ObservedRequest } from './server/observed-request.js';
import { inRequestSpan } from './server/request-span.js';
import { requestMetrics } from './server/request-metrics.js';

export interface AppOptions extends ResponsesOptions {
  /** The path of the base URL: a prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** Resources for any authenticated caller; each authorizes its callers itself. */
  readonly resources: readonly Resource[];
  readonly publicRoutes: readonly PublicRoute[];
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** The caller whose token was verified before; it may have expired since. */
  readonly recognize: (authorization: string | undefined) => Caller | undefined;
  /** Called for each request that a handler refuses, before it is answered (D75). */
  readonly refused?: ((request: RefusedRequest) => Promise<void>) | undefined;
  /** Makes commits of other processes visible; undefined if no waiting is needed. */
  readonly refresh: () => Promise<void> | undefined;
  readonly reading: ReadOptions;
  readonly documents: Documents;
  readonly bodyLimit: number;
  /** Points per minute and caller (see `createRateLimits`); 0 means no limit. */
  readonly rateLimit: number;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** For requests without an identifier. */
  readonly ids: IdSource;
  /** Whose `Forwarded` and `X-Forwarded-For` are believed (D62). */
  readonly trustedProxies: readonly Network[];
  readonly corsOrigins: readonly string[];
  /** The address of the HTML page about the resource at a route; undefined without one (D67). */
  readonly pageOf?: ((route: string, params: Readonly<Record<string, string>>) => string | undefined) | undefined;
}

/**
 * The current representation of the resource that a request changes, as this caller would read it; undefined if it has
 * none, or if the caller must not read it (D73). It has no tag if Accept cannot be met.
 */
async function currentOf(read: Handler | undefined, context: RequestContext): Promise<Current | undefined> {
  if (read === undefined) return undefined;
  try {
    const result = await read(context);
    if (result.kind !== 'content') return {};
    const { etag, lastModified } = result;
    return etag === undefined
      ? { lastModified }
      : { isTag: (tag) => tag === etag || tag === gzipTag(etag), lastModified };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return error.kind === 'not-found' || error.kind === 'forbidden' ? undefined : {};
  }
}

/** A request that was refused with 4xx. */
export interface RefusedRequest {
  readonly caller: Caller;
  readonly method: string;
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
}

/** The status of an error of the caller; undefined for an error of the node. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof InputError) return 400;
  return error instanceof ServiceError && error.status < 500 ? error.status : undefined;
}

/**
 * Rejects requests that Node's parser would misinterpret.
 *
 * @throws ServiceError `http-version` for a version other than 1.0 and 1.1, `not-implemented` for a transfer coding
 * other than `chunked` alone (RFC 9112, sections 2.3 and 6.1).
 */
function checkFraming({ httpVersion, headers }: IncomingMessage): void {
  const close = { headers: { Connection: 'close' } };
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw new ServiceError('http-version', 'this node speaks HTTP/1.1 and HTTP/1.0', close);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    throw new ServiceError('not-implemented', 'the only supported transfer coding of a request is chunked', close);
}

/** @throws ServiceError unless there is exactly one `Host`, or none in HTTP/1.0 (RFC 9112, section 3.2). */
function checkHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  // `headersDistinct` would split all fields of each request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ServiceError('invalid-body', `a request must have one Host field, not ${hosts}`);
}

/**
 * The listener of all requests. It checks them in the order of D16: framing (501, 505), Host (400), token (401), method (405), Accept (406),
 * size of the body (413); then the handler of the resource runs.
 */
export function createApp(options: AppOptions): RequestListener {
  const { log, formDefaults, tracer } = options;
  const newest = newestOf(formDefaults.versions) ?? formDefaults.version;
  const negotiateStandard = cachedNegotiation(formDefaults);
  const negotiateOwn = cachedNegotiation({ ...formDefaults, version: newest });
  const paths = new ResourcePaths(options.resources, formDefaults.versions);
  const limits = createRateLimits(options.rateLimit);
  const readBody = bodyReader(options.bodyLimit);
  const responses = new Responses(options);
  const addressOf = clientAddresses(options.trustedProxies);
  const reading = {
    ...options.reading,
    documents: options.documents,
    warn: (warnings: readonly string[]): void => {
      log.warn({ warnings }, 'a request body was accepted with corrections');
    },
  };

  async function authenticate(request: IncomingMessage, observed: ObservedRequest): Promise<Caller> {
    let caller: Caller;
    try {
      caller = await options.authenticate(request.headers.authorization);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unauthenticated')
        await limits.failure(addressOf(request.socket.remoteAddress, request.headers));
      throw error;
    }
    turns.belongsTo(caller.agent);
    observed.agent = caller.agent;
    observed.isInternal = caller.internal;
    return caller;
  }

  /** Errors of requests for public routes, which are thrown in Express. */
  const ofPages = new WeakMap<ServerResponse, ObservedRequest>();
  const pages = createPages(options, (thrown, response) => {
    const observed = ofPages.get(response);
    if (observed === undefined) throw new TypeError('a page has no request');
    responses.sendError(thrown, response, observed);
  });
  const publicRouteOf = (path: string): PublicRoute | undefined =>
    options.publicRoutes.find((route) => path === route.path || path.startsWith(`${route.path}/`));

  /** Charges a request and its response: a connection has one request at a time. */
  async function charge(account: Account, { socket }: IncomingMessage, response: ServerResponse): Promise<void> {
    await account.request();
    const before = socket.bytesWritten;
    response.once('close', () => {
      account.answer(socket.bytesWritten - before);
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse, observed: ObservedRequest): Promise<void> {
    checkFraming(request);
    checkHost(request);
    if (request.url === '*') {
      if (request.method !== 'OPTIONS') throw new ServiceError('invalid-body', 'only OPTIONS may have the target *');
      responses.sendMethods(response, [...METHODS, 'OPTIONS'], observed);
      return;
    }
    const path = stripBasePath(options.basePath, request.url ?? '');
    const match = path === undefined ? undefined : paths.find(path, request.method ?? '');
    const publicRoute = match === undefined && path !== undefined ? publicRouteOf(path) : undefined;
    const route = match?.template ?? publicRoute?.path;
    if (route !== undefined) observed.route = route;
    if (publicRoute !== undefined) {
      if (publicRoute.isUnlimited !== true)
        await charge(limits.ofAddress(addressOf(request.socket.remoteAddress, request.headers)), request, response);
      sendContinue(request, response);
      response.setHeader('X-Request-Id', observed.trace.requestId);
      ofPages.set(response, observed);
      pages(request, response);
      return;
    }
    const page =
      match !== undefined && asksForPage(request) ? options.pageOf?.(match.template, match.params) : undefined;
    if (page !== undefined) {
      const [, query] = (request.url ?? '').split(/\?(.*)/s);
      responses.sendSeeOther(response, query === undefined ? page : `${page}?${query}`, observed);
      return;
    }
    const resource = match?.value;
    if (resource?.link !== undefined) response.setHeader('Link', resource.link);
    const authenticated = await authenticate(request, observed);
    const account = limits.ofCaller(authenticated);
    await charge(account, request, response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const caller = isRead ? authenticated : { ...authenticated, trace: observed.trace };
    const { accept } = request.headers;
    const version = versionOfBody(request, formDefaults);
    const handlerAt = ({ value }: RouteMatch<Path>): Handler =>
      handlerFor(request.method ?? '', value, () => versionNamedBy(accept, version, formDefaults));
    const handler = match === undefined ? notFound : handlerAt(match);
    const negotiateForm = resource?.isNodeApi === true ? negotiateOwn : negotiateStandard;
    const otherType = resource?.otherTypes && preferredOther(accept, resource.otherTypes);
    const negotiated =
      otherType === undefined
        ? negotiateForm(resource?.negotiatesItself === true ? undefined : accept, version)
        : { ...negotiateForm(undefined, version), otherType };
    const body = await readBody(request, response);
    await account.body(body.length);
    // After the body: commits that happened while it arrived are visible, too.
    const refreshed = options.refresh();
    if (refreshed !== undefined) await refreshed;
    if (body.length > 0 || refreshed !== undefined) await turns.resume(caller.agent);
    const run = async (handler: Handler, match: RouteMatch<Path> | undefined): Promise<HandlerResult> => {
      const contextWith = (bytes: Buffer, current: () => Promise<Current | undefined>): RequestContext =>
        new RequestContext(
          request,
          response,
          match?.params ?? {},
          reading,
          caller,
          negotiated,
          bytes,
          current,
          match?.value.declaredQuery,
        );
      const current = async (): Promise<Current | undefined> =>
        currentOf(
          match?.value.operations.get('GET')?.handler,
          contextWith(Buffer.alloc(0), () => Promise.resolve(undefined)),
        );
      try {
        return await handler(contextWith(body, current));
      } catch (thrown) {
        const error = seenBy(thrown, caller);
        const elsewhere =
          path !== undefined && match !== undefined && isElsewhere(error) ? paths.beside(path, match) : undefined;
        if (elsewhere !== undefined) {
          observed.route = elsewhere.template;
          return run(handlerAt(elsewhere), elsewhere);
        }
        const status = statusOf(error);
        if (status !== undefined && match !== undefined)
          await options.refused?.({
            caller,
            method: request.method ?? '',
            route: match.template,
            params: match.params,
            status,
          });
        throw error;
      }
    };
    const result = await run(handler, match);
    await responses.send(request, response, result, observed);
  }

  const answer = (request: IncomingMessage, response: ServerResponse, observed: ObservedRequest): Promise<void> =>
    handle(request, response, observed).catch((thrown: unknown) => {
      responses.sendError(thrown, response, observed);
    });
  /** Whose turn a request takes: an invented token is its sender's. */
  const partyOf = ({ headers }: IncomingMessage, remoteAddress: string | undefined): string =>
    options.recognize(headers.authorization)?.agent ?? networkOf(addressOf(remoteAddress, headers));
  const measured = requestMetrics(options.metrics);
  const logRequest = accessLog(log, addressOf);
  const applyCors = corsMiddleware(options.corsOrigins, METHODS);
  return (request, response) => {
    const { headers, socket } = request;
    const trace = readTrace(headers['x-request-id'], headers['traceparent'], options.ids);
    const observed: ObservedRequest = {
      target: request.url ?? '',
      route: NO_ROUTE,
      isStream: false,
      trace,
      start: performance.now(),
    };
    // A closed socket has no address.
    const { remoteAddress } = socket;
    measured.begin();
    response.on('close', () => {
      const status = response.headersSent ? response.statusCode : 0;
      measured.end(observed, methodLabel(request), status);
      logRequest(request, remoteAddress, observed, status);
    });
    const begin = (): void => {
      // Nobody waits for it any more.
      if (response.destroyed && (request.method === 'GET' || request.method === 'HEAD')) return;
      // The response to a preflight request is written by the middleware.
      if (headers.origin !== undefined) response.setHeader('X-Request-Id', trace.requestId);
      applyCors(request, response, (error) => {
        if (error !== undefined) responses.sendError(error, response, observed);
        else if (tracer.isEnabled)
          void inRequestSpan(tracer, request, response, observed, () => answer(request, response, observed));
        else void answer(request, response, observed);
      });
    };
    turns.start(() => partyOf(request, remoteAddress), begin);
  };
}
