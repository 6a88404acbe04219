/** `<cg-saved-views>`: the saved views of a list, and how one is saved, renamed and deleted (K71). */
import type { QuestionItem, QuestionsAnswer } from '../../src/console/responses.js';
import {
  type Act,
  type ActDialog,
  announce,
  askJson,
  button,
  consoleApi,
  define,
  Failure,
  href,
  html,
  LightElement,
  me,
  nothing,
  plainText,
  property,
  query,
  type Route,
  withQuery,
} from '../core/index.js';
import { viewTexts as t } from '../texts/list-filters.js';
import { agentName } from './agent-name.js';
import { deleteQuestion, replaceQuestion, saveQuestion } from './question-writes.js';
import { nameFields, type NameValues } from './name-fields.js';

/** The address of the list with its filters, without its page. */
const viewOf = (route: Route): string => withQuery(route, { page: undefined });

export class SavedViews extends LightElement {
  @property() accessor route: Route | undefined;
  /** Whether there is something to save. */
  @property() accessor canSave = false;
  #views: readonly QuestionItem[] = [];
  #path = '';
  #values: NameValues = { title: '', visibility: 'own' };
  #asking: AbortController | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking?.abort();
    this.#path = '';
  }

  protected override willUpdate(): void {
    const path = this.route?.path ?? '';
    if (path === this.#path) return;
    this.#path = path;
    void this.#load();
  }

  async #load(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const path = consoleApi('/questions') + query({ view: this.#path });
      const { items } = await askJson<QuestionsAnswer>(path, { signal: asking.signal });
      this.#views = items;
    } catch (thrown) {
      // The list does not need them.
      if (!(thrown instanceof Failure) && !asking.signal.aborted) throw thrown;
    }
    this.requestUpdate();
  }

  get #dialog(): ActDialog | null {
    return this.querySelector<ActDialog>(':scope > cg-act');
  }

  #open(act: Act): void {
    this.#dialog?.open(act);
  }

  /** The fields of name and readers, in a dialog. */
  #fields(): unknown {
    return nameFields(this.#values, (values) => {
      this.#values = values;
      this.#dialog?.requestUpdate();
    });
  }

  async #done(text: string): Promise<void> {
    announce(text);
    await this.#load();
  }

  #save(): void {
    const { route } = this;
    if (route === undefined) return;
    const view = viewOf(route);
    this.#values = { title: '', visibility: 'own' };
    this.#open({
      title: t.saveTitle,
      body: () =>
        html`<p>${t.saveHint}</p>
          ${this.#fields()}`,
      confirm: t.save,
      isDangerous: false,
      isReady: () => this.#values.title.trim() !== '',
      run: async (key) => {
        const { title, visibility } = this.#values;
        await saveQuestion({ title: title.trim(), visibility, view }, key);
        await this.#done(t.saved(plainText(title.trim(), 60)));
      },
    });
  }

  #rename({ id, title, visibility, agents, view, words }: QuestionItem): void {
    this.#values = { title, visibility: visibility === 'internal' ? 'internal' : 'own' };
    this.#open({
      title: t.renameTitle(plainText(title, 60)),
      body: () => this.#fields(),
      confirm: t.rename,
      isDangerous: false,
      isReady: () => this.#values.title.trim() !== '',
      run: async (key) => {
        const chosen = { title: this.#values.title.trim(), visibility: this.#values.visibility };
        // Those whom it is shared with by name stay, unless others are chosen.
        const isByName = visibility === 'agents' && chosen.visibility === 'own';
        const readers = isByName ? { visibility, agents } : { visibility: chosen.visibility };
        await replaceQuestion(id, { title: chosen.title, words, view: view ?? '', ...readers }, key);
        await this.#done(t.renamed(plainText(chosen.title, 60)));
      },
    });
  }

  #remove({ id, title }: QuestionItem): void {
    const name = plainText(title, 60);
    this.#open({
      title: t.removeTitle(name),
      body: () => html`<p>${t.removeHint}</p>`,
      confirm: t.remove,
      isDangerous: true,
      run: async () => {
        await deleteQuestion(id);
        await this.#done(t.removed(name));
      },
    });
  }

  protected override render(): unknown {
    const { route } = this;
    if (route === undefined) return nothing;
    const current = viewOf(route);
    const own = this.#views.filter(({ owner }) => owner === me().agent);
    const isSaved = this.#views.some(({ view }) => view === current);
    if (this.#views.length === 0 && !this.canSave) return html`<cg-act></cg-act>`;
    return html`<nav class="saved-views" aria-label=${t.title}>
        ${
          this.#views.length === 0
            ? nothing
            : html`<ul class="plain inline">
                ${this.#views.map((one) => html`<li>${this.#link(one, one.view === current)}</li>`)}
              </ul>`
        }
        ${
          this.canSave && !isSaved
            ? button({ text: t.save, tone: 'small' }, () => {
                this.#save();
              })
            : nothing
        }
        ${own.length === 0 ? nothing : this.#manage(own)}
      </nav>
      <cg-act></cg-act>`;
  }

  #link({ title, view, owner, ownerLabel }: QuestionItem, isCurrent: boolean): unknown {
    const by = owner === null || owner === me().agent ? '' : ` (${t.by(agentName(owner, ownerLabel))})`;
    return html`<a class="chip" href=${href(view ?? '/')} aria-current=${isCurrent ? 'true' : nothing}
      ><bdi>${plainText(title, 60)}</bdi>${by}</a
    >`;
  }

  #manage(own: readonly QuestionItem[]): unknown {
    return html`<details>
      <summary>${t.manage}</summary>
      <ul class="plain" aria-label=${t.manageTitle}>
        ${own.map((one) => {
          const name = plainText(one.title, 60);
          return html`<li class="row-acts">
            <bdi>${name}</bdi>
            ${button({ text: named(t.rename, name), tone: 'small' }, () => {
              this.#rename(one);
            })}
            ${button({ text: named(t.remove, name), tone: 'small' }, () => {
              this.#remove(one);
            })}
          </li>`;
        })}
      </ul>
    </details>`;
  }
}
define('cg-saved-views', SavedViews);

/** The text of a button beside a name, which is read out with it. */
const named = (text: string, name: string): unknown => html`${text} <span class="visually-hidden">${name}</span>`;

declare global {
  interface HTMLElementTagNameMap {
    'cg-saved-views': SavedViews;
  }
}
