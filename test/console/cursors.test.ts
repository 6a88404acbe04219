/** Deep lists by cursors (K80). */
import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { type Json, list, member, type Party } from '../support/node.js';
import { idOf, TestContext, text } from '../support/world.js';

const COUNT = 7;

describe('the cursors of lists', () => {
  let world: TestContext;
  let piece: string;

  before(async () => {
    world = await TestContext.start();
    piece = await world.piece();
    for (let number = 1; number < COUNT; number += 1)
      await world.change(piece, [
        ...(number === 1 ? [] : [remove(world.uri(piece), 'upid', `U-${number - 1}`)]),
        add(world.uri(piece), 'upid', `U-${number}`),
      ]);
    for (let number = 0; number < COUNT; number += 1)
      await world.openPiece({ 'cargo:goodsDescription': `apple ${number}` });
    const other = await world.openPiece();
    for (let number = 0; number < COUNT; number += 1)
      await world.submit(world.partner, other, [add(world.uri(other), 'upid', `P-${number}`)]);
  });
  after(() => world.stop());

  const read = async (path: string, party: Party = world.holder): Promise<Json> => {
    const reply = await party.get(path);
    expect(reply.status, `${path} ${reply.text}`).to.equal(200);
    return reply.json;
  };
  const items = (json: Json): string[] => list(member(json, 'items')).map((item) => JSON.stringify(item));
  const cursor = (json: Json, name: 'next' | 'previous'): string | null => {
    const value = member(json, name);
    return value === null ? null : text(value);
  };

  const lists = (): readonly (readonly [path: string, party: Party, hasEnd: boolean])[] => [
    ['/internal/objects?', world.holder, true],
    ['/internal/objects?sort=created', world.holder, true],
    ['/internal/objects?q=apple', world.holder, false],
    ['/internal/objects?', world.partner, true],
    ['/internal/requests?', world.holder, true],
    ['/internal/requests?sort=-requested', world.holder, true],
    ['/internal/requests?', world.partner, true],
    [`/internal/objects/${idOf(piece)}/revisions?`, world.holder, true],
  ];

  it('K80: lead forwards and backwards through the same entries, and to the last page', async () => {
    for (const [path, party, hasEnd] of lists()) {
      const whole = items(await read(path, party));
      expect(whole.length, path).to.be.at.least(COUNT);
      const forwards: string[][] = [];
      let page = await read(`${path}&limit=3`, party);
      expect(cursor(page, 'previous'), path).to.equal(null);
      for (forwards.push(items(page)); cursor(page, 'next') !== null; forwards.push(items(page)))
        page = await read(`${path}&limit=3&after=${String(cursor(page, 'next'))}`, party);
      expect(forwards.flat(), path).to.deep.equal(whole);
      const backwards: string[][] = [];
      while (cursor(page, 'previous') !== null) {
        page = await read(`${path}&limit=3&before=${String(cursor(page, 'previous'))}`, party);
        backwards.unshift(items(page));
      }
      expect(backwards, path).to.deep.equal(forwards.slice(0, -1));
      if (!hasEnd) continue;
      const last = await read(`${path}&limit=3&before=end`, party);
      expect([items(last), cursor(last, 'next')], path).to.deep.equal([whole.slice(-3), null]);
      expect(cursor(last, 'previous'), path).to.be.a('string');
    }
  });

  it('K80: are 400 in another list, with other filters, or not from a list at all', async () => {
    const taken = cursor(await read('/internal/objects?limit=2'), 'next') ?? expect.fail('there is no next page');
    const changed = `${taken.slice(0, 4)}${taken[4] === 'A' ? 'B' : 'A'}${taken.slice(5)}`;
    // As cursors were before they named their list.
    const old = Buffer.from(`${Date.now()} ${world.uri(piece)}`).toString('base64url');
    for (const path of [
      `/internal/requests?after=${taken}`,
      `/internal/objects?sort=created&after=${taken}`,
      `/internal/objects?type=Piece&before=${taken}`,
      `/internal/objects/${idOf(piece)}/revisions?after=${taken}`,
      `/internal/receipts?after=${taken}`,
      `/internal/notifications?after=${taken}`,
      ...[changed, old, 'x', 'end', ''].map((text) => `/internal/objects?after=${text}`),
      `/internal/objects?after=${taken}&before=${taken}`,
    ])
      expect((await world.holder.get(path)).status, path).to.equal(400);
    // The same list below the console's address.
    expect((await world.holder.get(`/console/api/objects?limit=5&after=${taken}`)).status).to.equal(200);
  });

  it('K80: have no bound, while `skip` keeps its own', async () => {
    expect((await world.holder.get('/internal/objects?skip=1000000')).status).to.be.oneOf([200, 400]);
    const page = await read('/internal/requests?limit=1&skip=3');
    const all = items(await read('/internal/requests?'));
    expect(items(page)).to.deep.equal(all.slice(3, 4));
    const previous = await read(`/internal/requests?limit=3&before=${String(cursor(page, 'previous'))}`);
    expect(items(previous)).to.deep.equal(all.slice(0, 3));
  });
});
