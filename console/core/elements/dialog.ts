/**
 * A dialog before an act. `Enter` in it never does what is dangerous: the act is a press on its button, and a second press
 * does nothing while the first one is under way.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { connection, Failure } from '../http.js';
import { button } from './controls.js';
import { shared } from '../shared.js';
import { failureBody } from '../states.js';

export interface Act {
  readonly title: string;
  /** Names agent, thing and consequences. */
  readonly body: () => unknown;
  readonly confirm: string;
  /** It cannot be undone: Enter does not do it. */
  readonly isDangerous: boolean;
  /** How its button looks; that of a dangerous act by default. */
  readonly tone?: 'primary' | 'danger';
  /** Whether it can be confirmed now. */
  readonly isReady?: () => boolean;
  /** Does it; the dialog closes when it is done, and shows the failure otherwise. */
  readonly run: () => Promise<void>;
  /**
   * For what must not be done twice: finds out whether it was done when its answer was lost, and ends it as `run` does.
   * The button does this before it does the act again. @param since the node's time before the act.
   */
  readonly wasDone?: (since: Date) => Promise<boolean>;
  /** What has made it needless meanwhile, as the decision of somebody else; undefined: nothing. */
  readonly over?: () => TemplateResult | undefined;
}

export class ActDialog extends LightElement {
  @property() accessor act: Act | undefined;
  #failure: Failure | undefined;
  #isRunning = false;
  /** After a lost answer it was looked, and nothing had been done. */
  #isNotDone = false;
  /** The node's time before the act. */
  #since = new Date(0);
  #opener: Element | null = null;

  readonly #onConnection = (): void => {
    this.requestUpdate();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    connection.addEventListener('change', this.#onConnection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connection.removeEventListener('change', this.#onConnection);
  }

  open(act: Act): void {
    this.#opener = document.activeElement;
    this.#failure = undefined;
    this.#isRunning = false;
    this.#isNotDone = false;
    this.#since = connection.nodeTime;
    this.act = act;
    void this.updateComplete.then(() => {
      const dialog = this.querySelector('dialog');
      if (dialog === null || dialog.open) return;
      dialog.showModal();
      dialog.querySelector<HTMLElement>('h2')?.focus();
    });
  }

  close(): void {
    this.querySelector('dialog')?.close();
  }

  async #confirm(): Promise<void> {
    const { act } = this;
    if (act === undefined || this.#isRunning) return;
    const lost = this.#failure?.kind === 'lost' ? this.#failure : undefined;
    this.#isRunning = true;
    this.#failure = undefined;
    this.#isNotDone = false;
    this.requestUpdate();
    try {
      if (lost === undefined || act.wasDone === undefined) {
        await act.run();
        this.close();
      } else if (await act.wasDone(this.#since)) this.close();
      else this.#isNotDone = true;
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      // It is still not known what became of the act.
      this.#failure = act.wasDone === undefined ? thrown : (lost ?? thrown);
    } finally {
      this.#isRunning = false;
      this.requestUpdate();
    }
  }

  #closed(): void {
    this.act = undefined;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
  }

  protected override render(): unknown {
    const { act } = this;
    if (act === undefined) return nothing;
    // What this act itself has changed is nobody else's doing.
    const over = this.#isRunning ? undefined : act.over?.();
    const isLost = this.#failure?.kind === 'lost' && act.wasDone !== undefined;
    return html`<dialog
      class="act"
      aria-labelledby="act-title"
      @close=${() => {
        this.#closed();
      }}
    >
      <form
        method="dialog"
        @submit=${(event: Event) => {
          event.preventDefault();
        }}
      >
        <h2 id="act-title" tabindex="-1">${act.title}</h2>
        <div class="dialog-body">${over ?? act.body()}</div>
        ${this.#failure === undefined ? nothing : failure(this.#failure)}
        ${this.#isNotDone ? html`<p class="notice" role="status">${shared.notDone}</p>` : nothing}
        <div class="buttons">
          ${button(over === undefined ? shared.cancel : shared.close, () => {
            this.close();
          })}
          ${
            over === undefined
              ? html`<button
                  type="button"
                  class=${act.tone ?? (act.isDangerous ? 'danger' : 'primary')}
                  ?disabled=${this.#isRunning || !connection.isOnline || act.isReady?.() === false}
                  aria-busy=${String(this.#isRunning)}
                  @click=${() => void this.#confirm()}
                  @keydown=${(event: KeyboardEvent) => {
                    if (act.isDangerous && event.key === 'Enter') event.preventDefault();
                  }}
                >
                  ${this.#isRunning ? shared.working : isLost ? shared.look : act.confirm}
                </button>`
              : nothing
          }
        </div>
        ${act.isDangerous && over === undefined ? html`<p class="hint">${shared.spaceNotEnter}</p>` : nothing}
      </form>
    </dialog>`;
  }
}
define('cg-act', ActDialog);

const failure = (thrown: Failure): TemplateResult =>
  html`<div class="notice bad" role="alert">${failureBody(thrown)}</div>`;
