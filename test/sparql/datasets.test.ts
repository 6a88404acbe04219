import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { ServiceError } from '../../src/errors.js';
import { factory, type Iri, iri, node } from '../../src/rdf/terms.js';
import { prov, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import { QueryPool } from '../../src/sparql/query-pool.js';
import type { DatasetSize } from '../../src/sparql/object-sizes.js';
import type { QueryPoolOptions } from '../../src/sparql/query-pool-options.js';
import type { QueryRequest, Scope } from '../../src/sparql/worker/protocol.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { eventually } from '../support/exchange.js';
import { queryWorker } from '../support/program.js';
import {
  base,
  failure,
  object,
  openFolder,
  openMemory,
  revision,
  statement,
  withFolder,
} from '../store/support/open.js';

const holder = { agent: iri(`${base}/logistics-objects/holder`), internal: true };
const partner = { agent: iri(`${base}/logistics-objects/partner`), internal: false };

const LATEST = 'SELECT ?value { ?piece <https://onerecord.iata.org/ns/cargo#upid> ?value } ORDER BY ?value';
const HISTORY =
  'SELECT ?value { GRAPH ?g { ?piece <https://onerecord.iata.org/ns/cargo#upid> ?value } } ORDER BY ?value';

const BEGIN = Date.parse('2026-03-01T10:00:00Z');

/** What `at` asks for: so many seconds after BEGIN. */
const at = (second: number): QueryRequest['at'] => ({ until: BEGIN + second * 1000 + 999 });

interface LogLine {
  readonly msg: string;
  readonly named?: boolean;
  readonly quads?: number;
}

/** A store with a pool of query workers on it. */
class Bench {
  readonly logged: LogLine[] = [];
  readonly pool: QueryPool;

  constructor(
    readonly store: GraphStore,
    options: Partial<QueryPoolOptions> = {},
  ) {
    this.pool = new QueryPool({
      store,
      setup: { base, namespaces: standardNamespaces, maxRows: 100_000 },
      scopeOf: () => Promise.resolve({ kind: 'everything' }),
      timeoutMs: 600_000,
      patienceMs: 600_000,
      program: queryWorker,
      log: pino({ level: 'info' }, { write: (line: string) => this.logged.push(JSON.parse(line) as LogLine) }),
      ...options,
    });
  }

  write(graph: Iri, values: readonly string[], name = 'piece'): Promise<void> {
    return this.store.transact([graph], (tx) =>
      tx.replace(
        graph,
        values.map((value) => statement(name, 'upid', value)),
      ),
    );
  }

  async ask(
    text: string,
    { caller = holder, at }: { caller?: typeof holder; at?: QueryRequest['at'] } = {},
  ): Promise<string[]> {
    const request: QueryRequest = { text, dataset: undefined, at, results: 'csv', graph: undefined };
    const { body } = await this.pool.ask(request, caller, new AbortController().signal);
    return new TextDecoder().decode(body).trim().split('\r\n').slice(1);
  }

  /** Writes a revision that was made so many seconds after BEGIN, with its number as its statement. */
  revise(number: number, second: number, name = 'piece'): Promise<void> {
    const graph = revision(name, number);
    const made = factory.quad(
      node(graph),
      prov.generatedAtTime,
      factory.literal(new Date(BEGIN + second * 1000).toISOString(), xsd.dateTime),
    );
    return this.store.transact([graph], async (tx) => {
      await tx.replace(graph, [statement(name, 'upid', String(number))]);
      await tx.replace(iri(`${graph}/provenance`), [made]);
    });
  }

  /** The datasets that were filled: 'latest' or 'history', and how many statements. */
  get filled(): string[] {
    return this.logged
      .filter(({ msg }) => msg === 'a dataset for queries is filled')
      .map(({ named, quads }) => `${named === true ? 'history' : 'latest'} ${String(quads)}`);
  }

  async close(): Promise<void> {
    await this.pool.stop();
    await this.store.close();
  }
}

/** The scope of a caller that may see these objects and nothing else. */
const some = (version: number, objects: readonly string[]): Scope => ({
  kind: 'some',
  agent: partner.agent,
  version,
  content: { objects: objects.map(object).join('\n'), events: '', requests: '' },
});

describe('The datasets of queries', () => {
  let bench: Bench;
  afterEach(() => bench.close());

  for (const where of ['on disk', 'in memory'] as const) {
    describe(`of a store ${where}`, () => {
      const run = (use: () => Promise<void>, options: Partial<QueryPoolOptions> = {}): Promise<void> =>
        withFolder(async (folder) => {
          const store = where === 'on disk' ? await openFolder(join(folder, 'data')) : await openMemory();
          bench = new Bench(store, options);
          await use();
          await bench.close();
        });

      it('follow its commits: each query sees all earlier writes', () =>
        run(async () => {
          await bench.write(revision('piece', 1), ['1']);
          for (let number = 2; number <= 6; number += 1) {
            expect(await bench.ask(LATEST)).to.deep.equal([String(number - 1)]);
            await bench.write(revision('piece', number), [String(number)]);
            expect(await bench.ask(HISTORY)).to.have.length(number);
          }
          await bench.write(revision('piece', 7), ['7']);
          await bench.write(revision('piece', 8), ['8']);
          expect(await bench.ask(LATEST)).to.deep.equal(['8']);
          expect(bench.filled.map((dataset) => dataset.split(' ')[0])).to.deep.equal(['latest', 'history']);
        }));

      it('of the past are one for all times, the last minute included, whatever is written meanwhile', () =>
        run(async () => {
          for (let number = 1; number <= 4; number += 1) await bench.revise(number, number * 10);
          const past = async (second: number): Promise<string[]> => bench.ask(LATEST, { at: at(second) });
          expect(await past(9)).to.deep.equal([]);
          expect(await past(10)).to.deep.equal(['1']);
          expect(await past(39)).to.deep.equal(['3']);
          await bench.revise(5, 50);
          expect(await past(50)).to.deep.equal(['5']);
          expect(await past(25)).to.deep.equal(['2']);
          expect(bench.filled).to.have.length(1);
        }));

      it('of the past have a commit of an earlier time that becomes visible after later ones', () =>
        run(async () => {
          await bench.revise(1, 10);
          await bench.revise(2, 40);
          const past = async (second: number): Promise<string[]> => bench.ask(LATEST, { at: at(second) });
          expect(await past(30)).to.deep.equal(['1']);
          await bench.revise(1, 20, 'late');
          expect(await past(19)).to.deep.equal(['1']);
          expect(await past(30)).to.deep.equal(['1', '1']);
          expect(await past(45)).to.deep.equal(['1', '2']);
          expect(bench.filled).to.have.length(1);
        }));

      it('with named graphs and the past serve queries of now, too, and follow commits', () =>
        run(async () => {
          const both = `SELECT ?value ?named { ?piece <https://onerecord.iata.org/ns/cargo#upid> ?value
            GRAPH ?g { ?piece <https://onerecord.iata.org/ns/cargo#upid> ?named } } ORDER BY ?value ?named`;
          await bench.revise(1, 10);
          await bench.revise(2, 20);
          expect(await bench.ask(both)).to.deep.equal(['2,1', '2,2']);
          expect(await bench.ask(both, { at: at(15) })).to.deep.equal(['1,1', '1,2']);
          await bench.revise(3, 30);
          expect(await bench.ask(both, { at: at(15) })).to.deep.equal(['1,1', '1,2', '1,3']);
          expect(await bench.ask(both)).to.deep.equal(['3,1', '3,2', '3,3']);
          for (let number = 4; number <= 9; number += 1) {
            await bench.revise(number, number * 10);
            expect(await bench.ask(both, { at: at(15) })).to.have.length(number);
            expect(await bench.ask(both, { at: at(number * 10) })).to.include(`${String(number)},1`);
          }
          expect(bench.filled, 'after none of the commits').to.have.length(2);
        }));

      it('of the past show a partner at no moment what it may see no more, and what it may see since', async () => {
        let scope = some(1, ['piece']);
        await run(
          async () => {
            await bench.revise(1, 10);
            await bench.revise(2, 20);
            await bench.revise(1, 15, 'other');
            const past = (second: number): Promise<string[]> => bench.ask(LATEST, { caller: partner, at: at(second) });
            expect(await past(12)).to.deep.equal(['1']);
            scope = some(2, ['piece', 'other']);
            expect(await past(12)).to.deep.equal(['1']);
            expect(await past(16)).to.deep.equal(['1', '1']);
            expect(bench.filled).to.have.length(1);
            scope = some(3, ['other']);
            expect(await past(12)).to.deep.equal([]);
            expect(await past(30)).to.deep.equal(['1']);
          },
          { scopeOf: () => Promise.resolve(scope) },
        );
      });

      it('keep a statement in the default graph until the last object is without it', () =>
        run(async () => {
          const shared = [statement('shared', 'upid', 'common')];
          const write = (name: string, number: number, isShared: boolean): Promise<void> =>
            bench.store.transact([object(name)], (tx) =>
              tx.insert(revision(name, number), [...(isShared ? shared : []), statement(name, 'upid', name)]),
            );
          for (const name of ['a', 'b', 'c']) await write(name, 1, true);
          expect(await bench.ask(LATEST)).to.deep.equal(['a', 'b', 'c', 'common']);
          await write('a', 2, false);
          await write('c', 2, false);
          expect(await bench.ask(LATEST)).to.deep.equal(['a', 'b', 'c', 'common']);
          await write('d', 1, true);
          await write('b', 2, false);
          expect(await bench.ask(LATEST)).to.deep.equal(['a', 'b', 'c', 'common', 'd']);
          await write('d', 2, false);
          expect(await bench.ask(LATEST)).to.deep.equal(['a', 'b', 'c', 'd']);
          expect(bench.filled).to.have.length(1);
        }));

      it('of a partner have its readable graphs, and are not filled anew for other writes', async () => {
        let scope = some(1, ['mine']);
        await run(
          async () => {
            for (let number = 0; number < 200; number += 1)
              await bench.write(revision(`other-${String(number)}`, 1), [`other ${String(number)}`]);
            await bench.write(revision('mine', 1), ['mine 1']);
            const ask = (text = LATEST): Promise<string[]> => bench.ask(text, { caller: partner });
            expect(await ask()).to.deep.equal(['mine 1']);
            expect(await ask(HISTORY)).to.deep.equal(['mine 1']);
            await bench.write(revision('other-1', 2), ['elsewhere']);
            await bench.write(revision('mine', 2), ['mine 2']);
            expect(await ask()).to.deep.equal(['mine 2']);
            expect(await ask(HISTORY)).to.deep.equal(['mine 1', 'mine 2']);
            scope = some(2, ['other-1']);
            expect(await ask()).to.deep.equal(['elsewhere']);
            expect(await ask(HISTORY)).to.deep.equal(['elsewhere', 'other 1']);
            expect(bench.filled).to.deep.equal(['latest 1', 'history 2']);
          },
          { scopeOf: () => Promise.resolve(scope) },
        );
      });

      it('show no write after a permission was withdrawn', async () => {
        let asked = 0;
        await run(
          async () => {
            await bench.write(revision('mine', 1), ['before']);
            expect(await bench.ask(LATEST, { caller: partner })).to.deep.equal([]);
            expect(asked).to.equal(2);
          },
          {
            scopeOf: async () => {
              asked += 1;
              if (asked > 1) return some(2, []);
              // While the scope is determined the permission is withdrawn, and something is written.
              await bench.write(iri(`${object('mine')}/acl`), ['withdrawn']);
              await bench.write(revision('mine', 2), ['secret']);
              return some(1, ['mine']);
            },
          },
        );
      });
    });
  }

  it('of the latest revisions are filled by a second worker before a slow query is stopped', async () => {
    const pattern = Array.from({ length: 8 }, (_, index) => `?a${String(index)} ?b${String(index)} ?c${String(index)}`);
    bench = new Bench(await openMemory(), { timeoutMs: 4000, slowAfterMs: 600_000 });
    await bench.write(
      revision('piece', 1),
      Array.from({ length: 50 }, (_, index) => String(index)),
    );
    const slow = failure(bench.ask(`SELECT (COUNT(*) AS ?n) { ${pattern.join(' . ')} }`));
    await eventually(() => Promise.resolve(bench.filled.length === 2));
    expect((await slow).message).to.contain('took longer than 4 s');
    expect(bench.filled).to.deep.equal(['latest 50', 'latest 50']);
    // A machine that is busy enough stops this one, too: then it is asked again.
    await eventually(async () => {
      try {
        expect(await bench.ask(LATEST)).to.have.length(50);
        return true;
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'unavailable') return false;
        throw error;
      }
    });
  });

  const warmTimes = { delayMs: 1, unusedMs: 1, maxLagMs: 1 };

  describe('that are filled in advance', () => {
    it('are there before the first query, history included, and follow the commits', async () => {
      bench = new Bench(await openMemory(), { isWarm: () => true, warmTimes });
      await bench.write(revision('piece', 1), ['1']);
      await eventually(() => Promise.resolve(bench.filled.length === 2 && bench.pool.load.workers[0] === 'idle'));
      await bench.write(revision('piece', 2), ['2']);
      expect(await bench.ask(LATEST)).to.deep.equal(['2']);
      expect(await bench.ask(HISTORY)).to.deep.equal(['1', '2']);
      expect(bench.filled).to.have.length(2);
    });

    it('stay without queries, while they are to be filled in advance', async () => {
      let isWarm = true;
      bench = new Bench(await openMemory(), { isWarm: () => isWarm, warmTimes, idleMs: 20 });
      await eventually(() => Promise.resolve(bench.filled.length === 2));
      await bench.ask(LATEST);
      isWarm = false;
      await eventually(() => Promise.resolve(bench.pool.load.workers.length === 0));
      expect(bench.filled).to.have.length(2);
    });

    it('are filled by the first query otherwise', async () => {
      bench = new Bench(await openMemory(), { isWarm: () => false, warmTimes });
      await bench.write(revision('piece', 1), ['1']);
      expect(bench.pool.load.workers).to.deep.equal([]);
      expect(await bench.ask(LATEST)).to.deep.equal(['1']);
      expect(bench.filled).to.have.length(1);
    });
  });

  describe('that are too large for a worker', () => {
    const maxEngineBytes = 48 * 2 ** 20;
    let folder: string;
    const open = async (options: Partial<QueryPoolOptions> = {}): Promise<void> => {
      bench = new Bench(await openFolder(join(folder, 'data')), { maxEngineBytes, ...options });
    };

    /** Eight revisions of 4 MB each: one of them fits, all of them do not. */
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'datasets-'));
      await open();
      for (let number = 1; number <= 8; number += 1) {
        const filler = `${String(number)} ${'x'.repeat(990)}`;
        await bench.write(
          revision('piece', number),
          Array.from({ length: 4000 }, (_, index) => `${String(index)} of ${filler}`),
        );
      }
      await bench.close();
    });
    after(() => rm(folder, { recursive: true }));

    it('are a 507 with advice; other queries continue', async () => {
      await open();
      expect(await bench.ask(LATEST)).to.have.length(4000);
      for (let round = 0; round < 2; round += 1) {
        const error = await failure(bench.ask(HISTORY));
        expect(error).to.be.instanceOf(ServiceError).and.to.include({ kind: 'insufficient-storage' });
        expect(error.message).to.contain('latest revisions only').and.to.contain('a SPARQL engine of your own');
        expect(await bench.ask(LATEST)).to.have.length(4000);
      }
      // Its thread was replaced after the first time; the second time nothing was filled.
      expect(bench.filled).to.deep.equal(['latest 4000', 'latest 4000']);
    });

    it('are answered once the caller may see less', async () => {
      let scope = some(1, ['piece']);
      await open({ scopeOf: () => Promise.resolve(scope) });
      const ask = (): Promise<string[]> => bench.ask(HISTORY, { caller: partner });
      expect(await failure(ask())).to.include({ kind: 'insufficient-storage' });
      scope = some(2, []);
      expect(await ask()).to.deep.equal([]);
    });

    it('do not keep a query from the graphs that it names with FROM, nor the other way round', async () => {
      await open();
      const from = (...numbers: number[]): string =>
        LATEST.replace('{', `${numbers.map((number) => `FROM <${revision('piece', number)}>`).join(' ')} {`);
      const all = await failure(bench.ask(from(1, 2, 3, 4, 5, 6, 7, 8)));
      expect(all).to.include({ kind: 'insufficient-storage' });
      expect(await failure(bench.ask(HISTORY))).to.include({ kind: 'insufficient-storage' });
      expect(await bench.ask(from(1))).to.have.length(4000);
    });

    it('are refused before a worker fills them in vain, with their size, where a sample says so', async () => {
      const sizeOf = (): Promise<DatasetSize> => Promise.resolve({ latest: 4000, named: 60_000, graphs: 8 });
      await open({ maxEngineBytes: 12 * 2 ** 20, sizeOf });
      for (const past of [undefined, at(1)]) {
        const error = await failure(bench.ask(HISTORY, { at: past }));
        expect(error).to.include({ kind: 'insufficient-storage' });
        expect(error.message).to.contain('about 64,000 statements').and.to.contain('a SPARQL engine of your own');
      }
      expect(bench.logged).to.deep.equal([]);
      expect(bench.pool.load.workers).to.deep.equal([]);
    });

    it('are not filled in advance, unlike the others', async () => {
      await open({ isWarm: () => true, warmTimes });
      await eventually(() => Promise.resolve(bench.filled.length === 2 && bench.pool.load.workers[0] === 'idle'));
      expect(bench.filled).to.deep.equal(['latest 4000', 'latest 4000']);
      expect(bench.logged.map(({ msg }) => msg)).to.include('some datasets of queries are not filled in advance');
    });
  });
});
