/** Copies of partners' objects in exports, imports and backups (docs/mirror.md, M58). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemClock } from '../../src/clock.js';
import { createPiece, eventually, fastRetries, tokenFor } from '../support/exchange.js';
import { member, Party } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';
import { Mirror } from '../mirror/support/mirror.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { xsd } from '../support/changes.js';
import type { JsonObject } from '../support/world.js';

const double = (value: string): JsonObject => ({ '@type': `${xsd}double`, '@value': value });

describe('copies of partners’ objects in a store that moves', () => {
  let folder: string;
  let env: Record<string, string>;
  let url: string;
  let partner: TestPartner;
  let node: NodeProcess | undefined;
  let follow: string;
  let weighed: PartnerObject;
  let withdrawn: PartnerObject;

  const start = async (STORE_URL: string): Promise<Mirror> => {
    node = spawnNode(folder, { ...env, STORE_URL });
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    return new Mirror(url, new Party(url, agent, await tokenFor(url, agent)));
  };
  const stop = async (): Promise<void> => {
    node?.kill('SIGTERM');
    await node?.ended;
    node = undefined;
  };
  const run = async (STORE_URL: string, ...args: string[]): Promise<string> => {
    const child = spawnNode(folder, { ...env, STORE_URL }, args);
    expect((await child.ended).code, child.stderr()).to.equal(0);
    return child.stdout();
  };
  const linesOf = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8')).split('\n').sort();
  const digests = async (mirror: Mirror): Promise<(string | undefined)[]> => [
    await mirror.digest(weighed.uri, 1),
    await mirror.digest(weighed.uri, 2),
    await mirror.digest(withdrawn.uri, 1),
  ];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mirrored-dump-'));
    partner = await TestPartner.start({ clock: systemClock });
    const port = await freePort();
    url = `http://localhost:${port}`;
    env = { ...fastRetries, PORT: String(port), MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
    const mirror = await start('file:data');
    await createPiece(mirror.agent, { 'cargo:goodsDescription': 'ours' });
    weighed = partner.create('weighed', {
      '@type': 'cargo:Piece',
      'cargo:grossWeight': [
        { '@id': 'internal:a', '@type': 'cargo:Value', 'cargo:numericalValue': [double('20.0'), double('20')] },
        { '@type': 'cargo:Value', 'cargo:numericalValue': double('2E1') },
      ],
      'cargo:goodsDescription': 'é "quoted" \\ \t \u0007',
      'https://other.example/ns#unknown': 'kept',
    });
    weighed.postEvent({ 'cargo:eventName': 'weighed' });
    withdrawn = partner.create('withdrawn');
    follow = await mirror.follow({ objects: [weighed.uri, withdrawn.uri], subscribe: false });
    await mirror.until(
      follow,
      (found) => Mirror.count(found, 'revisions') === 2 && Mirror.count(found, 'events') === 1,
    );
    weighed.revise({ 'cargo:goodsDescription': 'again' });
    withdrawn.access = { kind: 'forbidden' };
    await mirror.sweep(follow);
    await mirror.holds(weighed.uri, 2);
    await eventually(async () => (await mirror.state(withdrawn.uri)) === 'frozen');
  });
  after(async () => {
    await stop();
    await partner.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are asked by the command sparql with --mirrored, and not without it', async () => {
    const query = 'SELECT ?text { ?piece cargo:goodsDescription ?text }';
    expect(await run('file:data', 'sparql', query)).to.equal('?text\n"ours"\n');
    const found = await run('file:data', 'sparql', '--mirrored', query);
    expect(found).to.contain('"ours"').and.to.contain('"again"');
    await stop();
  });

  it('are left out of an export, and in one with --mirrored, which another store takes and gives again', async () => {
    await run('file:data', 'export', 'own.nq');
    const own = (await linesOf('own.nq')).join('\n');
    expect(own).to.contain('"ours"').and.not.to.contain('/internal/mirror/').and.not.to.contain('"again"');
    const exported = await run('file:data', 'export', '--mirrored', 'all.nq');
    await run('file:data', 'export', '--mirrored', 'all.trig');
    const all = await linesOf('all.nq');
    for (const form of ['"20.0"', '"20"', '"2E1"']) expect(all.join('\n')).to.contain(form);
    for (const file of ['all.nq', 'all.trig']) {
      const store = `file:imported-${file}`;
      await run(store, 'import', file);
      const again = await run(store, 'export', '--mirrored', `again-${file}.nq`);
      expect(await linesOf(`again-${file}.nq`)).to.deep.equal(all);
      const digest = /digest ([0-9a-f]{64})/.exec(exported)?.[1];
      expect(again).to.contain(digest);
      expect(await run(store, 'check')).to.match(/nothing is wrong/);
    }
  });

  it('are in a backup, and in what it restores', async () => {
    await run('file:data', 'backup', 'copy');
    await run('file:restored', 'restore', 'copy');
    await run('file:restored', 'export', '--mirrored', 'restored.nq');
    expect(await linesOf('restored.nq')).to.deep.equal(await linesOf('all.nq'));
  });

  it('are followed on where they were imported, with the same digests and states', async () => {
    const before = await start('file:data');
    const [expected, shown] = [await digests(before), await before.read(follow)];
    expect(expected).not.to.include(undefined);
    await stop();
    const mirror = await start('file:imported-all.nq');
    expect(await digests(mirror)).to.deep.equal(expected);
    for (const name of ['state', 'counts', 'found', 'holder', 'created'])
      expect(member(await mirror.read(follow), name), name).to.deep.equal(member(shown, name));
    expect(await mirror.state(withdrawn.uri)).to.equal('frozen');
    weighed.revise({ 'cargo:goodsDescription': 'for the third time' });
    await mirror.sweep(follow);
    await mirror.holds(weighed.uri, 3);
    expect(await mirror.digest(weighed.uri, 3)).to.match(/^[0-9a-f]{64}$/);
  });
});
