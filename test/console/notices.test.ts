/** The words for who was told, and deliveries by partner: what the pages show, without a browser. */
import { expect } from 'chai';
import { deliveryErrorOf } from '../../console/parts/delivery-error.js';
import { byPartner, canSend } from '../../console/parts/delivery-groups.js';
import type { DeliveryQueue } from '../../src/console/responses.js';

const queue = (subscriber: string, topic: string, more: Partial<DeliveryQueue> = {}): DeliveryQueue => ({
  ...{ subscriber, label: null, callback: null, topic, subscription: null, waiting: 0, oldest: null, state: 'idle' },
  ...{ attempts: 0, failingSince: null, nextAttempt: null, lastError: null, lastConfirmed: null, paused: null },
  latencyMs: null,
  ...more,
});

describe('the error of a delivery in words (K58)', () => {
  for (const [error, kind] of [
    ['the receiver answered with status 401', { kind: 'refused', status: 401 }],
    ['the receiver answered with status 503', { kind: 'answers', status: 503 }],
    ['the receiver answered with status 429', { kind: 'busy', status: 429 }],
    ['http://localhost:9 cannot be reached: connect ECONNREFUSED 127.0.0.1:9', { kind: 'unreachable' }],
    ['https://partner.example did not answer within 10000 ms', { kind: 'silent' }],
    ['https://partner.example has a TLS certificate that has expired', { kind: 'certificate' }],
    ['this node has no credentials for calls to partners (IDP_TOKEN_URL)', { kind: 'token' }],
    ['partner.example has no address that is globally routable', { kind: 'address' }],
    ['something else', { kind: 'other' }],
  ] as const)
    it(error, () => {
      expect(deliveryErrorOf(error)).to.deep.equal(kind);
    });
});

describe('deliveries by partner (K62)', () => {
  const queues = [
    queue('idle', 'one', { lastConfirmed: '2026-03-01T09:00:00.000Z' }),
    queue('failing', 'one', { waiting: 1, state: 'waiting', oldest: '2026-03-01T10:00:00.000Z' }),
    queue('failing', 'two', {
      ...{ waiting: 3, state: 'backing-off', oldest: '2026-03-01T11:00:00.000Z' },
      ...{ failingSince: '2026-03-01T11:00:01.000Z', lastConfirmed: '2026-03-01T08:00:00.000Z' },
    }),
    queue('paused', 'one', { waiting: 2, state: 'paused', oldest: '2026-03-01T08:00:00.000Z' }),
  ];

  it('have the sum of their queues, those that fail first', () => {
    const partners = byPartner(queues);
    expect(partners.map(({ subscriber, waiting, oldest }) => [subscriber, waiting, oldest])).to.deep.equal([
      ['failing', 4, '2026-03-01T10:00:00.000Z'],
      ['paused', 2, '2026-03-01T08:00:00.000Z'],
      ['idle', 0, null],
    ]);
    const [failing] = partners;
    expect(failing?.first.topic).to.equal('two');
    expect(failing?.confirmed.topic).to.equal('two');
  });

  it('can be sent now unless nothing waits, or an operator has paused them', () => {
    expect(byPartner(queues).map(canSend)).to.deep.equal([true, false, false]);
  });
});
