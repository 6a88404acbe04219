/** Finding, going through a history and deciding, by keyboard alone. */
import { expect } from 'chai';
import { expectShown, screenshot, settled, until, visit } from './browser.js';
import { windowHooks } from './suite.js';

describe('deciding in the console', () => {
  const running = windowHooks();

  const pathOf = (uri: string): string => uri.slice(running.world.url.length);
  const status = async (request: string): Promise<string> => {
    const { world } = running;
    const { json } = await world.holder.get(request);
    return /REQUEST_[A-Z]+/.exec(JSON.stringify(json))?.[0] ?? '';
  };
  /** Presses Tab until what is named has the focus. */
  async function tabTo(name: string): Promise<void> {
    const { page } = running;
    for (let count = 0; count < 60; count++) {
      const focused = await page.evaluate<string>(
        "(document.activeElement?.textContent ?? '').trim() || (document.activeElement?.id ?? '')",
      );
      if (focused === name) return;
      await page.keyboard.press('Tab');
    }
    expect.fail(`${name} cannot be reached by Tab`);
  }

  it('finds by air waybill number, with and without the dash, and opens a URI that was pasted', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    for (const text of ['020-12345675', '02012345675', world.waybill, 'waybill-1']) {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: '020-12345675', level: 1 }).waitFor();
      expect(page.url()).to.equal(`${world.url}/console${pathOf(world.waybill)}`);
      await page.keyboard.press('Escape');
      await page.locator('main').focus();
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.getByRole('heading', { name: 'Home' }).waitFor();
    }
  });

  it('goes to a request by keys, shows its consequences, and accepts it not by Enter but by Space', async () => {
    const { page, world } = running;
    const [accepted, rival] = world.rivals;
    await visit(page, world.url, '/help');
    await page.goto(`${world.url}/console/`);
    await page.getByRole('button', { name: 'As the data holder' }).press('Enter');
    await page.getByRole('heading', { name: 'Waiting for a decision' }).waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Change requested by Northern Airline' }).waitFor();
    await page.getByText('Revision 13 would be made.').waitFor();
    await page.getByText('Requests on the same revision that would be rejected:').waitFor();
    const fallen = page.locator('.consequences li li').first();
    // Whose it is: an id says nothing to whom decides.
    await until(async () => /^Change\s+of\s+[A-Z]/.test(await fallen.innerText()));
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.innerText())
      .to.contain('You act as')
      .and.to.contain('Revision 13 would be made.');
    expect(await status(accepted), 'a opens the dialog and decides nothing').to.equal('REQUEST_PENDING');
    await tabTo('Accept');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await status(accepted), 'Enter').to.equal('REQUEST_PENDING');
    await page.keyboard.press('Space');
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
    expect(await status(accepted)).to.equal('REQUEST_ACCEPTED');
    expect(await status(rival)).to.equal('REQUEST_REJECTED');
    await screenshot(page, 'request-accepted');
  });

  it('rejects with a reason for the whole and for a property, which the partner reads', async () => {
    const { page, world } = running;
    const request = world.hostileRequest;
    await visit(page, world.url, pathOf(request));
    await page.keyboard.press('x');
    await page.getByRole('dialog').waitFor();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reject' });
    expect(await confirm.isDisabled(), 'without a reason').to.equal(true);
    await tabTo('reason');
    await page.keyboard.type('The goods are described as the shipper does');
    await tabTo('Reasons for single properties');
    await page.keyboard.press('Enter');
    await page.getByLabel('goods description').fill('Keep it');
    await tabTo('Reject');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(page);
    expect(await status(request)).to.equal('REQUEST_REJECTED');
    const { text } = await world.airline.get(request);
    expect(text).to.contain('as the shipper does').and.to.contain('Keep it').and.to.contain('goodsDescription');
    await page.getByText('Keep it').waitFor();
  });

  it('predicts a failing acceptance, and reports the failure', async () => {
    const { page, world } = running;
    await visit(page, world.url, pathOf(world.failing));
    await page.getByText('Accepting would fail, and the request would stay failed').waitFor();
    await page.getByRole('button', { name: 'Accept, although it fails …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept and let it fail' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(page);
    expect(await status(world.failing)).to.equal('REQUEST_FAILED');
    await page.locator('main').getByText('Failed').first().waitFor();
    await screenshot(page, 'request-failed');
  });

  it('shows the present state where another clerk decided first', async () => {
    const { page, world } = running;
    await visit(page, world.url, pathOf(world.delegation));
    await page.getByRole('button', { name: 'Accept …' }).click();
    const { status: code } = await world.holder.patch(`${world.delegation}?status=REQUEST_REJECTED`);
    expect(code).to.equal(204);
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(page);
    await page.locator('main').getByText('Rejected').first().waitFor();
    expect(await page.getByRole('button', { name: 'Accept …' }).count()).to.equal(0);
  });

  it('decides several at once with one reason, and lists the result of each', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/action-requests');
    const boxes = page.getByRole('checkbox', { name: /Select/ });
    await boxes.first().press('Space');
    await page.getByRole('button', { name: 'Reject …' }).press('Enter');
    await page.getByLabel('Reason').fill('Not now');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).press('Space');
    await expectShown(page.getByRole('heading', { name: 'What happened' }));
    await screenshot(page, 'requests-decided');
  });

  it('goes through the revisions by slider, buttons, keys and moment, in the address', async () => {
    const { page, world } = running;
    const piece = pathOf(world.piece);
    await visit(page, world.url, `${piece}/revisions`);
    const slider = page.getByRole('slider');
    const latest = Number(await slider.inputValue());
    await slider.press('ArrowLeft');
    await page.waitForURL(`**${piece}/revisions/${latest - 1}`);
    await page.getByRole('button', { name: 'Older', exact: true }).press('Enter');
    await page.waitForURL(`**${piece}/revisions/${latest - 2}`);
    await page.locator('main').focus();
    await page.keyboard.press(']');
    await page.waitForURL(`**${piece}/revisions/${latest - 1}`);
    await page.keyboard.press('c');
    await page.waitForURL(`**${piece}/revisions/${latest - 2}..${latest - 1}`);
    await page.getByRole('heading', { name: `Revision ${latest - 2} against ${latest - 1}` }).waitFor();
    await settled(page);
    const text = await page.locator('main').innerText();
    expect(text.toLowerCase()).to.contain('removed').and.to.contain('added');
    await page.getByLabel('As of (UTC)').fill('2001-01-01T00:00:00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('There was no revision at that time.').waitFor();
    await page.getByLabel('As of (UTC)').fill(new Date().toISOString().slice(0, 19));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(`**${piece}/revisions/${latest}`);
  });
});
