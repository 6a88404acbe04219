import { expect } from 'chai';
import { changeOf } from '../../console/parts/changed-object.js';
import { sumOfWeights } from '../../console/parts/weights.js';

describe('what is new about the objects of a page (K43)', () => {
  const objects = new Set(['https://n/logistics-objects/a', 'https://n/logistics-objects/b']);

  it('is each event, and each object however often it changes', () => {
    for (const [uris, change] of [
      [['https://n/logistics-objects/a'], 'https://n/logistics-objects/a'],
      [['https://n/action-requests/1', 'https://n/logistics-objects/a'], 'https://n/logistics-objects/a'],
      [['https://n/logistics-objects/b/acl', 'https://n/logistics-objects/b'], 'https://n/logistics-objects/b'],
      [
        ['https://n/logistics-objects/b/logistics-events/1', 'https://n/logistics-objects/b'],
        'https://n/logistics-objects/b/logistics-events/1',
      ],
      [['https://n/logistics-objects/c'], undefined],
      [[''], undefined],
    ] as const)
      expect(changeOf(uris, objects)).to.equal(change);
  });
});

describe('the sum of weights of pieces (K41)', () => {
  it('is said only if all have one, in one unit', () => {
    const kilos = (value: number): { value: number; unit: string } => ({ value, unit: 'KGM' });
    expect(sumOfWeights([kilos(0.1), kilos(0.2)])).to.deep.equal(kilos(0.3));
    expect(sumOfWeights([kilos(1), { value: 1, unit: 'LBR' }])).to.equal(undefined);
    expect(sumOfWeights([kilos(1), null])).to.equal(undefined);
    expect(sumOfWeights([])).to.equal(undefined);
  });
});
