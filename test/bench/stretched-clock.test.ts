import { expect } from 'chai';
import { FIRST_VERSION, StretchedClock } from '../../bench/time-travel/stretched-clock.js';
import { readTerm, writeTerm } from '../../bench/time-travel/terms.js';

const DAY = 86_400_000;

describe('the stretched clock of an archive (W46)', () => {
  const clock = new StretchedClock([1_000, 5_000, 7_000], 24);

  it('moves the changes of each version to the time of this version', () => {
    expect(clock.stretch(1_000)).to.equal(FIRST_VERSION);
    expect(clock.stretch(4_999)).to.equal(FIRST_VERSION + 3_999);
    expect(clock.stretch(5_000)).to.equal(FIRST_VERSION + DAY);
    expect(clock.stretch(7_250)).to.equal(FIRST_VERSION + 2 * DAY + 250);
  });

  it('moves what was before the first version to its time', () => {
    expect(clock.stretch(10)).to.equal(FIRST_VERSION);
  });

  it('knows the version of a time', () => {
    for (const version of [0, 1, 2]) {
      expect(clock.versionAt(clock.timeOf(version))).to.equal(version);
      expect(clock.versionAt(clock.momentOf(version))).to.equal(version);
    }
  });

  it('refuses a version that took longer than half of the interval', () => {
    expect(() => clock.stretch(7_000 + DAY / 2)).to.throw(RangeError, 'took too long');
  });

  it('changes the times of a line, and nothing else', () => {
    const type = '^^<http://www.w3.org/2001/XMLSchema#dateTime>';
    const begin = Date.parse('2026-11-23T08:00:00Z');
    const own = new StretchedClock([begin], 24);
    const line = (time: string): string => `<urn:a> <urn:p> "${time}"${type} <urn:g> .`;
    expect(own.stretchLine(line('2026-11-23T08:00:00.25Z'))).to.equal(line('2015-08-01T00:00:00.25Z'));
    const other = '<urn:a> <urn:p> "2026-11-23"^^<http://www.w3.org/2001/XMLSchema#date> <urn:g> .';
    expect(own.stretchLine(other)).to.equal(other);
  });
});

describe('the terms of archives', () => {
  it('are read as they are written', () => {
    const terms = ['<urn:a>', '"a \\"b\\" \\\\ \\n"', '"1"^^<urn:t>', '"a"@en-gb'];
    expect(terms.map((term) => writeTerm(readTerm(term)))).to.deep.equal(terms);
  });

  it('are equal for each way to write them', () => {
    expect(writeTerm(readTerm('"\\u00E4\\t"@EN'))).to.equal('"ä\t"@en');
  });

  it('are IRIs and literals only', () => {
    expect(() => readTerm('_:b')).to.throw('neither an IRI nor a literal');
  });
});
