/** At most 30 lanes at first, of every type (section 8 of the desk). */
import { expect } from 'chai';
import { timelineGroups } from '../../console/parts/life-timelines.js';

const lanes = (type: string, count: number): { readonly type: string; readonly name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ type, name: `${type} ${index}` }));
const sizes = (groups: ReturnType<typeof timelineGroups>): readonly (readonly [string, number, number])[] =>
  groups.map(({ type, lanes: { length }, total }) => [type, length, total]);

describe('the lanes of the life of a shipment', () => {
  it('are all drawn, by type, where they are few', () => {
    const all = [...lanes('Shipment', 1), ...lanes('Piece', 3), ...lanes('Waybill', 1)];
    expect(sizes(timelineGroups(all, 30))).to.deep.equal([
      ['Shipment', 1, 1],
      ['Piece', 3, 3],
      ['Waybill', 1, 1],
    ]);
  });

  it('are 30 of many, with some of every type, and all of a type on demand', () => {
    const all = [...lanes('Shipment', 1), ...lanes('Piece', 200), ...lanes('Waybill', 1), ...lanes('ULD', 12)];
    expect(sizes(timelineGroups(all, 30))).to.deep.equal([
      ['Shipment', 1, 1],
      ['Piece', 16, 200],
      ['Waybill', 1, 1],
      ['ULD', 12, 12],
    ]);
    expect(sizes(timelineGroups(all, 30, new Set(['Piece'])))[1]).to.deep.equal(['Piece', 200, 200]);
  });
});
