/** The page of a revision: its address, its neighbours, its statements as Turtle, and what changed in three forms (W75). */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectShown, settled, visit } from './browser.js';
import { Keyboard } from './keyboard.js';
import { windowHooks } from './suite.js';

/** Of the forms of what changed: what the link is called, what the address says, and the media type. */
const FORMS = [
  ['Change', 'change', 'application/ld+json'],
  ['SPARQL Update', 'sparql-update', 'application/sparql-update'],
  ['RDF Patch', 'rdf-patch', 'application/rdf-patch'],
] as const;

describe('the page of a revision', () => {
  const running = windowHooks();

  const below = (uri: string): string => uri.slice(running.world.url.length);
  const answer = async (address: string, accept: string): Promise<string> => {
    const { status, text } = await running.world.holder.get(address, { headers: { Accept: accept } });
    expect(status, text).to.equal(200);
    return text;
  };
  const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

  beforeEach(() => running.watched.context.grantPermissions(['clipboard-read', 'clipboard-write']));

  it('has its address to copy, and links to the revision before and the one after', async () => {
    const { page, world } = running;
    const path = `${below(world.piece)}/revisions`;
    await visit(page, world.url, `${path}/7`);
    const facts = page.getByRole('region', { name: 'About this revision' });
    await facts.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    expect(await clipboard(page)).to.equal(`${world.piece}/revisions/7`);
    await facts.getByRole('link', { name: 'Revision 8', exact: true }).press('Enter');
    await page.waitForURL(`**${path}/8`);
    await settled(page);
    await facts.getByRole('link', { name: 'Revision 7', exact: true }).press('Enter');
    await page.waitForURL(`**${path}/7`);
    for (const [number, relation, none] of [
      ['1', 'next', 'prev'],
      ['12', 'prev', 'next'],
    ] as const) {
      await visit(page, world.url, `${path}/${number}`);
      expect(await facts.locator(`a[rel=${relation}]`).count(), number).to.equal(1);
      expect(await facts.locator(`a[rel=${none}]`).count(), number).to.equal(0);
    }
  });

  it('shows its statements as the Turtle that its address answers, also after a reload', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/7`);
    const keys = new Keyboard(page);
    await keys.enter('As Turtle');
    await page.waitForURL('**/revisions/7?form=turtle');
    const turtle = await answer(`${world.piece}/revisions/7`, 'text/turtle');
    const source = page.getByRole('region', { name: 'As Turtle' });
    await expectShown(source);
    expect(await source.textContent()).to.equal(turtle);
    await keys.enter('Copy the Turtle');
    expect(await clipboard(page)).to.equal(turtle);
    await visit(page, world.url, `${below(world.piece)}/revisions/7?form=turtle`);
    expect(await source.textContent()).to.equal(turtle);
  });

  for (const [name, form, type] of FORMS)
    it(`shows what changed as the node answers it, by keyboard alone: ${name}`, async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.piece)}/revisions/7`);
      const keys = new Keyboard(page);
      await keys.enter(name);
      await page.waitForURL(`**/revisions/7?changes=${form}`);
      const expected = await answer(`${world.piece}/changes?from=6&to=7`, type);
      const source = page.getByRole('region', { name, exact: true });
      await expectShown(source);
      expect((await source.textContent())?.replaceAll(/\s/g, '')).to.equal(expected.replaceAll(/\s/g, ''));
      expect(await page.locator('a[aria-current=true]', { hasText: name }).count()).to.equal(1);
      await keys.enter(/^Copy the (Change|update|patch)$/);
      expect(await clipboard(page)).to.equal(expected);
      await keys.enter('Copy as curl');
      expect(await clipboard(page))
        .to.contain('$TOKEN')
        .and.to.contain(`'${world.piece}/changes?from=6&to=7'`);
      await page.goBack();
      await expectShown(page.getByRole('table', { name: 'What differs' }));
    });

  it('keeps the forms while the reader goes through the revisions, and the place on the page', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/7`);
    await page.getByRole('link', { name: 'RDF Patch' }).press('Enter');
    await expectShown(page.getByRole('region', { name: 'RDF Patch' }));
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).to.equal('RDF Patch');
    await page.getByRole('button', { name: 'Older', exact: true }).press('Enter');
    await page.waitForURL('**/revisions/6?changes=rdf-patch');
    await settled(page);
    expect(await page.getByRole('region', { name: 'RDF Patch' }).textContent()).to.equal(
      await answer(`${world.piece}/changes?from=5&to=6`, 'application/rdf-patch'),
    );
  });

  it('says of the first revision that no Change makes it, and shows the patch that does', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/1`);
    await expectShown(page.getByText('This revision created the object'));
    await page.getByRole('link', { name: 'Change', exact: true }).press('Enter');
    await expectShown(page.getByText('before its first revision it cannot be changed'));
    await page.getByRole('link', { name: 'RDF Patch' }).press('Enter');
    await expectShown(page.getByRole('region', { name: 'RDF Patch' }));
    expect(await page.getByRole('region', { name: 'RDF Patch' }).textContent()).to.match(/^TX \.\nA /);
  });

  it('has the same forms of what changed between two revisions that are compared', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/9..3`);
    for (const [name, , type] of FORMS) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      const expected = await answer(`${world.piece}/changes?from=9&to=3`, type);
      const source = page.getByRole('region', { name, exact: true });
      await expectShown(source);
      expect((await source.textContent())?.replaceAll(/\s/g, '')).to.equal(expected.replaceAll(/\s/g, ''));
    }
    await visit(page, world.url, `${below(world.piece)}/revisions/3..3?changes=sparql-update`);
    await expectShown(page.getByText('The two revisions have the same values'));
  });

  it('has none of it for who may not read the object', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/piece-2/revisions/1?form=turtle&changes=rdf-patch', 'handler');
    await expectShown(page.getByRole('alert'));
    expect(await page.getByRole('region', { name: 'RDF Patch' }).count()).to.equal(0);
  });
});
