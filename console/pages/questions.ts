/** `/questions?q=`: questions that are asked without writing a query, as cards (K68). */
import type { QuestionItem, QuestionsAnswer } from '../../src/console/responses.js';
import {
  consoleApi,
  define,
  empty,
  href,
  html,
  me,
  nothing,
  Page,
  pageHead,
  replace,
  Resource,
  show,
  typed,
  visibleText,
  withQuery,
} from '../core/index.js';
import { agentName } from '../parts/agent-name.js';
import { fits } from '../parts/questions.js';
import { questionTexts as t } from '../texts/questions.js';

class QuestionsPage extends Page {
  readonly #questions = new Resource<QuestionsAnswer>(this, { isReplaced: true });

  override get heading(): string {
    return t.title;
  }

  get #text(): string {
    return this.route.query.get('q') ?? '';
  }

  override load(): void {
    this.#questions.read(consoleApi('/questions'));
  }

  protected override render(): unknown {
    return html`${pageHead(t.title, { below: html`<p class="quiet">${t.intro}</p>` })}
      <div class="stack">
        <form
          class="filters"
          @submit=${(event: Event) => {
            event.preventDefault();
          }}
        >
          <label class="grow"
            >${t.search}
            <input
              type="search"
              autocomplete="off"
              .value=${this.#text}
              @input=${typed((q) => {
                replace(withQuery(this.route, { q }));
              })}
          /></label>
        </form>
        ${show(this.#questions, ({ items }) => this.#cards(items.filter((item) => fits(item, this.#text))))}
      </div>`;
  }

  #cards(items: readonly QuestionItem[]): unknown {
    if (items.length === 0) return empty(t.none, html`<p>${t.noneHint}</p>`);
    return html`<ul class="plain">
      ${items.map((item) => {
        const { id, title, words } = item;
        return html`<li class="card">
          <h2><a href=${href(`/questions/${encodeURIComponent(id)}`)}>${visibleText(title)}</a></h2>
          ${words === '' ? nothing : html`<p class="quiet">${visibleText(words)}</p>`}
          <p class="hint start">${fromWhom(item)}</p>
        </li>`;
      })}
    </ul>`;
  }
}
define('cg-questions', QuestionsPage);

/** Whose question it is. */
function fromWhom({ builtIn, owner, ownerLabel, visibility }: QuestionItem): string {
  if (builtIn || owner === null) return t.builtIn;
  if (owner !== me().agent) return t.by(agentName(owner, ownerLabel));
  return visibility === 'own' ? t.own : t.ownShared;
}
