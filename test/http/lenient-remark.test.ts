import { expect } from 'chai';
import { add } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { list, member, type Reply } from '../support/node.js';
import { TestContext } from '../support/world.js';

const remark = 'VALIDATION=lenient would take this';
const messages = (reply: Reply): unknown[] =>
  list(member(reply.json, 'api:hasErrorDetail')).map((detail) => member(detail, 'api:hasMessage'));

describe('A refusal in strict mode', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const takenByLenient: Record<string, object> = {
    'an unknown property': { 'cargo:movementTyme': 'x' },
    'a text for a code': { 'cargo:hsCode': '123456' },
    'a property without a prefix': { numericalValue: 1 },
    'a class that is no Logistics Object': { '@type': 'cargo:Value' },
    'blanks around an @id': { 'cargo:containedPieces': { '@id': ' https://1r.example.org/logistics-objects/a' } },
  };
  const refusedByLenient: Record<string, object> = {
    'a date that is none': {
      'cargo:otherIdentifiers': { '@type': 'http://www.w3.org/2001/XMLSchema#date', '@value': '2026-02-31' },
    },
    'an @id elsewhere, beside an unknown class': { '@id': 'https://1r.example.org/a', '@type': 'cargo:Value' },
  };

  for (const [what, content] of Object.entries(takenByLenient))
    it(`ends with the remark that lenient mode would accept it: ${what}`, async () => {
      const reply = await world.post({ '@type': 'cargo:Piece', ...content });
      expect(reply.status, reply.text).to.equal(400);
      expect(messages(reply).at(-1)).to.match(/. VALIDATION=lenient would take this$/);
      expect(reply.text.split(remark)).to.have.length(2);
      const lenient = await TestContext.start({ env: { VALIDATION: 'lenient' } });
      try {
        expect((await lenient.post({ '@type': 'cargo:Piece', ...content })).status).to.equal(201);
      } finally {
        await lenient.stop();
      }
    });

  for (const [what, content] of Object.entries(refusedByLenient))
    it(`has no remark where lenient mode would refuse it: ${what}`, async () => {
      const reply = await world.post({ '@type': 'cargo:Piece', ...content });
      expect(reply.status, reply.text).to.equal(400);
      expect(reply.text).to.not.include(remark);
    });

  it('has the remark for internal agents only', async () => {
    const piece = await world.piece();
    const change = [add(world.uri(piece), 'colour', 'red')];
    for (const [party, told] of [
      [world.holder, true],
      [world.partner, false],
    ] as const) {
      const reply = await world.send(party, piece, change);
      expect(reply.status, reply.text).to.equal(422);
      expect(reply.text.includes(remark)).to.equal(told);
    }
  });

  it('has no remark about requirements of events in both modes', async () => {
    const piece = await world.piece();
    const { 'cargo:eventDate': date, ...event } = eventBody();
    expect(date).to.not.equal(undefined);
    const reply = await world.holder.post(`${piece}/logistics-events`, event);
    expect(reply.status).to.equal(400);
    expect(reply.text).to.not.include(remark);
  });
});
