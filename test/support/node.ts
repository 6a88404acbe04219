/** A real node on a free port, and its callers. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { type Logger, pino } from 'pino';
import { type IdSource, uuidSource } from '../../src/clock.js';
import { loadOrCreateSigningKey, type SigningKey } from '../../src/identity/signing-key.js';
import { loadModel } from '../../src/model/load.js';
import type { Model } from '../../src/model/model.js';
import type { NodeOverrides } from '../../src/services.js';
import { type RunningNode, startNode } from '../../src/start.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings, type Settings } from '../../src/settings/settings.js';
import { TestClock } from './clock.js';
import { documentThread, mirrorReader, queryWorker, standbyCopier, storeCopier } from './program.js';
import { testStores } from './stores.js';
import { WrittenGraphs } from './written-graphs.js';

export const api = 'https://onerecord.iata.org/ns/api#';
export const cargo = 'https://onerecord.iata.org/ns/cargo#';
export const context = { api, cargo };

/** A response; the headers that every response must have are checked. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  readonly json: Json;
}

/** Parsed JSON for inspection by a test: a missing member is undefined, not a compile error. */
export type Json = string | number | boolean | null | undefined | Json[] | { [member: string]: Json };

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** Called for every request of a party: the path below the node's URL, and the response. */
export type Observer = (method: string, path: string, reply: Reply) => void;
export const observers: Observer[] = [];

/** A party that calls a node with a token of its own. */
export class Party {
  constructor(
    private readonly url: string,
    readonly agent: string,
    private readonly token: string | undefined,
    /** Empty for a server that is no node of ours: its answers are not in our description. */
    private readonly observing: readonly Observer[] = observers,
  ) {}

  get(path: string, sending: RequestOptions = {}): Promise<Reply> {
    return this.send('GET', path, sending);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, { body, headers });
  }

  patch(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('PATCH', path, { body, headers });
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('PUT', path, { body, headers });
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path);
  }

  /** @param path a path below the node's URL, or a full URL. */
  async send(method: string, path: string, { headers = {}, body, signal }: RequestOptions = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(path.startsWith('http') ? path : this.url + path, {
      method,
      redirect: 'manual',
      ...(signal !== undefined && { signal }),
      headers: {
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/ld+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
    const reply = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? (JSON.parse(text) as Json) : undefined,
    };
    // An error response to HEAD has no body to check.
    if (method !== 'HEAD') checkRequiredHeaders(reply, headers);
    for (const observe of this.observing) observe(method, path.replace(this.url, ''), reply);
    return reply;
  }
}

/** Specification, Conventions and Errors: headers of every response. */
function checkRequiredHeaders({ status, headers, json }: Reply, asked: RequestOptions['headers'] = {}): void {
  if (status >= 400) {
    expect(headers.get('content-type'), 'content type of an error').to.match(/^application\/(ld\+json|json)/);
    if (headers.get('content-type')?.startsWith('application/ld+json') === true) {
      // A shape of the operator may have an error message in another language (D76).
      if (asked['Accept-Language'] === undefined) expect(headers.get('content-language')).to.equal('en-US');
      else expect(headers.get('content-language')).to.be.a('string').and.not.equal('');
      // In the other forms of JSON-LD (`JSONLD_FORM`) an error's nodes are in an array.
      if (Array.isArray(json) || list(member(json, '@graph')).length > 0) return;
      // With the form `vocab`, the names of the API are full IRIs.
      const prefix = member(json, '@type') === `${api}Error` ? api : 'api:';
      expect(member(json, '@type')).to.equal(`${prefix}Error`);
      expect(member(json, `${prefix}hasTitle`)).to.be.a('string');
      for (const detail of list(member(json, `${prefix}hasErrorDetail`)))
        expect(member(detail, `${prefix}hasCode`)).to.equal(String(status));
    }
  }
  if (status === 201) {
    expect(headers.get('location'), 'Location of a creation').to.be.a('string');
    expect(headers.get('type'), 'Type of a creation').to.be.a('string');
  }
}

/** A member of a JSON object; undefined if it is missing. */
export function member(value: Json, name: string): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}

/** A value that is a text. @throws for another one. */
export function textIn(value: Json): string {
  if (typeof value !== 'string') throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}

/** A JSON-LD value as a list, whether it is absent, single or an array. */
export function list(value: Json): Json[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The messages of an Error body. */
export function messages({ json }: Reply): string[] {
  return list(member(json, 'api:hasErrorDetail')).map((detail) => JSON.stringify(member(detail, 'api:hasMessage')));
}

export interface TestNode {
  readonly url: string;
  readonly port: number;
  readonly clock: TestClock;
  readonly routes: RunningNode['routes'];
  /** The data holder. */
  readonly holder: Party;
  /** A caller without a token. */
  readonly anonymous: Party;
  /** A partner with a token of the development identity provider. */
  party(name: string): Promise<Party>;
  stop(): Promise<void>;
}

export interface TestNodeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: TestClock;
  readonly ids?: IdSource;
  /** None unless a test reads the log. */
  readonly log?: Logger;
  readonly outbound?: NodeOverrides['outbound'];
  readonly record?: NodeOverrides['record'];
  readonly isForWorkers?: NodeOverrides['isForWorkers'];
  /** For a node whose `BASE_URL` is not an address of this machine: its parties call its port. */
  readonly viaPort?: true;
}

/** An access token of the development identity provider. */
export async function token(url: string, client: string): Promise<string> {
  const response = await fetch(`${url}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect(response.status, 'token request').to.equal(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

const silent = pino({ level: 'silent' });

let shippedModel: Promise<Model> | undefined;
/** Signing keys of stopped nodes, for reuse: no two running nodes share one. */
const signingKeys: SigningKey[] = [];

/** Resources that nodes can share: the shipped data model, and the signing keys of stopped nodes. */
async function overridesFor({
  namespaces,
  ontologyFiles,
  shapesFiles,
  validation,
  store,
}: Settings): Promise<{ model: Model | undefined; signingKey: SigningKey | undefined }> {
  const ofOperator = [...ontologyFiles, ...shapesFiles];
  const shipped =
    isDeepStrictEqual(namespaces, standardNamespaces) && ofOperator.length === 0 && validation === 'strict';
  if (shipped) shippedModel ??= loadModel({ namespaces, mode: validation, log: silent });
  return {
    model: shipped ? await shippedModel : undefined,
    signingKey: store.kind === 'memory' ? (signingKeys.pop() ?? (await loadOrCreateSigningKey(undefined))) : undefined,
  };
}

/** Starts a node with its store in memory, unless `env` says otherwise. */
export async function startTestNode({
  env = {},
  clock = new TestClock(),
  ids = uuidSource,
  log = silent,
  outbound,
  record,
  isForWorkers,
  viaPort,
}: TestNodeOptions = {}): Promise<TestNode> {
  const STORE_URL = env['STORE_URL'] ?? (await testStores.next());
  const settings = readSettings({
    PORT: '0',
    STORE_URL,
    LOG_LEVEL: 'silent',
    SPARQL_WARM: 'false',
    // The partners of a test send more requests in a second than others in a minute.
    RATE_LIMIT: '0',
    ...env,
  });
  const overrides = await overridesFor(settings);
  const written = new WrittenGraphs();
  const node: RunningNode = await startNode(
    settings,
    { clock, ids, random: () => 0, log },
    {
      ...overrides,
      queryWorker,
      documentThread,
      mirrorReader,
      storeWriter: { program: undefined },
      // Only where they may be needed: they are compiled.
      ...(settings.standbySecret !== undefined && { storeCopier: storeCopier(), standbyCopier: standbyCopier() }),
      // Every count is in the description, even on a busy machine.
      countingMs: Infinity,
      outbound,
      record: (own) => written.of(record?.(own) ?? own),
      isForWorkers,
    },
  );
  const url = node.baseUrl;
  const called = viaPort === true ? `http://localhost:${node.port}` : url;
  const agents = new Map([['holder', env['DATA_HOLDER_URI'] ?? `${url}/logistics-objects/_data-holder`]]);
  const party = async (name: string): Promise<Party> =>
    new Party(called, agents.get(name) ?? `${url}/logistics-objects/${name}`, await token(called, name));
  return {
    url,
    port: node.port,
    clock,
    routes: node.routes,
    holder: await party('holder'),
    anonymous: new Party(url, '', undefined),
    party,
    stop: async () => {
      await node.stop();
      written.assertKnown(url);
      if (overrides.signingKey !== undefined) signingKeys.push(overrides.signingKey);
      overrides.signingKey = undefined;
    },
  };
}
