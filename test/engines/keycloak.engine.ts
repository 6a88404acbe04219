/** The console with Keycloak, by the realm and the settings of docs/deploy/compose: what docs/operations.md recommends. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  expectShown,
  desktop,
  open,
  screenshot,
  settled,
  startBrowser,
  type Watched,
} from '../console/browser/browser.js';
import { type RunningNode, startNode } from '../console/browser/node.js';
import { freePort } from '../support/ports.js';
import { type Keycloak, keycloakOrSkip } from './support/keycloak.js';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/deploy/compose/${name}`, import.meta.url), 'utf8');
const composition = z.object({
  services: z.object({ node: z.object({ environment: z.record(z.string(), z.string()) }) }),
});

describe('the console with Keycloak', () => {
  let browser: Browser;
  let keycloak: Keycloak | undefined;
  let node: RunningNode | undefined;
  let url: string;
  let watched: Watched;
  let page: Page;

  before(async function () {
    browser = await startBrowser(this);
    const [nodePort, port] = [await freePort(), await freePort()];
    url = `http://localhost:${String(nodePort)}`;
    const here = (text: string): string =>
      text
        .replaceAll('http://keycloak:8080', `http://localhost:${String(port)}`)
        .replaceAll('http://localhost:8081', `http://localhost:${String(port)}`)
        .replaceAll('http://localhost:8080', url);
    keycloak = await keycloakOrSkip(port, here(read('keycloak-realm.json')), 'cargo', this);
    const { environment } = composition.parse(parse(here(read('compose.yaml')))).services.node;
    node = await startNode({ ...environment, DEV_IDP: 'false', PORT: String(nodePort) });
  });
  after(async () => {
    await browser.close();
    await node?.stop();
    await keycloak?.stop();
  });
  beforeEach(async () => {
    watched = await open(browser, url, desktop, [keycloak?.url ?? '']);
    // Keycloak compiles its pages when they are first asked for.
    watched.context.setDefaultTimeout(60_000);
    page = watched.page;
  });
  afterEach(async () => {
    expect(watched.problems).to.deep.equal([]);
    await watched.context.close();
  });

  /** Through Keycloak's page. Each user's password is the name and `-password`. */
  async function logIn(path: string, user: string): Promise<void> {
    await page.goto(`${url}/console${path}`);
    // Keycloak is asked first whether it knows the reader.
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
    await page.getByLabel('Username or email').fill(user);
    await page.getByLabel('Password', { exact: true }).fill(`${user}-password`);
    await page.getByRole('button', { name: 'Sign In' }).click();
  }

  it('signs a clerk in as an agent of their own, again after a reload, and out', async () => {
    await logIn('/', 'anna');
    await expectShown(page.getByRole('heading', { name: 'Home', level: 1 }));
    await expectShown(page.getByText('Waiting for a decision'));
    const account = page.locator('header').getByText('clerk-anna').first();
    await expectShown(account);
    await settled(page);
    await screenshot(page, 'keycloak-home');
    await page.reload();
    await expectShown(page.getByRole('heading', { name: 'Home', level: 1 }));
    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Back to Application' }).click();
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
    await expectShown(page.getByLabel('Username or email'));
  });

  it('shows a partner the graphs that the partner may read', async () => {
    await logIn('/', 'pia');
    await page.getByText('You may not read any object yet.').waitFor();
    expect(await page.getByRole('link', { name: 'Deliveries' }).count()).to.equal(0);
    await settled(page);
  });

  it('names the missing claim to a user without an agent', async () => {
    await logIn('/', 'nora');
    await expectShown(page.getByText('Your account at Keycloak does not say for whom you act.'));
    await expectShown(page.getByRole('button', { name: 'Sign out at Keycloak' }));
  });
});
