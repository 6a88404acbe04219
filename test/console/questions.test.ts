/** What the pages of questions compute without a browser (K68, K70). */
import { expect } from 'chai';
import { askedValues, chartOf, fits, hoursOf, isComplete, periodsFor } from '../../console/parts/questions.js';
import { parametersOf, variablesOfQuery } from '../../console/parts/question-variables.js';
import type { ResultsAnswer } from '../../src/questions/schemas.js';

const period = { name: 'period', label: 'Period', kind: 'period', required: true, default: 'P30D' } as const;
const carrier = { name: 'carrier', label: 'Carrier', kind: 'partner', required: false, default: null } as const;
const object = { ...carrier, name: 'object', required: true } as const;

describe('Questions in the console', () => {
  it('are found by all words, in any case and with any accents', () => {
    const card = { title: 'Verspätete Sendungen', words: 'nach Frachtführer' };
    for (const text of ['', 'sendung', 'VERSPATETE fracht', 'frachtführer '])
      expect(fits(card, text), text).to.equal(true);
    expect(fits(card, 'sendung gewicht')).to.equal(false);
  });

  it('take the values of their parameters from the address, and nothing else (K69)', () => {
    const query = new URLSearchParams('period=2026-11&carrier=&nothing=1&at=20260301T100000Z');
    expect(askedValues({ parameters: [period, carrier] }, query)).to.deep.equal({
      period: '2026-11',
      at: '20260301T100000Z',
    });
    expect(isComplete({ parameters: [period, carrier] }, query)).to.equal(true);
    expect(isComplete({ parameters: [object] }, query)).to.equal(false);
  });

  it('offer the last days and months, and what the address has', () => {
    const periods = periodsFor(period, '2020', new Date('2026-01-15T00:00:00Z'));
    expect(periods.slice(0, 3)).to.deep.equal(['P30D', '2020', 'P7D']);
    expect(periods).to.include.members(['2026-01', '2025-12', '2025-02']);
  });

  const column = (name: string, kind: 'text' | 'duration'): ResultsAnswer['columns'][number] => ({
    name,
    label: name,
    kind,
  });
  const cell = (label: string): ResultsAnswer['rows'][number][number] => ({ value: label, label });

  it('count late ones and those on time apart, by more than colour (K70)', () => {
    const answer = {
      columns: [column('by', 'text'), column('state', 'text')],
      rows: [
        ['Air', 'late'],
        ['Air', 'late'],
        ['Air', 'on time'],
        ['Sea', 'late'],
      ].map((row) => row.map(cell)),
    };
    const chart = chartOf({ chart: { kind: 'bar', x: 'by', y: null, by: 'state' } }, answer, 'Number');
    expect(chart?.marks.map(({ category, amount }) => [category, amount])).to.deep.equal([
      ['Air, late', 2],
      ['Air, on time', 1],
      ['Sea, late', 1],
    ]);
    expect(chartOf({ chart: null }, answer, 'Number')).to.equal(undefined);
  });

  it('draw durations as a histogram (K70)', () => {
    expect([hoursOf('P1DT2H30M'), hoursOf('-PT30M'), hoursOf('x')]).to.deep.equal([26.5, -0.5, undefined]);
    const answer = {
      columns: [column('dwell', 'duration')],
      rows: ['PT1H', 'PT2H', 'PT15H'].map((one) => [cell(one)]),
    };
    const chart = chartOf({ chart: { kind: 'histogram', x: 'dwell', y: null, by: null } }, answer, 'Number');
    expect(chart?.marks.map(({ category, amount }) => `${category} ${amount}`).slice(0, 2)).to.deep.equal([
      '0–2 h 1',
      '2–4 h 1',
    ]);
    expect(chart?.marks.at(-1)?.amount).to.equal(1);
  });

  it('draw amounts over time as a line, and without amounts the rows of each day (K70)', () => {
    const time = { ...column('at', 'text'), kind: 'time' as const };
    const rows = ['2026-11-23T10:00:00.000Z', '2026-11-22T09:00:00.000Z', '2026-11-23T12:00:00.000Z'];
    const answer = {
      columns: [time, column('dwell', 'duration')],
      rows: rows.map((at, index) => [cell(at), cell(`PT${index + 1}H`)]),
    };
    const counted = chartOf({ chart: { kind: 'line', x: 'at', y: null, by: null } }, answer, 'Number');
    expect(counted).to.include({ kind: 'line', isTime: true });
    expect(counted?.marks.map(({ category, amount }) => [category, amount])).to.deep.equal([
      ['2026-11-22', 1],
      ['2026-11-23', 2],
    ]);
    const drawn = chartOf({ chart: { kind: 'line', x: 'at', y: 'dwell', by: null } }, answer, 'Number');
    expect(drawn?.marks.map(({ amount }) => amount)).to.deep.equal([2, 1, 3]);
  });
});

describe('The variables of a query', () => {
  it('are found outside strings, comments and IRIs, periods together (K67)', () => {
    const query = `SELECT ?by $n { # ?comment
      ?by <https://a.example/?iri> "?text", '''?long''', "a\\"?escaped" FILTER(?at >= ?periodFrom && ?at < ?periodTo) }`;
    expect(variablesOfQuery(query).map(({ name, kind }) => [name, kind])).to.deep.equal([
      ['period', 'period'],
      ['by', ''],
      ['n', ''],
      ['at', ''],
    ]);
    expect(variablesOfQuery('SELECT * { ?From a ?To }').map(({ name }) => name)).to.deep.equal(['From', 'To']);
  });

  it('are parameters where the reader makes them fields', () => {
    const [by, n] = variablesOfQuery('SELECT ?by ?n {}');
    expect(by && n && parametersOf([{ ...by, kind: 'partner', label: ' ' }, n])).to.deep.equal([
      { name: 'by', kind: 'partner', label: 'by', required: true, default: null },
    ]);
  });
});
