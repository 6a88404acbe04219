/** Pages on paper: A4, without colour, with URI, revision, time and agent on each sheet, and nothing cut. */
import { expect } from 'chai';
import { add, changeBody } from '../../support/changes.js';
import { context as jsonLd } from '../../support/node.js';
import { desktop, overflow, screenshot, visit } from './browser.js';
import { sheetsOf } from './pdf.js';
import { hostileId } from './world.js';
import { windowHooks } from './suite.js';

const MARKS = 150;
const OBJECTS = 45;
/** The width of A4 without its margins, in CSS pixels. */
const A4 = { width: Math.round(((210 - 28) / 25.4) * 96), height: 1000 };
const UTC = /\d\d[A-Z]{3}\d\d\d\d:\d\d:\d\dZ/;

describe('printing the console', () => {
  const running = windowHooks({
    // A reader of dark pages prints them light.
    window: { ...desktop, colorScheme: 'dark' },
    opened: ({ context }) => context.addInitScript(`localStorage.setItem('cargograph-console', '{"theme":"dark"}')`),
    prepare: async (world) => {
      // Letters that fonts draw as one, in a URI that is copied from the sheet.
      long = `${world.url}/logistics-objects/long-ff-fi-fl-ffi`;
      const { holder } = world;
      const created = await holder.post('/logistics-objects', {
        '@context': jsonLd,
        '@id': long,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': 'Many marks',
      });
      expect(created.status, created.text).to.equal(201);
      const operations = Array.from({ length: MARKS }, (_, index) => add(long, 'shippingMarks', mark(index)));
      const asked = await holder.patch(long, changeBody(long, 1, operations));
      expect(asked.status, asked.text).to.equal(201);
      request = asked.headers.get('location') ?? '';
      expect((await holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
      for (let index = 0; index < OBJECTS; index++)
        await holder.post('/logistics-objects', {
          '@context': jsonLd,
          '@id': `${world.url}/logistics-objects/row-${index}-end`,
          '@type': 'cargo:Piece',
        });
    },
  });

  let long: string;
  let request: string;

  const mark = (index: number): string => `mark-${String(index).padStart(3, '0')}-end`;
  const pathOf = (uri: string): string => uri.slice(running.world.url.length);

  const print = async (path: string): Promise<string[]> => {
    const { page, world } = running;
    await visit(page, world.url, path);
    return sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  };

  /** @param uri of what is printed, which each sheet names, beside when and by whom. */
  function expectHeads(sheets: readonly string[], uri: string, ...facts: readonly string[]): void {
    const { world } = running;
    for (const [index, sheet] of sheets.entries()) {
      const head = sheet.slice(0, 600);
      for (const text of [uri, ...facts, `by${world.holder.agent}`])
        expect(head, `sheet ${index + 1}`).to.contain(text);
      expect(head, `sheet ${index + 1}`)
        .to.match(UTC)
        .and.contain(`${index + 1}/${sheets.length}`);
    }
  }

  it('has URI, revision, time and agent on each sheet of an object, and all of its values', async () => {
    const sheets = await print(pathOf(long));
    expect(sheets.length).to.be.greaterThan(1);
    expectHeads(sheets, long, 'Revision2of2');
    const all = sheets.join('');
    for (let index = 0; index < MARKS; index++) expect(all).to.contain(mark(index));
  });

  it('has both revisions on each sheet of a comparison, and marks removed and added statements in words', async () => {
    const { world } = running;
    const sheets = await print(`${pathOf(long)}/revisions/1..2`);
    expect(sheets.length).to.be.greaterThan(1);
    expectHeads(sheets, long, 'Revisions1and2');
    for (let index = 0; index < MARKS; index++) expect(sheets.join('')).to.contain(mark(index));
    const [sheet = ''] = await print(`${pathOf(world.piece)}/revisions/3..9`);
    expect(sheet.toLowerCase()).to.contain('removedprintedbrochures,lot3').and.contain('addedprintedbrochures,lot9');
  });

  it('has status, requestor and revision on each sheet of a request', async () => {
    const { world } = running;
    const sheets = await print(pathOf(request));
    expectHeads(sheets, request, 'Acceptedsince', `by${world.holder.agent}`, 'Builtonrevision1');
    expectHeads(await print(pathOf(world.rivals[0])), world.rivals[0], 'Pendingsince', `by${world.airline.agent}`);
  });

  it('prints hostile texts as text', async () => {
    const sheets = await print(`/logistics-objects/${hostileId}`);
    expect(sheets.join('')).to.contain('<imgsrc=xonerror="window.pwned=1">').and.contain('U+202E');
  });

  it('breaks long tables between rows, with their heads again, and loses none', async () => {
    const { page } = running;
    const sheets = await print('/logistics-objects?type=https%3A%2F%2Fonerecord.iata.org%2Fns%2Fcargo%23Piece');
    expect(sheets.length).to.be.greaterThan(1);
    const rows = sheets.flatMap((sheet) => Array.from(sheet.matchAll(/row-\d+-end/g), ([name]) => name));
    expect(new Set(rows).size).to.be.at.least(OBJECTS - 1);
    for (const sheet of sheets.filter((each) => each.includes('row-'))) expect(sheet).to.contain('Changed');
    await page.emulateMedia({ media: 'print' });
    const breaks = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('cg-table tr'), (row) => getComputedStyle(row).breakInside)`,
    );
    expect(new Set(breaks)).to.deep.equal(new Set(['avoid']));
  });

  it('is black on white, without controls, and no wider than A4', async () => {
    const { page, world } = running;
    for (const [name, path] of [
      ['object', pathOf(long)],
      ['comparison', `${pathOf(world.piece)}/revisions/3..9`],
      ['request', pathOf(world.rivals[0])],
      ['access', `${pathOf(world.piece)}/acl`],
      ['health', '/health'],
      ['partner', `/partner?agent=${encodeURIComponent(world.airline.agent)}`],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ media: 'screen' });
      await visit(page, world.url, path);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(A4);
      expect(await overflow(page), name).to.be.at.most(0);
      for (const role of ['navigation', 'button', 'banner'] as const)
        expect(await page.getByRole(role).count(), `${name}: ${role}`).to.equal(0);
      const colours = await page.evaluate<string[]>(
        `[getComputedStyle(document.querySelector('main')).color, getComputedStyle(document.documentElement).backgroundColor]`,
      );
      expect(colours, name).to.deep.equal(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      await screenshot(page, `print-${name}`);
    }
  });
});
