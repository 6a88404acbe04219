import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Party, token } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

describe('export, import and sparql', function () {
  this.timeout(60_000);
  let folder: string;
  let env: Record<string, string>;
  const running: NodeProcess[] = [];

  const start = (args: readonly string[] = [], more: Record<string, string> = {}): NodeProcess => {
    const started = spawnNode(folder, { ...env, ...more }, args);
    running.push(started);
    return started;
  };
  async function run(
    args: readonly string[],
    more: Record<string, string> = {},
  ): Promise<{ code: number | null; out: string; err: string }> {
    const process = start(args, more);
    const { code } = await process.ended;
    return { code, out: process.stdout(), err: process.stderr() };
  }
  const sorted = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), 'utf8')).split('\n').sort();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dump-'));
    env = { PORT: String(await freePort()), STORE_URL: 'file:data' };
    const node = start();
    const url = await node.listening;
    const holder = new Party(url, '', await token(url, 'holder'));
    const created = await holder.post('/logistics-objects', {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'Café "au lait"\n\u2028 \\ <end>',
    });
    expect(created.status, created.text).to.equal(201);
  });
  after(async () => {
    for (const process of running) {
      process.kill('SIGKILL');
      await process.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('sparql asks the running node', async () => {
    const query = 'SELECT ?d { ?s a cargo:Piece ; cargo:goodsDescription ?d }';
    const [plain, table, truth, past, turtle] = await Promise.all([
      run(['sparql', query]),
      run(['sparql', query, '--format', 'table']),
      run(['sparql', 'ASK { ?s a cargo:Piece }', '--format', 'json']),
      run(['sparql', query, '--format', 'csv', '--at', '20200101T000000Z']),
      run(['sparql', 'CONSTRUCT WHERE { ?s a cargo:Piece }', '--format', 'ttl']),
    ]);
    expect(plain.out).to.equal('?d\n"Café \\"au lait\\"\\n\u2028 \\\\ <end>"\n');
    expect(table.out).to.equal(`d\n${'\u2500'.repeat(24)}\nCafé "au lait"\u00b7\u00b7 \\ <end>\n1 row\n`);
    expect(truth.out).to.contain('"boolean":true');
    expect(past.out).to.equal('d\n');
    expect(turtle.out).to.contain('a cargo:Piece');
  });

  it('sparql says what the node refuses, and when there is no node', async () => {
    const refused = await run(['sparql', 'SELECT * {']);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.match(/^the node answered 400: the query does not parse: .*\n$/);
    const nowhere = await run(['sparql', 'ASK {}'], { PORT: String(await freePort()) });
    expect(nowhere.code).to.equal(1);
    expect(nowhere.err.trim().split('\n')).to.have.length(1);
  });

  it('export and import refuse a store that a node has open', async () => {
    const refused = await Promise.all([run(['export', 'all.nq']), run(['import', 'all.nq'])]);
    for (const { code, err } of refused) {
      expect(code).to.equal(1);
      expect(err).to.contain('in use by another process');
    }
  });

  it('what was exported and imported is the same, in both formats', async () => {
    running[0]?.kill('SIGTERM');
    await running[0]?.ended;
    expect((await run(['export', 'all.nq'])).out).to.match(/^exported \d+ graphs to all.nq\n$/);
    expect((await run(['export'])).out).to.equal(await readFile(join(folder, 'all.nq'), 'utf8'));
    expect((await run(['export', 'all.trig'])).code).to.equal(0);
    await Promise.all(
      ['all.nq', 'all.trig'].map(async (file) => {
        const copy = { STORE_URL: `file:copy-${file}` };
        const imported = await run(['import', file], copy);
        expect(imported.out, imported.err).to.match(/^imported \d+ graphs with \d+ statements/);
        expect((await run(['export', `${file}.again.nq`], copy)).code).to.equal(0);
        expect(await sorted(`${file}.again.nq`)).to.deep.equal(await sorted('all.nq'));
      }),
    );
    const node = start([], { STORE_URL: 'file:copy-all.trig' });
    const url = await node.listening;
    const holder = new Party(url, '', await token(url, 'holder'));
    expect((await holder.get('/logistics-objects')).text).to.contain('cargo:Piece');
    node.kill('SIGTERM');
    await node.ended;
  });

  it('import refuses a store that is not empty, another base, and what it cannot read', async () => {
    const other = { PORT: String(await freePort()), STORE_URL: 'file:other' };
    await writeFile(join(folder, 'broken.nq'), '<urn:a> <urn:b> .\n');
    const [full, elsewhere, broken, absent] = await Promise.all([
      run(['import', 'all.nq']),
      run(['import', 'all.nq'], other),
      run(['import', 'broken.nq'], { STORE_URL: 'file:third' }),
      run(['import', 'absent.nq'], { STORE_URL: 'file:fourth' }),
    ]);
    expect(full.err).to.contain('is not empty');
    expect(elsewhere.err).to.contain('not below BASE_URL');
    expect(broken.err).to.match(/line 1/);
    expect(absent.err).to.contain('absent.nq cannot be imported');
  });

  it('each explains itself', async () => {
    for (const command of ['export', 'import', 'sparql']) {
      const [help, wrong] = await Promise.all([run([command, '--help']), run([command, '--frobnicate'])]);
      expect(help.out).to.match(new RegExp(`^Usage: node dist/main.js ${command}`));
      expect(wrong.code).to.equal(1);
      expect(wrong.err).to.contain('--frobnicate').and.to.contain('Usage');
    }
  });
});
