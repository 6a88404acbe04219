/** How far the datasets of queries are, as `/health/ready` tells it. */
import { expect } from 'chai';
import { pino } from 'pino';
import { iri } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { fillProgress } from '../../src/sparql/fill-progress.js';
import { QueryPool } from '../../src/sparql/query-pool.js';
import type { Filling } from '../../src/sparql/worker-datasets.js';
import { eventually } from '../support/exchange.js';
import { queryWorker } from '../support/program.js';
import { base, openMemory, revision, statement } from '../store/support/open.js';

const agent = iri(`${base}/logistics-objects/partner`);

describe('The progress of a dataset for queries', () => {
  const filling: Filling = {
    dataset: 'of internal agents',
    agent: undefined,
    named: true,
    statements: 500,
    share: 0.25,
    since: 1000,
  };

  it('is how many statements it has, about how many it will have, and for how long it has been filled', () => {
    expect(fillProgress(filling, 4200)).to.deep.equal({
      namedGraphs: true,
      statements: 500,
      expectedStatements: 2000,
      seconds: 3,
    });
  });

  it('names the agent whose it is, and expects nothing before it has read a graph', () => {
    expect(fillProgress({ ...filling, agent, named: false, statements: 0, share: 0 }, 1000)).to.deep.equal({
      agent,
      namedGraphs: false,
      statements: 0,
      seconds: 0,
    });
  });

  it('is reported by the pool while a worker fills it, and not after that', async () => {
    const store = await openMemory();
    // More than one slice of the filling.
    const text = 'x'.repeat(1000);
    for (let number = 1; number <= 8; number += 1) {
      await store.transact([base], (tx) =>
        tx.replace(
          revision('piece', number),
          Array.from({ length: 4000 }, (_, index) =>
            statement('piece', 'upid', `${String(number)} ${String(index)} ${text}`),
          ),
        ),
      );
    }
    const pool = new QueryPool({
      store,
      setup: { base, namespaces: standardNamespaces, maxRows: 1 },
      scopeOf: () => Promise.resolve({ kind: 'everything' }),
      timeoutMs: 600_000,
      patienceMs: 600_000,
      program: queryWorker,
      log: pino({ level: 'silent' }),
    });
    try {
      const request = { text: 'ASK { GRAPH ?g {} }', dataset: undefined, at: undefined, results: 'csv' } as const;
      const seen: ReturnType<typeof fillProgress>[] = [];
      const asked = pool.ask({ ...request, graph: undefined }, { agent, internal: true }, new AbortController().signal);
      let isAnswered = false;
      void asked.finally(() => (isAnswered = true));
      await eventually(() => {
        seen.push(...pool.fillings.map((each) => fillProgress(each)));
        return Promise.resolve(isAnswered);
      });
      await asked;
      expect(seen).not.to.deep.equal([]);
      for (const progress of seen) expect(progress).to.include({ namedGraphs: true }).and.not.have.property('agent');
      expect(pool.fillings).to.deep.equal([]);
    } finally {
      await pool.stop();
      await store.close();
    }
  });
});
