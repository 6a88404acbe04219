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
import { securityMiddleware } from './server/security-headers.js';
import type { ErrorContent } from './server/server.js';

/** An address that needs no token, with all that is below it: health, documentation, the development identity provider. */
export interface PublicRoute {
  readonly path: string;
  readonly handler: RequestHandler;
}

export interface AppOptions {
  /** The path of the base URL: a prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** Resources that any authenticated caller reaches; what they may do there is the resource's own question. */
  readonly resources: readonly Resource[];
  readonly publicRoutes: readonly PublicRoute[];
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
  readonly clock: Clock;
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

/** How long a page's browser may remember what it may send: longer than that most do not. */
const PREFLIGHT_SECONDS = 7200;

/** Which pages of other origins may call this node (CORS); requests that no page has made pass untouched. */
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

/** Several rooms may have a method each at the same address. */
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
async function currentOf(read: Handler | undefined, exchange: RequestContext): Promise<Current | undefined> {
  if (read === undefined) return undefined;
  try {
    const answer = await read(exchange);
    if (answer.kind !== 'content') return {};
    const { etag, lastModified } = answer;
    return etag === undefined
      ? { lastModified }
      : { isTag: (tag) => tag === etag || tag === gzipTag(etag), lastModified };
  } catch (refusal) {
    if (!(refusal instanceof ServiceError) || refusal.status >= 500) throw refusal;
    return refusal.kind === 'not-found' ? undefined : {};
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
  const turns = new KeyedMutex<string>();
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
    } catch (refusal) {
      if (refusal instanceof ServiceError && refusal.kind === 'unauthenticated')
        await limits.consumeFailure(request.socket.remoteAddress);
      throw refusal;
    }
    await limits.consume(caller);
    return caller;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, watched: ObservedRequest): Promise<void> {
    checkHost(request);
    if (request.url === '*') {
      if (request.method !== 'OPTIONS') throw new ServiceError('invalid-body', '* is a target of OPTIONS alone');
      responses.tellMethods(response, [...METHODS, 'OPTIONS']);
      return;
    }
    const path = stripBasePath(options.basePath, request.url ?? '');
    const found = path === undefined ? undefined : routes.find(path);
    if (found === undefined) {
      const page = path === undefined ? undefined : pageOf(path);
      if (page !== undefined) {
        watched.route = page.path;
        sendContinue(request, response);
        pages(request, response);
        return;
      }
    } else watched.route = found.template;
    const link = found?.value.link;
    if (link !== undefined) response.setHeader('Link', link);
    const caller = await authenticated(request);
    const handler = found === undefined ? notFound : handlerFor(request.method ?? '', found.value);
    const form = negotiate(found?.value.negotiatesItself === true ? undefined : request.headers.accept, formDefaults);
    const body = await readBody(request, response);
    const exchangeWith = (bytes: Buffer, current: () => Promise<Current | undefined>): RequestContext =>
      new RequestContext(request, response, found?.params ?? {}, reading, caller, form, bytes, current);
    const current = async (): Promise<Current | undefined> =>
      currentOf(
        found?.value.methods.GET,
        exchangeWith(Buffer.alloc(0), () => Promise.resolve(undefined)),
      );
    const handle = (): Promise<HandlerResult> => handler(exchangeWith(body, current));
    // Between what a condition was compared with and what is then done there, nobody with a condition goes ahead.
    const isConditional = request.method === 'POST' && hasPreconditions(request.headers);
    const answered = isConditional ? await turns.run([path ?? ''], handle) : await handle();
    await responses.send(request, response, answered, watched);
  }

  const pageOf = (path: string): PublicRoute | undefined =>
    options.publicRoutes.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  const pages = express();
  pages.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);
  pages.use(securityMiddleware(options.secure), compression({ filter: isCompressible }));
  for (const { path, handler } of options.publicRoutes) pages.use(options.basePath + path, handler);
  pages.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  pages.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(thrown);
    else responses.refuse(thrown, response);
  });

  const watch = requestMetrics(options.metrics);
  const note = accessLog(log);
  const share = corsMiddleware(options.corsOrigins);
  return {
    answer: (request, response) => {
      const watched = watch(request, response);
      note(request, response);
      const fail = (thrown: unknown): void => {
        responses.refuse(thrown, response);
      };
      share(request, response, (error) => {
        if (error === undefined) answer(request, response, watched).catch(fail);
        else fail(error);
      });
    },
    describe: (refusal) => {
      log.info({ status: refusal.status, reason: refusal.message }, 'what is no request was refused');
      return responses.describe(refusal);
    },
  };
}
