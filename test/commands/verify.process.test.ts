import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Bundle, isDisclosed, parseBundle } from '../../src/proofs/format/bundle.js';
import { fromBase64 } from '../../src/proofs/format/encoding.js';
import { writeVkey } from '../../src/proofs/format/note.js';
import { entryOf, parseRecord } from '../../src/proofs/format/record.js';
import { statementHash } from '../../src/proofs/format/statements.js';
import { parseTlogProof } from '../../src/proofs/format/tlog-proof.js';
import { leafHash } from '../../src/proofs/format/tree.js';
import { TestContext } from '../support/world.js';
import { exampleBundle, logSigner, statements, witness } from '../proofs/format/support.js';

const root = join(import.meta.dirname, '../..');
const EXAMPLE = join(root, 'docs/examples/proof.json');
const PAGE = join(root, 'docs/verify.md');
const KEY = writeVkey(logSigner.key);
const WITNESS = writeVkey(witness.key);

interface Ended {
  readonly code: number;
  readonly out: string;
}

/** Runs a program until it ends. */
function run(program: string, args: readonly string[], cwd: string, input?: Buffer): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
    });
    // The command may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

describe('A bundle, verified without the node', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'verify-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs the command in a folder without any setting. */
  const verify = (args: readonly string[], input?: Buffer): Promise<Ended> =>
    run(process.execPath, [join(root, 'dist/main.js'), 'verify', ...args], folder, input);

  function fileOf(bundle: Bundle): string {
    const file = join(folder, 'bundle.json');
    writeFileSync(file, JSON.stringify(bundle));
    return file;
  }

  const example = (): Bundle => parseBundle(readFileSync(EXAMPLE, 'utf8'));

  describe('the command verify (P19)', () => {
    it('prints what a bundle proves, and ends with 0', async () => {
      const { code, out } = await verify([EXAMPLE, '--key', KEY, '--witness', WITNESS]);
      expect(out.trimEnd().split('\n')).to.deep.equal([
        'kind         revision',
        'graph        https://node.example/logistics-objects/piece-1/revisions/7',
        'time         2026-11-22T09:30:00.123Z',
        'agent        https://airline.example/logistics-objects/airline',
        'cause        https://node.example/action-requests/4711',
        `statement    ${statements[0]?.nquad ?? ''}`,
        `statement    ${statements[2]?.nquad ?? ''}`,
        'statements   2 shown, 1 withheld',
        'log          node.example/log/1',
        'entry        41 of 1203',
        `key          ${KEY}`,
        'cosigned     partner.example/log/witness 2026-11-22T09:30:01.000Z',
      ]);
      expect(code).to.equal(0);
    });

    it('ends with 2 without a key, and prints the one that signed', async () => {
      const { code, out } = await verify([EXAMPLE]);
      expect(out).to.include(`key          ${KEY} (give it as --key if you trust it)`);
      expect(out).to.include('unverified   signature of partner.example/log/witness');
      expect(code).to.equal(2);
    });

    it('reads standard input', async () => {
      expect((await verify(['-', '--key', KEY], readFileSync(EXAMPLE))).code).to.equal(0);
    });

    it('ends with 1 and one line if something does not hold', async () => {
      const file = fileOf({ ...example(), record: example().record.replace('kind revision', 'kind event') });
      expect(await verify([file, '--key', KEY])).to.deep.equal({
        code: 1,
        out: "does not hold: step 3: the record is not entry 41 of the checkpoint's 1203\n",
      });
    });

    it('wants a key of each witness, and each statement', async () => {
      const other = WITNESS.replace('partner.example', 'other.example');
      expect((await verify([EXAMPLE, '--key', KEY, '--witness', other])).code).to.equal(1);
      const [first, second] = statements.map(({ nquad }) => nquad);
      expect((await verify([EXAMPLE, '--key', KEY, '--statement', first ?? ''])).code).to.equal(0);
      const { code, out } = await verify([
        EXAMPLE,
        '--key',
        KEY,
        '--statement',
        first ?? '',
        '--statement',
        second ?? '',
      ]);
      expect(out).to.equal(`does not hold: not disclosed: ${second ?? ''}\n`);
      expect(code).to.equal(1);
    });

    for (const [what, input] of [
      ['no JSON', Buffer.from('{')],
      ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
      ['more than 64 MB', Buffer.alloc(64 * 1024 ** 2 + 1, ' ')],
    ] as const) {
      it(`ends with 1 for ${what}`, async () => {
        const { code, out } = await verify(['-', '--key', KEY], input);
        expect(out).to.match(/^does not hold: .*\n$/);
        expect(code).to.equal(1);
      });
    }

    it('ends with 1 for a file that is not there, and a key that is none', async () => {
      expect((await verify([join(folder, 'none'), '--key', KEY])).code).to.equal(1);
      expect((await verify([EXAMPLE, '--key', 'none'])).code).to.equal(1);
      expect((await verify([EXAMPLE, '--key', WITNESS])).code).to.equal(1);
    });
  });

  describe('the example of docs/verify.md (P20)', () => {
    const page = readFileSync(PAGE, 'utf8');
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

    it('is that of the file', async () => {
      expect(example()).to.deep.equal(await exampleBundle());
      expect(page.trimEnd().split('\n').length).to.be.at.most(60);
    });

    it('has the hashes of each step', () => {
      const { record, statements: all, proof } = example();
      const hashes = (all ?? []).map((each) =>
        isDisclosed(each) ? statementHash(fromBase64(each.salt, 'salt'), each.nquad) : fromBase64(each.hash, 'hash'),
      );
      const { checkpoint, hashes: neighbours } = parseTlogProof(proof);
      const values = [
        ...hashes,
        parseRecord(record).content,
        entryOf(record),
        leafHash(entryOf(record)),
        fromBase64(checkpoint.split('\n')[2] ?? '', 'root'),
      ];
      const listed = Array.from(page.matchAll(/`([0-9a-f]{64})`/g), ([, value]) => value);
      expect(listed).to.deep.equal(values.map(hex));
      expect(page).to.include(`after ${neighbours.length} neighbours`);
      expect(page).to.include(KEY).and.to.include(WITNESS);
      for (const { id } of [logSigner.key, witness.key]) expect(page).to.include(`\`${id.toString(16)}\``);
    });
  });

  describe('docs/verify.py (P20)', () => {
    const script = join(root, 'docs/verify.py');

    before(function () {
      const { status, error } = spawnSync('python3', ['-c', 'import cryptography']);
      if (status === 0) return;
      process.stdout.write(`skipped: ${error === undefined ? 'Python has no cryptography' : 'there is no python3'}\n`);
      this.skip();
    });

    it('is of less than 120 lines', () => {
      expect(readFileSync(script, 'utf8').trimEnd().split('\n').length).to.be.below(120);
    });

    it('says the same of the example', async () => {
      expect((await run('python3', [script, EXAMPLE, '--key', KEY, '--witness', WITNESS], folder)).code).to.equal(0);
      expect((await run('python3', [script, EXAMPLE], folder)).code).to.equal(2);
    });

    const others: readonly [what: string, of: (bundle: Bundle) => Bundle, ...args: string[]][] = [
      ['another time', (bundle) => ({ ...bundle, record: bundle.record.replace('.123Z', '.124Z') })],
      ['a statement left out', (bundle) => ({ ...bundle, statements: bundle.statements?.slice(1) ?? null })],
      ['another index', (bundle) => ({ ...bundle, proof: bundle.proof.replace('index 41', 'index 42') })],
      ['another size', (bundle) => ({ ...bundle, proof: bundle.proof.replace('\n1203\n', '\n1202\n') })],
      ['no proof', (bundle) => ({ ...bundle, proof: '' })],
      ['another key', (bundle) => bundle, '--key', KEY.replace('node', 'none')],
      ['another witness', (bundle) => bundle, '--witness', WITNESS.replace('partner', 'other')],
    ];
    it('says the same of what was erased, in part or whole, with the entry of its erasure', async () => {
      const world = await TestContext.start({ env: { PROOF_CHECKPOINT_MS: '100' } });
      try {
        const piece = await world.openPiece({ 'cargo:upid': 'STAYS-1' });
        const bundle = async (): Promise<Bundle> =>
          parseBundle((await world.holder.get(`${piece}/revisions/1/proof`)).text);
        const erase = async (more: Record<string, string>): Promise<void> => {
          const body = { object: world.uri(piece), reason: 'OTHER', ...more };
          const { status } = await world.holder.post('/internal/erasures', body, {
            'Content-Type': 'application/json',
          });
          expect(status).to.equal(201);
        };
        const both = async (given: Bundle): Promise<readonly [number, number]> => {
          const [file, args] = [fileOf(given), given.keys.slice(0, 1).flatMap((key) => ['--key', key])];
          const python = await run('python3', [script, file, ...args], folder);
          return [python.code, (await verify([file, ...args])).code];
        };
        await erase({ property: 'https://onerecord.iata.org/ns/cargo#goodsDescription' });
        const part = await bundle();
        expect(part.statements?.filter((each) => 'erased' in each)).to.have.length(1);
        await erase({});
        const whole = await bundle();
        expect([whole.statements, whole.erased === null]).to.deep.equal([null, false]);
        for (const good of [part, whole]) {
          expect(await both(good)).to.deep.equal([0, 0]);
          const erased = good.erased;
          if (erased === null) throw new TypeError('there is no erasure');
          const record = erased.record.replace('kind erasure', 'kind hold');
          expect(await both({ ...good, erased: { ...erased, record } })).to.deep.equal([1, 1]);
          expect(
            await both({ ...good, erased: { ...erased, statements: erased.statements?.slice(1) ?? null } }),
          ).to.deep.equal([1, 1]);
          expect(await both({ ...good, erased: { ...good, erased: null } })).to.deep.equal([1, 1]);
        }
        expect(await both({ ...whole, erased: null })).to.deep.equal([1, 1]);
      } finally {
        await world.stop();
      }
    });

    for (const [what, of, ...args] of others) {
      it(`says of ${what} what the command says`, async () => {
        const file = fileOf(of(example()));
        const [python, own] = [
          await run('python3', [script, file, '--key', KEY, ...args], folder),
          await verify([file, '--key', KEY, ...args]),
        ];
        expect([python.code, own.code]).to.deep.equal([1, 1]);
        expect(python.out).to.match(/^does not hold: .*\n$/);
      });
    }
  });
});
