/** The true answers of a partner of a test, in the form of each API version. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { anyUri, dateTime } from '../../support/exchange.js';
import { api, cargo, context, type Json } from '../../support/node.js';
import { xsd } from '../../support/changes.js';
import { type Version, versions } from '../../support/versions.js';
import type { JsonObject } from '../../support/world.js';
import type { PartnerEvent, PartnerObject, PartnerRevision, PartnerSubscription } from './partner-object.js';

export interface PartnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Sends the answer in another way than whole and at once. */
  readonly send?: (response: ServerResponse, answer: PartnerAnswer) => void;
}

export const isSince = (version: Version, since: Version): boolean =>
  versions.indexOf(version) >= versions.indexOf(since);

/** A JSON-LD answer in a version. */
export function jsonAnswer(
  body: Json,
  {
    version,
    status = 200,
    headers = {},
  }: { version?: Version; status?: number; headers?: Record<string, string> } = {},
): PartnerAnswer {
  const type = `application/ld+json${version === undefined ? '' : `; version=${version}`}`;
  return { status, headers: { 'Content-Type': type, ...headers }, body: JSON.stringify(body) };
}

export function errorAnswer(status: number, title: string, message: string, resource?: string): PartnerAnswer {
  return jsonAnswer(
    {
      '@context': context,
      '@type': 'api:Error',
      'api:hasTitle': title,
      'api:hasErrorDetail': {
        '@type': 'api:ErrorDetail',
        'api:hasCode': String(status),
        'api:hasMessage': message,
        ...(resource !== undefined && { 'api:hasResource': anyUri(resource) }),
      },
    },
    { status, headers: { 'Content-Language': 'en-US' } },
  );
}

export function informationAnswer(
  base: string,
  holder: string,
  spoken: readonly Version[],
  version: Version,
): PartnerAnswer {
  const body = {
    '@context': context,
    '@id': `${base}/`,
    '@type': 'api:ServerInformation',
    'api:hasDataHolder': { '@id': holder, '@type': 'cargo:Organization' },
    'api:hasServerEndpoint': anyUri(base),
    'api:hasSupportedApiVersion': [...spoken],
    'api:hasSupportedContentType': 'application/ld+json',
    'api:hasSupportedLanguage': 'en-US',
  };
  return jsonAnswer(body, { version, headers: { Type: `${api}ServerInformation` } });
}

/** The time of `at` or of `created-after`, in either form (D10); undefined for anything else. */
export function readTime(text: string): Date | undefined {
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = compact ?? [];
  const date = new Date(compact === null ? text : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A second as `at` names it. */
export const compactTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** All links to Logistics Objects carry the time that was asked for (D45). */
export function withTime(value: Json, at: string): Json {
  if (Array.isArray(value)) return value.map((item) => withTime(item, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isLink = name === '@id' && typeof member === 'string' && member.includes('/logistics-objects/');
      return [name, isLink ? `${member}?at=${at}` : withTime(member, at)];
    }),
  );
}

export interface ObjectAnswerOptions {
  readonly version: Version;
  readonly at?: string | undefined;
  /** Links of the answer, such as a TimeMap. */
  readonly link?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const expanded = (name: Json): string => (typeof name === 'string' ? name.replace(/^cargo:/, cargo) : '');
const number = (value: number): JsonObject => ({ '@type': `${xsd}positiveInteger`, '@value': String(value) });

/** A revision of an object; without an object's numbers in the body in 2.0.0. */
export function objectAnswer(
  { uri, latest }: PartnerObject,
  revision: PartnerRevision,
  { version, at, link, headers = {} }: ObjectAnswerOptions,
): PartnerAnswer {
  const { members } = revision;
  const body = {
    '@context': context,
    '@id': uri,
    ...(at === undefined ? members : (withTime(members, at) as JsonObject)),
    ...(isSince(version, '2.1.0') && {
      'api:hasRevision': number(revision.number),
      'api:hasLatestRevision': number(latest.number),
    }),
  };
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 12);
  const [type] = [members['@type']].flat();
  return jsonAnswer(body, {
    version,
    headers: {
      Type: expanded(type),
      Revision: String(revision.number),
      'Latest-Revision': String(latest.number),
      'Last-Modified': revision.at.toUTCString(),
      ETag: `"${revision.number}.${digest}.${version}"`,
      ...(link !== undefined && { Link: link }),
      ...headers,
    },
  });
}

const eventMembers = (object: PartnerObject, { uri, at, members }: PartnerEvent): JsonObject => ({
  '@id': uri,
  '@type': 'cargo:LogisticsEvent',
  'cargo:creationDate': dateTime(at.toISOString()),
  'cargo:eventDate': dateTime(at.toISOString()),
  'cargo:eventFor': { '@id': object.uri },
  ...members,
});

export function eventAnswer(object: PartnerObject, event: PartnerEvent, version: Version): PartnerAnswer {
  return jsonAnswer({ '@context': context, ...eventMembers(object, event) }, { version });
}

export function eventsAnswer(object: PartnerObject, query: URLSearchParams, version: Version): PartnerAnswer {
  const after = readTime(query.get('created-after') ?? query.get('created_after') ?? '');
  const matching = object.events.filter(({ at }) => after === undefined || at > after);
  const skip = Number(query.get('skip') ?? 0);
  const limit = Number(query.get('limit') ?? Infinity);
  const page = isSince(version, '2.1.0') ? matching.slice(skip, skip + limit) : matching;
  const body = {
    '@context': context,
    '@id': `${object.uri}/logistics-events`,
    '@type': 'api:Collection',
    'api:hasTotalItems': { '@type': `${xsd}nonNegativeInteger`, '@value': String(matching.length) },
    'api:hasItem': page.map((event) => eventMembers(object, event)),
  };
  return jsonAnswer(body, { version, headers: { Type: `${api}Collection` } });
}

/** The accepted changes of an object. Only 2.3.0 says when a change was accepted. */
export function auditTrailAnswer(object: PartnerObject, query: URLSearchParams, version: Version): PartnerAnswer {
  const [from, to] = ['updated-from', 'updated-to'].map((name) => readTime(query.get(name) ?? '')?.getTime());
  const changes = object.revisions.filter(
    ({ number: made, requestedAt }) =>
      made > 1 && requestedAt.getTime() >= (from ?? -Infinity) && requestedAt.getTime() <= (to ?? Infinity),
  );
  const requests = changes.map(({ number: made, at, requestedAt }) => ({
    '@id': `${object.uri.replace('/logistics-objects/', '/action-requests/')}-${made}`,
    '@type': 'api:ChangeRequest',
    'api:hasLogisticsObject': { '@id': object.uri },
    'api:hasRequestStatus': { '@id': 'api:REQUEST_ACCEPTED' },
    'api:isRequestedAt': dateTime(requestedAt.toISOString()),
    ...(version === '2.3.0' && { 'api:hasRequestStatusSince': dateTime(at.toISOString()) }),
    'api:hasChange': {
      '@type': 'api:Change',
      'api:hasLogisticsObject': { '@id': object.uri },
      'api:hasRevision': number(made - 1),
    },
  }));
  const body = {
    '@context': context,
    '@id': `${object.uri}/audit-trail`,
    '@type': 'api:AuditTrail',
    [version === '2.0.0' ? 'api:hasChangeRequest' : 'api:hasActionRequest']: requests,
    'api:hasLatestRevision': number(object.latest.number),
    ...Object.fromEntries(object.auditEntries),
  };
  return jsonAnswer(body, { version, headers: { Type: `${api}AuditTrail` } });
}

export function subscriptionAnswer(subscription: PartnerSubscription, version: Version): PartnerAnswer {
  const { uri, subscriber, topic, topicType, eventTypes, expiresAt, status, requestedAt } = subscription;
  const body = {
    '@context': context,
    '@id': uri,
    '@type': 'api:SubscriptionRequest',
    'api:hasRequestStatus': { '@id': `api:${status}` },
    'api:isRequestedAt': dateTime(requestedAt.toISOString()),
    'api:isRequestedBy': { '@id': subscriber },
    'api:hasSubscription': {
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': subscriber },
      'api:hasTopicType': { '@id': `api:${topicType}` },
      'api:hasTopic': anyUri(topic),
      'api:includeSubscriptionEventType': eventTypes.map((type) => ({ '@id': `api:${type}` })),
      ...(expiresAt !== undefined && { 'api:expiresAt': dateTime(expiresAt.toISOString()) }),
    },
  };
  return jsonAnswer(body, { version, headers: { Type: `${api}SubscriptionRequest` } });
}

/** The answer about an erased object: an Error with a tombstone that names the reason. */
export function tombstoneAnswer(
  object: Pick<PartnerObject, 'uri' | 'latest'>,
  reason: string,
  base: string,
): PartnerAnswer {
  const [formerType] = [object.latest.members['@type']].flat();
  const body = {
    '@context': { ...context, as: 'https://www.w3.org/ns/activitystreams#', ext: `${base}/ns/extensions#` },
    '@type': 'api:Error',
    'api:hasTitle': 'Resource erased',
    'api:hasErrorDetail': {
      '@type': 'api:ErrorDetail',
      'api:hasCode': '410',
      'api:hasMessage': 'it was erased',
      'api:hasResource': anyUri(object.uri),
    },
    'ext:hasTombstone': {
      '@id': object.uri,
      '@type': 'as:Tombstone',
      'as:formerType': { '@id': expanded(formerType) },
      'ext:hasReason': { '@id': `ext:${reason}` },
    },
  };
  return jsonAnswer(body, {
    status: 410,
    headers: { 'Content-Language': 'en-US', Link: `<${base}/ns/extensions>; rel="describedby"` },
  });
}

const timeMapOf = ({ uri }: PartnerObject): string => `${uri}/timemap`;

/** The link from an answer to its TimeMap (RFC 7089). */
export const timeMapLink = (object: PartnerObject): string =>
  `<${object.uri}>; rel="original timegate", <${timeMapOf(object)}>; rel="timemap"; type="application/link-format"`;

export function timeMapAnswer(object: PartnerObject): PartnerAnswer {
  const lines = [
    `<${object.uri}>; rel="original timegate"`,
    `<${timeMapOf(object)}>; rel="self"; type="application/link-format"`,
    ...object.revisions.map(
      ({ number: made, at }) => `<${object.uri}/revisions/${made}>; rel="memento"; datetime="${at.toUTCString()}"`,
    ),
  ];
  return { status: 200, headers: { 'Content-Type': 'application/link-format' }, body: lines.join(',\n') };
}

/** The version that `Accept` names, `undefined` if it names none, or the unknown one's text. */
export function versionAsked({ accept }: IncomingHttpHeaders): string | undefined {
  return /;\s*version="?([^\s;,"]+)"?/.exec(accept ?? '')?.[1];
}
