import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabases, openRoot } from '../../src/store/lmdb/environment.js';
import { FILE } from '../../src/store/lmdb/new-file.js';
import { eventBody } from '../support/exchange.js';
import { list, member, type Json } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { idIn, TestContext } from '../support/world.js';

describe('A page of the events of an object', () => {
  let folder: string;
  let env: Record<string, string>;
  let world: TestContext;
  let address: string;
  let posted: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'events-'));
    env = { PORT: String(await freePort()), STORE_URL: `file:${join(folder, 'data')}` };
    world = await TestContext.start({ env });
    address = `${await world.piece()}/logistics-events`;
    posted = [];
    for (let count = 0; count < 25; count += 1)
      posted.push(world.path((await world.holder.post(address, eventBody())).headers.get('location')));
  });
  after(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const items = (page: Json): string[] => list(member(page, 'api:hasItem')).map((item) => world.path(idIn(item)));
  const total = (page: Json): unknown => member(page, 'api:hasTotalItems');

  /** The events of all pages, from link to link. */
  async function walk(first: string): Promise<string[]> {
    const found: string[] = [];
    for (let next: string | undefined = first; next !== undefined;) {
      const reply = await world.holder.get(next);
      expect(reply.status, reply.text).to.equal(200);
      found.push(...items(reply.json));
      const link = /<([^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      next = link === undefined ? undefined : world.path(link);
    }
    return found;
  }

  it('follows the one before, in the order of creation and backwards', async () => {
    const all = items(await world.read(address));
    expect(all).to.have.members(posted);
    expect(await walk(`${address}?limit=4`)).to.deep.equal(all);
    expect(await walk(`${address}?limit=4&sort=DESC-creationDate`)).to.have.members(all);
    expect(items(await world.read(`${address}?limit=0`))).to.deep.equal([]);
  });

  it('reads no event of the other pages, and counts a damaged one no more when it has been found', async () => {
    const all = items(await world.read(address));
    const damaged = all[12] ?? '';
    await world.stop();
    const root = openRoot(join(folder, 'data', FILE));
    const { graphs } = openDatabases(root);
    await graphs.put(damaged, `${graphs.get(damaged) ?? ''}#`);
    await root.close();
    world = await TestContext.start({ env });

    const degraded = async (): Promise<unknown[]> => list(member(await world.read('/health/ready'), 'degraded'));
    const first = await world.read(`${address}?limit=10`);
    expect(items(first)).to.deep.equal(all.slice(0, 10));
    expect(total(first)).to.deep.equal(total(await world.read(`${address}?limit=0`)));
    expect(await degraded()).to.deep.equal([]);

    const others = all.filter((event) => event !== damaged);
    expect(await walk(`${address}?limit=10`), 'every other event').to.deep.equal(others);
    expect(await degraded()).to.have.length(1);
    expect(JSON.stringify(total(await world.read(`${address}?limit=5`)))).to.contain('24');
  });
});
