/** Verifications in a partner's notation. */
import { expect } from 'chai';
import { xsd } from './changes.js';
import { cargo, context, type Json, type Party } from './node.js';
import type { JsonObject, TestContext } from './world.js';

/** An Accept header that names an API version. */
export const accepting = (version: string, type = 'application/ld+json'): { Accept: string } => ({
  Accept: `${type}; version=${version}`,
});

/** An Error with one detail. */
export function errorBody(more: JsonObject = {}, detail: JsonObject = {}): JsonObject {
  return {
    '@type': 'api:Error',
    'api:hasTitle': 'weight looks wrong',
    'api:hasErrorDetail': {
      '@type': 'api:ErrorDetail',
      'api:hasCode': 'W1',
      'api:hasProperty': { '@type': `${xsd}anyURI`, '@value': `${cargo}grossWeight` },
      ...detail,
    },
    ...more,
  };
}

export function verificationBody(object: string, revision: number, more: JsonObject = {}): JsonObject {
  return {
    '@context': context,
    '@type': 'api:Verification',
    'api:hasLogisticsObject': { '@id': object },
    'api:hasRevision': { '@type': `${xsd}positiveInteger`, '@value': String(revision) },
    'api:hasError': errorBody({ 'api:hasSeverity': { '@id': 'api:WARNING' } }),
    ...more,
  };
}

/** Posts a Verification of the latest revision, and returns the path of its request. */
export async function verify(world: TestContext, piece: string, more: JsonObject = {}, party?: Party): Promise<string> {
  const body = verificationBody(world.uri(piece), await world.revision(piece), more);
  const reply = await (party ?? world.partner).post(piece, body);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

/** The holder's read of a path in an API version. */
export async function readIn(world: TestContext, version: string, path: string): Promise<Json> {
  const reply = await world.holder.get(path, { headers: accepting(version) });
  expect(reply.status, reply.text).to.equal(200);
  return reply.json;
}
