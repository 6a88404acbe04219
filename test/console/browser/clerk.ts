/** A clerk at the console: every press and every field that is typed into is counted. */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { settled } from './browser.js';

export class Clerk {
  #presses = 0;
  #fields = 0;

  constructor(readonly page: Page) {}

  /** Presses a link, a button, a suggestion or a box to tick. */
  async press(what: Locator): Promise<void> {
    await what.click();
    this.#presses++;
    await settled(this.page);
  }

  /** Presses a key or keys held together: one press. */
  async key(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
    this.#presses++;
    await settled(this.page);
  }

  /** Types into a field. */
  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.#fields++;
  }

  /** Presses the link with this name on the page. */
  open(name: string): Promise<void> {
    return this.press(this.page.getByRole('main').getByRole('link', { name, exact: true }).first());
  }

  /** Presses the button with this name on the page or, if there is one, in the dialog. */
  async button(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    const within = (await dialog.count()) > 0 ? dialog : this.page.getByRole('main');
    await this.press(within.getByRole('button', { name, exact: true }).first());
  }

  /** Types the beginning of a name into the dialog's field for a partner, and presses the partner. */
  async choosePartner(text: string, name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await this.type(dialog.getByRole('combobox'), text);
    await this.press(dialog.getByRole('option', { name }));
  }

  /** That it took so many presses and fields until now: docs/quality.md has the figures. */
  expectCounted(presses: number, fields: number): void {
    expect({ presses: this.#presses, fields: this.#fields }).to.deep.equal({ presses, fields });
  }
}
