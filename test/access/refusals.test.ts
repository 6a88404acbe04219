import { expect } from 'chai';
import { pino } from 'pino';
import { Refusals } from '../../src/access/refusals.js';
import { iri } from '../../src/rdf/terms.js';
import { TestClock } from '../support/clock.js';
import { type Json, member } from '../support/node.js';

const agent = (name: string): ReturnType<typeof iri> => iri(`https://${name}.example/agent`);
const object = (id: number): ReturnType<typeof iri> => iri(`https://node.example/logistics-objects/${id}`);
const DAY = 86_400;

describe('The refused attempts of agents (D75)', () => {
  let clock: TestClock;
  let lines: Json[];
  const limited = (limits?: ConstructorParameters<typeof Refusals>[1]): Refusals => {
    clock = new TestClock();
    lines = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as Json) });
    return new Refusals({ clock, log }, limits);
  };

  it('are counted by object and kind, the last object first', () => {
    const refusals = limited();
    for (const kind of ['read', 'change', 'read'] as const) refusals.record(agent('a'), kind, object(1));
    clock.advance(5);
    refusals.record(agent('a'), 'other', null);
    expect(refusals.of(agent('b'))).to.equal(undefined);
    expect(refusals.of(agent('a'))).to.deep.equal({
      total: 4,
      last: clock.now(),
      objects: [
        { object: null, kinds: { other: 1 }, last: clock.now() },
        { object: object(1), kinds: { read: 2, change: 1 }, last: new Date(clock.now().getTime() - 5_000) },
      ],
      others: 0,
    });
  });

  it('are counted for 30 days', () => {
    const refusals = limited();
    refusals.record(agent('a'), 'read', object(1));
    refusals.record(agent('a'), 'read', object(2));
    clock.advance(20 * DAY);
    refusals.record(agent('a'), 'read', object(1));
    clock.advance(11 * DAY);
    const kept = refusals.of(agent('a'));
    expect([kept?.total, kept?.objects.map(({ object: one }) => one)]).to.deep.equal([1, [object(1)]]);
    clock.advance(20 * DAY);
    expect(refusals.of(agent('a'))).to.equal(undefined);
    expect(refusals.agents(10)).to.deep.equal([]);
  });

  it('of a kind that is older than 30 days are not named beside younger ones on the same object', () => {
    const refusals = limited();
    refusals.record(agent('a'), 'change', object(1));
    clock.advance(20 * DAY);
    refusals.record(agent('a'), 'read', object(1));
    clock.advance(11 * DAY);
    expect(refusals.of(agent('a'))?.objects.map(({ kinds }) => kinds)).to.deep.equal([{ read: 1 }]);
  });

  it('make room for others when all objects that are counted are older than 30 days', () => {
    const refusals = limited({ agents: 10, objectsOfAgent: 10, objects: 2 });
    for (const id of [1, 2, 3]) refusals.record(agent('a'), 'read', object(id));
    expect(refusals.of(agent('a'))).to.deep.include({ total: 3, others: 1 });
    clock.advance(31 * DAY);
    refusals.record(agent('b'), 'read', object(4));
    expect(refusals.of(agent('b'))).to.deep.include({ total: 1, others: 0 });
    expect(refusals.of(agent('a'))).to.equal(undefined);
  });

  it('have one line of the log for an agent and object an hour', () => {
    const refusals = limited();
    for (let minute = 0; minute < 61; minute += 1) {
      for (const id of [1, 2]) refusals.record(agent('a'), 'read', object(id));
      clock.advance(60);
    }
    expect(lines.map((line) => member(line, 'object'))).to.deep.equal([object(1), object(2), object(1), object(2)]);
    expect(lines[0]).to.include({
      level: 40,
      agent: agent('a'),
      kind: 'read',
      msg: 'an agent was refused for lack of a right',
    });
  });

  it('are a number beyond the bound of an agent, with one line an hour for all of them', () => {
    const refusals = limited({ agents: 10, objectsOfAgent: 3, objects: 100 });
    for (let id = 1; id <= 10; id += 1) refusals.record(agent('a'), 'read', object(id));
    const found = refusals.of(agent('a'));
    expect([found?.total, found?.objects.length, found?.others]).to.deep.equal([10, 3, 7]);
    expect(refusals.of(agent('a'), 1)).to.deep.include({ total: 10, others: 9 });
    expect(lines).to.have.length(4);
  });

  it('are bounded over all agents, of which the one is forgotten that was refused longest ago', () => {
    const refusals = limited({ agents: 3, objectsOfAgent: 3, objects: 5 });
    for (const name of ['a', 'b', 'a', 'c', 'd'])
      for (const id of [1, 2]) refusals.record(agent(name), 'read', object(id));
    expect(refusals.agents(10)).to.deep.equal(['d', 'c', 'a'].map(agent));
    expect(refusals.of(agent('c'))).to.deep.include({ total: 2, others: 1 });
    expect(refusals.of(agent('b'))).to.equal(undefined);
    clock.advance(40 * DAY);
    refusals.record(agent('e'), 'read', object(1));
    expect(refusals.of(agent('e'))).to.deep.include({ total: 1, others: 0 });
  });
});
