import { expect } from 'chai';
import fc from 'fast-check';
import { type Charges, totalOf } from '../../src/messages/totals.js';

const due = (amounts: readonly number[]): number | undefined => {
  const charges: Charges = {
    lines: [],
    others: amounts.map((amount) => ({ amount, entitlement: 'C', payment: 'P' })),
    weightPayment: 'P',
    othersPayment: 'P',
    valuation: undefined,
    tax: undefined,
    atDestination: undefined,
    destinationRate: undefined,
  };
  return totalOf('due-carrier', charges, 'P');
};

describe('Totals of charges', () => {
  it('are rounded once, not with each amount', () => {
    expect(due([0.006, 0.003, 0.005])).to.equal(0.01);
  });

  it('are the same in any order of the amounts', () => {
    const amount = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), (amounts) => {
        const total = due(amounts);
        expect(due(amounts.toReversed())).to.equal(total);
        expect(due(amounts.toSorted((one, other) => Math.abs(one) - Math.abs(other)))).to.equal(total);
      }),
    );
  });
});
