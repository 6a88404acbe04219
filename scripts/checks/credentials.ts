/**
 * `npm run check:credentials`: Digital Bazaar's libraries verify the credentials of a node offline, and find what was altered
 * in them. Their rdf-canonize sorts by UTF-16 code units, so that they refuse a credential whose order RDFC-1.0 wants
 * otherwise. Skipped where they cannot be installed.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { credentialContents, otherOrder } from '../../test/support/credential-contents.js';
import { altered, type Members, membersOf } from '../../test/support/credentials.js';
import { TestContext } from '../../test/support/world.js';
import { ask, type Verdict } from './judges.js';
import { cacheFolder, check, run, ToolMissing } from './tools.js';

const LIBRARIES = [
  '@digitalbazaar/vc@7.3.0',
  '@digitalbazaar/data-integrity@2.5.0',
  '@digitalbazaar/eddsa-rdfc-2022-cryptosuite@1.3.0',
  '@digitalbazaar/ed25519-multikey@1.3.1',
  '@digitalbazaar/credentials-context@3.2.0',
];

interface Case {
  readonly name: string;
  readonly credential: Members;
  /** Why it must not hold; undefined for one that must. */
  readonly refused?: 'altered' | 'sorted by UTF-16';
}

/** The program that verifies, which the first call installs. */
function verifier(): string {
  const folder = join(cacheFolder, 'credentials');
  if (!existsSync(join(folder, 'node_modules', '@digitalbazaar', 'vc'))) {
    mkdirSync(folder, { recursive: true });
    const options = ['--silent', '--no-audit', '--no-fund', '--prefix', folder];
    const { status, stderr } = run('npm', ['install', ...options, ...LIBRARIES]);
    if (status !== 0) throw new ToolMissing(`the libraries cannot be installed: ${stderr.trim().slice(-300)}`);
  }
  const program = join(folder, 'verify.mjs');
  copyFileSync(fileURLToPath(new URL('vc/verify.mjs', import.meta.url)), program);
  return program;
}

/** The credential of an object, and what somebody made of it. */
async function casesOf(
  world: TestContext,
  name: string,
  content: (typeof credentialContents)[string],
): Promise<Case[]> {
  const piece = await world.create({ '@type': 'cargo:Piece', 'cargo:upid': 'MARKED-1', ...content });
  const reply = await world.holder.get(`${piece}/revisions/1/proof`, { headers: { Accept: 'application/vc' } });
  if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${reply.text}`);
  const credential = membersOf(JSON.parse(reply.text));
  const changes: readonly [string, string][] = [
    ['MARKED-1', 'MARKED-2'],
    ['"cargo:upid"', '"cargo:goodsDescription"'],
    ['/revisions/1"', '/revisions/2"'],
    ['/log/1/entries/', '/log/1/entries/1'],
    ['"validFrom":"20', '"validFrom":"19'],
    ['assertionMethod', 'authentication'],
  ];
  return [
    { name, credential },
    ...changes.map(([from, to]) => ({
      name: `${name}: ${from}`,
      credential: altered(credential, from, to),
      refused: 'altered' as const,
    })),
  ];
}

async function digitalBazaar(): Promise<Verdict> {
  const program = verifier();
  const world = await TestContext.start({ env: { PROOF_CHECKPOINT_MS: '100', VALIDATION: 'lenient' } });
  try {
    const keys = membersOf((await world.anonymous.get('/log/keys')).json);
    const cases: Case[] = [];
    for (const [name, content] of Object.entries(credentialContents))
      cases.push(...(await casesOf(world, name, content)));
    for (const made of await casesOf(world, 'another order', otherOrder))
      cases.push({ ...made, refused: made.refused ?? 'sorted by UTF-16' });
    const now = world.node.clock.now();
    const asked = JSON.stringify(cases.map(({ credential }) => ({ credential, keys, now })));
    const { status, stdout, stderr } = run(process.execPath, [program], asked);
    if (status !== 0) throw new Error(`the verifier ended with ${status}: ${stderr.slice(-1000)}`);
    const found = z.array(z.string().nullable()).parse(JSON.parse(stdout));
    const problems = cases.flatMap(({ name, refused }, index) => {
      const problem = found[index] ?? null;
      if (refused !== undefined) return problem === null ? [`${name}: holds, though it is ${refused}`] : [];
      return problem === null ? [] : [`${name}: ${problem}`];
    });
    const of = (kind: Case['refused']): number => cases.filter(({ refused }) => refused === kind).length;
    return { seen: `${of(undefined)} credentials hold, ${of('altered')} altered ones do not`, problems };
  } finally {
    await world.stop();
  }
}

await check(() => ask('Digital Bazaar', digitalBazaar));
