import { expect } from 'chai';
import { add } from '../support/changes.js';
import { aclBody } from '../support/exchange.js';
import { list, member, type Party } from '../support/node.js';
import { type TestContext, text } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const MINUTE = 60;

async function urisIn(party: Party, path: string): Promise<string[]> {
  const reply = await party.get(path);
  expect(reply.status, `${path} ${reply.text}`).to.equal(200);
  return list(member(reply.json, 'items')).map((item) => text(member(item, 'uri')));
}
const timeOf = (world: TestContext): string => world.node.clock.now().toISOString();
const between = (from: string, to: string): string => `from=${from}&to=${to}`;

/** Three objects with the same mark, made a minute apart, and the times. */
async function threeObjects(world: TestContext): Promise<{ readonly uris: string[]; readonly times: string[] }> {
  const [uris, times]: [string[], string[]] = [[], []];
  for (let number = 0; number < 3; number += 1) {
    world.node.clock.advance(MINUTE);
    uris.push(world.uri(await world.create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Quincunx' })));
    times.push(timeOf(world));
  }
  return { uris, times };
}
const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
};

const statements: Statement[] = [
  {
    section: 'Operator contract, K71',
    statement: 'objects by the time of their creation or last change, bounds included',
    holds: async (world) => {
      const { uris, times } = await threeObjects(world);
      const [first, second, third] = [at(uris, 0), at(uris, 1), at(uris, 2)];
      const minutes = between(at(times, 0), at(times, 1));
      const path = '/internal/objects?type=Piece&sort=created';
      expect(await urisIn(world.holder, `${path}&${minutes}`)).to.deep.equal([first, second]);
      expect(await urisIn(world.holder, `${path}&from=${at(times, 1)}`)).to.deep.equal([second, third]);
      expect(await urisIn(world.holder, `/internal/objects?q=quincunx&${minutes}&sort=created`)).to.have.members([
        first,
        second,
      ]);
      expect(await urisIn(world.holder, `${path}&${minutes}&limit=1`)).to.deep.equal([first]);
      world.node.clock.advance(MINUTE);
      const latest = `/internal/objects?type=Piece&sort=-modified&from=${timeOf(world)}`;
      await world.change(world.path(first), [add(first, 'upid', 'CHANGED')]);
      expect(await urisIn(world.holder, latest)).to.deep.equal([first]);
      expect(await urisIn(world.holder, latest.replace('-modified', 'created'))).to.deep.equal([]);
    },
  },
  {
    section: 'Operator contract, K71',
    statement: 'partners filter what they may read',
    holds: async (world) => {
      const { uris, times } = await threeObjects(world);
      for (const uri of uris.slice(0, 2)) {
        const agent = { 'acl:agent': { '@id': world.partner.agent } };
        const reply = await world.holder.put(`${world.path(uri)}/acl`, aclBody(uri, agent, ['acl:Read']));
        expect(reply.status, reply.text).to.equal(204);
      }
      const from = `from=${at(times, 1)}`;
      expect(await urisIn(world.partner, `/internal/objects?${from}`)).to.deep.equal([at(uris, 1)]);
      expect(await urisIn(world.partner, `/internal/objects?q=quincunx&${from}`)).to.deep.equal([at(uris, 1)]);
    },
  },
  {
    section: 'Operator contract, K71',
    statement: 'requests by the time at which they were made, in either order and page by page',
    holds: async (world) => {
      const piece = await world.piece();
      const [requests, times]: [string[], string[]] = [[], []];
      for (let number = 0; number < 3; number += 1) {
        world.node.clock.advance(MINUTE);
        const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', `u${number}`)]);
        requests.push(world.uri(request));
        times.push(timeOf(world));
      }
      const of = `/internal/requests?object=${encodeURIComponent(world.uri(piece))}`;
      const minutes = between(at(times, 1), at(times, 2));
      const newest = [at(requests, 2), at(requests, 1)];
      expect(await urisIn(world.holder, `${of}&${minutes}`)).to.deep.equal(newest);
      expect(await urisIn(world.holder, `${of}&${minutes}&sort=requested`)).to.deep.equal([...newest].reverse());
      expect(await urisIn(world.holder, `${of}&${minutes}&status=REQUEST_ACCEPTED`)).to.deep.equal([]);
      const first = await world.read(`${of}&${minutes}&limit=1`);
      const next = text(member(first, 'next'));
      expect(await urisIn(world.holder, `${of}&${minutes}&limit=1&after=${encodeURIComponent(next)}`)).to.deep.equal([
        at(requests, 1),
      ]);
      expect(await urisIn(world.partner, `${of}&from=${at(times, 2)}`)).to.deep.equal([at(requests, 2)]);
    },
  },
  ...each(
    ['/internal/objects', '/internal/requests', '/internal/receipts'].reduce<Record<string, string>>(
      (paths, path) => ({ ...paths, [path]: path }),
      {},
    ),
    (path) => ({
      section: 'Operator contract, K71',
      statement: 'a bound that is no time: 400',
      holds: async (world) => {
        for (const query of ['from=2026-02-30', 'to=yesterday', 'from=2026-11-22T25:00:00Z'])
          expect((await world.holder.get(`${path}?${query}`)).status, query).to.equal(400);
      },
    }),
  ),
];

conformance('filters of lists by time', statements);
