/** Terms in the places of variables (K66). */
import { expect } from 'chai';
import { bound, termText, variablesIn } from '../../src/questions/binding.js';
import { periodOf } from '../../src/questions/periods.js';
import { durationText, secondsOf } from '../../src/questions/durations.js';
import { factory, iri, node } from '../../src/rdf/terms.js';
import { xsd } from '../../src/rdf/vocabulary.js';

const term = factory.literal('"} DROP ALL #\\');

describe('Terms in queries', () => {
  it('stay within themselves (K66)', () => {
    expect(termText(term)).to.equal('"\\"} DROP ALL #\\\\"');
    expect(termText(factory.literal('a\r\nb'))).to.equal('"a\\r\\nb"');
    expect(termText(factory.literal('1', xsd.decimal))).to.equal('"1"^^<http://www.w3.org/2001/XMLSchema#decimal>');
    expect(termText(node(iri('http://x.example/a')))).to.equal('<http://x.example/a>');
    expect(() => termText(factory.literal('\ud800'))).to.throw(TypeError);
  });

  it('take the places of their variables only: not in strings, comments, IRIs and longer names', () => {
    const query = 'SELECT ?namely { ?s $name ?o FILTER(?o = "?name" && ?name != <http://x.example/?name>) } # ?name';
    const bindings = new Map([['name', factory.literal('x')]]);
    expect(bound(query, bindings)).to.equal(
      'SELECT ?namely { ?s  "x"  ?o FILTER(?o = "?name" &&  "x"  != <http://x.example/?name>) } # ?name',
    );
    expect([...variablesIn(query)]).to.deep.equal(['namely', 's', 'name', 'o']);
    expect(variablesIn('not } a query').size).to.equal(0);
  });
});

describe('Periods', () => {
  const now = new Date('2026-11-22T14:05:00.000Z');
  const period = (text: string): string[] | undefined => {
    const found = periodOf(text, now);
    return found && [found.from.toISOString(), found.to.toISOString()];
  };

  it('are years, months, days, from day to day, and the last days', () => {
    expect(period('2026')).to.deep.equal(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(period('2024-02')).to.deep.equal(['2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z']);
    expect(period('2026-12')).to.deep.equal(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(period('2026-11-22')).to.deep.equal(['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z']);
    expect(period('2026-11-01/2026-11-15')?.[1]).to.equal('2026-11-16T00:00:00.000Z');
    expect(period('P1D')).to.deep.equal(['2026-11-21T14:05:00.000Z', '2026-11-22T14:05:00.001Z']);
    for (const text of [
      '',
      '2026-13',
      '2026-02-30',
      '0000',
      'P0D',
      'P99999D',
      '2026/',
      '2026-03/2026-02',
      'now',
      '2026/2027/2028',
    ])
      expect(period(text), text).to.equal(undefined);
  });
});

describe('Durations', () => {
  it('are read and written in words', () => {
    for (const [text, words] of [
      ['P1DT5H30M', '1 d 5 h 30 min'],
      ['PT90M', '1 h 30 min'],
      ['PT0.2S', '0 s'],
      ['-PT5H', '−5 h'],
      ['PT61S', '1 min 1 s'],
    ] as const)
      expect(durationText(secondsOf(text) ?? NaN), text).to.equal(words);
    for (const text of ['P', 'PT', 'P1Y', 'P1M', 'x', '']) expect(secondsOf(text), text).to.equal(undefined);
  });
});
