import { expect } from 'chai';
import { SaxesParser } from 'saxes';
import jsonld from 'jsonld';
import type { Outcome } from '../../../src/conformance/outcome.js';
import { exitCode, type Report, type Result, summaryOf } from '../../../src/conformance/report.js';
import { earlReport } from '../../../src/conformance/reports/earl.js';
import { htmlReport } from '../../../src/conformance/reports/html.js';
import { jsonReport } from '../../../src/conformance/reports/json.js';
import { junitReport } from '../../../src/conformance/reports/junit.js';
import { terminalReport } from '../../../src/conformance/reports/terminal.js';
import type { Area } from '../../../src/conformance/row.js';
import { versions } from '../../../src/conformance/versions.js';
import { list, member, type Json } from '../../support/node.js';

/** What a hostile server may send. */
const hostile = '<script>alert(1)</script> ]]> & "\'\u0000\u001b[31m\u202e\ud800 \u2028 end';

const holds = (): Promise<void> => Promise.resolve();

const result = (area: Area, name: string, outcome: Outcome, more: Partial<Result> = {}): Result => ({
  row: {
    id: `${area}.${name}`,
    level: name === 'should' ? 'SHOULD' : 'MUST',
    versions,
    cites: { document: 'API & Security', section: 'Create <it>', address: 'https://example.org/a?b=1&c="' },
    sentence: `A server does what ${area} ${name} says.`,
    needs: [],
    holds,
  },
  version: '2.0.0',
  outcome,
  seconds: 0.0123,
  ...(outcome !== 'passed' && { reason: hostile }),
  ...(outcome === 'failed' && {
    expected: '201 with Location',
    came: hostile,
    curl: `curl -X POST 'https://a.example'`,
  }),
  ...more,
});

const results: readonly Result[] = [
  result('server', 'one', 'passed'),
  result('objects', 'created', 'failed'),
  result('objects', 'should', 'failed'),
  result('objects', 'known', 'failed', { known: `ticket ${hostile}` }),
  result('events', 'unread', 'cantTell'),
  result('head', 'later', 'inapplicable'),
  result('head', 'rights', 'untested'),
];

const report: Report = {
  run: '0a1b2c3d',
  server: `https://1r.vendor.example/${hostile}`,
  started: new Date('2026-03-01T10:00:00Z'),
  versions: [{ version: '2.0.0', results, requests: 812, seconds: 71.2 }],
  leftBehind: [`https://1r.vendor.example/logistics-objects/${hostile}`],
  notes: ['the server limited the kit 3 times (429): set --rate'],
  stale: ['server.one'],
};

// What must not be there.
const control = /[^\P{C}\n]|\u2028/u;

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function elementsOf(xml: string): Element[] {
  const found: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    found.push({
      name,
      attributes,
    });
  });
  parser.write(xml).close();
  return found;
}

describe('Conformance: reports of the kit', () => {
  it('end with a summary that counts every outcome and both levels (T20)', () => {
    expect(report.versions.map(summaryOf)).to.deep.equal([
      '2.0.0: 1 passed, 3 failed (MUST 1, SHOULD 1, known 1), 1 cantTell, 1 inapplicable, 1 untested; 812 requests, 71 s',
    ]);
    expect(exitCode(report, false, true)).to.equal(1);
  });

  it('on the terminal: a line for each area, then the failures with what was expected and came (T20)', () => {
    const text = terminalReport(report);
    expect(text).to.match(/^objects +0 +3 +0 +0 +0$/m);
    expect(text).to.include('FAILED objects.created  MUST  2.0.0\n');
    expect(text).to.include('KNOWN objects.known  MUST  2.0.0\n');
    expect(text).to.include('  expected  201 with Location\n');
    expect(text).to.include(`  curl -X POST 'https://a.example'\n`);
    expect(text).to.include('server.one is a known failure and passes: remove it from the list');
    expect(text).to.not.match(control);
    const long = text.split('\n').filter((line) => line.length > 100 && !line.startsWith('2.0.0: '));
    expect(long).to.deep.equal([]);
    expect(text.trimEnd().split('\n').at(-1)).to.equal(summaryOf(report.versions[0] ?? expect.fail('no version')));
  });

  it('as JUnit: well-formed, with the right counts, and nothing that a server sent as markup (T21)', () => {
    const xml = junitReport(report);
    expect(xml).to.not.match(control);
    const elements = elementsOf(xml);
    const named = (name: string): Element[] => elements.filter((element) => element.name === name);
    expect(named('testsuites')[0]?.attributes).to.include({ tests: '7', failures: '2', errors: '0', skipped: '4' });
    expect(named('testsuite').map(({ attributes }) => attributes['name'])).to.deep.equal([
      '2.0.0 server',
      '2.0.0 objects',
      '2.0.0 events',
      '2.0.0 head',
    ]);
    expect(named('testcase').map(({ attributes }) => attributes['name'])).to.have.members(
      results.map(({ row }) => row.id),
    );
    expect(named('failure')).to.have.length(2);
    expect(named('skipped')).to.have.length(4);
  });

  it('as EARL: one assertion for each check, which an RDF processor reads (T22)', async () => {
    const document = JSON.parse(earlReport(report)) as Json;
    const graph = list(member(document, '@graph'));
    const assertions = graph.filter((node) => member(node, '@type') === 'earl:Assertion');
    expect(assertions).to.have.length(results.length);
    const options: object = { format: 'application/n-quads' };
    const nquads: unknown = await jsonld.toRDF(JSON.parse(earlReport(report)) as object, options);
    if (typeof nquads !== 'string') expect.fail('no N-Quads');
    const outcomes = [...nquads.matchAll(/earl#outcome> <[^>]*#(\w+)>/g)].map(([, outcome = '']) => outcome);
    expect(outcomes.toSorted()).to.deep.equal(results.map(({ outcome }) => outcome).toSorted());
  });

  it('as HTML: no script, nothing fetched, an anchor for each check, failures first (T23)', () => {
    const html = htmlReport(report);
    expect(html).to.not.match(/<script|<link|<img|src=|@import|url\(/);
    expect(html).to.not.match(control);
    for (const { row } of results) expect(html).to.include(` id="${row.id}"`);
    expect(html.indexOf('id="objects.created"')).to.be.lessThan(html.indexOf('id="server.one"'));
    expect(html).to.include('name="viewport"').and.include('@media print');
  });

  it('have the same ids (T24)', () => {
    const ids = results.map(({ row }) => row.id);
    const document = JSON.parse(jsonReport(report)) as Json;
    const [version] = list(member(document, 'versions'));
    expect(list(member(version, 'checks')).map((check) => member(check, 'id'))).to.deep.equal(ids);
    const earl = list(member(JSON.parse(earlReport(report)) as Json, '@graph')).slice(1);
    expect(earl.map((node) => member(member(node, 'earl:test'), '@id'))).to.deep.equal(
      ids.map((id) => `urn:cargograph:check:${id}`),
    );
  });
});
