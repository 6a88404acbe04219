/** Determines the API version for a receiver when a notification is sent (L8, L35, L38). */
import { LRUCache } from 'lru-cache';
import { PromiseCache } from '../../async/promise-cache.js';
import {
  type ApiVersion,
  isOlder,
  differenceOf,
  firstVersionNaming,
  newestOf,
  parseApiVersion,
} from '../../api-versions.js';
import { type ActionRequest, contentFields } from '../../action-requests/action-request.js';
import { recordedVersion } from '../../action-requests/recorded-version.js';
import { parseMediaRange } from '../../http/representation/media-ranges.js';
import { bodyVersion, mediaTypes } from '../../http/representation/negotiation.js';
import { TokenRequestError } from '../../identity/access-token-provider.js';
import type { Identity } from '../../identity/module.js';
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import { OutboundError } from '../../outbound/outbound-error.js';
import { InputError } from '../../rdf/input-error.js';
import { parseJson } from '../../rdf/jsonld/json.js';
import { readJsonLdDataset } from '../../rdf/jsonld/reader.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { serverBaseOf } from '../../subscriptions/subscription.js';
import type { OutboxEntry } from '../outbox-entry.js';

/** The time for which a server's answer is cached (L8, rule 3). */
const DAY_MS = 24 * 3_600_000;
/** The same after a failed call to the server. If the delivery fails as well, it is retried less often. */
const UNREACHABLE_MS = 60_000;
const MAX_SERVERS = 10_000;

interface CachedVersion {
  readonly version: ApiVersion | undefined;
  readonly until: number;
}

type VersionServices = Pick<ExchangeServices, 'vocabulary' | 'clock' | 'formDefaults'> & {
  readonly requests: Pick<ExchangeServices['requests'], 'find'>;
};

export class ReceiverVersions {
  /** The newest common version of each server. */
  readonly #servers = new PromiseCache<string, CachedVersion>(new LRUCache({ max: MAX_SERVERS }));
  /** The versions of receivers that rejected another version. */
  readonly #overrides = new LRUCache<Iri, CachedVersion & { readonly rejected: readonly ApiVersion[] }>({
    max: MAX_SERVERS,
  });

  constructor(
    private readonly services: VersionServices,
    private readonly identity: Pick<Identity, 'client' | 'ownToken'>,
  ) {}

  /**
   * The version in which an entry is sent.
   *
   * @param signal ends a call to the receiver's server.
   * @returns undefined if the receiver's version lacks this type of notification: it is not sent (V70).
   */
  async choose(entry: OutboxEntry, signal: AbortSignal): Promise<ApiVersion | undefined> {
    return this.#choose(entry, (receiver) => this.#serverVersion(receiver, signal));
  }

  /** Like `choose`, without a call to the receiver's server. */
  async expected(entry: OutboxEntry): Promise<ApiVersion | undefined> {
    return this.#choose(entry, async (receiver) => {
      // A pending answer is not awaited.
      const cached = Promise.race([this.#servers.get(serverBaseOf(receiver) ?? ''), Promise.resolve(undefined)]);
      return (await cached.catch(() => undefined))?.version;
    });
  }

  async #choose(
    entry: OutboxEntry,
    serverVersion: (receiver: Iri) => Promise<ApiVersion | undefined>,
  ): Promise<ApiVersion | undefined> {
    const { requests, formDefaults } = this.services;
    const cause = this.#cause(entry);
    const request = cause && (await requests.find(cause));
    const named =
      this.#current(this.#overrides.get(entry.receiver)) ??
      (request && (this.#contentTypeVersion(request) ?? this.#recorded(request, entry))) ??
      (await serverVersion(entry.receiver));
    const version = named ?? latest(formDefaults.version, request && firstVersionNaming(request.kind));
    return differenceOf(version).missing.includes(entry.eventType) ? undefined : version;
  }

  /**
   * A receiver rejected a version (406 or 415): for a day it gets the version that its server names now, otherwise the
   * next older one.
   */
  async rejected(receiver: Iri, version: ApiVersion, signal: AbortSignal): Promise<void> {
    const { clock, formDefaults } = this.services;
    this.#servers.delete(serverBaseOf(receiver) ?? '');
    const listed = await this.#serverVersion(receiver, signal);
    const previous = this.#overrides.get(receiver);
    const rejected = [...(this.#current(previous) === undefined ? [] : (previous?.rejected ?? [])), version];
    const older = newestOf(formDefaults.versions.filter((one) => isOlder(one, version)));
    const next = listed !== undefined && !rejected.includes(listed) ? listed : (older ?? version);
    this.#overrides.set(receiver, { version: next, rejected, until: clock.now().getTime() + DAY_MS });
  }

  /** The request that causes a notification. */
  #cause({ subscription, notification }: OutboxEntry): Iri | undefined {
    if (subscription !== undefined) return subscription;
    const { isTriggeredBy } = this.services.vocabulary.api;
    const trigger = notification.find(({ predicate }) => predicate.equals(isTriggeredBy))?.object.value;
    return trigger !== undefined && isIri(trigger) ? trigger : undefined;
  }

  /** Rule 1: the version that the subscriber wants. */
  #contentTypeVersion(request: ActionRequest): ApiVersion | undefined {
    const { vocabulary, formDefaults } = this.services;
    if (request.kind !== 'SubscriptionRequest') return undefined;
    for (const { value } of contentFields(request, vocabulary).terms(vocabulary.api.hasContentType)) {
      if (parseMediaRange(value).type !== mediaTypes.jsonld) continue;
      const version = bodyVersion(value, formDefaults);
      if (version !== undefined) return version;
    }
    return undefined;
  }

  /** Rule 2: the version of the request by the receiver, or its subscriber. */
  #recorded(request: ActionRequest, { receiver }: OutboxEntry): ApiVersion | undefined {
    if (request.kind !== 'SubscriptionRequest' && request.requestedBy !== receiver) return undefined;
    const version = recordedVersion(request);
    return version !== undefined && this.services.formDefaults.versions.includes(version) ? version : undefined;
  }

  /** Rule 3: the newest version that both the receiver's server and this node support. */
  async #serverVersion(receiver: Iri, signal: AbortSignal): Promise<ApiVersion | undefined> {
    const server = serverBaseOf(receiver);
    if (server === undefined) return undefined;
    const ask = (): Promise<CachedVersion> => this.#ask(server, signal);
    const asked = this.#servers.remember(server, ask);
    const answer = await asked;
    if (this.services.clock.now().getTime() < answer.until) return answer.version;
    if (this.#servers.get(server) === asked) this.#servers.delete(server);
    return (await this.#servers.remember(server, ask)).version;
  }

  async #ask(server: string, signal: AbortSignal): Promise<CachedVersion> {
    const { clock, vocabulary, formDefaults } = this.services;
    const { client, ownToken } = this.identity;
    const cachedFor = (ms: number, version?: ApiVersion): CachedVersion => ({
      version,
      until: clock.now().getTime() + ms,
    });
    if (ownToken === undefined) return cachedFor(UNREACHABLE_MS);
    try {
      const token = await ownToken.get();
      const { status, body } = await client.request({
        method: 'GET',
        url: `${server}/`,
        headers: { Accept: mediaTypes.jsonld, Authorization: `Bearer ${token}` },
        signal,
      });
      if (status === 401) ownToken.invalidate(token);
      if (status !== 200) return cachedFor(status >= 500 || status === 401 ? UNREACHABLE_MS : DAY_MS);
      const { data } = await readJsonLdDataset(parseJson(body), { vocabulary, strict: false });
      const listed = Array.from(data.match(null, vocabulary.api.hasSupportedApiVersion)).flatMap(({ object }) => {
        const version = parseApiVersion(object.value);
        return version !== undefined && formDefaults.versions.includes(version) ? [version] : [];
      });
      return cachedFor(DAY_MS, newestOf(listed));
    } catch (error) {
      if (error instanceof OutboundError || error instanceof TokenRequestError) return cachedFor(UNREACHABLE_MS);
      // The answer is not JSON-LD, so the server's versions are unknown.
      if (error instanceof InputError) return cachedFor(DAY_MS);
      throw error;
    }
  }

  #current(answer: CachedVersion | undefined): ApiVersion | undefined {
    return answer !== undefined && this.services.clock.now().getTime() < answer.until ? answer.version : undefined;
  }
}

function latest(version: ApiVersion, other: ApiVersion | undefined): ApiVersion {
  return (other === undefined ? undefined : newestOf([version, other])) ?? version;
}
