/**
 * What every request passes through on its way to a resource, and every answer on its way back.
 *
 * Resources are answered straight from Node's own server: Express takes six times what that takes for a request
 * (docs/performance.md). It serves the pages beside them (health, metrics, documentation).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { IdSource } from '../ambient.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../identity/caller.js';
import type { Metrics } from '../metrics/metrics.js';
import { requestFigures, type WatchedRequest } from '../metrics/requests.js';
import { describeError, reportOf } from '../rdf/error-description.js';
import type { ReadOptions } from '../rdf/jsonld-reader.js';
import { graphOf } from '../rdf/graph.js';
import { namedNode } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { accessLog } from './access-log.js';
import { bodyReader, goOn, type Middleware } from './body.js';
import { gzipped } from './compression.js';
import { isUnchanged } from './conditions.js';
import { asServiceError } from './errors.js';
import { eventStreamHeaders, streamEvents } from './event-stream.js';
import { type Answer, Exchange, type Handler, type Method, type Resource } from './exchange.js';
import { contentType, type FormDefaults, negotiate } from './negotiation.js';
import { createRateLimits } from './rate-limit.js';
import type { Representations } from './representation.js';
import { pathBelow, Routes } from './routing.js';
import { securityHeaders, securityMiddleware } from './security-headers.js';
import type { ErrorContent } from './server.js';

/** An address that needs no token, with all that is below it: health, documentation, the development identity provider. */
export interface Page {
  readonly path: string;
  readonly handler: RequestHandler;
}

export interface AppOptions {
  /** The path of the base URL: a prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** Resources that any authenticated caller reaches; what they may do there is the resource's own question. */
  readonly resources: readonly Resource[];
  readonly open: readonly Page[];
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly reading: ReadOptions;
  readonly representations: Representations;
  readonly vocabulary: Vocabulary;
  /** The form of answers to requests that do not say otherwise, and of all errors. */
  readonly formDefaults: FormDefaults;
  readonly bodyLimit: number;
  /** Requests a minute and caller; 0 is no limit. */
  readonly rateLimit: number;
  /** Whether the node is reached over TLS, its own or a proxy's. */
  readonly secure: boolean;
  readonly metrics: Metrics;
  readonly corsOrigins: readonly string[];
  readonly log: Logger;
  readonly ids: IdSource;
  /** Ends the streams that are open when the node stops. */
  readonly stopping: AbortSignal;
}

/** The node as it answers. */
export interface App {
  readonly answer: RequestListener;
  /** What is answered to a request that is refused before it could be read. */
  readonly describe: (refusal: ServiceError) => ErrorContent;
}

const exposedHeaders = ['Location', 'Type', 'Revision', 'Latest-Revision', 'ETag', 'Last-Modified', 'Truncated'];

/** `Vary` of every answer with content: what a shared cache must tell apart (D9). */
const VARY = 'Accept, Authorization, Accept-Language, Accept-Encoding';
const LANGUAGE = 'en-US';

/** Which pages of other origins may call this node (CORS); requests that no page has made pass untouched. */
function sharing(origins: readonly string[]): Middleware {
  if (origins.length === 0) {
    return (_request, _response, next) => {
      next();
    };
  }
  const policy = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  });
  return (request, response, next) => {
    if (request.headers.origin === undefined) next();
    else policy(request, response, next);
  };
}

/** Several rooms may have a method each at the same address. */
function byPath(resources: readonly Resource[]): Map<string, Omit<Resource, 'path'>> {
  const paths = new Map<string, Omit<Resource, 'path'>>();
  for (const { path, methods, ...rest } of resources) {
    const known = paths.get(path);
    paths.set(path, { ...known, ...rest, methods: { ...known?.methods, ...methods } });
  }
  return paths;
}

const nowhere: Handler = () => {
  throw new ServiceError('not-found', 'there is nothing at this address');
};

function handlerFor(method: string, { methods }: Omit<Resource, 'path'>): Handler {
  const handler = methods[(method === 'HEAD' ? 'GET' : method) as Method];
  if (handler !== undefined) return handler;
  const allowed = Object.keys(methods);
  const allow = (methods.GET === undefined ? allowed : [...allowed, 'HEAD']).join(', ');
  throw new ServiceError('method-not-allowed', `${method} is not allowed here; allowed: ${allow}`, {
    headers: { Allow: allow },
  });
}

/** One `Host` and no more; none is for HTTP/1.0 alone (RFC 9112, 3.2). */
function checkHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  // `headersDistinct` would take all fields apart for each request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ServiceError('invalid-body', `a request has one Host field, and not ${hosts}`);
}

/**
 * Builds the app. Each request goes: log, CORS, its Host, then at a resource in the order of D16: 401, 405, 406, 413, and
 * what the resource itself finds.
 */
export function createApp(options: AppOptions): App {
  const { log, ids, vocabulary, formDefaults, representations } = options;
  const routes = new Routes(byPath(options.resources));
  const limits = createRateLimits(options.rateLimit);
  const readBody = bodyReader(options.bodyLimit);
  const security = securityHeaders(options.secure);
  const reading = {
    ...options.reading,
    warn: (warnings: readonly string[]): void => {
      log.warn({ warnings }, 'a request body was not taken as it is');
    },
  };

  /** Begins an answer. What a middleware has set before (CORS) goes with it. */
  function begin(response: ServerResponse, status: number, headers: Readonly<Record<string, string | number>>): void {
    response.writeHead(status, { ...security, ...headers });
  }

  /** What tells of the content of an answer beside its own headers. */
  function aboutContent(response: ServerResponse): Record<string, string | number> {
    const other = response.getHeader('Vary');
    return { 'Content-Language': LANGUAGE, Vary: typeof other === 'string' ? `${VARY}, ${other}` : VARY };
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    watched: WatchedRequest,
  ): Promise<void> {
    switch (answer.kind) {
      case 'content': {
        const { etag, type, lastModified } = answer;
        const headers = aboutContent(response);
        if (etag !== undefined) headers['ETag'] = `"${etag}"`;
        if (type !== undefined) headers['Type'] = type;
        if (lastModified !== undefined) headers['Last-Modified'] = lastModified.toUTCString();
        Object.assign(headers, answer.headers);
        const {
          'if-none-match': ifNoneMatch,
          'if-modified-since': ifModifiedSince,
          'accept-encoding': acceptEncoding,
        } = request.headers;
        if (isUnchanged({ ifNoneMatch, ifModifiedSince }, answer)) {
          begin(response, 304, headers);
          response.end();
          return;
        }
        headers['Content-Type'] = answer.contentType;
        const compressed = gzipped(answer.body, acceptEncoding);
        if (compressed !== undefined) headers['Content-Encoding'] = 'gzip';
        const body = compressed === undefined ? answer.body : await compressed;
        headers['Content-Length'] = body.length;
        begin(response, 200, headers);
        response.end(body);
        return;
      }
      case 'created':
        begin(response, 201, { Location: answer.location, Type: answer.type, 'Content-Length': 0 });
        response.end();
        return;
      case 'no-content':
        begin(response, 204, { ...answer.headers });
        response.end();
        return;
      case 'moved':
        begin(response, answer.permanent ? 301 : 302, { Location: answer.location, 'Content-Length': 0 });
        response.end();
        return;
      case 'event-stream':
        watched.isStream = true;
        begin(response, 200, eventStreamHeaders);
        // Without a body there is nothing to wait for.
        if (request.method === 'HEAD') response.end();
        else streamEvents(response, answer.subscribe, log, options.stopping);
    }
  }

  function describe(error: ServiceError): ErrorContent {
    const root = namedNode(`internal:${ids.next()}`);
    const form = { syntax: 'jsonld', ...formDefaults } as const;
    const data = graphOf(describeError(reportOf(error), root, vocabulary, ids));
    const body = representations.write({ root, data }, form);
    return { headers: { 'Content-Type': contentType(form), ...error.headers }, body };
  }

  function refuse(thrown: unknown, response: ServerResponse): void {
    if (response.headersSent) {
      // Half an answer must not pass for a whole one.
      log.error({ err: thrown }, 'an answer has broken off');
      response.destroy();
      return;
    }
    const error = asServiceError(thrown, log, ids);
    const { headers, body } = describe(error);
    response.removeHeader('ETag');
    begin(response, error.status, { ...headers, ...aboutContent(response), 'Content-Length': body.length });
    response.end(body);
  }

  async function authenticated(request: IncomingMessage): Promise<Caller> {
    let caller: Caller;
    try {
      caller = await options.authenticate(request.headers.authorization);
    } catch (refusal) {
      if (refusal instanceof ServiceError && refusal.kind === 'unauthenticated')
        await limits.refused(request.socket.remoteAddress);
      throw refusal;
    }
    await limits.admit(caller);
    return caller;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, watched: WatchedRequest): Promise<void> {
    checkHost(request);
    const path = pathBelow(options.basePath, request.url ?? '');
    const found = path === undefined ? undefined : routes.find(path);
    if (found === undefined) {
      const page = path === undefined ? undefined : pageOf(path);
      if (page !== undefined) {
        watched.route = page.path;
        goOn(request, response);
        pages(request, response);
        return;
      }
    } else watched.route = found.template;
    const caller = await authenticated(request);
    const handler = found === undefined ? nowhere : handlerFor(request.method ?? '', found.value);
    const form = negotiate(found?.value.ownForms === true ? undefined : request.headers.accept, formDefaults);
    const body = await readBody(request, response);
    const exchange = new Exchange(request, response, found?.parts ?? {}, reading, caller, form, body);
    await send(request, response, await handler(exchange), watched);
  }

  const pageOf = (path: string): Page | undefined =>
    options.open.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  const pages = express();
  pages.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  pages.use(securityMiddleware(options.secure), compression());
  for (const { path, handler } of options.open) pages.use(options.basePath + path, handler);
  pages.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  pages.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(thrown);
    else refuse(thrown, response);
  });

  const watch = requestFigures(options.metrics);
  const note = accessLog(log);
  const share = sharing(options.corsOrigins);
  return {
    answer: (request, response) => {
      const watched = watch(request, response);
      note(request, response);
      const fail = (thrown: unknown): void => {
        refuse(thrown, response);
      };
      share(request, response, (error) => {
        if (error === undefined) answer(request, response, watched).catch(fail);
        else fail(error);
      });
    },
    describe: (refusal) => {
      log.info({ status: refusal.status, reason: refusal.message }, 'what is no request was refused');
      const { headers, body } = describe(refusal);
      return { headers: { ...security, 'Content-Language': LANGUAGE, ...headers }, body };
    },
  };
}
