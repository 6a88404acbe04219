/** Messages with a value of every row, and mutated ones, sent to a node. */
import { expect } from 'chai';
import { messageTypes } from '../../src/messages/mapping/mappings.js';
import { TestContext } from '../support/world.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { fullValues } from './generated.js';
import { postXml, reportIn, send, xml } from './node.js';

const ISSUED = 'MessageHeaderDocument/IssueDateTime';

describe('A message with a value of every row, sent to a node', () => {
  for (const type of messageTypes)
    it(`is applied without a refusal, and changes nothing when another one says the same: ${type}`, async () => {
      const world = await TestContext.start();
      try {
        const values = await fullValues(type);
        const first = await send(world.holder, type, values);
        expect(first.outcome).to.equal('applied');
        expect(first.unmapped.filter(({ reason }) => reason === 'refused')).to.deep.equal([]);
        const again = await send(world.holder, type, { ...values, [ISSUED]: '2021-03-12T10:00:00Z' });
        expect([again.outcome, again.created, again.changed, again.events]).to.deep.equal(['unchanged', [], [], []]);
      } finally {
        await world.stop();
      }
    });
});

describe('A mutated message sent to a node', () => {
  const count = scaled(25);
  for (const type of messageTypes)
    it(`is taken with a report that adds up, or refused, never an error of the node: ${count} of ${type}`, async function () {
      this.timeout(scaled(600_000));
      const world = await TestContext.start();
      try {
        const whole = await xml(type, await fullValues(type));
        const random = new Random(seeded(SEED));
        const texts = [...whole.matchAll(/>([^<>]+)</g)].map(({ index, 1: text = '' }) => ({ at: index + 1, text }));
        const others = ['', '-1', '99999999999999999999', '1e9', '😀', '2021-13-01T00:00:00', '../..', '#', 'Deletion'];
        let taken = 0;
        for (let round = 0; round < count; round++) {
          let mutated = whole;
          for (let change = random.below(6); change >= 0; change--) {
            const { at, text } = random.one(texts);
            mutated = mutated.slice(0, at) + random.one(others) + mutated.slice(at + text.length);
          }
          const reply = await postXml(world.holder, mutated);
          expect(reply.status, `${reply.text}\n${mutated}`).to.be.oneOf([200, 201, 400, 409, 422]);
          if (reply.status >= 400) continue;
          const { total, mapped, header, derived, unmapped } = reportIn(reply.json).values;
          expect(total).to.equal(mapped + header + derived + unmapped);
          taken += 1;
        }
        expect(taken).to.be.above(0);
      } finally {
        await world.stop();
      }
    });
});
