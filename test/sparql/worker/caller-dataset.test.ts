import { expect } from 'chai';
import { factory, iri } from '../../../src/rdf/terms.js';
import { prov, xsd } from '../../../src/rdf/vocabulary.js';
import { CallerDataset, type CallerDatasetOptions } from '../../../src/sparql/worker/caller-dataset.js';
import { DatasetUnsettled } from '../../../src/sparql/worker/default-history.js';
import { momentOf } from '../../../src/sparql/worker/moments.js';
import { type Extents, ownData } from '../../../src/sparql/worker/protocol.js';
import { SentGraphs } from '../../../src/sparql/worker/sent-graphs.js';
import { scopeSets, type GraphScope } from '../../../src/sparql/worker/graph-scope.js';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import { openRoot } from '../../../src/store/lmdb/environment.js';
import { LmdbReader } from '../../../src/store/lmdb/lmdb-reader.js';
import type { GraphSnapshot, SnapshotSource } from '../../../src/store/snapshot.js';
import { UriScheme } from '../../../src/uris.js';
import { base, object, revision, withFolder } from '../../store/support/open.js';
import { Random, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';

/** One step in each slice: as many commits as can be between the readings. */
const EACH_STEP = { milliseconds: Infinity, characters: Infinity, steps: 1 };
const NAMES = ['a', 'a-1', 'b', 'c', 'd'];
const EVERYTHING: GraphScope = { version: 0, sets: undefined };
/** When the first revisions are made. */
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
/** What `at` asks for in some tests: in the middle of what is made. */
const UNTIL = BEGIN + 5 * HOUR + 999;

const uris = new UriScheme(base);
/** Objects of a partner. */
const COPIED = ['x', 'x-1', 'y'];
const partners = (name: string): string => `https://partner.example/logistics-objects/${name}`;
const receivedAt = (time: string): string => `<urn:x> <${prov.generatedAtTime.value}> "${time}" .\n`;

/** A store that changes before every reading. */
class BusyStore implements SnapshotSource {
  readonly graphs = new SentGraphs();
  readonly #revisions = new Map<string, number>();
  #sequence = 0;
  #events = 0;
  #hours = 0;
  /** The revisions held of each copy, by their numbers. */
  readonly #copied = new Map<string, Map<number, string>>();
  readonly #variants: string[] = [];
  isBusy = true;

  constructor(private readonly random: Random) {
    for (let commit = 0; commit < 20; commit += 1) this.#commit();
  }

  read<Result>(read: (snapshot: GraphSnapshot) => Result): Result {
    if (this.isBusy && this.random.chance(0.1)) this.#commit();
    return this.graphs.read(read);
  }

  #commit(): void {
    const { random } = this;
    const name = random.one(NAMES);
    // Some commits become visible after later ones.
    this.#hours += random.chance(0.2) ? -random.below(3) : random.below(2);
    const made = new Date(BEGIN + this.#hours * HOUR + random.below(2) * 1_100).toISOString();
    // Statements that other graphs have, too.
    const text = `<urn:s:${String(random.below(5))}> <urn:p> "${String(random.below(3))}" .\n<urn:own:${String(this.#sequence)}> <urn:p> <urn:o> .\n`;
    const provenance = `<urn:x> <${prov.generatedAtTime.value}> "${made}" .\n`;
    const changed: [string, string][] = [];
    if (random.chance(0.3)) this.#copy(changed, text, made);
    else if (random.chance(0.4)) {
      const number = (this.#revisions.get(name) ?? 0) + 1;
      this.#revisions.set(name, number);
      changed.push([revision(name, number), text], [`${revision(name, number)}/provenance`, provenance]);
      changed.push([`${object(name)}/head`, `<urn:head> <urn:latest> "${String(number)}" .\n`]);
    } else if (random.chance(0.6)) {
      const event = `${object(name)}/logistics-events/${String((this.#events += 1))}`;
      changed.push([event, text], [`${event}/provenance`, provenance]);
    } else if (random.chance(0.5)) {
      changed.push([`${base}/action-requests/${String(random.below(4))}`, text]);
    } else {
      changed.push([`${object(name)}/acl`, random.chance(0.3) ? '' : text]);
    }
    this.#sequence += 1;
    const graphs = changed.map(([graph, content]) => ({ graph: iri(graph), text: content }));
    this.graphs.apply({ sequence: this.#sequence, graphs });
  }

  /** What the mirror may write about a copy: the newest revision, one that was missing, an event, a decision, a purge. */
  #copy(changed: [string, string][], text: string, made: string): void {
    const { random } = this;
    const copy = partners(random.one(COPIED));
    const held = this.#copied.get(copy) ?? new Map<number, string>();
    this.#copied.set(copy, held);
    // Copies keep how a value is written; the engine has one form of it.
    const spelled = ['20', '20.0', '2E1']
      .filter(() => random.chance(0.5))
      .map((value) => `<${copy}> <urn:weight> "${value}"^^<${xsd.double.value}> .\n`)
      .join('');
    const receive = (graph: string): void => {
      // An event states nothing about the object (M55).
      const stated = graph.includes('/logistics-events/') ? text : text + spelled;
      changed.push([graph, stated], [`${graph}/provenance`, receivedAt(made)]);
    };
    const newest = Math.max(0, ...held.keys());
    const missing = Array.from({ length: newest }, (_, index) => index + 1).filter((number) => !held.has(number));
    if (random.chance(0.4)) {
      const number = newest + 1 + random.below(3);
      held.set(number, made);
      receive(uris.copyRevision(copy, number));
    } else if (random.chance(0.35) && missing.length > 0) {
      const number = random.one(missing);
      held.set(number, made);
      receive(uris.copyRevision(copy, number));
    } else if (random.chance(0.45))
      receive(uris.copyEvent(copy, `${copy}/logistics-events/${String(random.below(9))}`));
    else if (random.chance(0.5) && newest > 0) {
      const number = random.one([...held.keys()]);
      const variant = uris.copyVariant(uris.copyRevision(copy, number), (this.#events += 1));
      this.#variants.push(variant);
      const received = held.get(number) ?? made;
      const decided = `<urn:x> <${base}/ns/extensions#decided> "${made > received ? made : received}" .\n`;
      changed.push(
        [variant, text + spelled],
        [`${variant}/provenance`, receivedAt(made) + (random.chance(0.5) ? decided : '')],
      );
    } else if (random.chance(0.2)) {
      for (const number of held.keys()) {
        const graph = uris.copyRevision(copy, number);
        changed.push([graph, '']);
        for (const variant of this.#variants) if (variant.startsWith(`${graph}/`)) changed.push([variant, '']);
      }
      held.clear();
    } else changed.push([uris.copyHead(copy), `<urn:head> <urn:state> "${made}" .\n`]);
  }
}

const contentOf = ({ view }: CallerDataset, moment?: number): Record<string, string[]> => {
  const sorted = (text: string): string[] => text.split('\n').sort();
  const all = view.read(moment, (store) =>
    store.dump({ format: 'application/n-triples', from_graph_name: factory.defaultGraph() }),
  );
  return Object.fromEntries([
    ['', sorted(all)],
    ...[...view.graphs].sort().map((graph): [string, string[]] => [graph, sorted(view.text(graph))]),
  ]);
};

describe('A dataset that is filled while the store changes', () => {
  const run = (what: string, make: () => Pick<CallerDatasetOptions, 'extents' | 'asOf'>, seeds = scaled(10)): void => {
    it(`equals the store at one commit at its end, and follows the next ones: ${what}`, () => {
      let updates = 0;
      for (let seed = 1; seed <= seeds; seed += 1) {
        const random = new Random(seeded(seed));
        const store = new BusyStore(random);
        const scope = (version: number): GraphScope => {
          const some = (list: readonly string[]): string => list.filter(() => random.chance(0.6)).join('\n');
          const objects = NAMES.map((name): string => object(name));
          const requests = [0, 1, 2, 3].map((number) => `${base}/action-requests/${String(number)}`);
          return {
            version,
            sets: scopeSets({ objects: some(objects), events: some(objects), requests: some(requests) }),
          };
        };
        const options = { base, ...make(), maxBytes: undefined, slices: EACH_STEP };
        const isAll = options.extents.default !== 'own' || options.extents.named === 'mirrored' || random.chance(0.3);
        let graphScope = isAll ? EVERYTHING : scope(1);
        const check = (dataset: CallerDataset, message: string): void => {
          store.isBusy = false;
          const fresh = CallerDataset.filled({ ...options, graphScope }, store);
          expect(dataset.sequence, message).to.equal(fresh.sequence);
          expect(contentOf(dataset), message).to.deep.equal(contentOf(fresh));
          for (const hour of dataset.hasMoments ? [-1, random.below(12), random.below(12), 24] : []) {
            const until = BEGIN + hour * HOUR + random.below(2) * 1_000 + 999;
            const then = CallerDataset.filled({ ...options, asOf: until, graphScope }, store);
            expect(contentOf(dataset, momentOf(until)), `${message}, hour ${String(hour)}`).to.deep.equal(
              contentOf(then),
            );
          }
          store.isBusy = true;
        };
        const filled = (): CallerDataset | undefined => {
          try {
            return CallerDataset.filled({ ...options, graphScope }, store);
          } catch (error) {
            expect(error).to.be.instanceOf(DatasetUnsettled);
            expect(options.asOf, `seed ${String(seed)}`).to.equal('every-moment');
            return undefined;
          }
        };
        let dataset = filled();
        if (dataset === undefined) continue;
        check(dataset, `seed ${String(seed)}: filled`);
        for (let version = 2; version <= 4; version += 1) {
          if (!isAll) graphScope = scope(version);
          if (dataset.update(store, graphScope)) updates += 1;
          else {
            expect(options.asOf, 'it need not be filled anew').to.equal('every-moment');
            dataset = filled();
            if (dataset === undefined) break;
          }
          check(dataset, `seed ${String(seed)}: version ${String(version)}`);
        }
      }
      expect(updates).to.be.above(seeds / 4);
    });
  };
  run('the latest revisions', () => ({ extents: ownData(false), asOf: 'now' }));
  run('all named graphs', () => ({ extents: ownData(true), asOf: 'now' }));
  run('every moment', () => ({ extents: ownData(false), asOf: 'every-moment' }));
  const both: Extents = { default: 'both', named: 'both' };
  const copies: Extents = { default: 'mirrored', named: undefined };
  const beside: Extents = { default: 'own', named: 'mirrored' };
  run('with copies', () => ({ extents: both, asOf: 'now' }), scaled(3));
  run('of copies alone', () => ({ extents: copies, asOf: 'now' }), scaled(3));
  run('with copies as named graphs', () => ({ extents: beside, asOf: 'now' }), scaled(3));
  run('with copies at every moment', () => ({ extents: both, asOf: 'every-moment' }), scaled(3));
  run('of copies alone at every moment', () => ({ extents: copies, asOf: 'every-moment' }), scaled(3));
  run('every moment, and all named graphs', () => ({ extents: ownData(true), asOf: 'every-moment' }));

  it('of a time that is over follows its named graphs, and is not filled anew', () => {
    const store = new BusyStore(new Random(seeded(1)));
    store.isBusy = false;
    const options = { base, graphScope: EVERYTHING, extents: ownData(true), asOf: UNTIL, maxBytes: undefined };
    const dataset = CallerDataset.filled(options, store);
    const { sequence, graphs } = store.graphs.read((snapshot) => snapshot);
    const request = iri(`${base}/action-requests/new`);
    store.graphs.apply({ sequence: sequence + 1, graphs: [{ graph: request, text: '<urn:a> <urn:b> <urn:c> .\n' }] });
    expect(dataset.update(store, EVERYTHING)).to.equal(true);
    expect(dataset.sequence).to.equal(sequence + 1);
    expect(dataset.view.graphs.has(request)).to.equal(true);
    expect(contentOf(dataset)).to.deep.equal(contentOf(CallerDataset.filled(options, store)));
    expect(graphs).to.be.above(0);
  });

  it('keeps no read transaction open during commits, whose old pages are used again', () =>
    withFolder(async (folder) => {
      const file = await LmdbFile.open({ folder, base, feedLength: 1000, lookups: [] });
      const root = openRoot(file.file, { readOnly: true });
      const reader = new LmdbReader(file.file);
      try {
        let sequence = 0;
        const write = (name: string, number: number): void => {
          const text = `<urn:s> <urn:p> "${String(number)}" .\n`;
          const change = { graph: revision(name, number), text, growth: 1, lookups: [] };
          // This thread writes at once.
          void file.write((sequence += 1), [{ changes: [change] }]);
        };
        for (let number = 1; number <= 200; number += 1) write(`piece-${String(number)}`, 1);
        // What this thread has read itself until now ends here.
        reader.read(() => undefined);
        const open = (): number =>
          root
            .readerList()
            .split('\n')
            .filter((line) => /\s[1-9][0-9]*$/.test(line)).length;
        let commits = 0;
        const between: number[] = [];
        const within: number[] = [];
        const busy: SnapshotSource = {
          read: (read) => {
            between.push(open());
            if (commits < 300) write('other', (commits += 1));
            return reader.read((snapshot) => {
              within.push(open());
              return read(snapshot);
            });
          },
        };
        const options = {
          base,
          graphScope: EVERYTHING,
          extents: ownData(true),
          asOf: 'now' as const,
          maxBytes: undefined,
        };
        const dataset = CallerDataset.filled({ ...options, slices: EACH_STEP }, busy);
        expect(commits).to.equal(300);
        expect(dataset.view.graphs.size).to.equal(200 + commits);
        expect(Math.max(...within), 'readings').to.equal(1);
        expect(Math.max(...between), 'readings while it loads').to.equal(0);
      } finally {
        await reader.close();
        await root.close();
        await file.close();
      }
    }));
});
