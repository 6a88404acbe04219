/** What the SPARQL page does without a browser: CSV, sorting, addresses, completion, syntax, saved questions. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { chartColumns, chartOf } from '../../console/parts/sparql/chart-data.js';
import { csvOf } from '../../console/parts/sparql/csv.js';
import { suggestions } from '../../console/parts/sparql/completion.js';
import {
  initialDisplay,
  formOf,
  fragmentOf,
  fromInputTime,
  readFragment,
  toInputTime,
} from '../../console/parts/sparql/question.js';
import { syntaxFault } from '../../console/parts/sparql/syntax.js';
import { timeTicks } from '../../console/parts/sparql/time-ticks.js';
import { filtered, kindOfColumn, secondsOf, sorted } from '../../console/parts/sparql/values.js';
import type { ModelNames } from '../../src/console/responses/model.js';
import type { TermValue } from '../../src/console/responses.js';
import { questionsModule } from '../../scripts/questions.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const literal = (value: string, type = 'string'): TermValue => ({ type: 'literal', value, datatype: XSD + type });
const cargo = 'https://onerecord.iata.org/ns/cargo#';
const codeLists = 'https://onerecord.iata.org/ns/code-lists/';
const model: ModelNames = {
  prefixes: { cargo, xsd: XSD },
  codeLists,
  vocabularies: [{ namespace: cargo, classes: ['Piece'], properties: ['grossWeight'], individuals: ['DIRECT'] }],
  lists: [{ name: 'StatusCode', codes: ['ARR', 'DLV'] }],
};
const labels = (text: string, isAsked = false): string[] =>
  suggestions(text, text.length, model, isAsked)?.items.map(({ label }) => label) ?? [];

describe('the SPARQL page', () => {
  it('writes CSV in which no cell is a formula', () => {
    const hostile = ['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '＝1', ' =1', 'a,b', 'two\nlines'];
    const rows = hostile.map((text) => [literal(text)]);
    expect(
      csvOf({ columns: ['a'], rows })
        .split('\r\n')
        .slice(1, -1),
    ).to.deep.equal([
      `"'=HYPERLINK(""http://x"")"`,
      "'+1+1",
      "'-2+3",
      "'@SUM(A1)",
      "'\t=1",
      "'＝1",
      "' =1",
      '"a,b"',
      '"two\nlines"',
    ]);
    expect(csvOf({ columns: ['n', 'u'], rows: [[literal('-2.5', 'decimal'), undefined]] })).to.equal(
      'n,u\r\n-2.5,\r\n',
    );
    expect(csvOf({ columns: ['n'], rows: [[literal('-2+cmd', 'decimal')]] })).to.equal("n\r\n'-2+cmd\r\n");
  });

  it('sorts numbers, times and durations by value, unbound ones last', () => {
    const numbers = ['10', '9', '-1'].map((value) => [literal(value, 'integer')]);
    const of = (rows: readonly (readonly (TermValue | undefined)[])[]): (string | undefined)[] =>
      rows.map(([cell]) => cell?.value);
    expect(of(sorted([...numbers, [undefined]], 0, false))).to.deep.equal(['-1', '9', '10', undefined]);
    expect(of(sorted([[undefined], ...numbers], 0, true))).to.deep.equal(['10', '9', '-1', undefined]);
    const times = ['2026-03-01T10:00:00+02:00', '2026-03-01T09:00:00Z'].map((value) => [literal(value, 'dateTime')]);
    expect(of(sorted(times, 0, true))).to.deep.equal(['2026-03-01T09:00:00Z', '2026-03-01T10:00:00+02:00']);
    const durations = ['PT5H30M', 'P1D', '-PT1S'].map((value) => [literal(value, 'dayTimeDuration')]);
    expect(of(sorted(durations, 0, false))).to.deep.equal(['-PT1S', 'PT5H30M', 'P1D']);
    expect(kindOfColumn(numbers, 0)).to.equal('number');
    expect(kindOfColumn([...numbers, ...times], 0)).to.equal('text');
    expect([secondsOf('PT0S'), secondsOf('P1DT1M'), secondsOf('P'), secondsOf('P1Y')]).to.deep.equal([
      0,
      86_460,
      undefined,
      undefined,
    ]);
    expect(of(filtered(numbers, ' 1'))).to.deep.equal(['10', '-1']);
  });

  it('finds columns for a chart, and draws rows with a value in both', () => {
    const common = { kind: 'solutions' as const, holds: false, isTruncated: false, behind: 0, milliseconds: 1 };
    const result = {
      ...common,
      columns: ['who', 'when', 'n', 'dwell'],
      rows: [
        [
          { type: 'uri' as const, value: 'http://x/a' },
          literal('2026-03-02T00:00:00Z', 'dateTime'),
          literal('2', 'integer'),
          literal('PT90M', 'dayTimeDuration'),
        ],
        [
          { type: 'uri' as const, value: 'http://x/b' },
          literal('2026-03-01T00:00:00Z', 'dateTime'),
          literal('1', 'integer'),
          undefined,
        ],
      ],
    };
    expect(chartColumns(result)).to.deep.equal({ across: ['when', 'who', 'n', 'dwell'], up: ['n', 'dwell'] });
    const chosen = { x: '', y: '', chart: '' };
    const first = chartOf(result, chosen);
    expect(first).to.include({ x: 'when', y: 'n', kind: 'line', isTime: true, left: 0 });
    expect(first?.marks.map(({ amount }) => amount)).to.deep.equal([1, 2]);
    const hours = chartOf(result, { x: 'who', y: 'dwell', chart: 'line' });
    expect(hours).to.deep.include({
      kind: 'bar',
      isDuration: true,
      left: 1,
      marks: [{ time: undefined, category: 'a', amount: 1.5 }],
    });
    expect(chartColumns({ ...result, columns: ['who'], rows: result.rows.map(([who]) => [who]) })).to.equal(undefined);
    const many = Array.from({ length: 300 }, (_, n) => [literal(`c${n}`), literal(String(n), 'integer')]);
    expect(chartOf({ ...result, columns: ['c', 'n'], rows: many }, chosen)).to.include({ left: 100 });
  });

  it('puts round moments on the axis of a chart', () => {
    const time = (text: string): number => Date.parse(text);
    const of = (from: string, to: string, most: number): string[] =>
      timeTicks(time(from), time(to), most).times.map((each) => new Date(each).toISOString());
    expect(of('2026-03-01T10:07:00Z', '2026-03-01T12:40:00Z', 3)).to.deep.equal([
      '2026-03-01T11:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
    ]);
    expect(of('2026-03-01T10:00:00.100Z', '2026-03-01T10:00:00.900Z', 5)).to.deep.equal([]);
    expect(of('2026-03-01T10:00:00Z', '2026-03-05T10:00:00Z', 5)).to.have.lengthOf(4);
    expect(timeTicks(time('1900-01-01T00:00:00Z'), time('9999-01-01T00:00:00Z'), 5).times).to.have.lengthOf.at.most(5);
  });

  it('keeps a question in the fragment, and sends it in a form', () => {
    const question = {
      text: 'ASK { ?s ?p "#&=?" }',
      at: '20260301T104500Z',
      defaultGraphs: ['urn:a'],
      namedGraphs: ['urn:b', 'urn:c'],
    };
    const display = { ...initialDisplay, view: 'chart' as const, sort: '-x', filter: 'ü', page: 3 };
    expect(readFragment(fragmentOf(question, display) ?? '')).to.deep.equal({ question, display });
    expect(fragmentOf({ ...question, text: 'x'.repeat(30_001) }, display)).to.equal(undefined);
    expect(new URLSearchParams(formOf(question)).getAll('named-graph-uri')).to.deep.equal(['urn:b', 'urn:c']);
    expect(readFragment('page=-1&view=nonsense').display).to.deep.equal(initialDisplay);
    expect(fromInputTime(toInputTime('20260301T104500Z'))).to.equal('20260301T104500Z');
    expect([toInputTime('now'), fromInputTime('never')]).to.deep.equal(['', '']);
  });

  it('completes prefixes, classes, properties, codes and variables', () => {
    expect(labels('SELECT ?x { ?x a cargo:P')).to.deep.equal(['cargo:Piece']);
    expect(labels('SELECT ?x { ?x cargo:g')).to.include('cargo:grossWeight').and.to.include('cargo:Piece');
    expect(labels('SELECT ?piece { ?p')).to.deep.equal(['?piece']);
    expect(labels('PREFIX st')).to.include(`status: <${codeLists}StatusCode#>`);
    expect(labels(`PREFIX status: <${codeLists}StatusCode#> ASK { ?e ?p status:`)).to.deep.equal([
      'status:ARR',
      'status:DLV',
    ]);
    expect(labels('unknown:')).to.deep.equal([]);
    expect(labels('S')).to.deep.equal([]);
    expect(labels('', true)).to.include('SELECT').and.to.include('cargo:');
  });

  it('locates syntax errors, and leaves deeply nested queries to the node', () => {
    const { prefixes } = model;
    expect(syntaxFault('SELECT * { ?x a cargo:Piece }', prefixes)).to.equal(undefined);
    expect(syntaxFault('', prefixes)).to.equal(undefined);
    expect(syntaxFault('SELECT * {\n ?x ?y }', prefixes)).to.include({ line: 2 });
    expect(syntaxFault('SELECT * { ?x a nope:Piece }', prefixes)).to.include({ line: 1, column: 17 });
    expect(syntaxFault('SELECT * {', prefixes)?.message).to.contain('it ends too early');
    expect(syntaxFault(`ASK ${'{'.repeat(50)}`, prefixes)).to.equal(undefined);
  });

  it('has the questions of docs/analytics.md, as npm run questions writes them', async () => {
    const module = readFileSync(new URL('../../console/parts/sparql/questions.ts', import.meta.url), 'utf8');
    expect(module, 'npm run questions').to.equal(await questionsModule());
  });
});
