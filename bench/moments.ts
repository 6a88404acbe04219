/**
 * `tsx bench/moments.ts`: four ways to answer queries as of any moment, in one engine in this process, without HTTP. A
 * copy for each moment, one dataset that moves between moments by applying differences, one that has each statement in
 * a graph of its interval, and one that stores the versions of each statement. 1,000 objects with 44 statements; 5
 * revisions after the first one change 3 statements each.
 */
import { parseTriples } from '../src/store/oxigraph/ntriples.js';
import { type EngineStore, startEngine } from '../src/store/oxigraph/engine.js';
import { Table } from './table.js';

const OBJECTS = 1_000;
const STATEMENTS = 44;
const CHANGED = 3;
const REVISIONS = 6;
const ROUNDS = 41;
/** Each is a projection and a pattern. */
const QUERIES = {
  'all of one object': ['*', '<urn:o:77> ?p ?o'],
  'one property of all': ['*', '?s <urn:p:2> ?o'],
  'count all': ['(COUNT(*) AS ?n)', '?s ?p ?o'],
} as const;
/** The version of a statement that is still valid. */
const STILL = 2 ** 31;

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

/** The version in which an object gets a revision. */
const versionOf = (object: number, revision: number): number => 2 + revision * OBJECTS + object;

/** Each statement in a graph of its interval, whose bounds are in the default graph. */
function intervals(): EngineStore {
  const store = startEngine().newStore();
  const graphs: string[] = [];
  const add = (statements: string, object: number, from: number, until: number): void => {
    const graph = `<urn:g:${String(object)}:${String(from)}:${String(until)}>`;
    graphs.push(statements.replaceAll(' .\n', ` ${graph} .\n`));
    for (const [bound, value] of Object.entries({ from, until }))
      graphs.push(`${graph} <urn:${bound}> "${String(value)}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n`);
  };
  for (let object = 0; object < OBJECTS; object += 1) {
    const unchanged = Array.from({ length: STATEMENTS - CHANGED }, (_, index) => line(object, CHANGED + index, 0));
    add(unchanged.join(''), object, versionOf(object, 0), STILL);
    for (let revision = 0; revision < REVISIONS; revision += 1) {
      const until = revision === REVISIONS - 1 ? STILL : versionOf(object, revision + 1);
      add(lines(object, revision, CHANGED), object, versionOf(object, revision), until);
    }
  }
  store.load(Buffer.from(graphs.join('')), { format: 'application/n-quads', lenient: true });
  return store;
}

const inInterval = (pattern: string, version: number): string =>
  `GRAPH ?g { ${pattern} } ?g <urn:from> ?from ; <urn:until> ?until FILTER(?from <= ${String(version)} && ${String(version)} < ?until)`;

const now = copy(REVISIONS - 1);
const engine = startEngine();
const history = engine.newStore();
const versions = engine.versionsOf(history);
if (versions === undefined) throw new Error('the engine keeps no versions');
const begin = performance.now();
for (let revision = 0; revision < REVISIONS; revision += 1) {
  for (let object = 0; object < OBJECTS; object += 1) {
    const made = versionOf(object, revision);
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
const withIntervals = intervals();
const table = new Table(['ms, median', 'now', 'at']);
console.log(table.head());
const last = versionOf(OBJECTS - 1, REVISIONS - 1);
const spread = (round: number): number => 1 + Math.floor((last * round) / ROUNDS);
for (const [name, [projection, pattern]] of Object.entries(QUERIES)) {
  const ask = (store: EngineStore, asked: string = pattern): void => {
    store.query(`SELECT ${projection} { ${asked} }`, { results_format: 'json' });
  };
  const ofNow = measured(() => {
    ask(now);
  });
  const ofVersions = measured((round) => {
    versions.read(spread(round), () => {
      ask(history);
    });
  });
  const ofIntervals = measured((round) => {
    ask(withIntervals, inInterval(pattern, spread(round)));
  });
  console.log(table.row([`${name}, versions`, ofNow, ofVersions]));
  console.log(table.row([`${name}, intervals`, ofNow, ofIntervals]));
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
