/** Increments of backups with a running node that is killed, and restores to a time. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { member, Party, textIn } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED, seeded } from '../support/random.js';

/** A piece that a client created: the node had not heard of it before, and had acknowledged it after. */
interface Written {
  readonly uri: string;
  readonly before: number;
  readonly after: number;
}

describe('increments of backups of a running node', () => {
  const pieces: Written[] = [];
  /** The number of those that the full backup may have. */
  let inFull = 0;
  let folder: string;
  let env: Record<string, string>;
  let url: string;
  let node: NodeProcess | undefined;
  let holder: Party;

  const start = async (more: Record<string, string> = {}): Promise<void> => {
    node = spawnNode(folder, { ...env, ...more });
    await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    holder = new Party(url, agent, await tokenFor(url, agent));
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    node?.kill(signal);
    await node?.ended;
    node = undefined;
  };
  const create = async (): Promise<void> => {
    const before = Date.now();
    const uri = await createPiece(holder);
    pieces.push({ uri, before, after: Date.now() });
  };
  const command = async (args: readonly string[], more: Record<string, string> = {}): Promise<string> => {
    const running = spawnNode(folder, { ...env, ...more }, [...args]);
    const { code } = await running.ended;
    expect(code, running.stderr()).to.equal(0);
    return running.stdout();
  };
  const refusal = async (args: readonly string[], more: Record<string, string> = {}): Promise<string> => {
    const running = spawnNode(folder, { ...env, ...more }, [...args]);
    expect((await running.ended).code).to.equal(1);
    return running.stderr();
  };
  /** Writes all the time while something is done. */
  const whileWriting = async (work: () => Promise<unknown>): Promise<void> => {
    const over = new AbortController();
    const writers = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await create();
    });
    await work();
    over.abort();
    await Promise.all(writers);
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-increments-'));
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
    env = { PORT: String(port), STORE_URL: 'file:data', COMMIT_LOG_KEEP_MB: '64' };
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });

  it('are made while it writes, after a kill and while no node runs', async () => {
    await start();
    await create();
    await whileWriting(() => command(['backup', 'full']));
    inFull = pieces.length;
    await whileWriting(() => command(['backup', 'one', '--since', 'full']));
    await stop('SIGKILL');
    expect(await command(['backup', 'two', '--since', 'one'])).to.match(/commits since .*, every commit checked/);
    await start();
    await create();
    await whileWriting(() => command(['backup', 'three', '--since', 'two']));
    await stop();
    await command(['backup', 'four', '--since', 'three']);
    await command(['export', 'before.nq']);
  }).timeout(120_000);

  it('give back all that the store had', async () => {
    const store = { STORE_URL: 'file:restored' };
    const report = await command(['restore', 'full', 'one', 'two', 'three', 'four'], store);
    expect(report).to.match(/restored the backup .* with 4 increments/);
    await command(['export', 'after.nq'], store);
    expect(await readFile(join(folder, 'after.nq'), 'utf8')).to.equal(
      await readFile(join(folder, 'before.nq'), 'utf8'),
    );
    await command(['check'], store);
    await start(store);
    for (const { uri } of pieces) expect((await holder.get(uri)).status).to.equal(200);
    // Another epoch of the log of proofs (P21).
    const { json } = await holder.get('/.well-known/cargograph-log.json', { headers: { Accept: 'application/json' } });
    expect(textIn(member(json, 'origin'))).to.match(/\/log\/2$/);
    await stop();
  }).timeout(60_000);

  it('give back the state of a time', async () => {
    const random = new Random(seeded(SEED));
    for (let round = 0; round < 2; round += 1) {
      const { after: time } = random.one(pieces.slice(inFull));
      const store = { STORE_URL: `file:at-${String(round)}` };
      // The last microsecond of the millisecond in which it was acknowledged.
      const at = new Date(time).toISOString().replace('Z', '999Z');
      await command(['restore', 'full', 'one', 'two', 'three', 'four', '--at', at], store);
      await command(['check'], store);
      await start(store);
      for (const { uri, before, after: acknowledged } of pieces) {
        const { status } = await holder.get(uri);
        if (acknowledged <= time) expect(status, `acknowledged at ${String(acknowledged)}`).to.equal(200);
        if (before > time) expect(status, `begun at ${String(before)}`).to.equal(404);
      }
      // It goes on from there.
      await createPiece(holder);
      await stop();
    }
  }).timeout(120_000);

  it('are refused for another time, and where the store does not continue them', async () => {
    const store = { STORE_URL: 'file:none' };
    expect(await refusal(['restore', 'full', 'one', '--at', '2020-01-01T00:00:00Z'], store)).to.contain('not within');
    expect(await refusal(['restore', 'full', 'one', '--at', 'yesterday'], store)).to.contain(
      'is no time with its zone',
    );
    expect(await refusal(['restore', 'full', 'two'], store)).to.contain('an increment is missing');
    expect(await refusal(['restore', 'one'], store)).to.contain('is an increment');
    expect(await refusal(['backup', 'no', '--since', 'four'], { STORE_URL: 'file:restored' })).to.contain(
      'make a full',
    );
    await start({ COMMIT_LOG_KEEP_MB: '0' });
    expect(await refusal(['backup', 'no', '--since', 'four'])).to.contain('COMMIT_LOG_KEEP_MB');
    await stop();
  }).timeout(60_000);
});
