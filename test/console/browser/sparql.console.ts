/** Questions in SPARQL, as an analyst asks them in a browser, by keyboard. */
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { expectShown, findings, go, screenshot, settled, signIn, visit, until } from './browser.js';
import { hostile, hostileId } from './world.js';
import { windowHooks } from './suite.js';

const address = (values: Readonly<Record<string, string>>): string =>
  `/sparql#${new URLSearchParams(values).toString()}`;
const asked = (query: string): string => address({ query });
const WAYBILLS = asked('SELECT ?waybill { ?waybill a cargo:Waybill }');

describe('asking in the console', () => {
  const running = windowHooks();

  const editor = (): Locator => running.page.getByRole('textbox', { name: 'Query' });
  const result = (): Locator => running.page.getByRole('table', { name: 'Rows of the result' });
  /** Takes a suggestion: for 75 ms after it is shown, and while others are sought, Enter still means a new line. */
  const complete = async (option: { readonly name: string; readonly exact?: boolean }): Promise<void> => {
    const { page } = running;
    const popup = page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)');
    await popup.getByRole('option', option).waitFor();
    await page.waitForTimeout(150);
    if (option.name === 'cargo:Piece') await screenshot(page, 'sparql-completion');
    await page.keyboard.press('Enter');
  };
  /** Waits for a text on the page, beside what is announced. */
  const said = (text: string | RegExp): Promise<void> =>
    running.page.getByRole('main').getByText(text).first().waitFor();
  /** The rows of the table as texts. */
  const rows = (): Promise<string[]> => result().locator('tbody tr').allInnerTexts();

  it('accepts a query by keyboard, completes it, runs it, and leads to the page of an IRI', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'SPARQL', level: 1 }).waitFor();
    await settled(page);
    await editor().focus();
    await page.keyboard.type('SELECT ?piece ?goods { ?piece a cargo:Piec');
    await complete({ name: 'cargo:Piece', exact: true });

    await page.keyboard.type(' ; cargo:goodsD');
    await complete({ name: 'cargo:goodsDescription', exact: true });

    await page.keyboard.type(' ?go');
    await complete({ name: '?goods' });

    // Tab leaves the editor.
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.id')).to.equal('at');
    await editor().focus();
    await page.keyboard.press('Control+Enter');
    await said(/^4 rows in/);
    expect(await rows()).to.have.lengthOf(4);
    expect(decodeURIComponent(page.url())).to.contain('cargo:goodsDescription');
    expect(await findings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'piece-2' }).press('Enter');
    await page
      .getByRole('heading', { name: 'UPID-002' })
      .or(page.getByRole('heading', { name: 'Spare parts' }))
      .first()
      .waitFor();
    await page.goBack();
    await said(/^4 rows in/);
  });

  it('sends no query with an address: its text is in the body and in the fragment', async () => {
    const { page, world } = running;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visit(page, world.url, asked('ASK { ?s a cargo:SecretWord }'));
    await said('No: there is no match.');
    expect(requests.filter((url) => url.includes('SecretWord') && !url.includes('#'))).to.deep.equal([]);
    expect(requests.filter((url) => url === `${world.url}/sparql`)).to.have.lengthOf(1);
    await page.reload();
    await signIn(page, 'holder');
    await said('No: there is no match.');
  });

  it('sorts, filters and pages the rows, and keeps all of it in the address', async () => {
    const { page, world } = running;
    const query = 'SELECT ?g ?n { GRAPH ?g { ?r prov:specializationOf ?o ; api:hasRevision ?n } } ORDER BY ?g';
    await visit(page, world.url, asked(query));
    await page.getByRole('button', { name: 'n', exact: true }).press('Enter');
    await page.getByRole('button', { name: /^n/ }).press('Enter');
    expect((await rows())[0])
      .to.contain('piece-1/revisions/12/provenance')
      .and.to.contain('12');
    await page.getByLabel('Filter the rows').fill('piece-1/revisions/1');
    expect(await rows()).to.have.lengthOf(4);
    const before = await rows();
    await page.reload();
    await signIn(page, 'holder');
    await result().waitFor();
    expect(await rows()).to.deep.equal(before);
    // A graph of provenance is shown on the page of its revision.
    await page.getByRole('link', { name: 'piece-1/revisions/12/provenance' }).press('Enter');
    await page.waitForURL('**/piece-1/revisions/12');
    await go(page, world.url, asked('SELECT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?s ?p ?o'));
    await page.getByText(/Page 1 of/).waitFor();
    expect(await rows()).to.have.lengthOf(100);
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await page.getByText(/Page 2 of/).waitFor();
  });

  it('queries a past state', async () => {
    const { page, world } = running;
    await visit(page, world.url, asked('SELECT ?piece { ?piece a cargo:Piece }'));
    await said(/^4 rows in/);
    await page.getByLabel('As of (UTC)').fill('2020-01-01T00:00:00');
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await said('The query has no results.');
    expect(page.url()).to.contain('at=20200101T000000Z');
  });

  it('queries named graphs only, and explains the missing time', async () => {
    const { page, world } = running;
    await visit(page, world.url, asked('SELECT ?p ?o { ?s ?p ?o }'));
    await page.getByLabel('Dataset').selectOption({ label: 'These graphs only' });
    await page.getByLabel('Graphs of the default graph').fill(`${world.piece}/revisions/1`);
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await page.getByText('Printed brochures').waitFor();
    expect(await page.getByLabel('As of (UTC)').isDisabled()).to.equal(true);
    expect(page.url()).to.contain('default-graph-uri=');
  });

  it('shows which graphs hold a statement', async () => {
    const { page, world } = running;
    await visit(page, world.url, asked(`CONSTRUCT { ?s a ?t } { ?s a ?t FILTER(?s = <${world.waybill}>) }`));
    await said(/^1 statement in/);
    await page.getByRole('button', { name: /Which graph holds/ }).press('Enter');
    await expectShown(page.getByRole('link', { name: 'waybill-1/revisions/1' }));
    await go(page, world.url, asked('CONSTRUCT { <urn:x:a> <urn:x:b> "made" } {}'));
    await page.getByRole('button', { name: /Which graph holds/ }).press('Enter');
    await expectShown(page.getByText('No named graph that you may read holds it'));
  });

  it('draws the resources that statements link', async () => {
    const { page, world } = running;
    const query = 'CONSTRUCT { ?s ?p ?o } { ?s a cargo:Shipment ; ?p ?o }';
    await visit(page, world.url, asked(query));
    await page.getByRole('button', { name: 'Drawing' }).press('Enter');
    await page.getByRole('group', { name: /objects and the links between them/ }).waitFor();
    await page
      .getByRole('link', { name: /piece-2/ })
      .first()
      .waitFor();
    expect(page.url()).to.contain('view=drawing');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'sparql-drawing');
  });

  it('marks where a query does not parse, before it is sent and by the answer of the node', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/sparql');
    await editor().focus();
    await page.keyboard.type('SELECT ?x { ?x a nope:Thing');
    await page.getByText('Unknown prefix: nope').waitFor();
    await go(page, world.url, asked('SELECT ?x {\n ?x ?y }'));
    await page.getByRole('alert').getByText('the query does not parse').waitFor();
    await page.getByRole('button', { name: /^Line 2, column/ }).press('Enter');
    expect(await page.locator('cg-sparql-editor .cm-fault').count()).to.equal(1);
    expect(await findings(page)).to.deep.equal([]);
  });

  it('ends a query in the node when it is stopped', async () => {
    const { page, world } = running;
    const busy = async (): Promise<boolean> =>
      (await (await fetch(`${world.url}/metrics`)).text()).includes('sparql_workers{state="busy"} 1');
    await visit(page, world.url, '/sparql');
    await go(page, world.url, '/sparql');
    await editor().focus();
    await page.keyboard.insertText('SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }');
    await page.keyboard.press('Control+Enter');
    await expectShown(page.getByText('Asking the node'));
    await expectShown(page.getByText('The first query copies the dataset'));
    await until(busy);
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter');
    await expectShown(page.getByText('Stopped. The node ends the query.').first());
    await until(async () => !(await busy()));
  });

  it('draws a chart whose marks the keyboard reaches, beside the table', async () => {
    const { page, world } = running;
    const query =
      'SELECT ?when ?n { GRAPH ?g { ?r prov:specializationOf ?o ; api:hasRevision ?n ; prov:generatedAtTime ?when } }';
    await visit(page, world.url, asked(query));
    await page.getByRole('button', { name: 'Chart' }).press('Enter');
    const chart = page.getByRole('group', { name: 'n by when' });
    await chart.waitFor();
    const marks = chart.getByRole('img');
    const count = await marks.count();
    expect(count).to.be.above(15);
    await marks.first().focus();
    await page.keyboard.press('End');
    expect(await page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).to.match(/: \d+$/);
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'sparql-chart');
    expect(page.url()).to.contain('view=chart');
    await page.getByLabel('Kind').selectOption({ label: 'Bars' });
    expect(await chart.locator('rect').count()).to.equal(count);
    await go(
      page,
      world.url,
      address({
        query: 'SELECT ?o (COUNT(*) AS ?n) { GRAPH ?g { ?r prov:specializationOf ?o } } GROUP BY ?o',
        view: 'chart',
      }),
    );
    await page.getByRole('group', { name: 'n by o' }).waitFor();
    expect(await page.getByRole('img', { name: 'piece-1: 12', exact: true }).count()).to.equal(1);
    await screenshot(page, 'sparql-chart-categories');
    await page.getByRole('button', { name: 'Table' }).press('Enter');
    await result().waitFor();
  });

  it('gives the answer as files, in which nothing is a formula', async () => {
    const { page, world } = running;
    const formula = '=HYPERLINK("http://evil.example")';
    const text = `SELECT ?goods ?text ?n { <${world.url}/logistics-objects/${hostileId}> cargo:goodsDescription ?goods BIND('${formula}' AS ?text) BIND(-1 AS ?n) }`;
    await visit(page, world.url, asked(text));
    await said(/^1 row in/);
    const saved = async (format: string): Promise<{ name: string; text: string }> => {
      await page.getByLabel('Format').selectOption({ label: format });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).press('Enter'),
      ]);
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    const csv = await saved('CSV for spreadsheets');
    expect(csv.name).to.equal('result.csv');
    expect(csv.text)
      .to.contain(`"'=HYPERLINK(""http://evil.example"")",-1\r\n`)
      .and.to.contain(hostile.replaceAll('"', '""'));
    const json = await saved('JSON');
    expect(JSON.parse(json.text)).to.have.nested.property('results.bindings[0].goods.value', hostile);
    expect((await saved('XML')).text).to.contain('&lt;script');
    expect(await findings(page)).to.deep.equal([]);
  });

  it('asks a saved question with another object, and keeps one’s own as link and file', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/sparql');
    await page.getByRole('link', { name: 'How did one property of one object change over time?' }).press('Enter');
    await page.getByRole('heading', { name: 'How did one property', level: 1 }).waitFor();
    const field = page.getByLabel('Object: URI or id');
    expect(await field.inputValue()).to.contain(`${world.url}/logistics-objects/`);
    await field.fill('piece-1');
    await field.press('Tab');
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await said(/^12 rows in/);
    await field.fill('not > an IRI');
    await field.press('Tab');
    await page.getByText('This is not a URI, time or duration').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as .rq' }).press('Enter'),
    ]);
    const path = await file.path();
    await go(page, world.url, '/sparql');
    await page.getByLabel('Open .rq').setInputFiles(path);
    await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await said(/^12 rows in/);
  });

  it('shows a partner the graphs that the partner may read', async () => {
    await visit(running.page, running.world.url, WAYBILLS, 'airline');
    await expectShown(result().getByRole('row').filter({ hasText: 'waybill-1' }));
  });

  it('says to a partner that may read none of them that these do not count', async () => {
    const { page, world } = running;
    await visit(page, world.url, WAYBILLS, 'handler');
    await said('The query has no results.');
    await expectShown(page.getByText('Graphs that you may not read do not count.'));
  });
});

describe('asking a node that gives few rows', () => {
  const running = windowHooks({ env: { SPARQL_MAX_ROWS: '20' } });

  it('reports omitted rows', async () => {
    const { page, world } = running;
    await visit(page, world.url, asked('SELECT ?s ?p ?o { ?s ?p ?o }'));
    await page.getByText('The answer has the first rows only').waitFor();
    expect(await findings(page)).to.deep.equal([]);
  });
});

describe('asking a node that gives little time', () => {
  const running = windowHooks({ env: { SPARQL_TIMEOUT_MS: '1000' } });

  it('shows the node’s reason for a stopped query', async () => {
    const { page, world } = running;
    await visit(
      page,
      world.url,
      asked('SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o }'),
    );
    await page.getByRole('alert').getByText('the query took longer than 1 s').waitFor();
    // The hint about a node that is starting would be wrong here.
    expect(await page.getByText('It may be starting').count()).to.equal(0);
  });
});
