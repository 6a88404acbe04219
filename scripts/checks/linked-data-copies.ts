/** Copies of partners' objects before the judges: two nodes, one of which mirrors what the other holds. */
import { join } from 'node:path';
import { z } from 'zod';
import { exportStore } from '../../src/commands/export.js';
import { readSettings } from '../../src/settings/settings.js';
import { Mirror } from '../../test/mirror/support/mirror.js';
import { TestClock } from '../../test/support/clock.js';
import { fastRetries, freePorts, trusting } from '../../test/support/exchange.js';
import { token } from '../../test/support/node.js';
import { objectHistory, REVISIONS } from '../../test/support/object-history.js';
import { TestContext } from '../../test/support/world.js';
import { read, type Resource, types } from './linked-data-answers.js';
import { pythonBeside, type PythonEnvironment } from './tools.js';

/** A join; without numbers, of which each engine has its own lexical forms. */
const JOIN = `PREFIX cargo: <https://onerecord.iata.org/ns/cargo#>
SELECT ?piece ?text ?id { ?piece a cargo:Piece ; cargo:goodsDescription ?text ; cargo:upid ?id }`;

const judgement = z.object({
  problems: z.array(z.string()),
  compared: z.number(),
  rows: z.tuple([z.array(z.string()), z.array(z.string()), z.array(z.string())]),
});

export interface Copied {
  /** What the mirroring node serves, in each syntax. */
  readonly resources: readonly Resource[];
  /** N-Quads of the mirroring node, with its copies. */
  readonly file: string;
  /** What pyoxigraph and RDFLib say of both nodes; run once. */
  readonly judge: () => Promise<{ readonly seen: string; readonly problems: readonly string[] }>;
}

/** A node that has the copies of another one's objects; both are stopped again. */
export async function copied(folder: string, environment: PythonEnvironment): Promise<Copied> {
  const clock = new TestClock();
  const [one = 0, other = 0] = await freePorts(2);
  const [partnerUrl, base] = [`http://localhost:${one}`, `http://localhost:${other}`];
  const store = (name: string): string => `file:${join(folder, name)}`;
  const partnerEnv = { PORT: String(one), STORE_URL: store('partner'), ...trusting(base) };
  const env = { ...fastRetries, PORT: String(other), STORE_URL: store('mirroring'), MIRROR_RATE: '0' };
  const own = { ...env, ...trusting(partnerUrl) };
  const [partner, world] = [
    await TestContext.start({ clock, env: partnerEnv }),
    await TestContext.start({ clock, env: own }),
  ];
  let resources: readonly Resource[];
  try {
    const piece = partner.uri(await objectHistory(partner));
    const mirror = new Mirror(world.node.url, world.holder);
    const follow = await mirror.follow({ object: piece, depth: 0, subscribe: false });
    await mirror.until(follow, (found) => Mirror.count(found, 'revisions') === REVISIONS);
    resources = await served(world, mirror, piece);
  } finally {
    await Promise.all([world.stop(), partner.stop()]);
  }
  const [file, partnerFile] = [join(folder, 'copies.nq'), join(folder, 'partner.nq')];
  await exportStore(file, { mirrored: true }, readSettings(own));
  await exportStore(partnerFile, {}, readSettings(partnerEnv));
  return {
    resources,
    file,
    judge: async () => {
      const again = await TestContext.start({ clock, env: own });
      try {
        const args = [file, partnerFile, base, JOIN, await token(base, 'holder')];
        const found = judgement.parse(JSON.parse(await pythonBeside('copies', args, environment)));
        return verdict(found);
      } finally {
        await again.stop();
      }
    },
  };
}

function verdict({ problems, compared, rows }: z.output<typeof judgement>): Awaited<ReturnType<Copied['judge']>> {
  const [theirs, copies, asked] = rows.map((one) => one.join('\n'));
  const isJoined = theirs !== '' && theirs === copies && theirs === asked;
  return {
    seen: `${compared} copied revisions have their digests and are the partner’s, and a join gives the same rows`,
    problems: [
      ...problems,
      ...(compared >= REVISIONS ? [] : [`only ${compared} revisions were compared`]),
      ...(isJoined ? [] : [`the join: ${JSON.stringify(rows)}`]),
    ],
  };
}

/** The latest copy as received, and the graphs of it. */
async function served({ holder }: TestContext, mirror: Mirror, piece: string): Promise<Resource[]> {
  const { rdfxml: _, ...usual } = types;
  const numbers = Array.from({ length: REVISIONS }, (_unused, index) => index + 1);
  const below = ['head', ...numbers.flatMap((number) => [`revisions/${number}`, `revisions/${number}/provenance`])];
  const latest = `/internal/mirror?object=${encodeURIComponent(piece)}`;
  const found: Resource[] = [];
  for (const path of [latest, ...below.map((name) => mirror.address(piece, name))]) {
    const texts: Record<string, string> = {};
    for (const [syntax, accept] of Object.entries(usual)) texts[syntax] = await read(holder, path, accept);
    found.push({ path, texts });
  }
  return found;
}
