/** The Express app: what every request passes through on its way to a resource, and every answer on its way back. */
import compression from 'compression';
import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { IdSource } from '../ambient.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../identity/caller.js';
import { describeError, reportOf } from '../rdf/error-description.js';
import type { ReadOptions } from '../rdf/jsonld-reader.js';
import { dataset, namedNode } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ApiVersion } from '../settings.js';
import { accessLog } from './access-log.js';
import { asServiceError } from './errors.js';
import { named, requestFigures } from '../metrics/requests.js';
import type { Metrics } from '../metrics/metrics.js';
import { createRateLimits } from './rate-limit.js';
import { type Answer, Exchange, type Handler, type Method, type Resource } from './exchange.js';
import { isUnchanged } from './conditions.js';
import { streamEvents } from './event-stream.js';
import { contentType, negotiate } from './negotiation.js';
import type { Representations } from './representation.js';

export interface AppOptions {
  /** The path of the base URL: a prefix of every route, without a trailing slash. */
  readonly basePath: string;
  /** Resources that any authenticated caller reaches; what they may do there is the resource's own question. */
  readonly resources: readonly Resource[];
  /** Addresses that need no token: health, the development identity provider. */
  readonly open: readonly { readonly path: string; readonly handler: RequestHandler }[];
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly reading: ReadOptions;
  readonly representations: Representations;
  readonly vocabulary: Vocabulary;
  readonly defaultApiVersion: ApiVersion;
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

const exposedHeaders = ['Location', 'Type', 'Revision', 'Latest-Revision', 'ETag', 'Last-Modified', 'Truncated'];

/** `Vary` of every answer: what a shared cache must tell apart (D9). */
const VARY = 'Accept, Authorization, Accept-Language, Accept-Encoding';
const LANGUAGE = 'en-US';

function send(
  request: Request,
  response: Response,
  answer: Answer,
  { log, stopping }: Pick<AppOptions, 'log' | 'stopping'>,
): void {
  switch (answer.kind) {
    case 'content': {
      const { etag, type, lastModified } = answer;
      // Written in one go, past Express's own `send`: what that works out for every answer is known here.
      const origin = response.getHeader('Vary');
      const vary = typeof origin === 'string' ? `${VARY}, ${origin}` : VARY;
      const headers: Record<string, string | number> = { 'Content-Language': LANGUAGE, Vary: vary };
      if (etag !== undefined) headers['ETag'] = `"${etag}"`;
      if (type !== undefined) headers['Type'] = type;
      if (lastModified !== undefined) headers['Last-Modified'] = lastModified.toUTCString();
      Object.assign(headers, answer.headers);
      const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = request.headers;
      if (isUnchanged({ ifNoneMatch, ifModifiedSince }, answer)) {
        response.writeHead(304, headers).end();
        return;
      }
      headers['Content-Type'] = answer.contentType;
      headers['Content-Length'] = answer.body.length;
      response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : answer.body);
      return;
    }
    case 'created':
      response.status(201).set({ Location: answer.location, Type: answer.type }).end();
      return;
    case 'no-content':
      response
        .status(204)
        .set({ ...answer.headers })
        .end();
      return;
    case 'moved':
      response
        .status(answer.permanent ? 301 : 302)
        .set({ Location: answer.location })
        .end();
      return;
    case 'event-stream':
      streamEvents(response, answer.subscribe, log, stopping);
  }
}

/**
 * What a browser is told not to do with an answer of an API: load anything, be framed, guess a type. A page that needs
 * more (`/docs`) brings its own policy.
 */
function securityHeaders(secure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    // These speak to pages and to browsers of long ago; no answer of the API is opened as one.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // To promise HTTPS is for those who have it.
    strictTransportSecurity: secure && { maxAge: 31_536_000 },
  });
}

/** A middleware for those requests only that carry a header, since it has nothing to do for others and costs them time. */
function whereGiven(header: string, middleware: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.headers[header] === undefined) next();
    else void middleware(request, response, next);
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

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Waits until the whole body is there; body-parser refuses what is larger than the limit, inflated or not. */
function readBody(parser: RequestHandler, request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      else reject(error instanceof Error ? error : new Error('the request body cannot be read', { cause: error }));
    });
  });
}

/**
 * Builds the app. Each request goes: log, security headers, CORS, then at a resource in the order of D16:
 * 401, 405, 406, 413, and what the resource itself finds.
 */
export function createApp(options: AppOptions): Express {
  const { log, ids, vocabulary, defaultApiVersion } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.use(requestFigures(options.metrics));
  app.use(accessLog(log));
  app.use(securityHeaders(options.secure));
  if (options.corsOrigins.length > 0) {
    const origin = options.corsOrigins.includes('*') ? '*' : [...options.corsOrigins];
    const policy = cors({ origin, exposedHeaders, methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] });
    app.use(whereGiven('origin', policy));
  }
  app.use(whereGiven('accept-encoding', compression()));

  const router = express.Router({ caseSensitive: true });
  const bodyParser = express.raw({ type: () => true, limit: options.bodyLimit });
  const withBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

  const limits = createRateLimits(options.rateLimit);
  const authenticated = async (request: Request, response: Response): Promise<Caller> => {
    let caller: Caller;
    try {
      caller = await options.authenticate(request.get('authorization'));
    } catch (refusal) {
      if (refusal instanceof ServiceError && refusal.kind === 'unauthenticated')
        await limits.refused(request, response);
      throw refusal;
    }
    await limits.admit(request, response, caller);
    return caller;
  };

  const endpoint =
    (handlerOf: (request: Request) => Handler, ownForms = false): RequestHandler =>
    async (request, response) => {
      const caller = await authenticated(request, response);
      const handler = handlerOf(request);
      const form = negotiate(ownForms ? undefined : request.get('accept'), defaultApiVersion);
      const body = withBody.has(request.method) ? await readBody(bodyParser, request, response) : Buffer.alloc(0);
      const warn = (warnings: readonly string[]): void => {
        log.warn({ warnings }, 'parts of a request body were left out');
      };
      const reading = { ...options.reading, warn };
      const answer = await handler(new Exchange(request, reading, caller, form, body, response));
      send(request, response, answer, options);
    };

  const nowhere = endpoint(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  // Express would refuse an address that cannot be decoded before anybody has asked who calls.
  router.use(async (request, response, next) => {
    if (isDecodable(request.path)) next();
    else await nowhere(request, response, next);
  });
  for (const { path, handler } of options.open) router.use(path, named(path), handler);
  for (const [path, { methods, ownForms }] of byPath(options.resources)) {
    const allowed = Object.keys(methods);
    const allow = (methods.GET === undefined ? allowed : [...allowed, 'HEAD']).join(', ');
    router.all(
      path,
      named(path),
      endpoint((request) => {
        const handler = methods[(request.method === 'HEAD' ? 'GET' : request.method) as Method];
        if (handler !== undefined) return handler;
        throw new ServiceError('method-not-allowed', `${request.method} is not allowed here; allowed: ${allow}`, {
          headers: { Allow: allow },
        });
      }, ownForms),
    );
  }
  router.use(nowhere);

  app.use(options.basePath === '' ? '/' : options.basePath, router);
  app.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });

  app.use((thrown: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) {
      next(thrown);
      return;
    }
    const error = asServiceError(thrown, log, ids);
    const root = namedNode(`internal:${ids.next()}`);
    const form = { syntax: 'jsonld', version: defaultApiVersion } as const;
    const body = options.representations.write(
      { root, data: dataset(describeError(reportOf(error), root, vocabulary, ids)) },
      form,
    );
    response.removeHeader('ETag');
    response
      .status(error.status)
      .set({ 'Content-Type': contentType(form), 'Content-Language': LANGUAGE, Vary: VARY, ...error.headers })
      .send(body);
  });
  return app;
}
