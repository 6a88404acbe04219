import { expect } from 'chai';
import { iri } from '../../src/rdf/terms.js';
import { DatasetCopies, fillingRequest } from '../../src/sparql/dataset-copies.js';
import { DatasetDemand } from '../../src/sparql/dataset-demand.js';
import { QueryJob } from '../../src/sparql/query-job.js';
import { QueryPhases } from '../../src/sparql/query-phases.js';
import { datasetKey } from '../../src/sparql/worker/protocol.js';
import { silent } from '../store/support/open.js';

const caller = { agent: iri('https://partner.example/agent'), internal: false };
const key = datasetKey(caller.agent, true);
const times = { timeoutMs: 600_000, slowAfterMs: 600_000, patienceMs: 600_000 };

describe('The copies of datasets', () => {
  /** Whether a worker is started for a copy after a query of a second, while others waited. */
  function isCopied(options: { waiting?: number; fillMs?: number | undefined; maxBytes?: number } = {}): boolean {
    const { waiting = 2, fillMs = 2000, maxBytes = 2000 } = { ...options };
    let now = 0;
    let isStarted = false;
    const copies = new DatasetCopies({
      ...times,
      log: silent,
      demand: new DatasetDemand(1000, () => now),
      slots: {
        held: [[{ dataset: key, quads: 10, memoryBytes: 1000 }]],
        onlyFillMs: () => ('fillMs' in options ? options.fillMs : fillMs),
        idleWithout: () => undefined,
      },
      costs: { maxBytes },
      spawn: () => {
        isStarted = true;
      },
      run: () => Promise.reject(new TypeError('no worker is idle')),
    });
    const phases = new QueryPhases(() => now);
    const job = new QueryJob({ ...fillingRequest(true, undefined), phases }, caller, times, () => undefined);
    phases.begin('running');
    now = 1000;
    job.resolve({ body: new Uint8Array(), contentType: 'text/csv', truncated: false }, 0);
    copies.onAnswered(job, key, waiting);
    copies.start();
    return isStarted;
  }

  it('are made when queries have waited for as long as filling one takes', () => {
    expect(isCopied()).to.equal(true);
    expect(isCopied({ waiting: 1 })).to.equal(false);
    expect(isCopied({ fillMs: 2001 })).to.equal(false);
  });

  it('are made of datasets that one worker holds, and whose copy has room in its memory', () => {
    expect(isCopied({ fillMs: undefined })).to.equal(false);
    expect(isCopied({ maxBytes: 1999 })).to.equal(false);
  });
});
