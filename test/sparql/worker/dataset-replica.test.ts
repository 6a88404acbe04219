import { expect } from 'chai';
import { iri } from '../../../src/rdf/terms.js';
import { prov } from '../../../src/rdf/vocabulary.js';
import { DatasetReplica } from '../../../src/sparql/worker/dataset-replica.js';
import { type FilledDataset, ownData } from '../../../src/sparql/worker/protocol.js';
import { SentGraphs } from '../../../src/sparql/worker/sent-graphs.js';
import { base, revision } from '../../store/support/open.js';

const BEGIN = Date.parse('2026-03-01T10:00:00Z');
const MIB = 2 ** 20;

/** A replica of a store in memory, in this thread. */
class Bench {
  readonly filled: FilledDataset[] = [];
  readonly #graphs = new SentGraphs();
  readonly #replica: DatasetReplica;
  #sequence = 0;

  constructor({ hasMoments, maxEngineBytes = 2 ** 30 }: { hasMoments: boolean; maxEngineBytes?: number }) {
    const setup = { base, maxEngineBytes, maxGarbageQuads: 1000, tooLarge: [] };
    const events = {
      onPreparing: () => undefined,
      onProgress: () => undefined,
      onFilled: (dataset: FilledDataset) => this.filled.push(dataset),
    };
    this.#replica = new DatasetReplica(setup, this.#graphs, events, undefined, hasMoments);
  }

  /** @param statements that the revision has beside the one with its number. */
  revise(number: number, second: number, name = 'piece', statements = ''): void {
    const graph = revision(name, number);
    const made = new Date(BEGIN + second * 1000).toISOString();
    const texts = [
      { graph: iri(graph), text: `<urn:${name}> <urn:p> <urn:${String(number)}> .\n${statements}` },
      { graph: iri(`${graph}/provenance`), text: `<urn:x> <${prov.generatedAtTime.value}> "${made}" .\n` },
    ];
    this.#graphs.apply({ sequence: (this.#sequence += 1), graphs: texts });
  }

  /** The objects of the default graph's statements, as of so many seconds after BEGIN. */
  at(second: number, named = false): string {
    const request = {
      scope: { kind: 'everything' },
      at: { until: BEGIN + second * 1000 + 999 },
      extents: ownData(named),
      sequence: this.#sequence,
      elsewhere: new Set<string>(),
    } as const;
    this.#replica.view(request);
    // As the worker is asked once more when a dataset was filled for a query.
    const { view, moment, filledUpTo } = this.#replica.view(request);
    expect(filledUpTo, 'it is filled once for a query').to.equal(undefined);
    const query = 'SELECT ?o { ?s <urn:p> ?o } ORDER BY ?o';
    const rows = view.read(moment, (store) => store.query(query, { results_format: 'csv' }));
    return String(rows).trim().split('\r\n').slice(1).join(' ');
  }
}

describe('A replica that is asked for times in the past', () => {
  for (const hasMoments of [true, false]) {
    it(`answers as of each, after every commit, ${hasMoments ? 'of one dataset' : 'where the engine keeps no versions'}`, () => {
      const bench = new Bench({ hasMoments });
      for (let number = 1; number <= 3; number += 1) bench.revise(number, number * 10);
      for (const named of [false, true]) {
        expect([5, 10, 25, 30].map((second) => bench.at(second, named))).to.deep.equal(['', 'urn:1', 'urn:2', 'urn:3']);
      }
      bench.revise(1, 15, 'late');
      for (const named of [false, true]) {
        expect([14, 15, 25].map((second) => bench.at(second, named))).to.deep.equal([
          'urn:1',
          'urn:1 urn:1',
          'urn:1 urn:2',
        ]);
      }
      const times = bench.filled.map(({ asOf }) => asOf);
      if (hasMoments) expect(times).to.deep.equal(['every-moment', 'every-moment']);
      else expect(times.filter((asOf) => !Number.isNaN(Date.parse(asOf)))).to.deep.equal(times);
    });
  }

  it('answers as of one time where the memory does not hold all of them', function () {
    const bench = new Bench({ hasMoments: true, maxEngineBytes: 16 * MIB });
    for (let number = 1; number <= 40; number += 1) {
      const statements = Array.from(
        { length: 1000 },
        (_, index) => `<urn:s:${String(number)}:${String(index)}> <urn:q> <urn:o> .\n`,
      );
      bench.revise(number, number * 10, 'piece', statements.join(''));
    }
    expect(bench.at(25)).to.equal('urn:2');
    expect(bench.at(399)).to.equal('urn:39');
    expect(bench.filled.map(({ asOf }) => asOf)).to.not.include('every-moment');
  });
});
