/** A user without a pointer: keys only. `CONSOLE_RECORDINGS` names a folder for recordings (traces of Playwright). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { settled } from './browser.js';

const MAX_TABS = 150;
const folder = process.env['CONSOLE_RECORDINGS'];

/** What the element that has the focus is called. */
const FOCUSED = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
  return label.replace(/\\s+/g, ' ').trim();
})()`;

export class Keyboard {
  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Presses Tab until an element with this name has the focus. */
  async tabTo(name: string | RegExp): Promise<void> {
    const seen: string[] = [];
    for (let count = 0; count < MAX_TABS; count++) {
      const focused = await this.page.evaluate<string>(FOCUSED);
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
      seen.push(focused.slice(0, 40));
      await this.press('Tab');
    }
    expect.fail(`${String(name)} cannot be reached by Tab: ${[...new Set(seen)].join(' | ')}`);
  }

  /** Goes to an element, and presses Enter on it. */
  async enter(name: string | RegExp): Promise<void> {
    await this.tabTo(name);
    await this.press('Enter');
  }

  /** Goes to a button of a dialog, and presses Space on it. */
  async confirm(name: string): Promise<void> {
    await this.page.getByRole('dialog').waitFor();
    await this.tabTo(name);
    await this.press('Space');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await settled(this.page);
  }

  /** Goes to a page of the navigation by `g` and its letter. */
  async go(letter: string, heading: string): Promise<void> {
    await this.leaveFields();
    await this.press('g', letter);
    await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await settled(this.page);
  }

  /** Opens what a text names by the find box. */
  async find(text: string, heading: string | RegExp): Promise<void> {
    await this.leaveFields();
    await this.press('/');
    await this.type(text);
    await this.press('Enter');
    await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await settled(this.page);
  }

  /** Single keys are text where the focus is in a field. */
  async leaveFields(): Promise<void> {
    for (let count = 0; count < MAX_TABS; count++) {
      const isTyping = await this.page.evaluate<boolean>(
        "document.activeElement?.matches('input:not([type=checkbox],[type=radio],[type=range]), textarea, select') ?? false",
      );
      if (!isTyping) return;
      await this.press('Tab');
    }
  }

  async see(...shown: readonly (string | RegExp | Locator)[]): Promise<void> {
    for (const each of shown)
      await (typeof each === 'string' || each instanceof RegExp ? this.page.getByText(each) : each).first().waitFor();
  }

  /** @param url of the node, or of a page of its console. */
  async signIn(url: string, button: string): Promise<void> {
    await this.page.goto(url.includes('/console') ? url : `${url}/console/`);
    await this.enter(button);
    await this.page.getByRole('navigation').first().waitFor();
    await settled(this.page);
  }
}

/** Records what follows, where a folder is named. @returns what ends the recording. */
export async function record(context: BrowserContext, name: string): Promise<() => Promise<void>> {
  if (folder === undefined || folder === '') return () => Promise.resolve();
  mkdirSync(folder, { recursive: true });
  await context.tracing.start({ screenshots: true, snapshots: true, title: name });
  return () => context.tracing.stop({ path: join(folder, `${name.replace(/\W+/g, '-')}.zip`) });
}
