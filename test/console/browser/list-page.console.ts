/** A list page that the console does not have: declared in one file and registered, in a copy of the console's sources. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { expectUnharmed, findings, open, overflow, phone, settled, signIn, visit } from './browser.js';
import { windowHooks } from './suite.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SUBSCRIBER = 'https://airline.example.com/logistics-objects/_data-holder';

const DECLARATION = `
import type { DeliveryPausesAnswer } from '../../src/console/responses.js';
import { empty, timeView, uriView } from '../core/index.js';
import { listPage, pagesOf } from '../parts/list-page.js';

listPage('cg-pauses', pagesOf<DeliveryPausesAnswer>('/delivery-pauses'), (list) => ({
  title: () => 'Pauses',
  filters: () => [
    { name: 'subscriber', label: 'Subscriber', kind: 'text', isWide: true },
    { name: 'to', label: 'Until', kind: 'time' },
  ],
  clear: () => ({ text: 'Show all' }),
  columns: () => [
    { heading: 'Subscriber', isHeading: true, cell: ({ subscriber }) => uriView(subscriber) },
    { heading: 'Since', cell: ({ at }) => timeView(at, 'ago') },
    { heading: 'Why', cell: ({ reason }) => reason },
  ],
  empty: () => empty(list.isFiltered ? 'No pause fits.' : 'Nothing was ever paused.'),
}));
`;

interface Sources {
  readonly folder: string;
  readonly declare: (declaration: string) => void;
}

/** A copy of the sources with the new page registered. */
function copySources(): Sources {
  const folder = mkdtempSync(join(tmpdir(), 'console-sources-'));
  for (const name of ['console', 'src', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const insert = (file: string, before: string, line: string): void => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    expect(text, file).to.contain(before);
    writeFileSync(path, text.replace(before, `${line}\n${before}`));
  };
  insert('src/console/addresses.ts', "  help: '/help',", "  pauses: '/pauses',");
  insert(
    'console/registry.ts',
    "  help: { tag: 'cg-help'",
    "  pauses: { tag: 'cg-pauses', load: () => import('./pages/pauses.js'), audience: 'internal' },",
  );
  return {
    folder,
    declare: (declaration) => {
      writeFileSync(join(folder, 'console/pages/pauses.ts'), declaration);
    },
  };
}

/** What the compiler says of the copy. */
function compile(folder: string): string {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  return spawnSync(process.execPath, [compiler, '--noEmit', '-p', join(folder, 'console')], { encoding: 'utf8' })
    .stdout;
}

const { buildConsole } = z
  .object({ buildConsole: z.custom<(folder: string) => Promise<boolean>>((value) => typeof value === 'function') })
  .parse(createRequire(import.meta.url)('../../../scripts/console.cjs'));

/** The window gets the files of the copy, and the answers of the node. */
async function serve({ folder }: Sources, context: BrowserContext): Promise<void> {
  const built = join(folder, 'dist/console');
  const page = readFileSync(join(built, 'page.html'), 'utf8').replaceAll('/__console__', '/console');
  await context.route(/\/console\/assets\//, async (route) => {
    const file = join(built, new URL(route.request().url()).pathname.slice('/console/'.length));
    await (existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 }));
  });
  await context.route(/\/console\/pauses/, (route) => route.fulfill({ contentType: 'text/html', body: page }));
}

describe('a new list page of the console', () => {
  let sources: Sources;
  const running = windowHooks({
    prepare: async () => {
      sources = copySources();
      sources.declare(DECLARATION);
      await buildConsole(sources.folder);
    },
    opened: ({ context }) => serve(sources, context),
  });
  after(() => {
    rmSync(sources.folder, { recursive: true, force: true });
  });

  it('compiles with its declaration and its registration, and not with a member that the node’s answer lacks', () => {
    expect(compile(sources.folder)).to.equal('');
    sources.declare(DECLARATION.replace('({ reason }) => reason', '({ why }) => why'));
    expect(compile(sources.folder)).to.contain("Property 'why' does not exist");
    sources.declare(DECLARATION);
  });

  it('says what would be there, shows rows, and keeps its filters in the address', async () => {
    const { browser, page, world } = running;
    await visit(page, world.url, '/pauses');
    await page.getByRole('heading', { name: 'Pauses', level: 1 }).waitFor();
    await page.getByText('Nothing was ever paused.').waitFor();
    expect(await page.title()).to.contain('Pauses');
    const pause = { subscriber: SUBSCRIBER, paused: true, reason: 'Their server <b>moves</b>' };
    const paused = await world.holder.put('/internal/delivery-queues/pause', pause, {
      'Content-Type': 'application/json',
    });
    expect(paused.status, paused.text).to.equal(204);
    await page.reload();
    await signIn(page, 'holder');
    const row = page.getByRole('table', { name: 'Pauses' }).getByRole('row').filter({ hasText: 'airline.example.com' });
    await row.getByText('Their server <b>moves</b>').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await page.getByLabel('Subscriber').fill('https://nobody.example.com');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByText('No pause fits.').waitFor();
    expect(new URL(page.url()).searchParams.get('subscriber')).to.equal('https://nobody.example.com');
    await page.goBack();
    await row.waitFor();
    await page.getByLabel('Until').fill('2000-01-01T00:00');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByText('No pause fits.').waitFor();
    await page.getByRole('link', { name: 'Show all' }).press('Enter');
    await row.waitFor();
    await page.keyboard.press('j');
    expect(await row.locator(':focus').count(), 'the row has the focus').to.equal(1);

    const small = await open(browser, world.url, phone);
    await serve(sources, small.context);
    await visit(small.page, world.url, '/pauses?to=never');
    await small.page.getByRole('alert').waitFor();
    expect(await findings(small.page), 'of an error').to.deep.equal([]);
    await visit(small.page, world.url, '/pauses');
    await settled(small.page);
    expect(await overflow(small.page)).to.equal(0);
    expect(await findings(small.page)).to.deep.equal([]);
    await expectUnharmed(small);
    await small.context.close();
  });
});
