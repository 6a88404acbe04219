/**
 * `<cg-erasure-acts>`: the dialogs that erase an object, or put a legal hold on it, for internal agents (P57). The buttons are
 * where the page has the other acts that few come for.
 */
import {
  type Act,
  type ActDialog,
  announce,
  ask,
  button,
  changed,
  consoleApi,
  define,
  failed,
  Failure,
  html,
  LightElement,
  localName,
  me,
  navigate,
  nothing,
  property,
  Resource,
  typed,
  uriView,
  visibleText,
  type WriteKey,
} from '../core/index.js';
import type { ErasurePreviewAnswer, HoldAnswer } from '../../src/console/responses.js';
import { erasuresTexts as t } from '../texts/erasures.js';
import { actingAs } from './acting.js';
import { askErasurePreview, erasurePreviewView } from './erasure-preview.js';
import { endHoldAct, putHoldAct, readHold } from './hold-acts.js';

const reasons = ['DATA_SUBJECT_REQUEST', 'LEGAL_ORDER', 'RETENTION', 'MISTAKE', 'OTHER'] as const;
type Reason = (typeof reasons)[number];
const MAX_COMMENT = 500;

type Preview =
  | { readonly kind: 'looking' }
  | { readonly kind: 'ready'; readonly preview: ErasurePreviewAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure };

abstract class ActingElement extends LightElement {
  /** The object. */
  @property() accessor uri = '';

  protected get dialog(): ActDialog | null {
    return this.querySelector<ActDialog>(':scope > cg-act');
  }

  protected readonly redraw = (): void => {
    this.dialog?.requestUpdate();
  };

  protected readonly done = (text: string): Promise<void> => {
    announce(text);
    changed();
    return Promise.resolve();
  };
}

class ErasureActs extends ActingElement {
  #reason: Reason | undefined;
  #comment = '';
  #notify = true;
  #typed = '';
  #preview: Preview = { kind: 'looking' };

  protected override render(): unknown {
    return html`<cg-act></cg-act>`;
  }

  /** Asks for the reason of a legal hold, and puts it. */
  hold(): void {
    this.dialog?.open(putHoldAct(this.uri, { update: this.redraw, done: this.done }));
  }

  /** Shows what would go, asks for the reason and the id, and erases. */
  erase(): void {
    [this.#reason, this.#comment, this.#notify, this.#typed] = [undefined, '', true, ''];
    this.#preview = { kind: 'looking' };
    this.dialog?.open(this.#act(this.uri));
    void this.#look(this.uri);
  }

  async #look(object: string): Promise<void> {
    try {
      this.#preview = { kind: 'ready', preview: await askErasurePreview(object) };
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#preview = { kind: 'failed', failure: thrown };
    }
    this.redraw();
  }

  #act(object: string): Act {
    const id = localName(object);
    return {
      title: t.eraseTitle,
      confirm: t.eraseConfirm,
      isDangerous: true,
      isReady: () => this.#preview.kind === 'ready' && this.#reason !== undefined && this.#typed.trim() === id,
      body: () =>
        html`${actingAs()}
          <p>${uriView(object)}</p>
          ${this.#previewView()} ${this.#fields(id)}
          <p><strong>${t.noUndo}</strong></p>`,
      run: (key) => this.#erase(object, key),
    };
  }

  #previewView(): unknown {
    const state = this.#preview;
    if (state.kind === 'looking') return html`<p class="quiet" role="status" aria-busy="true">${t.looking}</p>`;
    if (state.kind === 'failed') return failed(state.failure);
    return erasurePreviewView(state.preview);
  }

  #fields(id: string): unknown {
    return html`<div class="field">
        <label for="erase-reason">${t.reason}</label>
        <select
          id="erase-reason"
          required
          @change=${typed((value) => {
            this.#reason = reasons.find((reason) => reason === value);
            this.redraw();
          })}
        >
          <option value="" ?selected=${this.#reason === undefined}>${t.chooseReason}</option>
          ${reasons.map((reason) => html`<option value=${reason} ?selected=${reason === this.#reason}>${t.reasons[reason]}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="erase-comment">${t.comment}</label>
        <input
          id="erase-comment"
          maxlength=${MAX_COMMENT}
          autocomplete="off"
          aria-describedby="erase-comment-hint"
          .value=${this.#comment}
          @input=${typed((value) => (this.#comment = value))}
        />
        <p class="hint start" id="erase-comment-hint">${t.commentHint}</p>
      </div>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${this.#notify}
          @change=${() => {
            this.#notify = !this.#notify;
          }}
        />
        ${t.notify}</label
      >
      <div class="field">
        <label for="erase-id">${visibleText(t.typeId(id))}</label>
        <input
          id="erase-id"
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${this.#typed}
          @input=${typed((value) => {
            this.#typed = value;
            this.redraw();
          })}
        />
      </div>`;
  }

  async #erase(object: string, key: WriteKey): Promise<void> {
    const comment = this.#comment.trim();
    const { headers } = await ask(consoleApi('/erasures'), {
      method: 'POST',
      key,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        object,
        reason: this.#reason,
        ...(comment !== '' && { comment }),
        notify: this.#notify,
      }),
    });
    announce(t.erased);
    changed();
    navigate(`/erasures/${encodeURIComponent(localName(headers.get('location') ?? ''))}`);
  }
}
define('cg-erasure-acts', ErasureActs);

/** `<cg-hold>`: that an object is under legal hold, and how it ends. */
class HoldElement extends ActingElement {
  readonly #hold = new Resource<HoldAnswer | null>(this, { isReplaced: true });

  protected override willUpdate(changes: Map<PropertyKey, unknown>): void {
    const { uri } = this;
    if (changes.has('uri') && uri !== '' && me().internal) this.#hold.load(uri, (signal) => readHold(uri, signal));
  }

  protected override render(): unknown {
    const hold = this.#hold.value ?? null;
    const notice =
      hold === null
        ? nothing
        : html`<div class="notice wait">
            <p class="notice-title">${t.held}</p>
            <p><cg-text .text=${hold.reason}></cg-text></p>
            <p>${uriView(hold.by, { brief: true })} <cg-time .time=${hold.at} .ago=${true}></cg-time></p>
            <p>${t.heldBody}</p>
            ${button(t.endHold, () => {
              this.dialog?.open(endHoldAct(hold, { done: this.done }));
            })}
          </div>`;
    return html`${notice}<cg-act></cg-act>`;
  }
}
define('cg-hold', HoldElement);

declare global {
  interface HTMLElementTagNameMap {
    'cg-erasure-acts': ErasureActs;
  }
}
