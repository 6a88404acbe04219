/**
 * `tsx bench/moments.ts`: three ways to answer queries as of any moment, in one engine in this process, without HTTP. A
 * copy for each moment, one dataset that moves between moments by applying differences, and one that stores the
 * versions of each statement. 1,000 objects with 44 statements; 5 revisions after the first one change 3 statements
 * each.
 */
import { parseTriples } from '../src/store/oxigraph/ntriples.js';
import { type EngineStore, startEngine } from '../src/store/oxigraph/engine.js';
import { Table } from './table.js';

const OBJECTS = 1_000;
const STATEMENTS = 44;
const CHANGED = 3;
const REVISIONS = 6;
const ROUNDS = 41;
const QUERIES = {
  'all of one object': 'SELECT * { <urn:o:77> ?p ?o }',
  'one property of all': 'SELECT * { ?s <urn:p:2> ?o }',
  'count all': 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
};

const line = (object: number, property: number, revision: number): string =>
  `<urn:o:${String(object)}> <urn:p:${String(property)}> "value ${String(object)} ${String(property < CHANGED ? revision : 0)}" .\n`;

const lines = (object: number, revision: number, count: number): string =>
  Array.from({ length: count }, (_, property) => line(object, property, revision)).join('');

const load = (store: EngineStore, text: string): void => {
  store.load(Buffer.from(text), { format: 'application/n-triples', lenient: true });
};

function remove(
  store: EngineStore,
  text: string,
  each: (work: () => void) => void = (work) => {
    work();
  },
): void {
  for (const quad of parseTriples(text))
    each(() => {
      store.delete(quad);
    });
}

function measured(work: (round: number) => void, rounds = ROUNDS): string {
  const times = Array.from({ length: rounds }, (_, round) => {
    const begin = performance.now();
    work(round);
    return performance.now() - begin;
  }).sort((one, other) => one - other);
  return (times[Math.floor(rounds / 2)] ?? 0).toFixed(2);
}

/** All objects as of a revision. */
function copy(revision: number): EngineStore {
  const store = startEngine().newStore();
  load(store, Array.from({ length: OBJECTS }, (_, object) => lines(object, revision, STATEMENTS)).join(''));
  return store;
}

const now = copy(REVISIONS - 1);
const engine = startEngine();
const history = engine.newStore();
const versions = engine.versionsOf(history);
if (versions === undefined) throw new Error('the engine keeps no versions');
let version = 1;
const begin = performance.now();
for (let revision = 0; revision < REVISIONS; revision += 1) {
  for (let object = 0; object < OBJECTS; object += 1) {
    version += 1;
    const made = version;
    if (revision > 0)
      remove(history, lines(object, revision - 1, CHANGED), (work) => {
        versions.write(made, work);
      });
    versions.write(made, () => {
      load(history, lines(object, revision, revision === 0 ? STATEMENTS : CHANGED));
    });
  }
}
console.log(`the versions are filled in ${(performance.now() - begin).toFixed(0)} ms`);

const moving = copy(0);
let at = 0;
const move = (objects: number) => (): void => {
  const next = 1 - at;
  for (let object = 0; object < objects; object += 1) remove(moving, lines(object, at, CHANGED));
  load(moving, Array.from({ length: objects }, (_, object) => lines(object, next, CHANGED)).join(''));
  at = next;
};
const table = new Table(['ms, median', 'now', 'at']);
console.log(table.head());
for (const [name, query] of Object.entries(QUERIES)) {
  const ask = (store: EngineStore) => (): void => {
    store.query(query, { results_format: 'json' });
  };
  const spread = (round: number): number => 1 + Math.floor((version * round) / ROUNDS);
  console.log(
    table.row([
      `${name}, versions`,
      measured(ask(now)),
      measured((round) => {
        versions.read(spread(round), ask(history));
      }),
    ]),
  );
}
console.log(
  table.row([
    'a copy for each moment',
    '',
    measured(() => {
      copy(0);
    }, 5),
  ]),
);
console.log(table.row(['moving 10 objects', '', measured(move(10))]));
console.log(table.row(['moving all objects', '', measured(move(OBJECTS))]));
