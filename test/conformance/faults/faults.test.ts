import { expect } from 'chai';
import { areaNames, areaOf, type Row } from '../../../src/conformance/row.js';
import { rows } from '../../../src/conformance/rows/index.js';
import type { ApiVersion } from '../../../src/conformance/versions.js';
import { behaviourFaults } from './behaviour.js';
import { bodyFaults } from './bodies.js';
import { errorFaults } from './errors.js';
import { failingAnswers } from './failing-answers.js';
import { failingBehaviour } from './failing-behaviour.js';
import type { Fault } from './fault.js';
import { FaultyNode } from './faulty-node.js';
import { notifyingFaults } from './notifying.js';
import { headerFaults, statusFaults } from './statuses-and-headers.js';

const faults: readonly Fault[] = [
  ...statusFaults,
  ...headerFaults,
  ...errorFaults,
  ...bodyFaults,
  ...behaviourFaults,
  ...notifyingFaults,
];

/** The checks that must fail, by the name of the fault. */
const failing: Readonly<Record<string, string>> = { ...failingAnswers, ...failingBehaviour };

/** Rows that wait for seconds, judged only where a fault names them. */
const slow: ReadonlySet<string> = new Set(['deliveries.late', 'deliveries.one-by-one']);

const versionOf = ({ version = '2.3.0' }: Fault): ApiVersion => version;

/** The rows that a fault is judged by. */
const judgedBy = (fault: Fault): readonly Row[] =>
  rows.filter(
    (row) =>
      fault.areas.includes(areaOf(row)) &&
      row.versions.includes(versionOf(fault)) &&
      (fault.only?.includes(row.id) ?? !slow.has(row.id)),
  );

/** The ids that must fail: those that are listed, and with `<area>.*` every one of the area but those with a minus. */
function expectedOf(fault: Fault): string[] {
  const words = (failing[fault.name] ?? '').split(/\s+/).filter((word) => word !== '');
  const areas = areaNames.filter((area) => words.includes(`${area}.*`));
  const not = new Set(words.filter((word) => word.startsWith('-')).map((word) => word.slice(1)));
  return judgedBy(fault)
    .filter((row) => words.includes(row.id) || (areas.includes(areaOf(row)) && !not.has(row.id)))
    .map(({ id }) => id);
}

describe('Conformance: seeded faults', () => {
  let node: FaultyNode;
  before(async () => {
    node = await FaultyNode.start();
  });
  after(() => node.stop());

  it('finds nothing wrong behind a proxy without a fault', async () => {
    const judged = rows.filter(({ id, versions }) => versions.includes('2.3.0') && !slow.has(id));
    const results = await node.judge(judged, undefined, '2.3.0');
    expect(
      results.filter(({ outcome }) => outcome !== 'passed').map(({ row, reason }) => [row.id, reason]),
    ).to.deep.equal([]);
  });

  for (const fault of faults)
    it(`finds that ${fault.name}, and nothing else (T31)`, async () => {
      const results = await node.judge(judgedBy(fault), fault, versionOf(fault));
      const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row.id);
      expect(failed).to.not.deep.equal([]);
      expect(failed).to.deep.equal(expectedOf(fault));
    });

  it('are at least 24, each with the checks that must fail (T31)', () => {
    expect(faults.length).to.be.at.least(24);
    expect(faults.map(({ name }) => name)).to.have.members(Object.keys(failing));
  });

  it('make every check fail: one that cannot fail is an error (T32)', () => {
    const found = new Set(faults.flatMap(expectedOf));
    expect(rows.map(({ id }) => id).filter((id) => !found.has(id))).to.deep.equal([]);
  });
});
