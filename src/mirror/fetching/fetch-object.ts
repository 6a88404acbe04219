/** One request for an object or for the list of its events, and what its answer means (M19 to M23). */
import type { ApiVersion } from '../../api-versions.js';
import { type Iri, iri, isIri } from '../../rdf/terms.js';
import type { Poison } from '../copies/copy-facts.js';
import type { MirrorContext } from '../mirror-services.js';
import type { HolderChange, Partner } from '../partners/partner.js';
import type { PartnerAnswer, PartnerClient } from '../partners/partner-client.js';
import type { Partners } from '../partners/partners.js';
import type { UnreachableReason } from '../partners/unreachable.js';
import { dateIn, fieldIn, numberIn, versionIn } from './answer-headers.js';
import type { AuditTrail } from './audit-trail.js';
import { compactTime } from './seconds.js';
import { linksOf, timeMapIn, type WebLink } from './link-format.js';
import type { AnswerReader } from './reader.js';
import type { ReadRequest, ReceivedEvent, ReceivedObject } from './received.js';

/** An answer with a revision of an object. */
export interface ObjectAnswer {
  /** The URL that answered. */
  readonly url: string;
  /** `Revision` and `Latest-Revision`; undefined without a valid one. */
  readonly revision: number | undefined;
  readonly latest: number | undefined;
  /** `Last-Modified`. */
  readonly modified: Date | undefined;
  readonly etag: string | undefined;
  readonly version: string | undefined;
  readonly bytes: number;
  readonly holder: Iri | undefined;
  readonly holderChange?: HolderChange | undefined;
  /** The address of its TimeMap (RFC 7089). */
  readonly timeMap: string | undefined;
  readonly object: ReceivedObject;
}

/** What a request that brought nothing says of the object or of its server. */
export type NothingFetched =
  | { readonly kind: 'forbidden' | 'not-found' }
  | { readonly kind: 'gone'; readonly answer: Extract<PartnerAnswer, { kind: 'response' }> }
  /** It was erased: 410 with a tombstone (M68). */
  | { readonly kind: 'erased'; readonly reason: string | undefined }
  | { readonly kind: 'moved'; readonly target: string }
  /** With the number and the time by its header, if it has them. */
  | { readonly kind: 'poison'; readonly poison: Poison; readonly revision?: number; readonly modified?: Date }
  /** An error for this address alone. */
  | { readonly kind: 'failed'; readonly status: number }
  | { readonly kind: 'silent'; readonly reason: UnreachableReason };

export type Fetched =
  | { readonly kind: 'revision'; readonly answer: ObjectAnswer }
  | {
      readonly kind: 'unchanged';
      readonly revision: number | undefined;
      readonly latest: number | undefined;
      readonly holderChange: HolderChange | undefined;
    }
  | NothingFetched;

/** An answer, if there is one. */
export type Answered<Value> = { readonly kind: 'answer'; readonly value: Value } | NothingFetched;

export type FetchedEvents =
  | {
      readonly kind: 'events';
      readonly events: readonly ReceivedEvent[];
      readonly listed: readonly Iri[];
      /** Whether there may be another page. */
      readonly isFull: boolean;
    }
  | (Extract<NothingFetched, { kind: 'poison' }> & {
      /** Whether a smaller page may be readable. */
      readonly isPage: boolean;
    })
  | Exclude<NothingFetched, { kind: 'poison' }>;

/** A page of a list; servers before 2.1.0 give the whole list. */
export interface EventPage {
  /** In seconds since 1970. */
  readonly after: number | undefined;
  readonly skip: number;
  readonly limit: number;
}

export interface FetchOptions {
  readonly server: Iri;
  readonly lost: AbortSignal;
  /** The tag of what is held. */
  readonly etag?: string | undefined;
  /** A time in the compact form (D10). */
  readonly at?: string;
  /** Another address than the object's own: a memento below it. */
  readonly url?: string;
}

/** Both in the compact form (D10). */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

export class ObjectFetcher {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: {
      readonly client: PartnerClient;
      readonly partners: Partners;
      readonly reader: AnswerReader;
    },
  ) {}

  async object(object: Iri, options: FetchOptions): Promise<Fetched> {
    const url = options.url ?? (options.at === undefined ? object : `${object}?at=${options.at}`);
    const got = await this.#get(url, options, { etag: options.etag });
    if (got.kind === 'gone') return this.#erasure(object, options, got);
    if (got.kind !== 'response') return got;
    const { answer, partner } = got;
    const { holder, holderChange } = partner;
    const { headers, body, status } = answer.response;
    const numbers = { revision: numberIn(headers, 'revision'), latest: numberIn(headers, 'latest-revision') };
    // A memento has the time of its revision in a header of its own (RFC 7089).
    const modified = dateIn(headers, 'memento-datetime') ?? dateIn(headers, 'last-modified');
    if (status === 304) {
      if (options.etag !== undefined) return { kind: 'unchanged', ...numbers, holderChange };
      return { kind: 'poison', poison: { reason: 'not-modified', place: '304 to a request without an entity tag' } };
    }
    const read = await this.parts.reader.read(this.#reading('object', object, options, answer));
    if (read.kind !== 'object') {
      const { revision } = numbers;
      const poisoned = read.kind === 'poison' ? read : unreadable();
      return { ...poisoned, ...(revision !== undefined && { revision }), ...(modified !== undefined && { modified }) };
    }
    return {
      kind: 'revision',
      answer: {
        url: answer.url,
        ...numbers,
        modified,
        etag: fieldIn(headers, 'etag'),
        version: versionIn(headers) ?? this.parts.partners.version(partner),
        bytes: body.length,
        holder,
        holderChange,
        timeMap: timeMapIn(fieldIn(headers, 'link'), answer.url, object),
        object: read.object,
      },
    };
  }

  /** What a page of a TimeMap lists. @param url below the object. */
  async timeMap(url: string, options: FetchOptions): Promise<Answered<readonly WebLink[]>> {
    const got = await this.#get(url, options, { accept: 'application/link-format' });
    if (got.kind !== 'response') return got;
    const { response, url: base } = got.answer;
    return { kind: 'answer', value: linksOf(response.body.toString('utf8'), base) };
  }

  /** The audit trail between two times, or of all times. */
  async auditTrail(object: Iri, options: FetchOptions, window?: TimeWindow): Promise<Answered<AuditTrail>> {
    const query = window && new URLSearchParams({ 'updated-from': window.from, 'updated-to': window.to }).toString();
    const got = await this.#get(`${object}/audit-trail${query === undefined ? '' : `?${query}`}`, options);
    if (got.kind !== 'response') return got;
    const read = await this.parts.reader.read(this.#reading('audit-trail', object, options, got.answer));
    if (read.kind === 'audit-trail') return { kind: 'answer', value: read.trail };
    return read.kind === 'poison' ? read : unreadable();
  }

  /** A page of the list of events: of all, or of those that were created after a second. */
  async events(object: Iri, options: FetchOptions, { after, skip, limit }: EventPage): Promise<FetchedEvents> {
    const partner = await this.parts.partners.informed(options.server, options.lost);
    if (typeof partner === 'string') return { kind: 'silent', reason: partner };
    const version = this.parts.partners.version(partner);
    // Before 2.1.0 a list has no pages, and this parameter another name.
    const isPaged = version !== undefined && version !== '2.0.0';
    const query = new URLSearchParams({
      ...(after !== undefined && { [isPaged ? 'created-after' : 'created_after']: compactTime(after) }),
      ...(isPaged && { limit: String(limit), skip: String(skip) }),
    }).toString();
    const got = await this.#get(`${object}/logistics-events${query === '' ? '' : `?${query}`}`, options);
    if (got.kind === 'poison') return { ...got, isPage: isPaged };
    if (got.kind !== 'response') return got;
    const read = await this.parts.reader.read(this.#reading('events', object, options, got.answer));
    if (read.kind !== 'events') return { ...(read.kind === 'poison' ? read : unreadable()), isPage: isPaged };
    const { listed, total = 0 } = read;
    // A server may give less than it was asked for.
    return { ...read, isFull: isPaged && (listed.length >= limit || total > skip + listed.length) };
  }

  /** Whether an event that is not in the list any more was erased. */
  async isErased(event: Iri, options: FetchOptions): Promise<boolean | Extract<NothingFetched, { kind: 'silent' }>> {
    const got = await this.#get(event, options);
    if (got.kind === 'silent') return got;
    return got.kind === 'gone' && (await this.#erasure(event, options, got)).kind === 'erased';
  }

  /** Whether the answer 410 has a tombstone. */
  async #erasure(
    resource: Iri,
    options: FetchOptions,
    gone: Extract<NothingFetched, { kind: 'gone' }>,
  ): Promise<Extract<NothingFetched, { kind: 'gone' | 'erased' }>> {
    if (gone.answer.response.body.length === 0) return gone;
    const read = await this.parts.reader.read(this.#reading('tombstone', resource, options, gone.answer));
    return read.kind === 'tombstone' ? { kind: 'erased', reason: read.reason } : gone;
  }

  async #get(
    url: string,
    { server, lost }: FetchOptions,
    { etag, accept }: { readonly etag?: string | undefined; readonly accept?: string } = {},
  ): Promise<
    | NothingFetched
    | {
        readonly kind: 'response';
        readonly answer: Extract<PartnerAnswer, { kind: 'response' }>;
        readonly partner: Partner;
      }
  > {
    let refused: ApiVersion | undefined;
    for (let isRepeated = false; ; isRepeated = true) {
      const partner = await this.parts.partners.informed(server, lost, isRepeated);
      if (typeof partner === 'string') return { kind: 'silent', reason: partner };
      const newest = this.parts.partners.version(partner);
      // A server that refuses what it says to speak is asked without a version.
      const version = isRepeated && newest === refused ? undefined : newest;
      refused = version;
      const answer = await this.parts.client.request({
        server,
        method: 'GET',
        url,
        headers: {
          Accept: accept ?? `application/ld+json${version === undefined ? '' : `; version=${version}`}`,
          ...(etag !== undefined && { 'If-None-Match': etag }),
        },
        signal: lost,
      });
      if (answer.kind === 'response' && [406, 415].includes(answer.response.status) && !isRepeated) continue;
      const nothing = nothingIn(answer);
      if (nothing !== undefined) return nothing;
      if (answer.kind === 'response') return { kind: 'response', answer, partner };
      return { kind: 'silent', reason: 'status' };
    }
  }

  #reading(
    kind: ReadRequest['kind'],
    object: Iri,
    { server, at }: FetchOptions,
    { response, url }: Extract<PartnerAnswer, { kind: 'response' }>,
  ): ReadRequest {
    const { uris, vocabulary } = this.context;
    const [mediaType = ''] = (fieldIn(response.headers, 'content-type') ?? '').toLowerCase().split(';');
    return {
      ...{ kind, object, server, at, bytes: response.body, mediaType: mediaType.trim() },
      url: isIri(url) ? url : object,
      namespaces: vocabulary.namespaces,
      nodes: iri(`${uris.copyPrefix(object)}/nodes/`),
    };
  }
}

const unreadable = (): Extract<NothingFetched, { kind: 'poison' }> => ({
  kind: 'poison',
  poison: { reason: 'unreadable', place: 'the answer is of another kind' },
});

/** Undefined for an answer with a body that is to be read, or for 304. */
function nothingIn(answer: PartnerAnswer): NothingFetched | undefined {
  switch (answer.kind) {
    case 'moved':
      return answer;
    case 'too-large':
      return { kind: 'poison', poison: { reason: 'too-large', place: 'the answer exceeds MIRROR_BODY_LIMIT' } };
    case 'error':
      return { kind: 'failed', status: answer.status };
    case 'silent':
      return { kind: 'silent', reason: answer.reason };
    case 'response': {
      const { status } = answer.response;
      if (status === 200 || status === 304) return undefined;
      if (status === 403) return { kind: 'forbidden' };
      if (status === 404) return { kind: 'not-found' };
      if (status === 410) return { kind: 'gone', answer };
      return { kind: 'failed', status };
    }
  }
}
