import { expect } from 'chai';
import { rows } from '../../../src/conformance/rows/index.js';
import { expectedOf, failing, faults } from './table.js';

describe('Conformance: the seeded faults', () => {
  it('are at least 24, each with the checks that must fail (T31)', () => {
    expect(faults.length).to.be.at.least(24);
    expect(faults.map(({ name }) => name)).to.have.members(Object.keys(failing));
  });

  it('make every check fail: one that cannot fail is an error (T32)', () => {
    const found = new Set(faults.flatMap(expectedOf));
    expect(rows.map(({ id }) => id).filter((id) => !found.has(id))).to.deep.equal([]);
  });
});
