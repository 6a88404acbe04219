/** Queries as of any moment, beside the same queries without `at` (W31): for all callers, and all kinds of moments. */
import type { MeasuredNode } from '../node.js';
import { Table } from '../table.js';
import { type Archive, versionsOf } from './archive.js';
import { ChangingObject } from './commits.js';
import { type Bounds, median, shown } from './figures.js';
import { FIRST_VERSION } from './stretched-clock.js';
import type { LoadedArchive } from './loader.js';
import { AnswerReader, Questioner } from './questioner.js';

const ROUNDS = 31;
const COMMITS = 15;
const MAX_RATIO = 3;
const READER = 'https://reader.example/agent';
/** The share of the objects that the partner may read. */
const READABLE = 0.5;

interface Asked {
  readonly node: MeasuredNode;
  readonly archive: Archive;
  readonly loaded: LoadedArchive;
}

/** The columns of the table: each gives the moment of a round. */
function kindsOfMoments({ archive, loaded }: Asked): Readonly<Record<string, (round: number) => number>> {
  const versions = versionsOf(archive);
  return {
    distinct: (round) => loaded.clock.momentOf((round * 37) % versions) + round * 1000,
    'the same': () => loaded.clock.momentOf(Math.floor(versions / 2)),
    'last minute': (round) => Date.now() - 1000 * (round % 60),
    'before all': (round) => FIRST_VERSION - 86_400_000 * (round + 1),
  };
}

function queriesOf({ archive, loaded }: Asked): Readonly<Record<string, string>> {
  const [pattern] = archive.patterns;
  return {
    'all of one object': `SELECT * { <${loaded.uris[0] ?? ''}> ?p ?o }`,
    'one property of all': `SELECT * { ?s <${pattern?.property ?? ''}> ?o }`,
    'count all': 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  };
}

/** Lets an agent read some of the objects. */
async function permit(node: MeasuredNode, uris: readonly string[]): Promise<void> {
  const acl = 'http://www.w3.org/ns/auth/acl#';
  for (const uri of uris) {
    await node.send('PUT', `${uri}/acl`, {
      '@type': `${acl}Authorization`,
      [`${acl}accessTo`]: { '@id': uri },
      [`${acl}agent`]: { '@id': READER },
      [`${acl}mode`]: { '@id': `${acl}Read` },
    });
  }
}

/** Prints the table, and checks the ratios. */
export async function measureMoments(asked: Asked, bounds: Bounds): Promise<void> {
  const { node, loaded, archive } = asked;
  await permit(node, loaded.uris.slice(0, Math.ceil(loaded.uris.length * READABLE)));
  const reader = new AnswerReader(loaded.uris, loaded.clock, versionsOf(archive));
  const callers = {
    holder: node.headers['Authorization'] ?? '',
    'partner, half of the objects': `Bearer ${await node.token(READER)}`,
  };
  const object = new ChangingObject(node, loaded.uris[0] ?? '');
  const moments = kindsOfMoments(asked);
  const table = new Table(['ms, median (ratio to now)', 'now', ...Object.keys(moments), 'after commit'], 14);
  console.log(`\n${table.head()}`);
  for (const [caller, authorization] of Object.entries(callers)) {
    const questioner = new Questioner(node.url, authorization, reader);
    for (const [what, query] of Object.entries(queriesOf(asked))) {
      const [now, times] = await alternate(questioner, query, moments);
      const [fresh, freshAt] = await afterCommits(object, questioner, query);
      const row = `${caller}: ${what}`;
      const cells = [...Object.entries(times), ['after a commit', freshAt] as const].map(([kind, ms]) => {
        const plain = kind === 'after a commit' ? fresh : now;
        bounds.expect(`${row}, ${kind}`, ms / plain, MAX_RATIO);
        return `${shown(ms)} (${(ms / plain).toFixed(1)})`;
      });
      console.log(table.row([row, shown(now), ...cells]));
    }
    await questioner.close();
  }
}

/** The medians of a query now and at each kind of moment, in turns. */
async function alternate(
  questioner: Questioner,
  query: string,
  moments: Readonly<Record<string, (round: number) => number>>,
): Promise<[now: number, moments: Readonly<Record<string, number>>]> {
  await questioner.time(query);
  await questioner.time(query, { at: FIRST_VERSION });
  const now: number[] = [];
  const times = Object.keys(moments).map((name) => ({ name, all: [] as number[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    now.push(await questioner.time(query));
    for (const { name, all } of times) all.push(await questioner.time(query, { at: moments[name]?.(round) }));
  }
  return [median(now), Object.fromEntries(times.map(({ name, all }) => [name, median(all)]))];
}

/** The medians of the first query after a commit: now, and as of that moment. */
async function afterCommits(object: ChangingObject, questioner: Questioner, query: string): Promise<[number, number]> {
  const [now, then]: [number[], number[]] = [[], []];
  for (let round = 0; round < COMMITS; round += 1) {
    await object.change();
    now.push(await questioner.time(query));
    await object.change();
    then.push(await questioner.time(query, { at: Date.now() }));
  }
  return [median(now), median(then)];
}
