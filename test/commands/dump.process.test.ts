import { expect } from 'chai';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Progress } from '../../src/commands/progress.js';
import { Party, token } from '../support/node.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

const oneLine = /^[^\n]+\n$/;

describe('export, import and sparql', () => {
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
    expect(past.out).to.equal('d\r\n');
    expect(turtle.out).to.contain('a cargo:Piece');
  });

  it('sparql reports the errors of the node, and a missing node', async () => {
    const refused = await run(['sparql', 'SELECT * {']);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.match(/^the node answered 400: the query does not parse: .*\n$/);
    const nowhere = await run(['sparql', 'ASK {}'], { PORT: String(await freePort()) });
    expect(nowhere.code).to.equal(1);
    expect(nowhere.err.trim().split('\n')).to.have.length(1);
  });

  it('export and import reject a store that a node has open', async () => {
    const refused = await Promise.all([run(['export', 'all.nq']), run(['import', 'all.nq'])]);
    for (const { code, err } of refused) {
      expect(code).to.equal(1);
      expect(err).to.contain('in use by another process');
    }
  });

  it('an exported and imported store is the same, in both formats', async () => {
    running[0]?.kill('SIGTERM');
    await running[0]?.ended;
    expect((await run(['export', 'all.nq'])).out).to.match(/^exported \d+ graphs to all.nq; digest [0-9a-f]{64}\n$/);
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

  it('import rejects a store that is not empty, another base and unreadable input, and leaves no store', async () => {
    const other = { PORT: String(await freePort()), STORE_URL: 'file:other' };
    const whole = await readFile(join(folder, 'all.nq'), 'utf8');
    await writeFile(join(folder, 'broken.nq'), `${whole}<urn:a> <urn:b> .\n`);
    await writeFile(join(folder, 'empty.nq'), '');
    const [full, elsewhere, broken, absent, empty] = await Promise.all([
      run(['import', 'all.nq']),
      run(['import', 'all.nq'], other),
      run(['import', 'broken.nq'], { STORE_URL: 'file:third' }),
      run(['import', 'absent.nq'], { STORE_URL: 'file:fourth' }),
      run(['import', 'empty.nq'], { STORE_URL: 'file:fifth' }),
    ]);
    expect(full.err).to.contain('is not empty');
    expect(elsewhere.err).to.contain('not below BASE_URL');
    expect(broken.err).to.match(/line \d+/);
    expect(absent.err).to.contain('absent.nq cannot be imported');
    expect(empty.err).to.contain('it holds no statements');
    for (const { code, err } of [full, elsewhere, broken, absent, empty]) {
      expect(code).to.equal(1);
      expect(err).to.match(oneLine);
    }
    for (const store of ['other', 'third', 'fourth', 'fifth']) expect(await readdir(join(folder, store))).to.be.empty;
  });

  it('import begins anew where one was broken off', async () => {
    await mkdir(join(folder, 'sixth/.import'), { recursive: true });
    await writeFile(join(folder, 'sixth/.import/store.mdb'), 'half');
    const { out, err } = await run(['import', 'all.nq'], { STORE_URL: 'file:sixth' });
    expect(out, err).to.match(/^imported/);
    expect(await readdir(join(folder, 'sixth'))).to.deep.equal(['store.mdb']);
  });

  it('import reads standard input, and accepts the statements of a graph in any order', async () => {
    const base = `http://localhost:${env['PORT'] ?? ''}`;
    const lines = Array.from({ length: 9000 }, (_, number) => {
      const object = `${base}/logistics-objects/piece-${number % 300}`;
      return `<${object}> <http://a.b/says> "${number} ${'much '.repeat(200)}" <${object}/revisions/1> .`;
    });
    await writeFile(join(folder, 'apart.nq'), [...lines, ...lines.slice(0, 10), ''].join('\n'));
    const launcher = ['sh', '-c', 'exec "$0" "$@" < apart.nq'];
    const read = spawnNode(folder, { ...env, STORE_URL: 'file:seventh' }, ['import', '-'], launcher);
    expect((await read.ended).code, read.stderr()).to.equal(0);
    expect(read.stdout()).to.match(/^imported 300 graphs with 9000 statements/);
    expect((await run(['export', 'together.nq'], { STORE_URL: 'file:seventh' })).code).to.equal(0);
    expect(await sorted('together.nq')).to.deep.equal(['', ...lines].sort());
  });

  it('export writes directly to a device, and removes an incomplete file', async () => {
    await writeFile(join(folder, 'target.nq'), '');
    await symlink('target.nq', join(folder, 'link.nq'));
    expect((await run(['export', 'link.nq'])).code).to.equal(0);
    expect((await lstat(join(folder, 'link.nq'))).isSymbolicLink()).to.equal(true);
    const launcher = ['sh', '-c', 'mkfifo pipe.nq && { cat pipe.nq > piped.nq & "$0" "$@"; wait; }'];
    await spawnNode(folder, env, ['export', 'pipe.nq'], launcher).ended;
    expect((await lstat(join(folder, 'pipe.nq'))).isFIFO()).to.equal(true);
    for (const file of ['target.nq', 'piped.nq']) expect(await sorted(file)).to.deep.equal(await sorted('all.nq'));
    await mkdir(join(folder, 'taken.nq/something'), { recursive: true });
    for (const file of ['nowhere/all.nq', 'taken.nq']) {
      const { code, err } = await run(['export', file]);
      expect(code).to.equal(1);
      expect(err).to.match(oneLine).and.to.contain(`${file} cannot be written`);
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).to.deep.equal([]);
  });

  it('a closed output is reported in one line', async () => {
    const launcher = ['sh', '-c', '{ "$0" "$@"; echo "code $?" >&2; } | true'];
    const { ended, stderr } = spawnNode(folder, env, ['export'], launcher);
    await ended;
    expect(stderr()).to.match(/^standard output cannot be written: .*EPIPE\ncode 1\n$/);
  });

  describe('a usage error is reported in one line that refers to the help', () => {
    const wrong: Readonly<Record<string, readonly [args: readonly string[], words: RegExp]>> = {
      'an unknown option of sparql': [['sparql', '--frobnicate'], /^sparql: unknown option '--frobnicate' \(/],
      'an unknown option of export': [['export', '--frobnicate'], /^export: unknown option '--frobnicate' \(/],
      'an unknown option of import': [['import', '--frobnicate'], /^import: unknown option '--frobnicate' \(/],
      'an unknown option of the program': [['--frobnicate'], /^unknown option '--frobnicate' \(/],
      'an option without its value': [['sparql', 'ASK {}', '--format'], /^sparql: option '--format/],
      'an option in the place of a value': [
        ['sparql', '--at', '--format', 'csv'],
        /^sparql: option '--at <time>' .* is missing \(/,
      ],
      'an unknown format': [['sparql', 'ASK {}', '--format', 'yaml'], /^sparql: .*'yaml' is invalid.* table, tsv/],
      'an unknown format of a dump': [
        ['export', '--format', 'rdfxml'],
        /^export: .*'rdfxml' is invalid.* nquads, trig/,
      ],
      'no query': [['sparql'], /^sparql: missing required argument 'query' \(/],
      'a query without quotes': [['sparql', 'ASK', '{}'], /^sparql: too many arguments/],
      'a query in a file that is not there': [['sparql', '@absent.rq'], /^absent.rq cannot be read: ENOENT/],
      'no document': [['import'], /^import: missing required argument 'file' \(/],
      'several documents': [['import', 'a', 'b'], /^import: too many arguments/],
      'several files': [['export', 'a', 'b'], /^export: too many arguments/],
      'no folder': [['restore'], /^restore: missing required argument 'folder' \(/],
      'a folder without a name': [['backup', ''], /^backup: .* must not be empty \(/],
    };
    for (const [what, [args, words]] of Object.entries(wrong)) {
      it(what, async () => {
        const { code, out, err } = await run(args);
        expect(code).to.equal(1);
        expect(out).to.equal('');
        expect(err).to.match(oneLine).and.to.match(words);
      });
    }
  });

  it('each explains itself', async () => {
    for (const command of ['backup', 'restore', 'export', 'import', 'sparql']) {
      const { code, out } = await run([command, '--help']);
      expect(code).to.equal(0);
      expect(out).to.match(new RegExp(`^Usage: node dist/main.js ${command}`));
    }
  });
});

describe('Progress', () => {
  const shownOn = (isTTY: boolean): { progress: Progress; written: string[] } => {
    const written: string[] = [];
    return { progress: new Progress({ isTTY, write: (text: string) => written.push(text) > 0 }), written };
  };

  it('is one line on a terminal, overwritten and cleared', () => {
    const { progress, written } = shownOn(true);
    progress.show('1 graph');
    progress.show('2 graphs');
    progress.end();
    expect(written, 'the second came too soon to be read').to.deep.equal(['\r\u001b[K1 graph', '\r\u001b[K']);
  });

  it('is not written without a terminal', () => {
    const { progress, written } = shownOn(false);
    progress.show('1 graph');
    progress.end();
    expect(written).to.deep.equal([]);
  });
});
