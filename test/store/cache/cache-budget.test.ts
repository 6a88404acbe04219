import { expect } from 'chai';
import { CacheBudget } from '../../../src/store/cache/cache-budget.js';

const caches = [
  'parsedGraphs',
  'contents',
  'texts',
  'statements',
  'bodies',
  'embeddedBodies',
  'history',
  'lists',
  'objectLists',
  'compressedBodies',
  'lookups',
  'subtrees',
  'scopes',
  'feeds',
] as const;

describe('the budget of the caches', () => {
  it('is divided among all of them, and not exceeded', () => {
    for (const bytes of [16 * 2 ** 20, 256 * 2 ** 20, 1_000_003]) {
      const budget = new CacheBudget(bytes);
      const shares = caches.map((cache) => budget.share(cache));
      expect(Math.min(...shares)).to.be.above(0);
      const all = shares.reduce((sum, share) => sum + share, 0);
      expect(all)
        .to.be.at.most(bytes)
        .and.at.least(bytes - caches.length);
    }
  });
});
