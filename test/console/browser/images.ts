/**
 * The pictures of docs/console.md, in the world of `npm run sample`: start a node with it, and then
 * `npx tsx test/console/browser/images.ts http://localhost:8080`.
 */
import { launch, visit } from './browser.js';
import { openCamera, TALL } from './pictures.js';

const [url = 'http://localhost:8080'] = process.argv.slice(2);

const browser = await launch();
try {
  const { page, shoot, show, close } = await openCamera(browser, url);
  await show('home', '/');
  await page.getByRole('row').filter({ hasText: 'As on the invoice' }).getByRole('link', { name: 'Change' }).click();
  await page.getByRole('heading', { name: 'Change requested by Example Air' }).waitFor();
  await shoot('request');
  await page.getByRole('button', { name: 'Accept …' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('decision');
  await show('history', '/logistics-objects/piece-1/revisions/1..2');
  await show('access', '/logistics-objects/piece-3/acl');
  await show('deliveries', '/deliveries');
  await show('latency', '/deliveries/latency', TALL);
  await show('health', '/health');
  await show('partners', '/partners');
  await show('life', '/logistics-objects/shipment-1/life', TALL);
  await show('neighbours', '/logistics-objects/shipment-1/graph?depth=2');
  await show('who-knew', '/logistics-objects/piece-1/knowledge?property=grossWeight', TALL);
  await show('model', '/model/Piece');
  const weights =
    'SELECT ?when ?weight ?piece { GRAPH ?p { ?r prov:specializationOf ?piece ; prov:generatedAtTime ?when } GRAPH ?r { ?piece cargo:grossWeight/cargo:numericalValue ?weight } }';
  const shown = new URLSearchParams({ query: weights, view: 'chart', x: 'piece', y: 'weight' });
  await visit(page, url, `/sparql#${shown.toString()}`);
  await page.getByRole('group', { name: 'weight by piece' }).scrollIntoViewIfNeeded();
  await shoot('sparql');
  const misfit = {
    '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': ['Lamps', 'Lampshades'],
    'cargo:coload': 'no',
    colour: 'red',
  };
  await visit(page, url, `/check#body=${encodeURIComponent(JSON.stringify(misfit, null, 2))}`);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Keys without a meaning').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await shoot('check');
  await show('shipment', '/logistics-objects/shipment-1', TALL);
  await page.getByRole('heading', { name: 'Waiting for a decision' }).scrollIntoViewIfNeeded();
  await shoot('told');
  await visit(page, url, '/logistics-objects/shipment-1');
  await page.getByRole('button', { name: 'Subscribe a partner …' }).click();
  const act = page.getByRole('dialog');
  await act.getByRole('combobox').fill('exa');
  await act.getByRole('option', { name: 'Example Handling' }).click();
  await act.getByRole('button', { name: 'Show what changes' }).click();
  await act.getByRole('button', { name: 'Subscribe', exact: true }).waitFor();
  await shoot('act');
  await visit(page, url, '/logistics-objects/piece-2/correct');
  await page.getByLabel('Gross weight', { exact: true }).fill('26.5');
  await page.getByText('Everything can be saved.').waitFor();
  await page.getByRole('button', { name: 'Save …' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('correct');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  // A form that was typed into asks before it is left (K21).
  await page.getByRole('button', { name: 'Start again' }).click();
  await visit(page, url, '/new/Shipment');
  await page.getByLabel('Air waybill number').first().fill('057-12345674');
  await page.getByText('The check digit of 1234567 is 5, not 4').waitFor();
  await page.getByText(/^Draft saved/).waitFor();
  await shoot('new');
  await show('drafts', '/drafts');
  await show('questions', '/questions');
  await show('question', '/questions/who-changed-what');
  await show('find', '/find?q=exhib');
  await show('messages', '/messages');
  await visit(page, url, '/logistics-objects/piece-2/change', 'airline');
  await shoot('change');
  await close();
} finally {
  await browser.close();
}
