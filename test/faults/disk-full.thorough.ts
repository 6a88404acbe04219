import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemClock } from '../../src/clock.js';
import { iri } from '../../src/rdf/terms.js';
import { backUp } from '../../src/store/folder/backup.js';
import { backUpSince } from '../../src/store/folder/increments.js';
import { add, changeBody } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { eventBody, eventually, tokenFor } from '../support/exchange.js';
import { context, type Json, member, messages, Party, type Reply } from '../support/node.js';
import { freePort, spawnNode } from '../support/process.js';
import { object, openFolder, revision, statement } from '../store/support/open.js';

/**
 * A process in a world of its own, with a file system of 4 MB where its data are: it takes no special rights.
 *
 * @param first what is done there before the process begins.
 */
const smallDisk = (first = 'true'): [string, ...string[]] => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  `mount -t tmpfs -o size=4m tmpfs data && ${first} && exec "$@"`,
  'sh',
];

/** A text that takes its length on a disk where texts are compressed. */
const incompressible = (length: number): string =>
  Array.from({ length: length / 40 }, (_, part) => createHash('sha1').update(String(part)).digest('hex')).join('');

describe('a disk that is full', () => {
  let folder: string;
  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-full-'));
    await mkdir(join(folder, 'data'));
    const [unshare, ...args] = smallDisk();
    if (process.platform !== 'linux' || spawnSync(unshare, [...args, 'true'], { cwd: folder }).status !== 0) {
      process.stdout.write('      (skipped: it takes Linux and user namespaces to give a process a small disk)\n');
      this.skip();
    }
  });
  after(() => rm(folder, { recursive: true }));

  for (const [what, left] of [
    ['nothing at all', 0],
    ['too little', 60_000],
  ] as const) {
    it(`is reported in one line at the start of a node: with ${what} left`, async () => {
      const fill = `(head -c ${String(4 * 1024 ** 2 - left)} /dev/zero > data/.ballast; true) 2> /dev/null`;
      const node = spawnNode(folder, { PORT: '0', STORE_URL: 'file:data', LOG_LEVEL: 'silent' }, [], smallDisk(fill));
      const { code, signal } = await node.ended;
      expect(signal).to.equal(null);
      expect(code).to.equal(1);
      expect(node.stderr().trim().split('\n').at(-1)).to.match(/no room on (its )?disk/);
    });
  }

  it('with the log on it: the node continues, and can be started again', async () => {
    const shared = await mkdtemp(join(folder, 'shared-'));
    await mkdir(join(shared, 'data'));
    const port = await freePort();
    const url = `http://localhost:${String(port)}`;
    const env = { PORT: String(port), STORE_URL: 'file:data/store', LOG_LEVEL: 'debug', LOG_FORMAT: 'json' };
    // The disk lasts as long as this shell: two nodes live on it, one after the other.
    const twice = '"$@" 2>> data/log; echo "ended $?"; "$@" 2>> data/log; echo "ended $?"';
    const disk = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=4m tmpfs data && ${twice}`, 'sh'];
    const shell = spawnNode(shared, env, [], disk);
    const starts = (): number => shell.stdout().split('listening on').length - 1;
    const stopNode = async (): Promise<void> => {
      const children = await readFile(`/proc/${String(shell.pid)}/task/${String(shell.pid)}/children`, 'utf8');
      process.kill(Number(children.trim()), 'SIGTERM');
    };
    const writes = async (): Promise<number> => {
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      const piece = { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': incompressible(5000) };
      let status: number;
      do ({ status } = await holder.post('/logistics-objects', piece));
      while (status === 201);
      return status;
    };
    try {
      await shell.listening;
      const ballast = `/proc/${String(shell.pid)}/root${shared}/data/.ballast`;
      await writeFile(ballast, Buffer.alloc(4 * 1024 ** 2)).catch((error: unknown) => {
        expect(error).to.have.property('code', 'ENOSPC');
      });
      expect(await writes()).to.equal(507);
      expect(await writes(), 'after the line that says so').to.equal(507);
      await stopNode();
      await eventually(() => Promise.resolve(starts() === 2));
      expect((await fetch(`${url}/health/ready`)).status).to.equal(200);
      expect(await writes()).to.equal(507);
      await stopNode();
      expect((await shell.ended).code).to.equal(0);
      expect(shell.stdout().match(/^ended 0$/gm)).to.have.length(2);
    } finally {
      shell.kill('SIGKILL');
      await shell.ended;
    }
  });

  it('gives up what is kept for increments of backups, and goes on', async () => {
    const env = { PORT: '0', STORE_URL: 'file:data/store', LOG_LEVEL: 'warn', COMMIT_LOG_KEEP_MB: '64' };
    const node = spawnNode(folder, env, [], smallDisk());
    const data = `/proc/${node.pid}/root${folder}/data`;
    try {
      const url = await node.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      const acknowledged: string[] = [];
      let refused = 0;
      const create = async (): Promise<void> => {
        const text = { 'cargo:goodsDescription': incompressible(1000) };
        const piece = { '@context': context, '@type': 'cargo:Piece', ...text };
        const { status, headers } = await holder.post('/logistics-objects', piece);
        expect(status).to.be.oneOf([201, 507]);
        if (status === 507) refused += 1;
        else acknowledged.push(headers.get('location') ?? '');
      };
      const kept = (): Promise<readonly string[]> => readdir(join(data, 'store', 'kept-commits')).catch(() => []);
      while ((await kept()).length === 0) await create();
      const { bavail, bsize } = await statfs(data);
      await writeFile(join(data, '.ballast'), Buffer.alloc(bavail * bsize - 60_000));
      while ((await kept()).length > 0) await create();
      const before = acknowledged.length;
      for (let count = 0; count < 5; count += 1) await create();
      expect(acknowledged.length).to.be.above(before);
      expect(node.stderr() + node.stdout()).to.contain('the next backup must be a full one');
      expect(refused).to.be.at.most(10);
      for (const uri of acknowledged) expect((await holder.get(uri)).status).to.equal(200);
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });

  it('is reported in one line by backups and restores, which leave nothing half-made', async () => {
    const own = await mkdtemp(join(folder, 'backups-'));
    await mkdir(join(own, 'data'));
    const base = iri('http://localhost:8080');
    const write = async (number: number): Promise<void> => {
      const store = await openFolder(join(own, 'store'), { base, keepBytes: 64 * 1024 ** 2 });
      await store.transact([object('a')], (tx) =>
        tx.replace(revision('a', number), [statement('a', 'p', incompressible(1_000_000))]),
      );
      await store.close();
    };
    await write(1);
    await backUp(join(own, 'store'), join(own, 'full'), systemClock);
    await write(2);
    await backUpSince(join(own, 'store'), join(own, 'one'), join(own, 'full'), systemClock);
    await write(3);
    const settings = { PORT: '0', STORE_URL: 'file:store', BASE_URL: base };
    const full = (await stat(join(own, 'full', 'store.mdb'))).size;
    for (const [env, left, args] of [
      [settings, full / 2, ['backup', 'data/target']],
      [settings, 8192, ['backup', 'data/target', '--since', 'full']],
      [settings, 0, ['backup', 'data/target', '--since', 'full']],
      [{ ...settings, STORE_URL: 'file:data/target' }, full / 2, ['restore', 'full']],
      [{ ...settings, STORE_URL: 'file:data/target' }, full + 500_000, ['restore', 'full', 'one']],
    ] as const) {
      const fill = `(head -c ${String(4 * 1024 ** 2 - Math.ceil(left / 4096) * 4096)} /dev/zero > data/.ballast; true) 2> /dev/null`;
      const list = 'find data -mindepth 2; true';
      const disk = [
        'unshare',
        '-rm',
        'sh',
        '-c',
        `mount -t tmpfs -o size=4m tmpfs data && ${fill} && ("$@"; echo "ended $?"; ${list})`,
        'sh',
      ];
      const command = spawnNode(own, env, args, disk);
      await command.ended;
      const what = args.join(' ');
      expect(command.stderr().trim(), what).to.match(/^there is no room for \S+ on its disk: [^\n]*$/);
      expect(command.stdout(), what).to.equal('ended 1\n');
    }
  });

  it('rejects writes with 507 and an Error, serves reads, and accepts writes again when there is space', async () => {
    const env = { PORT: '0', STORE_URL: 'file:data', LOG_FORMAT: 'json' };
    const node = spawnNode(folder, env, [], smallDisk());
    /** The folder as the process sees it. */
    const data = `/proc/${node.pid}/root${folder}/data`;
    const ballast = join(data, '.ballast');
    try {
      const url = await node.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      const create = (): Promise<Reply> =>
        holder.post('/logistics-objects', {
          '@context': context,
          '@type': 'cargo:Piece',
          'cargo:goodsDescription': incompressible(5000),
        });
      const first = await create();
      const piece = first.headers.get('location') ?? '';
      const change = await holder.patch(piece, changeBody(piece, 1, [add(piece, 'coload', 'true', 'xsd:boolean')]));
      const request = change.headers.get('location') ?? '';

      // All but a little of what there is.
      const { bavail, bsize } = await statfs(data);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - 60_000));
      const acknowledged = [piece];
      let refused: Reply | undefined;
      for (let count = 0; refused === undefined && count < 200; count += 1) {
        const reply = await create();
        if (reply.status === 201) acknowledged.push(reply.headers.get('location') ?? '');
        else refused = reply;
      }
      expect(refused?.status).to.equal(507);
      expect(member(refused?.json, 'api:hasTitle')).to.equal('Insufficient storage');
      expect(messages(refused ?? first).join()).to.contain('no room on disk; nothing was changed');

      // Writes are rejected and change nothing; reads work.
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await create()).status));
      expect(new Set(statuses)).to.deep.equal(new Set([507]));
      expect(
        (await holder.post(`${piece}/logistics-events`, eventBody({ 'cargo:eventName': incompressible(50_000) })))
          .status,
      ).to.equal(507);
      for (const uri of acknowledged) expect((await holder.get(uri)).status).to.equal(200);
      expect(member((await holder.get('/logistics-objects?limit=1')).json, 'api:hasTotalItems')).to.not.equal(
        undefined,
      );
      const health = async (): Promise<Record<string, Json>> => {
        const response = await fetch(`${url}/health/ready`);
        return { code: response.status, ...((await response.json()) as Record<string, Json>) };
      };
      expect(await health()).to.include({ code: 200, status: 'read-only', reads: true, writes: false });
      expect(await health()).to.include({ reason: 'there is no room on disk' });
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).to.contain('store_ready{access="writes"} 0').and.to.contain('store_ready{access="reads"} 1');
      expect(metrics).to.contain('store_backup_age_seconds +Inf');
      expect(/flush_failures_total (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]).to.not.equal('0');

      await rm(ballast);
      await eventually(async () => (await health())['writes'] === true);
      expect((await create()).status, 'with room again, without a restart').to.equal(201);
      expect((await holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
      expect((await holder.get(piece)).headers.get('revision')).to.equal('2');
      // What was refused left nothing behind: a copy of the store is whole, checked graph by graph, and has what was acknowledged.
      const copy = await backUp(data, join(folder, 'copy'), new TestClock());
      expect(copy.graphs).to.be.greaterThan(acknowledged.length);
      node.kill('SIGTERM');
      expect((await node.ended).code).to.equal(0);
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });
});
