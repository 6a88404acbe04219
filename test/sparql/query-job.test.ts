import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect } from 'chai';
import { iri } from '../../src/rdf/terms.js';
import { QueryJob } from '../../src/sparql/query-job.js';

const asked = {
  text: 'ASK {}',
  dataset: { defaultGraphs: [], namedGraphs: [] },
  at: undefined,
  results: 'json',
  graph: undefined,
} as const;

/** A running query with a limit of one millisecond. */
function running(): { job: QueryJob; limits: string[] } {
  const limits: string[] = [];
  const job = new QueryJob(
    asked,
    { agent: iri('https://partner.example/agent'), internal: true },
    { timeoutMs: 1, slowAfterMs: 60_000, patienceMs: 60_000 },
    () => undefined,
  );
  job.start({
    onSlow: () => undefined,
    onHalfTime: () => undefined,
    onLimit: (reason) => limits.push(reason),
    graceMs: () => 0,
  });
  job.onRunning();
  return { job, limits };
}

/** Occupies the thread until timers of some milliseconds are due. */
function occupy(): void {
  for (const end = performance.now() + 20; performance.now() < end;);
}

describe('The time limit of a query', () => {
  it('does not count the time for which its answer has waited in a busy process', async () => {
    const { job, limits } = running();
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<void>((resolve) => {
      port1.once('message', () => {
        job.release();
        resolve();
      });
    });
    port2.postMessage('the answer');
    occupy();
    await answered;
    await nextTurn();
    port1.close();
    expect(limits).to.deep.equal([]);
  });

  it('ends a query without an answer', async () => {
    const { job, limits } = running();
    occupy();
    while (limits.length === 0) await nextTurn();
    job.release();
    expect(limits).to.have.length(1);
    expect(limits[0]).to.include('took longer than');
  });
});
