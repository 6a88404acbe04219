/** The checks against a node with each of the seeded faults: `npm run test:thorough`. */
import { expect } from 'chai';
import { rows } from '../../../src/conformance/rows/index.js';
import { FaultyNode } from './faulty-node.js';
import { expectedOf, faults, judgedBy, slow, versionOf } from './table.js';

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
});
