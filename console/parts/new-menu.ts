/** `<cg-new-menu>`: what can be made anew: the kinds of daily work, all others by search, and templates (K6, K16). */
import type { FormList } from '../../src/console/responses.js';
import {
  askJson,
  config,
  consoleApi,
  define,
  failed,
  Failure,
  href,
  html,
  LightElement,
  navigate,
  nothing,
  query,
  shared,
  button,
  visibleText,
} from '../core/index.js';
import { formsTexts as t } from '../texts/forms.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';

/** Kinds that are links; the others are found by search. */
const COMMON = 9;
const MAX_TEMPLATES = 20;

interface Template {
  readonly id: string;
  readonly kind: string;
  readonly form: string;
  readonly title: string;
}

export class NewMenu extends LightElement {
  #list: FormList | undefined;
  #templates: readonly Template[] = [];
  #failure: Failure | undefined;

  open(): void {
    void this.#load();
    void this.updateComplete.then(() => {
      const dialog = this.querySelector('dialog');
      if (dialog !== null && !dialog.open) dialog.showModal();
    });
  }

  async #load(): Promise<void> {
    this.#failure = undefined;
    try {
      this.#list = await askJson<FormList>(consoleApi('/forms'));
      this.requestUpdate();
      await this.updateComplete;
      this.querySelector<HTMLElement>('.new-kinds a')?.focus();
      const { items } = await askJson<{ readonly items: readonly Template[] }>(
        consoleApi(`/drafts${query({ kind: 'template' })}`),
      );
      this.#templates = items.filter(({ kind }) => kind === 'template').slice(0, MAX_TEMPLATES);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      // Without templates there are still the kinds.
      if (this.#list === undefined) this.#failure = thrown;
    }
    this.requestUpdate();
  }

  #close(): void {
    this.querySelector('dialog')?.close();
  }

  #path(type: string): string {
    const { cargo } = config().namespaces;
    return `/new/${encodeURIComponent(type.startsWith(cargo) ? type.slice(cargo.length) : type)}`;
  }

  #suggest(text: string): readonly Suggestion[] {
    const wanted = text.trim().toLocaleLowerCase();
    return (this.#list?.items ?? [])
      .filter(({ label, words, type }) =>
        [label, ...words, type.replace(/^.*[#/]/, '')].some((word) => word.toLocaleLowerCase().includes(wanted)),
      )
      .slice(0, 30)
      .map(({ type, label }) => ({ value: type, label }));
  }

  protected override render(): unknown {
    const kinds = this.#list?.items.slice(0, COMMON) ?? [];
    return html`<dialog
      class="act new-menu"
      aria-labelledby="new-title"
      @click=${(event: Event) => {
        // A press by mouse is on the text within the link.
        if (event.target instanceof Element && event.target.closest('a') !== null) this.#close();
      }}
    >
      <h2 id="new-title">${t.newTitle}</h2>
      ${this.#failure === undefined ? nothing : failed(this.#failure, () => void this.#load())}
      ${this.#list === undefined ? html`<p aria-busy="true">${shared.loading}</p>` : nothing}
      <ul class="new-kinds">
        ${kinds.map(({ type, label }) => html`<li><a class="button" href=${href(this.#path(type))}>${visibleText(label)}</a></li>`)}
      </ul>
      ${
        this.#templates.length === 0
          ? nothing
          : html`<h3>${t.templates}</h3>
              <ul class="plain">
                ${this.#templates.map(
                  ({ id, form, title }) =>
                    html`<li>
                      <a href=${href(`/new/${encodeURIComponent(form)}${query({ template: id })}`)}
                        >${visibleText(title)}</a
                      >
                    </li>`,
                )}
              </ul>`
      }
      <cg-combobox
        .label=${t.newOther}
        .minimum=${0}
        .placeholder=${t.newFind}
        .nothingText=${t.unknownClass}
        .suggest=${(text: string) => Promise.resolve(this.#suggest(text))}
        @chosen=${({ detail }: CustomEvent<Suggestion>) => {
          this.#close();
          navigate(this.#path(detail.value));
        }}
      ></cg-combobox>
      <div class="buttons">
        ${button(shared.cancel, () => {
          this.#close();
        })}
      </div>
    </dialog>`;
  }
}
define('cg-new-menu', NewMenu);
