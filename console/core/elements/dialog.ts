/**
 * A dialog that confirms an action. `Enter` never confirms a dangerous action: only a press on its button does. A
 * second press has no effect while the first one is running.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { define, LightElement, property } from '../element.js';
import { connection, Failure } from '../http.js';
import { newKey, type WriteKey } from '../repeat.js';
import { button } from './controls.js';
import { shared } from '../shared.js';
import { failureBody } from '../states.js';

/** What is done in a dialog before its act can be confirmed. */
export interface ActStep {
  readonly text: string;
  readonly isReady: boolean;
  /** Leads to the next step; the dialog shows the error of one that fails. */
  readonly run: () => Promise<void>;
}

export interface Act {
  readonly title: string;
  /** Names the agent, the object and the consequences. */
  readonly body: () => unknown;
  readonly confirm: string;
  /** The action cannot be undone, so Enter does not confirm it. */
  readonly isDangerous: boolean;
  /** The style of the confirm button; by default that of a dangerous action. */
  readonly tone?: 'primary' | 'danger';
  /** The step before the confirmation; undefined once it is done. */
  readonly step?: () => ActStep | undefined;
  /** Whether the action can be confirmed now. */
  readonly isReady?: () => boolean;
  /**
   * Runs the action; the dialog closes on success and shows the error on failure. @param key the one key of the dialog:
   * a write with it is repeated until it has an answer (K27).
   */
  readonly run: (key: WriteKey) => Promise<void>;
  /**
   * For actions that must not run twice and whose addresses take no key: checks whether the action succeeded when its
   * answer was lost, and if so ends it as `run` does. The button calls this before it runs the action again. @param
   * since the node's time before the action.
   */
  readonly wasDone?: (since: Date) => Promise<boolean>;
  /** A change that made the action unnecessary, such as another clerk's decision; undefined if there is none. */
  readonly over?: () => TemplateResult | undefined;
}

export class ActDialog extends LightElement {
  @property() accessor act: Act | undefined;
  #failure: Failure | undefined;
  #isRunning = false;
  /** The check after a lost answer found that the action had not happened. */
  #isNotDone = false;
  /** The node's time before the action. */
  #since = new Date(0);
  /** The key of this dialog, until it closes (K27). */
  #key = '';
  #repetition: AbortController | undefined;
  /** The answer was lost, and the action is repeated. */
  #isLost = false;
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
    this.#key = newKey();
    this.#isLost = false;
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
    const repetition = new AbortController();
    this.#repetition = repetition;
    try {
      if (lost === undefined || act.wasDone === undefined) {
        await act.run({
          value: this.#key,
          signal: repetition.signal,
          lost: () => {
            this.#isLost = true;
            this.requestUpdate();
          },
        });
        this.close();
      } else if (await act.wasDone(this.#since)) this.close();
      else this.#isNotDone = true;
    } catch (thrown) {
      // The reader closed the dialog.
      if (repetition.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      // The outcome of the action is still unknown.
      this.#failure = act.wasDone === undefined ? thrown : (lost ?? thrown);
    } finally {
      if (this.#repetition === repetition) {
        this.#isRunning = false;
        this.#isLost = false;
      }
      this.requestUpdate();
    }
  }

  async #next({ run }: ActStep): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      await run();
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      this.#isRunning = false;
      this.requestUpdate();
    }
  }

  #closed(): void {
    this.#repetition?.abort();
    this.act = undefined;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
  }

  protected override render(): unknown {
    const { act } = this;
    if (act === undefined) return nothing;
    // A change that this action made itself must not count as another clerk's.
    const step = act.step?.();
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
        ${this.#isLost ? html`<p class="notice wait" role="status">${shared.askingAgain}</p>` : nothing}
        ${this.#isNotDone ? html`<p class="notice" role="status">${shared.notDone}</p>` : nothing}
        <div class="buttons">
          ${button(over === undefined ? shared.cancel : shared.close, () => {
            this.close();
          })}
          ${
            over === undefined && step !== undefined
              ? html`<button
                  type="button"
                  class="primary"
                  ?disabled=${this.#isRunning || !connection.isOnline || !step.isReady}
                  aria-busy=${String(this.#isRunning)}
                  @click=${() => void this.#next(step)}
                >
                  ${this.#isRunning ? shared.working : step.text}
                </button>`
              : nothing
          }
          ${
            over === undefined && step === undefined
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
        ${act.isDangerous && over === undefined && step === undefined ? html`<p class="hint">${shared.spaceNotEnter}</p>` : nothing}
      </form>
    </dialog>`;
  }
}
define('cg-act', ActDialog);

const failure = (thrown: Failure): TemplateResult =>
  html`<div class="notice bad" role="alert">${failureBody(thrown)}</div>`;
