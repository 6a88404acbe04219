import { expect } from 'chai';
import { RETRIES_A_MINUTE } from '../../src/notifications/queues/retry-limit.js';
import type { Party, Reply } from '../support/node.js';
import { conformance, type Statement } from './statement.js';

const SECTION = 'operator contract, /internal/delivery-queues/retry';

const retry = (party: Party, subscriber: string): Promise<Reply> =>
  party.post('/internal/delivery-queues/retry', { subscriber }, { 'Content-Type': 'application/json' });

const statements: Statement[] = [
  {
    section: SECTION,
    statement: 'a partner may ask for its own deliveries, so many times a minute; operators have no limit',
    holds: async ({ partner, otherPartner, holder }) => {
      for (let index = 0; index < RETRIES_A_MINUTE; index += 1) {
        const reply = await retry(partner, partner.agent);
        expect(reply.status, reply.text).to.equal(202);
        expect(reply.json).to.deep.equal({ queues: 0 });
      }
      const refused = await retry(partner, partner.agent);
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      expect((await retry(otherPartner, otherPartner.agent)).status, 'another partner').to.equal(202);
      for (let index = 0; index <= RETRIES_A_MINUTE; index += 1)
        expect((await retry(holder, partner.agent)).status).to.equal(202);
    },
  },
  {
    section: SECTION,
    statement: 'a partner may not ask for deliveries of another, whether there are any or not',
    holds: async ({ partner, otherPartner, anonymous }) => {
      expect((await retry(partner, otherPartner.agent)).status).to.equal(403);
      expect((await retry(partner, 'https://nobody.example/logistics-objects/x')).status).to.equal(403);
      expect((await retry(anonymous, partner.agent)).status).to.equal(401);
    },
  },
];

conformance('deliveries that a partner asks for', statements);
