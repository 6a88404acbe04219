/** What a partner is told does not depend on what it may not see, whatever it asks (`npm run check:noninterference`). */
import { expect } from 'chai';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { Adversary } from './adversary.js';
import { type Comparison, compareOne, emptyComparison } from './comparison.js';
import type { Limits, Way } from './ways.js';
import { worldTerms } from './worlds.js';

const MAX_CONTROL = 1_000;

export function describeNoninterference(
  name: string,
  open: (limits: Limits, context: Mocha.Context) => Promise<Way>,
  queries: number,
): void {
  describe(`answers to a partner in two worlds that differ in hidden data (${name})`, function () {
    this.timeout(1_800_000);

    async function compare(
      limits: Limits,
      context: Mocha.Context,
      count: number,
      isEnough: (found: Comparison) => boolean = () => false,
    ): Promise<Comparison> {
      const way = await open(limits, context);
      try {
        const adversary = new Adversary(new Random(seeded(SEED)), worldTerms);
        const found = emptyComparison();
        while (found.asked < count && !isEnough(found)) await compareOne(adversary.query(), way.ask, found);
        return found;
      } finally {
        await way.close();
      }
    }

    it('are the same', async function () {
      const { asked, answered, full, differences } = await compare('limited', this, scaled(queries));
      expect(differences.slice(0, 3), `seed ${SEED}`).to.deep.equal([]);
      // Something was asked that could have differed.
      expect(answered).to.be.above(asked / 4);
      expect(full).to.be.above(answered / 8);
    });

    it('differ without limits, which a few of these queries find out', async function () {
      const { differences } = await compare('unlimited', this, MAX_CONTROL, (found) => found.differences.length > 0);
      expect(differences).to.have.length(1);
    });
  });
}
