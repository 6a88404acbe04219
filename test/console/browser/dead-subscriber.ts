/** A subscriber whose server cannot be reached. */
import { expect } from 'chai';
import { context as jsonLd, Party } from '../../support/node.js';
import type { World } from './world.js';

/** Nothing listens there. */
export const DEAD = 'http://localhost:9/logistics-objects/_data-holder';

/** A subscriber that cannot be reached is told of each piece. @returns the request of its subscription. */
export async function subscribeDead({ url, holder }: World): Promise<string> {
  const response = await fetch(`${url}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('visitor:visitor-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', logistics_agent_uri: DEAD }),
  });
  const { access_token: dead } = (await response.json()) as { access_token: string };
  const subscribed = await new Party(url, DEAD, dead).post('/subscriptions', {
    '@context': jsonLd,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': DEAD },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': `${jsonLd.cargo}Piece` },
    'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
  });
  expect(subscribed.status, subscribed.text).to.equal(201);
  const request = subscribed.headers.get('location') ?? '';
  const accepted = await holder.patch(`${request}?status=REQUEST_ACCEPTED`);
  expect(accepted.status, accepted.text).to.equal(204);
  return request;
}
