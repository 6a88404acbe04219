import { expect } from 'chai';
import { type Archive, eachVersion, type Statement } from '../../bench/time-travel/archive.js';
import { generate } from '../../bench/time-travel/generator.js';
import { joined, Oracle, rowOf } from '../../bench/time-travel/oracle.js';
import { Random, seeded } from '../support/random.js';

const statement = (resource: number, value: string): Statement => ({ resource, property: 'urn:p', value });
const [kept, left, late] = [statement(0, '"kept"'), statement(0, '"left"'), statement(1, '"late"')];

/** `left` is in versions 0 and 2, `late` from 1 on. */
const archive: Archive = {
  resources: 2,
  hours: 24,
  first: [kept, left],
  changes: [
    { removed: [left], added: [late] },
    { removed: [], added: [left] },
  ],
  patterns: [{ property: 'urn:p' }],
};

describe('the oracle (W48)', () => {
  const oracle = new Oracle(archive);

  it('has the matches of a version', () => {
    expect([...oracle.atVersion({ property: 'urn:p' }, 1)]).to.have.members(['0 "kept"', '1 "late"']);
    expect([...oracle.atVersion({ property: 'urn:p', value: '"left"' }, 2)]).to.deep.equal(['0 "left"']);
    expect(oracle.atVersion({ property: 'urn:other' }, 1).size).to.equal(0);
  });

  it('has what differs between two versions, in either direction', () => {
    const { added, removed } = oracle.between({ property: 'urn:p' }, 0, 1);
    expect([[...added], [...removed]]).to.deep.equal([['1 "late"'], ['0 "left"']]);
    const back = oracle.between({ property: 'urn:p' }, 1, 0);
    expect([[...back.added], [...back.removed]]).to.deep.equal([['0 "left"'], ['1 "late"']]);
  });

  it('has the versions of each match', () => {
    expect(oracle.ofAllVersions({ property: 'urn:p' })).to.deep.equal(
      new Map([
        ['0 "kept"', [[0, 3]]],
        ['0 "left"', [[0, 1], [2, 3]]], // prettier-ignore
        ['1 "late"', [[1, 3]]],
      ]),
    );
  });

  it('agrees with the sets of a generated archive at every version', () => {
    const profile = { resources: 5, versions: 20, hours: 1, first: 300, last: 330, changed: 0.05, staticCore: 250 };
    const generated = generate({ ...profile, changedResources: 3 }, new Random(seeded(7)));
    const own = new Oracle(generated);
    eachVersion(generated, (present, version) => {
      for (const pattern of generated.patterns) {
        const matches = [...present].filter(
          ({ property, value }) => property === pattern.property && (pattern.value ?? value) === value,
        );
        expect([...own.atVersion(pattern, version)]).to.have.members(matches.map(rowOf));
      }
    });
  });

  it('joins the intervals of revisions that follow each other', () => {
    expect(joined([[4, 6], [0, 1], [1, 3]])).to.deep.equal([[0, 3], [4, 6]]); // prettier-ignore
  });
});
