import { expect } from 'chai';
import { timeOrderedUuid } from '../src/clock.js';

const at = (text: string): { now: () => Date } => ({ now: () => new Date(text) });

describe('New identifiers', () => {
  it('are UUIDs of version 7, which begin with the time', () => {
    expect(timeOrderedUuid(at('2026-01-01T00:00:00.000Z'))).to.match(
      /^019b76da-a800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('follow the time, and differ within a millisecond', () => {
    const days = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}T12:00:00.000Z`);
    const ids = days.map((day) => timeOrderedUuid(at(day)));
    expect([...ids].sort()).to.deep.equal(ids);
    const [day = ''] = days;
    expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedUuid(at(day)))).size).to.equal(1_000);
  });
});
