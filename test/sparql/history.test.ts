import { expect } from 'chai';
import { TestClock } from '../support/clock.js';
import { add, remove } from '../support/changes.js';
import { aclBody } from '../support/exchange.js';
import { TestContext } from '../support/world.js';
import { rows } from './support.js';

const DESCRIPTIONS = 'SELECT ?d { ?piece a cargo:Piece ; cargo:goodsDescription ?d }';
const NAMED = 'SELECT ?d { GRAPH ?g { ?piece a cargo:Piece ; cargo:goodsDescription ?d } }';

describe('The default graph and the history', () => {
  let world: TestContext;
  let clock: TestClock;

  beforeEach(async () => {
    clock = new TestClock('2026-03-01T10:00:00.000Z');
    world = await TestContext.start({ clock });
  });
  afterEach(() => world.stop());

  const rename = (piece: string, from: string, to: string): Promise<string> =>
    world.change(piece, [
      remove(world.uri(piece), 'goodsDescription', from),
      add(world.uri(piece), 'goodsDescription', to),
    ]);

  it('a query sees every write that was acknowledged before it, over many writes', async () => {
    const piece = await world.piece({ 'cargo:goodsDescription': '0' });
    for (let number = 1; number <= 8; number += 1) {
      await rename(piece, String(number - 1), String(number));
      expect(await rows(world.holder, DESCRIPTIONS)).to.deep.equal([String(number)]);
    }
    expect(await rows(world.holder, NAMED)).to.deep.equal(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('a statement of two objects stays when one of them loses it', async () => {
    // The code is described in both objects, by the same statements.
    const code = {
      '@id': 'https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode#PER',
      '@type': 'cargo:CodeListElement',
      'cargo:code': 'PER',
    };
    const one = await world.piece({ 'cargo:specialHandlingCodes': code });
    const other = await world.piece({ 'cargo:specialHandlingCodes': code });
    const query = 'SELECT ?c { ?code cargo:code ?c }';
    expect(await rows(world.holder, query)).to.deep.equal(['PER']);
    await world.change(one, [remove(world.uri(one), 'specialHandlingCodes', code['@id'], 'CodeListElement')]);
    expect(await rows(world.holder, query)).to.deep.equal(['PER']);
    expect(await rows(world.holder, `SELECT ?s { ?s cargo:specialHandlingCodes ?c }`)).to.deep.equal([
      world.uri(other),
    ]);
  });

  it('at: the default graph is the node as it was then, revisions and events', async () => {
    const piece = await world.piece({ 'cargo:goodsDescription': 'first' });
    clock.set('2026-03-01T10:10:00Z');
    await rename(piece, 'first', 'second');
    const reply = await world.holder.post(`${piece}/logistics-events`, {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventName': 'arrived',
      'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-03-01T09:00:00Z' },
    });
    expect(reply.status, reply.text).to.equal(201);
    clock.set('2026-03-01T10:20:00Z');
    await rename(piece, 'second', 'third');
    clock.set('2026-03-01T10:30:00Z');

    const events = 'SELECT ?n { ?e cargo:eventName ?n }';
    const at = (time: string, query = DESCRIPTIONS): Promise<string[]> => rows(world.holder, query, { at: time });
    expect(await at('20260301T095959Z')).to.deep.equal([]);
    expect(await at('20260301T100000Z')).to.deep.equal(['first']);
    expect(await at('20260301T100959Z')).to.deep.equal(['first']);
    expect(await at('20260301T100959Z', events)).to.deep.equal([]);
    expect(await at('2026-03-01T10:15:00Z')).to.deep.equal(['second']);
    expect(await at('20260301T101500Z', events)).to.deep.equal(['arrived']);
    expect(await at('20260301T103000Z')).to.deep.equal(['third']);
    expect(await at('20260301T100959Z', NAMED)).to.deep.equal(['first', 'second', 'third']);
    expect(
      await at(
        '20260301T100959Z',
        'SELECT ?d { ?p cargo:goodsDescription ?d GRAPH ?g { ?p cargo:goodsDescription "third" } }',
      ),
    ).to.deep.equal(['first']);
  });

  it('at: a commit that becomes visible later with an earlier time is in the next answer', async () => {
    await world.piece({ 'cargo:goodsDescription': 'first' });
    clock.set('2026-03-01T10:10:00Z');
    await world.piece({ 'cargo:goodsDescription': 'second' });
    clock.set('2026-03-01T10:20:00Z');
    expect(await rows(world.holder, DESCRIPTIONS, { at: '20260301T100500Z' })).to.deep.equal(['first']);
    // As of a node of the same database whose clock is behind.
    clock.set('2026-03-01T10:04:00Z');
    await world.piece({ 'cargo:goodsDescription': 'late' });
    clock.set('2026-03-01T10:20:00Z');
    expect(await rows(world.holder, DESCRIPTIONS, { at: '20260301T100500Z' })).to.deep.equal(['first', 'late']);
    expect(await rows(world.holder, DESCRIPTIONS, { at: '20260301T100300Z' })).to.deep.equal(['first']);
  });

  it('at: a partner sees the past of its readable objects', async () => {
    const piece = await world.piece({ 'cargo:goodsDescription': 'first' });
    await world.piece({ 'cargo:goodsDescription': 'hidden' });
    clock.set('2026-03-01T10:10:00Z');
    await rename(piece, 'first', 'second');
    const list = aclBody(world.uri(piece), { 'acl:agent': { '@id': world.partner.agent } }, ['acl:Read']);
    expect((await world.holder.put(`${piece}/acl`, list)).status).to.equal(204);
    expect(await rows(world.partner, DESCRIPTIONS, { at: '20260301T100500Z' })).to.deep.equal(['first']);
    expect(await rows(world.partner, DESCRIPTIONS)).to.deep.equal(['second']);
    await world.holder.put(
      `${piece}/acl`,
      aclBody(world.uri(piece), { 'acl:agent': { '@id': world.otherPartner.agent } }, ['acl:Read']),
    );
    expect(await rows(world.partner, DESCRIPTIONS, { at: '20260301T100500Z' })).to.deep.equal([]);
  });
});
