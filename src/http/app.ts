/**
 * The pipeline of every request: logging, CORS, routing, authentication, negotiation, body, handler, response.
 *
 * Resources are served by Node's HTTP server directly, since Express costs more than a whole read (docs/performance.md).
 * Express serves the pages beside them (health, metrics, documentation).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { Clock, IdSource } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { Caller } from './caller.js';
import type { Metrics } from '../metrics/metrics.js';
import { requestMetrics, type ObservedRequest } from './server/request-metrics.js';
import type { ReadOptions } from '../rdf/jsonld/reader.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { KeyedMutex } from '../store/embedded/keyed-mutex.js';
import { accessLog } from './server/access-log.js';
import { bodyReader, sendContinue, type Middleware } from './server/body.js';
import { gzipTag } from './server/compression.js';
import { type Current, hasPreconditions } from './conditions.js';
import { type HandlerResult, RequestContext, type Handler, type Method, type Resource } from './request-context.js';
import { type FormDefaults, negotiate } from './negotiation.js';
import { createRateLimits } from './server/rate-limit.js';
import type { Representations } from './representation.js';
import { Responses } from './responses.js';
import { stripBasePath, Routes } from './routing.js';
import { securityHeaders } from './server/security-headers.js';
import type { ErrorContent } from './server/server.js';

/** A path without authentication, with all paths below it: health, documentation, the development identity provider. */
export interface PublicRoute {
  readonly path: string;
  readonly handler: RequestHandler;
}

export interface AppOptions {
  /** The path of the base URL: a prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** Resources for any authenticated caller; each authorizes its callers itself. */
  readonly resources: readonly Resource[];
  readonly publicRoutes: readonly PublicRoute[];
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly reading: ReadOptions;
  readonly representations: Representations;
  readonly vocabulary: Vocabulary;
  /** The form of responses where Accept does not say, and of all errors. */
  readonly formDefaults: FormDefaults;
  readonly bodyLimit: number;
  /** Requests a minute and caller; 0 is no limit. */
  readonly rateLimit: number;
  /** Whether the node is reached over TLS, its own or a proxy's. */
  readonly secure: boolean;
  readonly metrics: Metrics;
  readonly corsOrigins: readonly string[];
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Ends the streams that are open when the node stops. */
  readonly stopping: AbortSignal;
}

/** The request listener of the node. */
export interface App {
  readonly answer: RequestListener;
  /** The response to a request that cannot be read as HTTP. */
  readonly describe: (error: ServiceError) => ErrorContent;
}

const exposedHeaders = [
  'Location',
  'Type',
  'Revision',
  'Latest-Revision',
  'ETag',
  'Last-Modified',
  'Link',
  'WWW-Authenticate',
  'Retry-After',
  'Content-Language',
  'Truncated',
  'Allow',
  'Accept-Patch',
  'Accept-Post',
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** How long a browser may cache a preflight response; most accept no longer time. */
const PREFLIGHT_SECONDS = 7200;

/** CORS for the given origins; requests without an Origin pass unchanged. */
function corsMiddleware(origins: readonly string[]): Middleware {
  if (origins.length === 0) {
    return (_request, _response, next) => {
      next();
    };
  }
  const policy = cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders,
    methods: METHODS,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (request, response, next) => {
    if (request.headers.origin === undefined) next();
    else policy(request, response, next);
  };
}

/** Several modules may have methods at the same path. */
function byPath(resources: readonly Resource[]): Map<string, Omit<Resource, 'path'>> {
  const paths = new Map<string, Omit<Resource, 'path'>>();
  for (const { path, methods, ...rest } of resources) {
    const known = paths.get(path);
    paths.set(path, { ...known, ...rest, methods: { ...known?.methods, ...methods } });
  }
  return paths;
}

const notFound: Handler = () => {
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

/**
 * The current representation of what a request changes, as a read of it would give it to this caller; what the caller
 * may not read or has not asked for in a form that there is has no tag. Undefined where there is none.
 */
async function currentOf(read: Handler | undefined, context: RequestContext): Promise<Current | undefined> {
  if (read === undefined) return undefined;
  try {
    const answer = await read(context);
    if (answer.kind !== 'content') return {};
    const { etag, lastModified } = answer;
    return etag === undefined
      ? { lastModified }
      : { isTag: (tag) => tag === etag || tag === gzipTag(etag), lastModified };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return error.kind === 'not-found' ? undefined : {};
  }
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

/** Not where a page has a strong tag: the compressed bytes would need another one (RFC 9110, section 8.8.3.3). */
function isCompressible(request: Request, response: Response): boolean {
  const etag = response.getHeader('ETag');
  return !(typeof etag === 'string' && etag.startsWith('"')) && compression.filter(request, response);
}

/**
 * Builds the app. Each request goes: log, CORS, its Host, then at a resource in the order of D16: 401, 405, 406, 413, and
 * what the resource itself finds.
 */
export function createApp(options: AppOptions): App {
  const { log, formDefaults } = options;
  const routes = new Routes(byPath(options.resources));
  const limits = createRateLimits(options.rateLimit);
  const readBody = bodyReader(options.bodyLimit);
  const responses = new Responses(options);
  const locks = new KeyedMutex<string>();
  const reading = {
    ...options.reading,
    warn: (warnings: readonly string[]): void => {
      log.warn({ warnings }, 'a request body was not taken as it is');
    },
  };

  async function authenticated(request: IncomingMessage): Promise<Caller> {
    let caller: Caller;
    try {
      caller = await options.authenticate(request.headers.authorization);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unauthenticated')
        await limits.consumeFailure(request.socket.remoteAddress);
      throw error;
    }
    await limits.consume(caller);
    return caller;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, observed: ObservedRequest): Promise<void> {
    checkHost(request);
    if (request.url === '*') {
      if (request.method !== 'OPTIONS') throw new ServiceError('invalid-body', '* is a target of OPTIONS alone');
      responses.sendMethods(response, [...METHODS, 'OPTIONS']);
      return;
    }
    const path = stripBasePath(options.basePath, request.url ?? '');
    const found = path === undefined ? undefined : routes.find(path);
    if (found === undefined) {
      const page = path === undefined ? undefined : pageOf(path);
      if (page !== undefined) {
        observed.route = page.path;
        sendContinue(request, response);
        pages(request, response);
        return;
      }
    } else observed.route = found.template;
    const link = found?.value.link;
    if (link !== undefined) response.setHeader('Link', link);
    const caller = await authenticated(request);
    const handler = found === undefined ? notFound : handlerFor(request.method ?? '', found.value);
    const form = negotiate(found?.value.negotiatesItself === true ? undefined : request.headers.accept, formDefaults);
    const body = await readBody(request, response);
    const contextWith = (bytes: Buffer, current: () => Promise<Current | undefined>): RequestContext =>
      new RequestContext(request, response, found?.params ?? {}, reading, caller, form, bytes, current);
    const current = async (): Promise<Current | undefined> =>
      currentOf(
        found?.value.methods.GET,
        contextWith(Buffer.alloc(0), () => Promise.resolve(undefined)),
      );
    const handle = (): Promise<HandlerResult> => handler(contextWith(body, current));
    // Conditional POSTs to one path run one after another, so that the state compared with is still the current one.
    const isConditional = request.method === 'POST' && hasPreconditions(request.headers);
    const answered = isConditional ? await locks.run([path ?? ''], handle) : await handle();
    await responses.send(request, response, answered, observed);
  }

  const pageOf = (path: string): PublicRoute | undefined =>
    options.publicRoutes.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  const pages = express();
  pages.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  const pageHeaders = new Map(Object.entries(securityHeaders(options.secure)));
  pages.use(
    (_request, response, next) => {
      response.setHeaders(pageHeaders);
      next();
    },
    compression({ filter: isCompressible }),
  );
  for (const { path, handler } of options.publicRoutes) pages.use(options.basePath + path, handler);
  pages.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  pages.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(thrown);
    else responses.sendError(thrown, response);
  });

  const observe = requestMetrics(options.metrics);
  const logRequest = accessLog(log);
  const applyCors = corsMiddleware(options.corsOrigins);
  return {
    answer: (request, response) => {
      const observed = observe(request, response);
      logRequest(request, response);
      const fail = (thrown: unknown): void => {
        responses.sendError(thrown, response);
      };
      applyCors(request, response, (error) => {
        if (error === undefined) answer(request, response, observed).catch(fail);
        else fail(error);
      });
    },
    describe: (error) => {
      log.info({ status: error.status, reason: error.message }, 'a malformed request was rejected');
      return responses.describe(error);
    },
  };
}
