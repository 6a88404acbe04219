/** Periods in filters of lists, in the zone of the reader's times (K71, K83). */
import { expect } from 'chai';
import { momentInput, momentOf } from '../../console/parts/questions.js';
import { type DatesInAddress, namedPeriods, timeBounds } from '../../console/parts/date-filter.js';

const none: DatesInAddress = { period: '', from: '', to: '' };

describe('Dates in filters of lists', () => {
  const zone = process.env['TZ'];
  beforeEach(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  // A Sunday, and in Berlin already Monday.
  const now = new Date('2026-11-22T23:30:00Z');
  const begins = (isLocal: boolean): (string | undefined)[] =>
    namedPeriods.map((period) => timeBounds({ ...none, period }, now, isLocal).from);

  it('are today, this week from Monday on, and this month, and end now', () => {
    expect(begins(false)).to.deep.equal([
      '2026-11-22T00:00:00.000Z',
      '2026-11-16T00:00:00.000Z',
      '2026-11-01T00:00:00.000Z',
    ]);
    for (const period of namedPeriods) expect(timeBounds({ ...none, period }, now, true).to).to.equal(undefined);
  });

  it('begin with the day of the reader’s zone', () => {
    expect(begins(true)).to.deep.equal([
      '2026-11-22T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
      '2026-10-31T23:00:00.000Z',
    ]);
  });

  it('are days from the first to the end of the last, also where the clock changes', () => {
    const days = { ...none, from: '2026-10-25', to: '2026-10-25' };
    expect(timeBounds(days, now, false)).to.deep.equal({
      from: '2026-10-25T00:00:00.000Z',
      to: '2026-10-25T23:59:59.000Z',
    });
    expect(timeBounds(days, now, true)).to.deep.equal({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T22:59:59.000Z',
    });
    expect(timeBounds({ ...none, to: '2026-12-31' }, now, false)).to.deep.equal({
      from: undefined,
      to: '2026-12-31T23:59:59.000Z',
    });
  });

  it('take moments of links as they are, and leave what is no day to the node', () => {
    const moments = { ...none, from: '2026-11-22T14:05', to: '2026-11-22T14:05:07.123Z' };
    expect(timeBounds(moments, now, true)).to.deep.equal({
      from: '2026-11-22T14:05:00Z',
      to: '2026-11-22T14:05:07.123Z',
    });
    for (const from of ['2026-02-30', 'yesterday', '2026-1-1'])
      expect(timeBounds({ ...none, from }, now, true).from).to.equal(from);
    expect(timeBounds({ ...none, period: 'century' }, now, true)).to.deep.equal({ from: undefined, to: undefined });
  });

  it('have a moment in the reader’s zone in its field, and in UTC in the address', () => {
    expect(momentInput('2026-11-22T14:05:07Z', true)).to.equal('2026-11-22T15:05:07');
    expect(momentInput('20261122T140507Z', false)).to.equal('2026-11-22T14:05:07');
    expect([momentInput('', true), momentInput('soon', true)]).to.deep.equal(['', '']);
    expect(momentOf('2026-11-22T15:05:07', true)).to.equal('2026-11-22T14:05:07Z');
    expect([momentOf('2026-11-22T15:05', false), momentOf('', true)]).to.deep.equal(['2026-11-22T15:05:00Z', '']);
  });
});
