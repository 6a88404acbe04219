/** The axis of the drawings of time: in order, with breaks that say what they leave out (section 8 of the desk). */
import { expect } from 'chai';
import { axisLabels, lengthOf, timeAxis } from '../../console/parts/time-axis.js';

const bounds = { left: 4, right: 924, step: 28 };
const at = (text: string): number => Date.parse(`2026-${text}Z`);
/** The sample's: a flight in March, and what was recorded of it within minutes in November. */
const shipment = [
  at('03-01T14:00:00'),
  at('03-01T17:10:00'),
  at('11-22T19:05:00'),
  at('11-22T19:06:30'),
  at('11-22T19:07:45'),
  at('11-22T19:07:46'),
];

describe('the axis of time', () => {
  it('is in the order of time, and leaves out what is long and empty', () => {
    const axis = timeAxis(shipment, bounds);
    const places = shipment.map(axis.x);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(axis.breaks.map(({ length }) => lengthOf(length))).to.deep.equal([
      { unit: 'hour', count: 3 },
      { unit: 'month', count: 9 },
    ]);
    const [, , first = 0, second = 0, third = 0, last = 0] = places;
    // A minute and a half, and then a minute and a quarter: their widths are as their times are.
    expect((second - first - 28) / (third - second - 28)).to.be.closeTo(90 / 75, 0.05);
    expect(last).to.equal(third);
  });

  it('has a column to press for each moment, within its bounds', () => {
    for (const times of [shipment, [], [at('03-01T14:00:00')], Array.from({ length: 500 }, (_, index) => index ** 3)]) {
      const { columns, breaks } = timeAxis(times, bounds);
      for (const [index, { x }] of columns.entries()) {
        expect(x).to.be.within(bounds.left, bounds.right);
        if (index > 0) expect(x - (columns[index - 1]?.x ?? 0)).to.be.at.least(bounds.step - 0.001);
      }
      for (const { x } of breaks) expect(x).to.be.within(bounds.left, bounds.right);
    }
  });

  it('has no break where moments are evenly far apart', () => {
    expect(timeAxis([0, 1000, 2000, 3000, 4000], bounds).breaks).to.deep.equal([]);
    expect(timeAxis([0, 1000], bounds).breaks).to.deep.equal([]);
  });

  it('writes a day once, and only what has room', () => {
    const axis = timeAxis(shipment, bounds);
    const labels = axisLabels(
      axis,
      (time) => {
        const text = new Date(time).toISOString();
        return { day: text.slice(0, 10), clock: text.slice(11, 19) };
      },
      62,
    );
    expect(labels.map(({ day }) => day).filter((day) => day !== undefined)).to.deep.equal(['2026-03-01', '2026-11-22']);
    expect(labels.at(-1)?.clock).to.equal('19:07:45…');
  });
});
