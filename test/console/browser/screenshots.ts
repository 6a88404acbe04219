/**
 * The console's pages to look at, on desktop and phone, light and dark: `npm run screenshots [folder]`. No test compares them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { LatePartner, sampleSettings } from '../../../scripts/sample-partner.js';
import { createSample } from '../../../src/console/sample.js';
import { desktop, launch, open, phone, type Role, settled, signIn, visit } from './browser.js';
import { partyFor, subscribe } from '../../support/exchange.js';
import { cargo, Party, token } from '../../support/node.js';
import { sampleNode } from '../../support/sample.js';
import { subscribeDead } from './dead-subscriber.js';
import { type RunningWorld, startNode, startWorld } from './node.js';

const [folder = fileURLToPath(new URL('screenshots/all/', import.meta.url))] = process.argv.slice(2);
const variants = [
  ['desktop-light', { ...desktop, colorScheme: 'light' }],
  ['desktop-dark', { ...desktop, colorScheme: 'dark' }],
  ['phone-light', { ...phone, colorScheme: 'light' }],
  ['phone-dark', { ...phone, colorScheme: 'dark' }],
] as const;
const QUERY = `SELECT ?type (COUNT(*) AS ?n) { ?s a ?type } GROUP BY ?type ORDER BY DESC(?n)`;
const BODY =
  '{\n  "@context": {"cargo": "https://onerecord.iata.org/ns/cargo#"},\n  "@type": "cargo:Shipment",\n  "cargo:goodsDescription": ["one", "two"],\n  "colour": "red"\n}';

interface Nodes {
  /** With the example of `npm run sample`. */
  readonly sample: string;
  readonly empty: string;
  /** With the tests' world, and a subscriber that cannot be reached. */
  readonly world: RunningWorld;
}

interface Shot {
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly role?: Role;
  /** What is pressed or changed before. */
  readonly prepare?: (page: Page, context: BrowserContext) => Promise<unknown>;
}

const press =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await page.waitForTimeout(300);
  };

/** The figures of a node that is not well. */
async function unwell(page: Page): Promise<void> {
  await page.route('**/metrics', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(event_loop_delay_seconds\{statistic="p99"\}) .*/, '$1 0.9')
      .replace(/^(process_resident_memory_bytes) .*/m, '$1 3400000000');
    await route.fulfill({ response, body });
  });
  await page.route('**/health/ready', (route) =>
    route.fulfill({ json: { status: 'read-only', reads: true, writes: false, reason: 'there is no room on disk' } }),
  );
  await page.reload();
  await signIn(page, 'holder');
}

function shotsOf({ sample, empty, world }: Nodes): readonly Shot[] {
  const here = world.url;
  const below = (uri: string): string => uri.slice(here.length);
  const piece = '/logistics-objects/piece-1';
  return [
    { name: 'home-holder', url: sample, path: '/' },
    { name: 'home-partner', url: sample, path: '/', role: 'airline' },
    { name: 'home-empty', url: empty, path: '/' },
    { name: 'objects', url: sample, path: '/logistics-objects' },
    { name: 'object', url: sample, path: piece },
    { name: 'history', url: sample, path: `${piece}/revisions` },
    { name: 'comparison', url: sample, path: `${piece}/revisions/1..2` },
    { name: 'requests', url: sample, path: '/action-requests' },
    { name: 'request-violations', url: here, path: below(world.failing) },
    { name: 'request-rivals', url: here, path: below(world.rivals[0]) },
    { name: 'decision', url: here, path: below(world.rivals[0]), prepare: press('Accept …') },
    { name: 'access', url: sample, path: '/logistics-objects/piece-3/acl' },
    { name: 'neighbours', url: sample, path: '/logistics-objects/shipment-1/graph?depth=2' },
    { name: 'life', url: sample, path: '/logistics-objects/shipment-1/life' },
    { name: 'who-knew', url: sample, path: `${piece}/knowledge` },
    { name: 'latency', url: sample, path: '/deliveries/latency' },
    { name: 'deliveries', url: here, path: '/deliveries' },
    { name: 'receipts', url: sample, path: '/deliveries/confirmed' },
    { name: 'sparql-table', url: sample, path: `/sparql#query=${encodeURIComponent(QUERY)}`, prepare: press('Run') },
    {
      name: 'sparql-chart',
      url: sample,
      path: `/sparql#query=${encodeURIComponent(QUERY)}&view=chart`,
      prepare: press('Run'),
    },
    { name: 'check', url: sample, path: `/check#body=${encodeURIComponent(BODY)}`, prepare: press('Check') },
    { name: 'health-good', url: sample, path: '/health' },
    { name: 'health-bad', url: here, path: '/health', prepare: unwell },
    { name: 'partners', url: sample, path: '/partners' },
    {
      name: 'partner',
      url: here,
      path: `/partner?agent=${encodeURIComponent(world.airline.agent)}`,
    },
    { name: 'forbidden', url: here, path: below(world.shipment), role: 'handler' },
    {
      name: 'offline',
      url: here,
      path: below(world.piece),
      prepare: async (page, context) => {
        // The pages of the navigation come after the first one.
        await page.waitForTimeout(2500);
        await context.setOffline(true);
        await page.evaluate(
          `history.pushState(null, '', location.pathname.replace(/console.*/, 'console/action-requests')); dispatchEvent(new PopStateEvent('popstate'));`,
        );
        await page.getByText('The node cannot be reached.').first().waitFor();
      },
    },
  ];
}

async function shootAll(nodes: Nodes): Promise<void> {
  const browser = await launch();
  let count = 0;
  try {
    for (const [suffix, options] of variants) {
      const file = (name: string): string => join(folder, `${name}-${suffix}.png`);
      const first = await open(browser, nodes.sample, options);
      await first.page.goto(`${nodes.sample}/console/`);
      await first.page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await first.page.screenshot({ path: file('sign-in') });
      await first.context.close();
      for (const { name, url, path, role = 'holder', prepare } of shotsOf(nodes)) {
        const { page, context } = await open(browser, url, options);
        try {
          await visit(page, url, path, role);
          await prepare?.(page, context);
          if (name !== 'offline') await settled(page);
          await page.screenshot({ path: file(name) });
          count += 1;
        } catch (error) {
          process.exitCode = 1;
          process.stderr.write(`${name}-${suffix}: ${String(error)}\n`);
        }
        await context.close();
      }
    }
    const paper = await open(browser, nodes.sample);
    await visit(paper.page, nodes.sample, '/logistics-objects/piece-1/revisions/1..2');
    await paper.page.pdf({ path: join(folder, 'comparison-printed.pdf'), preferCSSPageSize: true });
    await paper.page.emulateMedia({ media: 'print' });
    await paper.page.setViewportSize({ width: 688, height: 1000 });
    await paper.page.screenshot({ path: join(folder, 'comparison-printed.png') });
  } finally {
    await browser.close();
  }
  process.stdout.write(`${count} pages in ${folder}\n`);
}

/** The example with the partner that is told late, whose server a browser could not run. */
async function fillWithSample(url: string): Promise<void> {
  const partner = await LatePartner.start();
  const party = async (client: string): Promise<Party> => new Party(url, client, await token(url, client));
  try {
    await createSample(sampleNode({ url, party }, partner));
  } finally {
    await partner.stop();
  }
}

/** A queue that fails, and one that is paused. */
async function failAndPause(world: RunningWorld): Promise<void> {
  const { url, holder } = world;
  await subscribeDead(world);
  const subscriber = 'http://localhost:9/logistics-objects/warehouse';
  await subscribe(holder, await partyFor(url, subscriber), { topic: `${cargo}Waybill` });
  for (const [id, type] of [
    ['told-1', 'Piece'],
    ['told-2', 'Piece'],
    ['told-3', 'Waybill'],
  ] as const) {
    const object = { '@context': { cargo }, '@id': `${url}/logistics-objects/${id}`, '@type': `cargo:${type}` };
    const number = type === 'Waybill' ? { 'cargo:waybillPrefix': '123', 'cargo:waybillNumber': '00000011' } : {};
    const { status, text } = await holder.post('/logistics-objects', { ...object, ...number });
    if (status !== 201) throw new Error(text);
  }
  const pause = { subscriber, topic: `${cargo}Waybill`, paused: true, reason: 'Their server moves tonight' };
  await holder.put('/internal/delivery-queues/pause', pause, { 'Content-Type': 'application/json' });
}

mkdirSync(folder, { recursive: true });
const [sample, empty, world] = await Promise.all([startNode(sampleSettings), startNode(), startWorld()]);
try {
  await fillWithSample(sample.url);
  await failAndPause(world);
  await shootAll({ sample: sample.url, empty: empty.url, world });
} finally {
  await Promise.all([sample, empty, world].map((node) => node.stop()));
}
