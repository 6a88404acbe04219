/** The actions of a page: the dialog before each, and the last outcome. */
import {
  type Act,
  type ActDialog,
  announce,
  button,
  changed,
  failed,
  Failure,
  html,
  type Page,
  type TemplateResult,
} from '../core/index.js';
import { done } from './acting.js';

export class Acts {
  #done: { readonly text: string; readonly at: Date } | undefined;
  #failure: Failure | undefined;

  /** @param reload reloads the page's data after an action. */
  constructor(
    private readonly page: Page,
    private readonly reload: () => Promise<unknown>,
  ) {}

  /** The page renders this as its last child. */
  readonly dialog = html`<cg-act></cg-act>`;

  get #dialog(): ActDialog | null {
    return this.page.querySelector<ActDialog>(':scope > cg-act');
  }

  /** The last outcome, or the error from before the dialog. */
  get outcome(): TemplateResult {
    return html`${this.#failure && failed(this.#failure)}${this.#done && done(this.#done.text, this.#done.at)}`;
  }

  open(act: Act): void {
    this.#dialog?.open(act);
  }

  /** Opens the dialog of an action after a request for its details. */
  async prepare(act: Promise<Act>): Promise<void> {
    try {
      this.open(await act);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
      this.page.requestUpdate();
    }
  }

  /** A button that opens the dialog. */
  button(text: string, act: () => Act, tone?: 'small'): TemplateResult {
    return button({ text, ...(tone !== undefined && { tone }) }, () => {
      this.open(act());
    });
  }

  /** The dialog displays the input. */
  readonly update = (): void => {
    this.#dialog?.requestUpdate();
  };

  /** Called after the action. */
  readonly done = async (text: string): Promise<void> => {
    this.#failure = undefined;
    this.#done = { text, at: new Date() };
    announce(text);
    await this.reload();
    changed();
  };
}
