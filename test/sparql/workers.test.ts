import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { Degradations } from '../../src/degradations.js';
import { ServiceError } from '../../src/errors.js';
import { factory, type Iri, iri, namedNode, triple } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { QueryPool } from '../../src/sparql/query-pool.js';
import type { QueryPoolOptions } from '../../src/sparql/query-pool-options.js';
import type { QueryRequest } from '../../src/sparql/worker/protocol.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { base, failure, object, openMemory, revision, statement } from '../store/support/open.js';
import { eventually } from '../support/exchange.js';
import { queryWorker } from '../support/program.js';

/** Never ends: a cross product of all statements. */
const ENDLESS =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p . ?q ?r ?s . ?t ?u ?v }';
const LATEST = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
const COUNT = 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }';

/** Longer than any test may take: a limit that is never met. */
const NEVER_MS = 600_000;

const partner = { agent: iri('http://localhost:8080/logistics-objects/partner'), internal: false };
const otherPartner = { agent: iri('http://localhost:8080/logistics-objects/rival'), internal: false };
const latest = triple(namedNode(object('piece')), createVocabulary().api.hasLatestRevision, factory.literal('1'));

const queryRequest = (text: string): QueryRequest => ({
  text,
  dataset: undefined,
  at: undefined,
  results: 'csv',
  graph: undefined,
});

describe('The workers that answer queries', () => {
  let store: GraphStore;
  let analytics: QueryPool;
  let logged: { msg: string; named?: boolean; quads?: number; ms?: number }[];

  /** Every caller sees everything: scopes have their own tests. */
  const open = (options: Partial<QueryPoolOptions> = {}): QueryPool =>
    new QueryPool({
      store,
      setup: { base, namespaces: standardNamespaces, maxRows: 1000 },
      scopeOf: () => Promise.resolve({ kind: 'everything' }),
      timeoutMs: NEVER_MS,
      patienceMs: NEVER_MS,
      program: queryWorker,
      log: pino(
        { level: 'info' },
        { write: (line: string) => logged.push(JSON.parse(line) as (typeof logged)[number]) },
      ),
      ...options,
    });
  const ask = async (text: string, caller = partner, aborted = new AbortController().signal): Promise<string> =>
    new TextDecoder().decode((await analytics.ask(queryRequest(text), caller, aborted)).body);
  /** With a limit of its own: the first query of a thread can take long on a busy machine. */
  const askWithin = (timeoutMs: number, text: string): Promise<unknown> =>
    analytics.ask({ ...queryRequest(text), timeoutMs }, partner, new AbortController().signal);
  const workers = (): readonly string[] => analytics.load.workers;
  const until = (state: () => boolean): Promise<void> => eventually(() => Promise.resolve(state()));
  const replace = (graph: Iri, values: readonly string[]): Promise<void> =>
    store.transact([base], (tx) =>
      tx.replace(
        graph,
        values.map((value) => statement('piece', 'upid', value)),
      ),
    );

  beforeEach(async () => {
    logged = [];
    store = await openMemory();
    await replace(
      revision('piece', 1),
      Array.from({ length: 30 }, (_, index) => String(index)),
    );
    await store.transact([base], (tx) => tx.insert(iri(`${object('piece')}/head`), [latest]));
  });
  afterEach(async () => {
    await analytics.stop();
    await store.close();
  });

  const filled = (): readonly (typeof logged)[number][] =>
    logged.filter(({ msg }) => msg === 'a dataset for queries is filled');

  it('start with the first query, and log how much their dataset has and how long it took', async () => {
    analytics = open();
    expect(workers()).to.deep.equal([]);
    expect(await ask(COUNT)).to.equal('n\r\n31\r\n');
    expect(workers()).to.deep.equal(['idle']);
    const [dataset] = filled();
    // The statements of the named graphs, and those of the latest revision again in the default graph.
    expect(dataset).to.include({ named: true, quads: 61 });
    expect(dataset?.ms).to.be.a('number');
  });

  it('fill the history only when a query looks into named graphs', async () => {
    analytics = open();
    await replace(revision('piece', 2), ['latest']);
    expect(await ask(LATEST)).to.equal('n\r\n1\r\n');
    expect(filled().map(({ named, quads }) => ({ named, quads }))).to.deep.equal([{ named: false, quads: 1 }]);
    expect(await ask(COUNT)).to.equal('n\r\n32\r\n');
    expect(filled().map(({ named }) => named)).to.deep.equal([false, true]);
  });

  it('load only the graphs that a query names with FROM', async () => {
    analytics = open();
    await replace(revision('piece', 2), ['latest']);
    expect(await ask(`SELECT (COUNT(*) AS ?n) FROM <${revision('piece', 1)}> { ?s ?p ?o }`)).to.equal('n\r\n30\r\n');
    expect(filled()).to.deep.equal([]);
  });

  it('are terminated when there are no queries for a while, and start again with the next query', async () => {
    analytics = open({ idleMs: 50 });
    await ask(COUNT);
    await until(() => workers().length === 0);
    expect(logged.map(({ msg }) => msg)).to.include('a query worker is terminated: there were no queries for a while');
    expect(await ask(COUNT)).to.equal('n\r\n31\r\n');
  });

  it('fill a dataset anew that has more removed statements than present ones', async () => {
    analytics = open({ maxGarbageQuads: 1000 });
    await ask(COUNT);
    const request = iri(`${base}/action-requests/1`);
    const many = (name: string): string[] => Array.from({ length: 600 }, (_, index) => `${name} ${String(index)}`);
    for (const name of ['one', 'two', 'three']) {
      await replace(request, many(name));
      expect(await ask(COUNT)).to.equal('n\r\n631\r\n');
    }
    expect(await ask(COUNT)).to.equal('n\r\n631\r\n');
    expect(filled().map(({ quads }) => quads)).to.deep.equal([61, 661]);
  });

  describe('a query that takes long', () => {
    it('does not keep others waiting: a second worker answers them', async () => {
      analytics = open({ slowAfterMs: 50 });
      const aborted = new AbortController();
      const slow = failure(ask(ENDLESS, partner, aborted.signal));
      expect(await ask(COUNT, otherPartner)).to.equal('n\r\n31\r\n');
      expect(workers()).to.deep.equal(['busy', 'idle']);
      aborted.abort();
      expect((await slow).message).to.contain('disconnected');
      await until(() => workers().join() === 'idle');
    });

    it('has no second worker started while no other query waits, until half of its time is over', async () => {
      const timeoutMs = 1200;
      analytics = open({ slowAfterMs: 10 });
      await ask(COUNT);
      const begin = performance.now();
      const slow = failure(askWithin(timeoutMs, ENDLESS));
      await until(() => workers().length === 2);
      // A timer is never early.
      expect(performance.now() - begin).to.be.at.least(timeoutMs / 2);
      expect((await slow).message).to.contain('1.2 s');
      await until(() => workers().join() === 'idle');
    });

    it('is stopped at its limit, and the next one is answered', async () => {
      analytics = open();
      const error = await failure(askWithin(600, ENDLESS));
      expect(error).to.be.instanceOf(ServiceError).and.to.include({ kind: 'unavailable' });
      expect(await ask(COUNT)).to.equal('n\r\n31\r\n');
    });
  });

  describe('queries that wait behind each other', () => {
    /** Takes some tens of milliseconds. */
    const SOME = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';

    it('have a second worker fill a copy of their dataset when the waiting costs as much (W36)', async () => {
      analytics = open({ minCopyMs: 1 });
      await ask(SOME);
      expect(workers()).to.deep.equal(['idle']);
      // On a busy machine filling takes longer than the first six wait.
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => ask(SOME)));
        expect(new Set(answers).size).to.equal(1);
        return filled().length === 2;
      });
      await until(() => workers().join() === 'idle,idle');
      expect(filled().map(({ quads }) => quads)).to.deep.equal([30, 30]);
      // Both follow the commits.
      await replace(revision('piece', 2), ['latest']);
      expect(await Promise.all([ask(LATEST), ask(LATEST)])).to.deep.equal(['n\r\n1\r\n', 'n\r\n1\r\n']);
      expect(filled()).to.have.length(2);
    });

    it('have none where the wait is short', async () => {
      analytics = open({ minCopyMs: NEVER_MS, slowAfterMs: NEVER_MS });
      await Promise.all(Array.from({ length: 6 }, () => ask(LATEST)));
      expect(workers()).to.deep.equal(['idle']);
    });
  });

  describe('a caller that gives up', () => {
    /** A scope that is determined when the test says so: until then the query is being prepared. */
    const held = (): { scopeOf: QueryPoolOptions['scopeOf']; asked: Promise<void>; release: () => void } => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let called = (): void => undefined;
      const asked = new Promise<void>((resolve) => (called = resolve));
      return {
        scopeOf: async () => {
          called();
          await released;
          return { kind: 'everything' };
        },
        asked,
        release,
      };
    };

    it('while its dataset is filled does not stop the filling, and the next query finds the dataset', async () => {
      analytics = open();
      const aborted = new AbortController();
      const first = failure(ask(COUNT, partner, aborted.signal));
      await until(() => workers().length === 1);
      aborted.abort();
      expect((await first).message).to.contain('disconnected');
      expect(await ask(COUNT, otherPartner)).to.equal('n\r\n31\r\n');
      expect(filled()).to.have.length(1);
      expect(logged.map(({ msg }) => msg)).not.to.include('a query is stopped');
    });

    it('before its query runs has none of it run', async () => {
      const { scopeOf, asked, release } = held();
      analytics = open({ scopeOf });
      const aborted = new AbortController();
      const given = failure(ask(ENDLESS, partner, aborted.signal));
      await asked;
      aborted.abort();
      expect((await given).message).to.contain('disconnected');
      release();
      expect(await ask(COUNT, otherPartner)).to.equal('n\r\n31\r\n');
      expect(logged.map(({ msg }) => msg)).not.to.include('a query is stopped');
    });

    it('gets Retry-After when it has waited long enough, and stops nothing', async () => {
      const { scopeOf, release } = held();
      analytics = open({ scopeOf, patienceMs: 20 });
      const refused = await failure(ask(COUNT));
      expect(refused).to.be.instanceOf(ServiceError).and.to.include({ kind: 'unavailable' });
      expect(refused)
        .to.have.property('headers')
        .that.has.property('Retry-After')
        .that.matches(/^[1-9]/);
      release();
      await until(() => workers().join() === 'idle');
      expect(logged.map(({ msg }) => msg)).not.to.include('a query is stopped');
    });

    it('while its query runs stops the query, and the datasets of its worker are filled again', async () => {
      analytics = open();
      expect(await ask(COUNT)).to.equal('n\r\n31\r\n');
      const aborted = new AbortController();
      const slow = failure(ask(ENDLESS.replace('{', '{ GRAPH ?x {') + ' }', partner, aborted.signal));
      await until(() => workers().includes('busy'));
      aborted.abort();
      expect((await slow).message).to.contain('disconnected');
      await until(() => filled().filter(({ named }) => named === true).length === 2);
      await until(() => workers().join() === 'idle');
      expect(await ask(COUNT)).to.equal('n\r\n31\r\n');
      expect(filled().filter(({ named }) => named === true)).to.have.length(2);
    });
  });

  describe('memory', () => {
    /** A text that doubles until it has 4 GiB. */
    const doubled = Array.from(
      { length: 28 },
      (_, n) => `BIND(CONCAT(?t${String(n)}, ?t${String(n)}) AS ?t${String(n + 1)})`,
    );
    const GREEDY = `SELECT (STRLEN(?t28) AS ?n) { BIND("0123456789abcdef" AS ?t0) ${doubled.join(' ')} }`;

    it('that one query uses up ends that query alone', async () => {
      analytics = open({ slowAfterMs: 50, maxEngineBytes: 64 * 2 ** 20 });
      const aborted = new AbortController();
      const slow = failure(ask(ENDLESS, partner, aborted.signal));
      const refused = await failure(ask(GREEDY, otherPartner));
      expect(refused).to.be.instanceOf(ServiceError).and.to.include({ kind: 'unavailable' });
      expect(refused.message).to.equal('the query needs more memory than it may have');
      expect(workers()[0], 'the other goes on').to.equal('busy');
      expect(await ask(COUNT, otherPartner)).to.equal('n\r\n31\r\n');
      aborted.abort();
      expect((await slow).message).to.contain('disconnected');
    });

    it('that the process uses for something else ends no query', async () => {
      const maxEngineBytes = 64 * 2 ** 20;
      analytics = open({ maxEngineBytes });
      // The dataset is filled before: a worker that fills is not busy.
      await ask(LATEST);
      const aborted = new AbortController();
      const slow = failure(ask(ENDLESS, partner, aborted.signal));
      await until(() => workers().includes('busy'));
      // More than a query may have, and written to, so that it is the process's.
      const other = Buffer.alloc(4 * maxEngineBytes, 1);
      // Longer than any check of it would take.
      await delay(300);
      expect(workers()).to.include('busy');
      expect(other.length).to.be.greaterThan(0);
      aborted.abort();
      expect((await slow).message).to.contain('disconnected');
    });
  });

  describe('threads', () => {
    const gone = new URL('file:///nowhere/worker.js');

    it('that cannot be started are a 503 with Retry-After, and are tried again after a pause', async () => {
      let program = (): URL => {
        throw new Error('no thread');
      };
      const degradations = new Degradations();
      analytics = open({ program: () => program(), pauseMs: 50, degradations, queueLength: 4, queueShare: 2 });
      for (let asked = 0; asked < 10; asked += 1) {
        const rejected = await failure(ask(COUNT));
        expect(rejected).to.be.instanceOf(ServiceError).and.to.include({ kind: 'unavailable' });
        expect(rejected).to.have.property('headers').that.deep.equals({ 'Retry-After': '1' });
      }
      expect(degradations.list().map(({ key }) => key)).to.deep.equal(['query-threads']);
      expect(analytics.load).to.deep.equal({ waiting: 0, workers: [] });
      program = queryWorker;
      await eventually(() =>
        ask(COUNT).then(
          () => true,
          () => false,
        ),
      );
      expect(degradations.list()).to.deep.equal([]);
    });

    it('that end before they are ready are not tried again at once', async () => {
      analytics = open({ program: () => gone });
      expect(await failure(ask(COUNT))).to.include({ kind: 'unavailable' });
      expect(analytics.load).to.deep.equal({ waiting: 0, workers: [] });
    });
  });

  describe('the queue before them', () => {
    const statusOf = (refusal: Error): [string, string | undefined] => {
      if (!(refusal instanceof ServiceError)) throw refusal;
      return [refusal.kind, refusal.headers['Retry-After']];
    };

    it('has a share for each caller, and an end for all', async () => {
      analytics = open({ queueLength: 3, queueShare: 2, timeoutMs: 90_000, slowAfterMs: NEVER_MS });
      await ask(COUNT);
      const running = failure(ask(ENDLESS));
      const waiting = [failure(ask(COUNT)), failure(ask(COUNT))];
      expect(statusOf(await failure(ask(COUNT)))).to.deep.equal(['too-many-requests', '90']);
      waiting.push(failure(ask(COUNT, otherPartner)));
      expect(statusOf(await failure(ask(COUNT, otherPartner)))).to.deep.equal(['too-many-requests', '90']);
      expect(analytics.load.waiting).to.equal(3);
      await analytics.stop();
      for (const rejected of [running, ...waiting]) expect((await rejected).message).to.contain('stopping');
    });

    it('drops the query of a caller that disconnects, and its worker gets none of it', async () => {
      analytics = open({ slowAfterMs: NEVER_MS });
      await ask(COUNT);
      const running = failure(ask(ENDLESS));
      const aborted = new AbortController();
      const waiting = failure(ask(COUNT, otherPartner, aborted.signal));
      expect(analytics.load.waiting).to.equal(1);
      aborted.abort();
      expect((await waiting).message).to.contain('disconnected');
      expect(analytics.load).to.deep.equal({ waiting: 0, workers: ['busy'] });
      await analytics.stop();
      await running;
    });
  });
});
