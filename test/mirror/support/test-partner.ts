/** A partner's ONE Record server over HTTP: it answers truthfully, except where a test has scripted a fault. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Clock } from '../../../src/clock.js';
import type { Certificate } from '../../support/certificates.js';
import { closeNow } from '../../support/exchange.js';
import { freePort } from '../../support/ports.js';
import { type Version, versions } from '../../support/versions.js';
import {
  auditTrailAnswer,
  compactTime,
  errorAnswer,
  eventAnswer,
  eventsAnswer,
  informationAnswer,
  objectAnswer,
  type PartnerAnswer,
  readTime,
  timeMapAnswer,
  timeMapLink,
  tombstoneAnswer,
  versionAsked,
} from './partner-answers.js';
import { type Members, PartnerObject } from './partner-object.js';
import { SubscriptionDesk } from './subscription-desk.js';

export const requestKinds = [
  'information',
  'object',
  'memento',
  'timemap',
  'events',
  'event',
  'audit-trail',
  'subscriptions',
  'action-request',
  'notifications',
  'other',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** A request as the partner received it. */
export interface PartnerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly kind: RequestKind;
  readonly object: PartnerObject | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** By `performance.now()`. */
  readonly at: number;
}

/** What becomes of a true answer. */
export type Fault = (answer: PartnerAnswer, request: PartnerRequest) => PartnerAnswer | Promise<PartnerAnswer>;

/** The requests that a fault concerns. */
export type Where = RequestKind | PartnerObject | ((request: PartnerRequest) => boolean);

interface Rule {
  readonly concerns: (request: PartnerRequest) => boolean;
  readonly fault: Fault;
  left: number;
}

export interface TestPartnerOptions {
  readonly clock: Clock;
  readonly versions?: readonly Version[];
  /** The path below which the API is; a partner may share its host with others. */
  readonly basePath?: string;
  /** For one that others have to know before it is there. */
  readonly port?: number;
  /** Answers over TLS. */
  readonly certificate?: Certificate;
  /** Whether answers link a TimeMap, by which revisions are found without times. */
  readonly hasTimeMap?: boolean;
}

export class TestPartner {
  readonly objects = new Map<string, PartnerObject>();
  /** All requests in the order of arrival. */
  readonly requests: PartnerRequest[] = [];
  readonly subscriptions: SubscriptionDesk;
  versions: readonly Version[];
  /** The data holder that the server names. */
  holder: string;
  hasTimeMap: boolean;
  /** What `at` brings: the revision of that second, the newest whatever is asked, or nothing. */
  history: 'kept' | 'newest' | 'none' = 'kept';
  /** The most requests that were answered at the same time. */
  mostAtOnce = 0;
  #atOnce = 0;
  #rules: Rule[] = [];
  readonly #waiting = new Set<() => void>();
  #server: Server | undefined;

  private constructor(
    readonly port: number,
    readonly clock: Clock,
    private readonly options: TestPartnerOptions,
  ) {
    this.versions = options.versions ?? versions;
    this.holder = `${this.base}/logistics-objects/_holder`;
    this.hasTimeMap = options.hasTimeMap ?? false;
    this.subscriptions = new SubscriptionDesk(this.base, clock);
  }

  static async start(options: TestPartnerOptions): Promise<TestPartner> {
    const partner = new TestPartner(options.port ?? (await freePort()), options.clock, options);
    await partner.open();
    return partner;
  }

  /** The URIs of its objects up to `/logistics-objects/`. */
  get base(): string {
    const scheme = this.options.certificate === undefined ? 'http' : 'https';
    return `${scheme}://localhost:${this.port}${this.options.basePath ?? ''}`;
  }

  /** Makes an object, with its first revision. */
  create(
    id: string,
    members: Members = { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'revision 1' },
  ): PartnerObject {
    const object = new PartnerObject(`${this.base}/logistics-objects/${id}`, this.clock, members);
    this.objects.set(object.uri, object);
    return object;
  }

  /**
   * Scripts a fault; one that is added later changes what earlier ones have made.
   *
   * @param times how many requests it concerns.
   * @returns ends the fault.
   */
  fault(where: Where, fault: Fault, times = Infinity): () => void {
    const rule = { concerns: concerning(where), fault, left: times };
    this.#rules.push(rule);
    return () => {
      this.#rules = this.#rules.filter((one) => one !== rule);
    };
  }

  /** Ends all faults. */
  repair(): void {
    this.#rules = [];
  }

  /** The requests that concern something. */
  received(where: Where): PartnerRequest[] {
    return this.requests.filter(concerning(where));
  }

  /** Waits until the requests satisfy a condition; the test's own timeout bounds it. */
  async until(condition: (partner: this) => boolean): Promise<void> {
    while (!condition(this)) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  /** Waits for a number of requests that concern something. */
  async asked(where: Where, count = 1): Promise<PartnerRequest[]> {
    await this.until(() => this.received(where).length >= count);
    return this.received(where);
  }

  /** Listens (again), on the same port as before. */
  async open(): Promise<void> {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      this.#take(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    };
    const { certificate } = this.options;
    const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
    this.#server = server;
    server.listen(this.port, 'localhost');
    await once(server, 'listening');
  }

  /** Closes at once, including open connections. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await closeNow(server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    response.once('close', () => {
      this.#atOnce -= 1;
    });
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', this.base);
    const received: PartnerRequest = {
      ...{
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
        at,
      },
      ...this.#subjectOf(url),
    };
    this.requests.push(received);
    const rules = this.#rules.filter((rule) => rule.left > 0 && rule.concerns(received));
    let answer = await this.#answer(received);
    for (const rule of rules) {
      rule.left -= 1;
      answer = await rule.fault(answer, received);
    }
    (answer.send ?? sendWhole)(response, answer);
    const watching = [...this.#waiting];
    this.#waiting.clear();
    for (const look of watching) look();
  }

  #subjectOf({ origin, pathname }: URL): Pick<PartnerRequest, 'kind' | 'object'> {
    const address = origin + pathname;
    const path = address.slice(this.base.length);
    const [, objectPath = '', below = ''] = /^(\/logistics-objects\/[^/]+)(\/.*)?$/.exec(path) ?? [];
    const object = this.objects.get(this.base + objectPath);
    return { kind: kindOf(path, below), object };
  }

  async #answer(request: PartnerRequest): Promise<PartnerAnswer> {
    const { method, kind, headers, object } = request;
    const asked = versionAsked(headers);
    const [oldest = '2.0.0'] = this.versions;
    const version = asked === undefined ? oldest : this.versions.find((one) => one === asked);
    if (version === undefined) return errorAnswer(406, 'Not acceptable', `version ${asked ?? ''} is not supported`);
    if (kind === 'information') return informationAnswer(this.base, this.holder, this.versions, version);
    if (kind === 'notifications') return { status: 204, headers: {}, body: '' };
    if (kind === 'subscriptions' || kind === 'action-request')
      return this.subscriptions.answer(method, new URL(request.path, this.base).href, request.body, version);
    if (object === undefined) return notFound();
    const { access } = object;
    switch (access.kind) {
      case 'forbidden':
        return errorAnswer(403, 'Not authorized to perform action', 'the caller has no access', object.uri);
      case 'absent':
        return notFound();
      case 'gone':
        if (access.reason === undefined) return errorAnswer(410, 'Gone', 'it is no longer here', object.uri);
        return tombstoneAnswer(object, access.reason, this.base);
      case 'moved':
        return { status: access.status ?? 307, headers: { Location: access.target }, body: '' };
      case 'granted':
        return method === 'GET' ? this.#read(object, request, version) : errorAnswer(405, 'Method not allowed', method);
    }
  }

  #read(object: PartnerObject, { kind, path, query, headers }: PartnerRequest, version: Version): PartnerAnswer {
    const link = this.hasTimeMap ? timeMapLink(object) : undefined;
    switch (kind) {
      case 'object': {
        const at = this.history === 'newest' ? null : query.get('at');
        const time = at === null ? undefined : readTime(at);
        const isKept = this.history === 'kept' && time !== undefined;
        const revision = at === null ? object.latest : isKept ? object.asOf(time) : undefined;
        if (revision === undefined) return notFound();
        const compact = time && compactTime(time);
        return conditional(objectAnswer(object, revision, { version, at: compact, link }), headers);
      }
      case 'memento': {
        const number = Number(path.slice(path.lastIndexOf('/') + 1));
        const revision = object.revisions.find((one) => one.number === number);
        if (revision === undefined) return notFound();
        const dated = { 'Memento-Datetime': revision.at.toUTCString() };
        return objectAnswer(object, revision, { version, link, headers: dated });
      }
      case 'timemap':
        return timeMapAnswer(object);
      case 'events':
        return eventsAnswer(object, query, version);
      case 'audit-trail':
        return auditTrailAnswer(object, query, version);
      case 'event': {
        const event = object.events.find(({ uri }) => uri.endsWith(path));
        return event === undefined ? notFound() : eventAnswer(object, event, version);
      }
      case 'information':
      case 'subscriptions':
      case 'action-request':
      case 'notifications':
      case 'other':
        return notFound();
    }
  }
}

const notFound = (): PartnerAnswer => errorAnswer(404, 'Resource not found', 'there is nothing with this address');

function concerning(where: Where): (request: PartnerRequest) => boolean {
  if (typeof where === 'function') return where;
  if (typeof where === 'string') return ({ kind }) => kind === where;
  return ({ object, kind }) => object === where && (kind === 'object' || kind === 'memento');
}

function kindOf(path: string, below: string): RequestKind {
  if (path === '' || path === '/') return 'information';
  if (path === '/subscriptions' || path === '/notifications')
    return path === '/subscriptions' ? 'subscriptions' : 'notifications';
  if (path.startsWith('/action-requests/')) return 'action-request';
  if (!path.startsWith('/logistics-objects/')) return 'other';
  if (below === '') return 'object';
  if (below === '/timemap') return 'timemap';
  if (below === '/audit-trail') return 'audit-trail';
  if (below === '/logistics-events') return 'events';
  if (below.startsWith('/logistics-events/')) return 'event';
  return below.startsWith('/revisions/') ? 'memento' : 'other';
}

/** 304 where the caller has what would be sent. */
function conditional(answer: PartnerAnswer, headers: IncomingHttpHeaders): PartnerAnswer {
  const { ETag = '' } = answer.headers;
  if (headers['if-none-match'] !== ETag) return answer;
  return { ...answer, status: 304, body: '' };
}

export function sendWhole(response: ServerResponse, { status, headers, body }: PartnerAnswer): void {
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...headers, ...(hasBody && { 'Content-Length': Buffer.byteLength(body) }) });
  response.end(hasBody ? body : undefined);
}
