/**
 * `Idempotency-Key`: a request that is repeated because its answer was lost happens once (K22 to K26;
 * draft-ietf-httpapi-idempotency-key-header-07). A key is written in the commit of what its request changes. That a
 * first request is under way is known in memory only: on another node the commit's guard decides, and whoever comes
 * second gets the answer of the first.
 */
import { hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { Handler, HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import { jsonBody } from '../http/representation/json-body.js';
import { contentType } from '../http/representation/negotiation.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { GraphReader } from '../store/store.js';
import { AnsweredBefore, type ChangeAnswer, type KeyedRequest } from '../transactions.js';
import type { IdempotencyLookups } from './lookups.js';
import { registerIdempotencyMetrics } from './metrics.js';
import { describeKey, readStoredKey, type StoredKey } from './stored-key.js';

const HEADER = 'idempotency-key';
/** A string of structured fields (RFC 9651), or a bare token. */
const KEY = /^(?:"([A-Za-z0-9._~:-]{1,128})"|([A-Za-z0-9._~:-]{1,128}))$/;

/** The keys of an agent at a time (K25). */
const MAX_KEYS = 100_000;
export const HOUR_MS = 3_600_000;

export type IdempotencyServices = Pick<
  Services,
  'store' | 'uris' | 'vocabulary' | 'clock' | 'settings' | 'representations' | 'metrics'
> & { readonly lookups: { readonly idempotency: IdempotencyLookups } };

export class IdempotencyKeys {
  /** The graphs of the keys whose first request is under way at this node. */
  readonly #underWay = new Set<Iri>();
  readonly #count: ReturnType<typeof registerIdempotencyMetrics>;

  /** @param maxKeys of an agent. */
  constructor(
    private readonly services: IdempotencyServices,
    private readonly maxKeys = MAX_KEYS,
  ) {
    this.#count = registerIdempotencyMetrics(services.metrics);
  }

  /** A resource that heeds keys, if it is declared so. */
  heededBy = (resource: Resource): Resource =>
    resource.isIdempotent === true ? { ...resource, handler: this.#around(resource.handler) } : resource;

  /** Handles a request once: a repetition gets the first answer, if its caller may still make the request. */
  #around(handler: Handler): Handler {
    return async (context) => {
      const field = context.header(HEADER);
      if (field === undefined) return handler(context);
      const request = await this.#begin(field, context).catch((error: unknown) => {
        if (error instanceof ServiceError && error.status < 500) this.#count('refused');
        throw error;
      });
      try {
        const result = await handler(context.withKey(request));
        if (request.answered !== undefined) return await this.#replay(request.answered, context);
        this.#count('first');
        return result;
      } catch (error) {
        if (error instanceof AnsweredBefore) return await this.#replay(error.answer, context);
        // Only rights are judged anew: what else a repetition meets is the effect of the first request.
        if (request.answered !== undefined && isAboutState(error)) return await this.#replay(request.answered, context);
        throw error;
      } finally {
        this.#underWay.delete(request.graph);
      }
    };
  }

  /**
   * Begins a request with a key, which is then under way.
   *
   * @throws ServiceError `invalid-body` for a key of another form, `conflict` while its first request is under way,
   * `unprocessable` for the key of another request, `too-many-requests` at the limit of an agent's keys.
   */
  async #begin(field: string, context: RequestContext): Promise<Request> {
    const { store, uris, clock } = this.services;
    const { agent } = context.caller;
    const [, quoted, bare] = KEY.exec(field.trim()) ?? [];
    const key = quoted ?? bare;
    if (key === undefined) {
      throw new ServiceError(
        'invalid-body',
        'Idempotency-Key must be one string of 1 to 128 characters, each a letter, a digit or one of . _ ~ : -',
      );
    }
    const graph = uris.idempotencyKey(agent, key);
    if (this.#underWay.has(graph)) {
      throw new ServiceError('conflict', 'a request with this Idempotency-Key is under way', {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#underWay.add(graph);
    try {
      const { fingerprint } = context;
      const found = await this.#stored(store, graph);
      if (found === undefined) await this.#assertRoom(agent);
      else assertSame(found, fingerprint);
      const read = (reader: GraphReader): Promise<StoredKey | undefined> => this.#stored(reader, graph);
      return new Request(graph, found, read, { agent, fingerprint, now: () => clock.now() });
    } catch (error) {
      this.#underWay.delete(graph);
      throw error;
    }
  }

  /** The key in its graph; undefined for one that has never been used, or whose time is over (K25). */
  async #stored(reader: GraphReader, graph: Iri): Promise<StoredKey | undefined> {
    const data = await reader.read(graph);
    if (data.size === 0) return undefined;
    const key = readStoredKey(data, graph);
    if (key === undefined) throw new DamagedDataError(`the idempotency key <${graph}> cannot be read`);
    const { clock, settings } = this.services;
    return key.at.getTime() <= clock.now().getTime() - settings.idempotencyHours * HOUR_MS ? undefined : key;
  }

  /** @throws ServiceError `too-many-requests`, with the time until the oldest key ends. */
  async #assertRoom(agent: Iri): Promise<void> {
    const { store, clock, settings, lookups } = this.services;
    if ((await store.count(lookups.idempotency.keys, agent)) < this.maxKeys) return;
    const [oldest] = await store.lookup(lookups.idempotency.keys, agent, { limit: 1 });
    const now = clock.now().getTime();
    const left = (oldest?.order ?? now) + settings.idempotencyHours * HOUR_MS - now;
    throw new ServiceError(
      'too-many-requests',
      `the authenticated agent has used ${this.maxKeys} values of Idempotency-Key in ${settings.idempotencyHours} hours`,
      { headers: { 'Retry-After': String(Math.max(1, Math.ceil(left / 1000))) } },
    );
  }

  /** The first answer, in the form that the repetition asks for. */
  async #replay(
    { status, location, type, revision, body, json }: ChangeAnswer,
    context: RequestContext,
  ): Promise<HandlerResult> {
    const { representations, vocabulary, store, uris } = this.services;
    if (location !== undefined && (await store.read(uris.tombstone(location))).size > 0)
      throw new ServiceError('erased', { message: 'what the first request made was erased', resource: location });
    this.#count('replayed');
    const replayed = {
      'Idempotent-Replayed': 'true',
      ...(revision !== undefined && { Revision: String(revision) }),
    };
    if ((status === 200 || status === 202) && json !== undefined) {
      const written = { body: jsonBody(json), contentType: 'application/json' };
      return { kind: 'content', ...(status === 202 && { status }), ...written, headers: replayed };
    }
    if (status === 201 && location !== undefined && type !== undefined)
      return { kind: 'created', location, type, headers: replayed };
    if (status === 207 && body !== undefined && type !== undefined) {
      const form = context.formWith('eventsForManyObjects');
      const written = await representations.write(body, form);
      return { kind: 'content', status, body: written, contentType: contentType(form), type, headers: replayed };
    }
    // An older version has no name for this kind of request (V7).
    const isNamed =
      type !== vocabulary.api.VerificationRequest.value ||
      context.namedVersion === undefined ||
      hasFeature(context.namedVersion, 'verificationRequests');
    return {
      kind: 'no-content',
      headers: {
        ...(location !== undefined && { Location: location }),
        ...(type !== undefined && isNamed && { Type: type }),
        ...replayed,
      },
    };
  }
}

/** A request with a key, for its transactions. */
class Request implements KeyedRequest {
  /** @param found the key, if it is that of an answered request. */
  constructor(
    readonly graph: Iri,
    private readonly found: StoredKey | undefined,
    private readonly read: (reader: GraphReader) => Promise<StoredKey | undefined>,
    private readonly source: { readonly agent: Iri; readonly fingerprint: string; readonly now: () => Date },
  ) {}

  get answered(): ChangeAnswer | undefined {
    return this.found?.answer;
  }

  async assertFirst(tx: GraphReader): Promise<void> {
    const stored = await this.read(tx);
    if (stored === undefined) return;
    assertSame(stored, this.source.fingerprint);
    throw new AnsweredBefore(stored.answer);
  }

  async keep(tx: Parameters<KeyedRequest['keep']>[0], answer: ChangeAnswer): Promise<void> {
    const { agent, fingerprint, now } = this.source;
    await tx.replace(this.graph, describeKey(this.graph, { agent, at: now(), fingerprint, answer }));
  }
}

/** @throws ServiceError `unprocessable` for another method, target or body than those of the first request (K24). */
function assertSame(stored: StoredKey, fingerprint: string): void {
  if (stored.fingerprint === fingerprint) return;
  throw new ServiceError(
    'unprocessable',
    'the Idempotency-Key was used for another request: a key is for one method, one target and one body',
  );
}

/** Whether an error is about the state that the request met: not about the right to make it (K26), the form or the node. */
const isAboutState = (error: unknown): boolean =>
  error instanceof ServiceError && error.status < 500 && error.kind !== 'forbidden' && error.kind !== 'not-acceptable';
