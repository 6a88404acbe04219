/** A requested change in a line of the list of requests (section 8 of the desk). */
import { expect } from 'chai';
import { changedProperties } from '../../console/parts/change-summary.js';

const cargo = 'https://onerecord.iata.org/ns/cargo#';
const piece = 'https://1r.example.com/logistics-objects/piece-1';
const kilogram = 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM';
const weight = `${cargo}grossWeight`;
const number = (op: 'ADD' | 'DELETE', s: string, value: string) =>
  ({
    op,
    s,
    p: `${cargo}numericalValue`,
    o: { type: 'literal', value },
    path: [weight, `${cargo}numericalValue`],
  }) as const;

describe('a requested change in a line', () => {
  it('is the number before and after, with the unit that it has', () => {
    const [line, ...others] = changedProperties([
      { ...number('DELETE', 'internal:1', '20'), unit: kilogram },
      { ...number('ADD', 'internal:1', '22'), unit: kilogram },
    ]);
    expect(others).to.deep.equal([]);
    expect(line).to.deep.equal({
      property: weight,
      before: [{ type: 'literal', value: '20' }],
      after: [{ type: 'literal', value: '22' }],
      unit: { type: 'uri', value: kilogram },
    });
  });

  it('takes a new quantity for the property that has it', () => {
    const link = { op: 'ADD', s: piece, p: weight, o: { type: 'uri', value: '_:new' }, path: [weight] } as const;
    const unit = { type: 'uri', value: kilogram } as const;
    expect(
      changedProperties([
        link,
        number('ADD', '_:new', '22'),
        { op: 'ADD', s: '_:new', p: `${cargo}unit`, o: unit, path: [weight, `${cargo}unit`] },
      ]),
    ).to.deep.equal([{ property: weight, before: [], after: [{ type: 'literal', value: '22' }], unit }]);
  });

  it('keeps other properties apart', () => {
    const goods = (op: 'ADD' | 'DELETE', value: string) =>
      ({
        op,
        s: piece,
        p: `${cargo}goodsDescription`,
        o: { type: 'literal', value },
        path: [`${cargo}goodsDescription`],
      }) as const;
    const lines = changedProperties([goods('DELETE', 'Oranges'), goods('ADD', 'Lemons'), number('ADD', '_:w', '1')]);
    expect(lines.map(({ property }) => property)).to.deep.equal([`${cargo}goodsDescription`, weight]);
  });
});
