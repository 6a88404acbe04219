import { expect } from 'chai';
import { PromiseCache } from '../../src/async/promise-cache.js';

describe('A promise cache', () => {
  const rejection = (): Promise<string> => Promise.reject(new Error('not now'));

  it('shares a running computation and its result', async () => {
    const cache = new PromiseCache<string, number>();
    let made = 0;
    const make = (): Promise<number> => Promise.resolve((made += 1));
    expect(cache.get('a')).to.equal(undefined);
    expect(cache.remember('a', make)).to.equal(cache.remember('a', make));
    expect(await cache.get('a')).to.equal(1);
    cache.delete('a');
    expect(await cache.remember('a', make)).to.equal(2);
  });

  it('drops a rejected promise for the next caller', async () => {
    const cache = new PromiseCache<string, string>();
    const failed = await Promise.allSettled([cache.remember('a', rejection), cache.remember('a', rejection)]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(cache.get('a')).to.equal(undefined);
    expect(await cache.remember('a', () => Promise.resolve('well'))).to.equal('well');
  });

  it('does not forget a later promise when an earlier one rejects', async () => {
    const cache = new PromiseCache<string, string>();
    const earlier = cache.remember('a', rejection);
    cache.delete('a');
    const later = cache.remember('a', () => Promise.resolve('well'));
    await earlier.catch(() => undefined);
    expect(cache.get('a')).to.equal(later);
  });
});
