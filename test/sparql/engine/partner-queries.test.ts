import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.js';
import { iri } from '../../../src/rdf/terms.js';
import { standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { AnswerWriters } from '../../../src/sparql/engine/answer-writers.js';
import { EngineClient, EngineError, type EngineFailure } from '../../../src/sparql/engine/engine-client.js';
import { EngineQueries } from '../../../src/sparql/engine/engine-queries.js';
import { PartnerQueries } from '../../../src/sparql/engine/partner-queries.js';
import type { DatasetCost } from '../../../src/sparql/dataset-costs.js';
import { datasetKey, type QueryRequest } from '../../../src/sparql/worker/protocol.js';
import { base, failure, silent } from '../../store/support/open.js';
import { answerThread } from '../../support/program.js';
import { EngineServer } from './engine-server.js';
import { PARTNER, PartnerBench } from './partner-bench.js';

describe('where queries of partners are answered', () => {
  const caller = { agent: iri('https://partner.example/agent'), internal: false };
  const request = (text: string) =>
    ({ text, dataset: undefined, at: undefined, results: 'json', graph: undefined }) as const;
  const answer = (contentType: string) => ({ body: new Uint8Array(), contentType, truncated: false });
  const tooLarge = new ServiceError('insufficient-storage', 'too large');

  /** @param cost the cost of the partner's dataset in a worker. */
  function queriesOf({
    ends = [],
    cost = { state: 'too-large', statements: 1, bytes: 2 ** 33, fillMs: 60_000 },
    asked = [],
    committed = 5,
    engineFails,
    workersFail,
  }: {
    /** When access of the partner expires. */
    readonly ends?: readonly number[];
    readonly cost?: DatasetCost;
    readonly asked?: string[];
    readonly committed?: number;
    readonly engineFails?: EngineFailure;
    readonly workersFail?: Error;
  }): PartnerQueries {
    return new PartnerQueries({
      engine: {
        query: () =>
          Promise.resolve(
            Buffer.from(
              '{"head":{"vars":["p","o"]},"results":{"bindings":[{"p":{"type":"uri","value":"urn:x-cargograph:projection#sequence"},"o":{"type":"literal","value":"5"}}]}}',
            ),
          ),
      },
      store: { sequence: committed, refresh: () => undefined },
      workers: {
        ask: ({ text }) => {
          asked.push(text);
          return workersFail === undefined ? Promise.resolve(answer('worker')) : Promise.reject(workersFail);
        },
        costOf: ({ key, statements }) => {
          wanted.push([key, statements]);
          return cost;
        },
      },
      extentOf: () =>
        Promise.resolve({ objects: 20, size: { latest: 100, named: 300, graphs: 60 }, ends, withdrawals: 1 }),
      base,
      prefixes: {},
      maxRows: 10,
      run: () =>
        engineFails === undefined
          ? Promise.resolve({ ...answer('engine'), dataset: { sequence: 5, behind: 0 } })
          : Promise.reject(new EngineError(engineFails, 'no')),
    });
  }
  let wanted: [string, number][];
  beforeEach(() => {
    wanted = [];
  });
  const ask = (queries: PartnerQueries, text = 'ASK { ?s ?p ?o }') =>
    queries.ask(request(text), caller, new AbortController().signal);

  it('is a worker while one holds what the partner may see, whatever it would cost to fill it', async () => {
    const held = { state: 'held', statements: 1, bytes: 2 ** 31, fillMs: 0 } as const;
    expect(await ask(queriesOf({ cost: held }))).to.include({ contentType: 'worker' });
  });

  it('is a worker that can fill it within half of the time that callers wait, and otherwise the engine', async () => {
    for (const state of ['fits', 'filling'] as const) {
      const cost = { state, statements: 1, bytes: 1, fillMs: 10_000 };
      expect(await ask(queriesOf({ cost }))).to.include({ contentType: 'worker' });
      expect(await ask(queriesOf({ cost: { ...cost, fillMs: 10_001 } }))).to.include({ contentType: 'engine' });
    }
  });

  it('is the engine where a dataset in use would be lost, and where no worker has the memory', async () => {
    for (const state of ['displaces', 'too-large'] as const) {
      const asked: string[] = [];
      const cost = { state, statements: 1, bytes: 1, fillMs: 1 };
      expect(await ask(queriesOf({ cost, asked }))).to.include({ contentType: 'engine' });
      expect(asked).to.deep.equal([]);
    }
  });

  it('is the engine while a worker fills a dataset for long, which it does once for many queries', async () => {
    const asked: string[] = [];
    const queries = queriesOf({ cost: { state: 'fits', statements: 1, bytes: 1, fillMs: 60_000 }, asked });
    const [one, other] = await Promise.all([ask(queries), ask(queries)]);
    expect([one.contentType, other.contentType]).to.deep.equal(['engine', 'engine']);
    expect(asked).to.deep.equal(['ASK {}']);
    expect(await ask(queries, 'ASK { GRAPH ?g { ?s ?p ?o } }')).to.include({ contentType: 'engine' });
    expect(asked).to.include('ASK { GRAPH ?g {} }');
  });

  it('is the engine after all where a worker has less memory than estimated', async () => {
    const cost = { state: 'fits', statements: 1, bytes: 1, fillMs: 1 } as const;
    expect(await ask(queriesOf({ cost, workersFail: tooLarge }))).to.include({ contentType: 'engine' });
    const other = new ServiceError('unavailable', 'later');
    expect(await failure(ask(queriesOf({ cost, workersFail: other })))).to.equal(other);
  });

  it('depends on the statements that the query needs: with GRAPH those of the history, too', async () => {
    await ask(queriesOf({}));
    await ask(queriesOf({}), 'SELECT * { GRAPH ?g { ?s ?p "GRAPH" } }');
    await ask(queriesOf({}), 'SELECT * { ?s ?p "GRAPH" }');
    const key = (named: boolean): string => datasetKey(caller.agent, named);
    expect(wanted).to.deep.equal([
      [key(false), 100],
      [key(true), 400],
      [key(false), 100],
    ]);
  });

  it('is a worker where the query cannot be limited, and where there is no engine', async () => {
    expect(await ask(queriesOf({}), 'DESCRIBE <urn:a>')).to.include({ contentType: 'worker' });
    for (const engineFails of ['unreachable', 'credentials', 'refused', 'failed'] as const)
      expect(await ask(queriesOf({ engineFails }))).to.include({ contentType: 'worker' });
    // The record was restored from a backup.
    expect(await ask(queriesOf({ committed: 4 }))).to.include({ contentType: 'worker' });
    for (const engineFails of ['timeout', 'too-large', 'invalid-answer'] as const)
      expect(await failure(ask(queriesOf({ engineFails })))).to.include({ reason: engineFails });
  });

  it('is a worker for a partner whose access expires at more times than a query can name', async () => {
    const ends = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await ask(queriesOf({ ends: ends.slice(1) }))).to.include({ contentType: 'engine' });
    expect(await ask(queriesOf({ ends }))).to.include({ contentType: 'worker' });
    const refused = await failure(ask(queriesOf({ ends, workersFail: tooLarge })));
    expect(refused.message).to.contain('your access has too many different expiry times');
  });

  it('is a worker for a long query, which is not read before', async () => {
    // The first reason that it is not limited: what is wrong with it is found when it is read.
    const long = 'a.'.repeat(400_000);
    expect(await ask(queriesOf({}), long)).to.include({ contentType: 'worker' });
    const refused = await failure(ask(queriesOf({ workersFail: tooLarge }), long));
    expect(refused.message).to.contain('at most 4000 characters');
  });

  it('is a worker for a long query of an internal agent, too', async () => {
    const asked: QueryRequest[] = [];
    const queries = new EngineQueries({
      engine: {
        query: () => Promise.reject(new EngineError('unreachable', 'it is not asked')),
        plan: () => Promise.resolve(undefined),
      },
      store: { sequence: 1, refresh: () => undefined },
      workers: {
        ask: (request) => {
          asked.push(request);
          return Promise.resolve(answer('worker'));
        },
        costOf: () => {
          throw new TypeError('an internal agent may see everything');
        },
      },
      writers: new AnswerWriters(answerThread),
      hurry: () => undefined,
      base,
      namespaces: standardNamespaces,
      maxRows: 10,
      timeoutMs: 1000,
      log: silent,
      stopping: new AbortController().signal,
      extentOf: () => Promise.reject(new TypeError('an internal agent may see everything')),
    });
    const internal = { ...caller, internal: true };
    const long = request('a.'.repeat(400_000));
    expect(await queries.ask(long, internal, new AbortController().signal)).to.include({ contentType: 'worker' });
    expect(asked).to.deep.equal([long]);
  });

  it('does not depend on the partner’s own requests, and an object counts once', async () => {
    const server = await EngineServer.start();
    const client = new EngineClient(server.settings, { log: silent });
    const bench = await PartnerBench.open(client);
    try {
      const both = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'] as const;
      for (const id of ['1', '2', '3']) await bench.request(id, PARTNER.agent);
      expect(await bench.objects()).to.equal(0);
      for (const [name, modes, expected] of [
        ['one', both, 1],
        ['two', ['GET_LOGISTICS_EVENT'], 2],
        ['three', ['GET_LOGISTICS_OBJECT'], 3],
        ['two', both, 3],
        ['one', ['GET_LOGISTICS_OBJECT'], 3],
        ['one', [], 2],
      ] as const) {
        await bench.grant(name, modes.length === 0 ? [] : [{ to: 'agent', modes }]);
        expect(await bench.objects(), `${name} ${modes.join()}`).to.equal(expected);
      }
    } finally {
      await bench.close();
      await client.close();
      await server.stop();
    }
  });

  it('is nowhere, with a sentence, where a worker cannot hold the copy either', async () => {
    const refused = await failure(ask(queriesOf({ workersFail: tooLarge }), 'DESCRIBE <urn:a>'));
    expect(refused).to.include({ kind: 'insufficient-storage' });
    expect(refused.message).to.contain('use CONSTRUCT in place of DESCRIBE');
    const down = await failure(ask(queriesOf({ workersFail: tooLarge, engineFails: 'unreachable' })));
    expect(down).to.include({ reason: 'unreachable' });
  });
});
