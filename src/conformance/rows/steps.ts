/** Steps that rows share: reading, looking into graphs, and what several rows look at. */
import { expectHeader, expectLocation, expectStatus, expectThat, fail } from '../expect.js';
import { fixture } from '../fixture.js';
import type { Graph, Term } from '../graph.js';
import { api, cargo, context, literal, rdf, xsd } from '../names.js';
import type { Reply } from '../reply.js';
import type { Caller, Json, JsonObject, Operation, Sending, World } from '../world.js';

export const unit = 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM';
export const statusCode = (code: string): string => `https://onerecord.iata.org/ns/code-lists/StatusCode#${code}`;

/** A name of the API. */
export const named = (name: string): JsonObject => ({ '@id': `api:${name}` });
export const anyUri = (iri: string): JsonObject => literal(iri, 'anyURI');
export const dateTime = (date: Date): JsonObject => literal(date.toISOString(), 'dateTime');

/** A weight as an embedded object. */
export const weight = (value: string): JsonObject => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': literal(value, 'double'),
  'cargo:unit': { '@id': unit },
});

export interface Answer {
  readonly reply: Reply;
  readonly graph: Graph;
}

/** A GET that must succeed, and its statements. */
export async function read(
  world: World,
  caller: Caller,
  address: string,
  headers?: Sending['headers'],
): Promise<Answer> {
  const reply = await caller.get(address, headers);
  expectStatus(reply, 200);
  return { reply, graph: await world.graph(reply) };
}

/** The address of something created, in full. */
export function locationOf(reply: Reply): string {
  expectStatus(reply, 201);
  return expectLocation(reply);
}

/** The values of a property, as texts. */
export const texts = (graph: Graph, subject: Term | string | undefined, property: string): string[] =>
  subject === undefined ? [] : graph.values(subject, property).map(({ value }) => value);

/** @throws Failed unless the subject has this value. */
export function expectValue(
  { reply, graph }: Answer,
  subject: Term | string,
  property: string,
  value: string | RegExp,
): void {
  const values = texts(graph, subject, property);
  const isThere = values.some((text) => (typeof value === 'string' ? text === value : value.test(text)));
  expectThat(isThere, `${shortName(property)} ${String(value)}`, cameOf(property, values), reply);
}

/** @throws Failed if the subject has this value, or with `value` undefined any. */
export function expectNoValue(
  { reply, graph }: Answer,
  subject: Term | string,
  property: string,
  value?: string,
): void {
  const values = texts(graph, subject, property);
  const isThere = value === undefined ? values.length > 0 : values.includes(value);
  expectThat(
    !isThere,
    `no ${shortName(property)}${value === undefined ? '' : ` ${value}`}`,
    cameOf(property, values),
    reply,
  );
}

/** @throws Failed unless the subject has exactly one value. */
export function expectOne({ reply, graph }: Answer, subject: Term | string, property: string): Term {
  const [first, ...others] = graph.values(subject, property);
  if (first !== undefined && others.length === 0) return first;
  return fail(`one ${shortName(property)}`, cameOf(property, texts(graph, subject, property)), reply);
}

/** @throws Failed unless the node has this type. */
export function expectType({ reply, graph }: Answer, subject: Term | string, type: string): void {
  const types = graph.types(subject);
  expectThat(types.includes(type), `a ${shortName(type)}`, cameOf(`${rdf}type`, types), reply);
}

const shortName = (iri: string): string => iri.replace(/^.*[#/]/, '');
const cameOf = (property: string, values: readonly string[]): string =>
  values.length === 0 ? `no ${shortName(property)}` : `${shortName(property)} ${values.join(', ').slice(0, 200)}`;

/** The answer names the address of a request, where requests are. */
export function expectRequestAddress({ server }: World, reply: Reply): void {
  const location = expectLocation(reply);
  const isHere = location.startsWith(`${server}/action-requests/`);
  expectThat(isHere, `an address below ${server}/action-requests/`, location, reply);
}

/** The partner reads the request that an answer names: one of this type, which is pending. */
export async function expectPending(
  world: World,
  reply: Reply,
  type: string,
): Promise<{ readonly answer: Answer; readonly request: string }> {
  const request = locationOf(reply);
  const answer = await read(world, world.partner, request);
  expectType(answer, request, `${api}${type}`);
  expectValue(answer, request, `${api}hasRequestStatus`, `${api}REQUEST_PENDING`);
  return { answer, request };
}

/** The only instance of a class in an answer. */
export function theOnly({ reply, graph }: Answer, type: string): Term {
  const [first, ...others] = graph.instances(type);
  if (first !== undefined && others.length === 0) return first;
  return fail(`one ${shortName(type)}`, `${others.length + (first === undefined ? 0 : 1)} of them`, reply);
}

/** The time in a header, in milliseconds. */
export function timeIn(reply: Reply, header: string): number {
  const text = expectHeader(reply, header, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  return Date.parse(text);
}

/** A time as `at` and the filters of lists take it. */
export const compact = (time: number | Date): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** An ADD to an object. */
export const add = (s: string, p: string, value: string, datatype?: string): Operation => ({
  op: 'ADD',
  s,
  p,
  value,
  ...(datatype !== undefined && { datatype }),
});
/** A DELETE from an object. */
export const remove = (s: string, p: string, value: string, datatype?: string): Operation => ({
  ...add(s, p, value, datatype),
  op: 'DELETE',
});

/** One Change that every object can have. */
export const describing = (object: string, text: string): readonly Operation[] => [add(object, 'upid', text)];

/** A Change that an object can have several times. */
export const instructing = (object: string, text: string): readonly Operation[] => [
  add(object, 'textualHandlingInstructions', text),
];

/** A Piece that no row changes. */
export const plainPiece = fixture((world): Promise<string> =>
  world.piece({ 'cargo:coload': false, 'cargo:grossWeight': weight('20.5'), 'cargo:upid': `upid ${world.id()}` }),
);

/** A Piece that no row changes, which the partner may read with its events. */
export const sharedPiece = fixture(async (world): Promise<string> => {
  const piece = await world.piece({ 'cargo:coload': false });
  await world.grant(piece, ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT']);
  return piece;
});

/** An object that does not exist. */
export const missing = (world: World): string => `${world.server}/logistics-objects/${world.id()}`;
export const missingRequest = (world: World): string => `${world.server}/action-requests/${world.id()}`;

/** A pending Change of the partner, which no row decides. */
export interface Pending {
  readonly piece: string;
  readonly request: string;
}
export const pendingChange = fixture(async (world): Promise<Pending> => {
  const piece = await world.piece();
  return { piece, request: await world.submit(world.partner, piece, describing(piece, 'pending')) };
});

/** A Change of its own that is pending. */
export async function newPending(world: World): Promise<Pending> {
  const piece = await world.piece();
  return { piece, request: await world.submit(world.partner, piece, describing(piece, 'asked')) };
}

/** @throws Failed unless a request has one of these statuses. */
export async function expectRequestStatus(world: World, request: string, ...allowed: readonly string[]): Promise<void> {
  const status = await world.status(request);
  expectThat(allowed.includes(status), allowed.join(' or '), status);
}

/** A Logistics Event as JSON-LD. */
export const eventBody = (more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'cargo:LogisticsEvent',
  'cargo:eventDate': literal('2026-02-28T12:00:00Z', 'dateTime'),
  'cargo:eventCode': { '@id': statusCode('DEP') },
  'cargo:eventName': 'conformance kit',
  ...more,
});

/** An AccessDelegation as JSON-LD. */
export const delegationBody = (
  object: string,
  delegate: string,
  permissions: readonly string[] = ['GET_LOGISTICS_OBJECT'],
  more: JsonObject = {},
): JsonObject => ({
  '@context': context,
  '@type': 'api:AccessDelegation',
  'api:hasPermission': permissions.map(named),
  'api:isRequestedFor': { '@id': delegate },
  'api:hasLogisticsObject': { '@id': object },
  ...more,
});

/** A Subscription as JSON-LD, to one object. */
export const subscriptionBody = (subscriber: string, topic: string, more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'api:Subscription',
  'api:hasSubscriber': { '@id': subscriber },
  'api:hasTopicType': named('LOGISTICS_OBJECT_IDENTIFIER'),
  'api:hasTopic': anyUri(topic),
  'api:includeSubscriptionEventType': [named('LOGISTICS_OBJECT_UPDATED')],
  ...more,
});

/** A Verification as JSON-LD. */
export const verificationBody = (object: string, revision: number, more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'api:Verification',
  'api:hasLogisticsObject': { '@id': object },
  'api:hasRevision': literal(String(revision), 'positiveInteger'),
  'api:hasError': {
    '@type': 'api:Error',
    'api:hasTitle': 'weight looks wrong',
    'api:hasErrorDetail': {
      '@type': 'api:ErrorDetail',
      'api:hasCode': 'W1',
      'api:hasProperty': anyUri(`${cargo}grossWeight`),
    },
  },
  ...more,
});

/** A Change as JSON-LD, for one that is wrong on purpose. */
export const changeBody = (object: string, revision: number, operations: Json, more: JsonObject = {}): JsonObject => ({
  '@context': context,
  '@type': 'api:Change',
  'api:hasLogisticsObject': { '@id': object },
  'api:hasRevision': literal(String(revision), 'positiveInteger'),
  'api:hasOperation': operations,
  ...more,
});

/** An Operation as JSON-LD. */
export const operationBody = (s: string, p: string, value: string, datatype = `${xsd}string`): JsonObject => ({
  '@type': 'api:Operation',
  'api:op': named('ADD'),
  'api:s': s,
  'api:p': anyUri(p),
  'api:o': { '@type': 'api:OperationObject', 'api:hasDatatype': anyUri(datatype), 'api:hasValue': value },
});

/** The codes in the Errors of a request. */
export async function errorCodes(world: World, request: string): Promise<string[]> {
  const { graph } = await read(world, world.holder, request);
  return graph
    .values(request, `${api}hasError`)
    .flatMap((error) => graph.values(error, `${api}hasErrorDetail`))
    .flatMap((detail) => texts(graph, detail, `${api}hasCode`));
}

/** Asks for access as the partner. @returns the URI of the request. */
export async function askAccess(world: World, body: Json): Promise<string> {
  return locationOf(await world.partner.post('/access-delegations', body));
}
