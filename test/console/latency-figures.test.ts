/** How fast a partner is told, in a line (section 8 of the desk). */
import { expect } from 'chai';
import { byWorst, latencyFigures, percent, type Timed } from '../../console/parts/latency-figures.js';

const told = (ms: number): Timed => ({ outcome: 'confirmed', written: 1000, until: 1000 + ms });

describe('the figures of a partner’s deliveries', () => {
  it('are the share within 5 s, the median and the 95th percentile', () => {
    const figures = latencyFigures([
      ...Array.from({ length: 98 }, (_, index) => told(100 + index)),
      told(6000),
      told(9000),
    ]);
    expect(figures).to.include({ soon: 0.98, p50: 149, p95: 194, confirmed: 100, waiting: 0, waitsSince: undefined });
  });

  it('count what waits longer, or was given up, as not told in time', () => {
    const late: Timed = { outcome: 'waits', written: 0, until: 60_000 };
    const underWay: Timed = { outcome: 'waits', written: 59_000, until: 60_000 };
    const skipped: Timed = { outcome: 'skipped', written: 0, until: 10 };
    expect(latencyFigures([told(100), late])).to.include({ soon: 0.5, waiting: 1, waitsSince: 0 });
    expect(latencyFigures([told(100), skipped]).soon).to.equal(0.5);
    expect(latencyFigures([underWay])).to.include({ soon: undefined, p50: undefined, p95: undefined, waiting: 1 });
  });

  it('are sorted with the worst first, and never round to what is not so', () => {
    const [good, slow, bad] = [[told(10)], [told(4000)], [told(10), told(8000)]].map(latencyFigures);
    if (good === undefined || slow === undefined || bad === undefined) throw new Error('three');
    expect([good, bad, slow].sort(byWorst)).to.deep.equal([bad, slow, good]);
    expect([1, 0.999, 0.5, 0.001, 0].map(percent)).to.deep.equal([100, 99, 50, 1, 0]);
  });
});
