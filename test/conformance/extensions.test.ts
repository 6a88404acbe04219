import { expect } from 'chai';
import { subscriptionBody } from '../support/exchange.js';
import { cargo } from '../support/node.js';
import { conformance, type Statement } from './statement.js';

const statements: Statement[] = [
  {
    section: 'D72',
    statement:
      'names of extensions are described in the namespace of the node, and in no answer to a client that used none',
    holds: async (world) => {
      const described = await world.partner.get('/ns/extensions');
      expect(described.status).to.equal(200);
      expect(described.text).to.include('hasCondition');
      const piece = await world.openPiece();
      const wish = subscriptionBody({ subscriber: world.partner.agent, topic: `${cargo}Piece` });
      const subscription = await world.partner.post('/subscriptions', wish);
      expect(subscription.status, subscription.text).to.equal(201);
      const request = world.path(subscription.headers.get('location'));
      for (const address of [
        '/',
        piece,
        `${piece}/audit-trail`,
        `${piece}/logistics-events`,
        '/action-requests',
        request,
      ]) {
        const { status, text, headers } = await world.partner.get(address);
        expect([200, 403], address).to.include(status);
        expect(text + [...headers.values()].join('\n'), address).to.not.include('/ns/extensions');
      }
    },
  },
];

conformance('extensions', statements);
