import { expect } from 'chai';
import { pino } from 'pino';
import { Metrics } from '../../src/metrics/metrics.js';
import { iri } from '../../src/rdf/terms.js';
import { QueryPhases } from '../../src/sparql/query-phases.js';
import { createQueryReport } from '../../src/sparql/query-report.js';

const caller = { agent: iri('http://localhost:8080/logistics-objects/partner'), internal: false };
const query = { text: 'SELECT * { ?s ?p "Gold bars" }', isOfPast: false, caller, requestId: 'request-1' };

describe('The report of a query', () => {
  const logOf = (slowMs: number, milliseconds: number): Record<string, unknown>[] => {
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
    let now = 0;
    const phases = new QueryPhases(() => now);
    phases.begin('waiting');
    now += 5;
    phases.begin('running');
    now += milliseconds;
    phases.end();
    phases.move('running', 'writing', 10);
    createQueryReport({ metrics: new Metrics(), log, slowMs })(query, phases);
    return lines;
  };

  it('is one warning for a slow query: digest of its text, phases, caller, request id', () => {
    const [line, ...more] = logOf(1000, 2000);
    expect(more).to.deep.equal([]);
    expect(line).to.deep.include({
      level: 40,
      msg: 'a query was slow',
      ms: 2005,
      phases: { waiting: 5, scope: 0, filling: 0, running: 1990, writing: 10 },
      agent: caller.agent,
      requestId: 'request-1',
    });
    expect(line?.['digest']).to.match(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(line)).not.to.contain('Gold');
  });

  it('is not in the log for a quick query, nor for any with SPARQL_SLOW_MS=0', () => {
    expect(logOf(1000, 900)).to.deep.equal([]);
    expect(logOf(0, 100_000)).to.deep.equal([]);
  });
});
