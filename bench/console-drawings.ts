/**
 * The console's drawings at their limits: the life of 100 objects, the neighbours of objects, the timeline of access.
 */
import { settled } from './console-settled.js';
import { copyUri } from './fill.js';
import { times } from './load.js';
import type { MeasuredNode } from './node.js';
import { change, event, shipment, smallPiece } from './payloads.js';

/** A measured address. */
export interface Row {
  readonly name: string;
  readonly path: () => string;
  /** The 99th percentile in milliseconds. */
  readonly bound: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Objects in the responses: the maximum of timelines in a life, and of nodes in a drawing. */
const LANES = 100;
const NODES = 60;
/**
 * Changes and events of each timeline: with its first revision, the entries of a timeline in a response with so many
 * timelines.
 */
const MARKS = 9;
/** Objects whose neighbours are requested once, so that no cache holds them. */
const ASKED_ONCE = Number(process.env['ASKED_ONCE'] ?? 500);
/** Parties that could read a value, and the number of them that are notified of its revisions. */
const READERS = 30;
const TOLD = 5;
const VALUES = 100;

const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const links = (uris: readonly string[]): object[] => uris.map((uri) => ({ '@id': uri, '@type': 'cargo:Piece' }));
const ofShipment = (uris: readonly string[]): object => ({ ...shipment, 'cargo:pieces': links(uris) });

/** Changes an object a number of times. */
async function changeOften(node: MeasuredNode, object: string, count: number): Promise<void> {
  for (let revision = 1; revision <= count; revision += 1)
    await node.accept(await node.make('PATCH', object, change(object, revision, `v${revision}`, `v${revision + 1}`)));
}

/** A shipment of pieces that have been changed and have events. */
async function eventful(node: MeasuredNode): Promise<string> {
  const pieces: string[] = [];
  await times(LANES - 1, async () => {
    const uri = await node.create(smallPiece('v1', 20));
    pieces.push(uri);
    await changeOften(node, uri, MARKS);
    for (let number = 0; number < MARKS; number += 1) await node.make('POST', `${uri}/logistics-events`, event);
  });
  return node.create(ofShipment(pieces));
}

/** Shipments with pieces spread over the store. */
async function scattered(node: MeasuredNode, objects: number): Promise<string[]> {
  const uris: string[] = [];
  await times(ASKED_ONCE, async (index) => {
    const pieces = Array.from({ length: NODES - 1 }, (_, piece) =>
      copyUri(node.url, (index * (NODES - 1) + piece) % objects),
    );
    uris.push(await node.create(ofShipment(pieces)));
  });
  return uris;
}

/** An object that many parties may read and some have a subscription to. */
async function known(node: MeasuredNode): Promise<string> {
  const uri = await node.create(smallPiece('v1', 20));
  const agents = Array.from({ length: READERS }, (_, number) => `${node.url}/logistics-objects/reader-${number}`);
  await node.send('PUT', `${uri}/acl`, {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
    '@type': 'acl:Authorization',
    'acl:agent': agents.map((agent) => ({ '@id': agent })),
    'acl:mode': { '@id': 'acl:Read' },
  });
  for (const agent of agents.slice(0, TOLD))
    await node.accept(
      await node.make('POST', '/subscriptions', {
        '@context': { api: 'https://onerecord.iata.org/ns/api#' },
        '@type': 'api:Subscription',
        'api:hasSubscriber': { '@id': agent },
        'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
        'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': uri },
        'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      }),
    );
  await changeOften(node, uri, VALUES - 1);
  await settled(node);
  return uri;
}

/** @param objects written by `fill`. */
export async function drawingRows(node: MeasuredNode, objects: number, bound: number): Promise<readonly Row[]> {
  const shipmentUri = await eventful(node);
  const once = await scattered(node, objects);
  const value = await known(node);
  const at = (uri: string, rest: string): string => `/internal/objects/${idOf(uri)}/${rest}`;
  let asked = 0;
  const next = (): string => {
    asked += 1;
    return once[asked % once.length] ?? '';
  };
  const ofValue = `knowledge?property=${encodeURIComponent(`${CARGO}goodsDescription`)}`;
  return [
    { name: `life of ${LANES} objects`, path: () => at(shipmentUri, 'life'), bound },
    { name: 'life of one object', path: () => at(value, 'life?depth=0'), bound },
    { name: `neighbours, two steps, ${NODES} of ${LANES}`, path: () => at(shipmentUri, 'links?depth=2'), bound },
    {
      name: `neighbours, two steps, ${NODES} that no cache has`,
      path: () => at(next(), `links?depth=2`),
      bound,
    },
    { name: `who knew ${VALUES} values, ${READERS} parties`, path: () => at(value, ofValue), bound },
  ];
}
