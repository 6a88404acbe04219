/** `/questions/<id>?<parameters>`: a question with its fields and its answer, which runs at once (K68, K69). */
import type { QuestionAnswer, ResultCell, ResultColumn, ResultsAnswer } from '../../src/console/responses.js';
import {
  announce,
  askJson,
  button,
  type Column,
  consoleApi,
  copy,
  define,
  empty,
  Failure,
  failed,
  href,
  html,
  me,
  navigate,
  nothing,
  Page,
  pageHead,
  plainText,
  preferences,
  query,
  refine,
  Resource,
  show,
  submitted,
  table,
  timeView,
  uriView,
  visibleText,
  withQuery,
  whenLoaded,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import '../parts/export-buttons.js';
import { nameFields, type NameValues } from '../parts/name-fields.js';
import { questionField } from '../parts/question-fields.js';
import { addressOf } from '../parts/named-field.js';
import { askedValues, chartOf, isComplete, momentOf } from '../parts/questions.js';
import { deleteQuestion, replaceQuestion, sentOf } from '../parts/question-writes.js';
import { fragmentOf, initialDisplay, noQuestion } from '../parts/sparql/question.js';
import { questionTexts as t } from '../texts/questions.js';

const ROWS = 200;

class QuestionPage extends Page {
  readonly #question = new Resource<QuestionAnswer>(this, { isReplaced: true });
  readonly #acts = new Acts(this, () => this.#question.reload());
  /** The request that the answer is to. */
  #asked: string | undefined;
  #answer: ResultsAnswer | undefined;
  #failure: Failure | undefined;
  #running: AbortController | undefined;

  override get heading(): string {
    return this.#question.value?.title ?? t.title;
  }

  get #path(): string {
    return consoleApi(`/questions/${encodeURIComponent(this.route.params['question'] ?? '')}`);
  }

  override load(): void {
    this.#question.read(this.#path);
    this.#asked = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  /** Asks once for each address: an answer does not change under its reader. */
  protected override updated(): void {
    super.updated();
    const question = this.#question.value;
    if (question === undefined || !isComplete(question, this.route.query)) return;
    const path = this.#rowsPath(question);
    if (path !== this.#asked) void this.#ask(path);
  }

  #rowsPath(question: QuestionAnswer): string {
    return `${this.#path}/results${query(askedValues(question, this.route.query))}`;
  }

  async #ask(path: string): Promise<void> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#asked = path;
    this.#answer = undefined;
    this.#failure = undefined;
    this.requestUpdate();
    try {
      const rows = `${path}${path.includes('?') ? '&' : '?'}limit=${ROWS}`;
      this.#answer = await askJson<ResultsAnswer>(rows, { signal: controller.signal });
      announce(t.rows(this.#answer.rows.length));
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    } finally {
      if (this.#running === controller) this.#running = undefined;
      this.requestUpdate();
    }
  }

  protected override render(): unknown {
    return show(this.#question, (question) => this.#page(question), {
      failed: (failure) =>
        failure.kind === 'not-found'
          ? html`<h1>${t.title}</h1>
              ${empty(t.missing, html`<p><a href=${href('/questions')}>${t.all}</a></p>`)}`
          : undefined,
    });
  }

  #page(question: QuestionAnswer): unknown {
    const { title, words, sparql } = question;
    return html`${pageHead(visibleText(title), {
        below: html`<p class="quiet">${visibleText(words)}</p>`,
        more: html`<div class="buttons">
          ${this.#ownActs(question)} ${button(t.copyLink, () => void copy(location.href))}
          <a class="button" href=${href('/questions')}>${t.all}</a>
        </div>`,
      })}
      <div class="stack">
        ${this.#acts.outcome} ${this.#fields(question)} ${this.#result(question)}
        <details>
          <summary>${t.query}</summary>
          ${
            sparql === null
              ? html`<p>${t.noQuery}</p>`
              : html`${this.#editor(sparql)}
                  <pre lang="en"><code>${sparql}</code></pre>`
          }
        </details>
      </div>
      ${this.#acts.dialog}`;
  }

  /** Leads to the query in the editor, where it can be changed and saved again (K68). */
  #editor(sparql: string): unknown {
    const fragment = fragmentOf({ ...noQuestion, text: sparql }, initialDisplay);
    if (fragment === undefined) return nothing;
    return html`<p><a class="button" href=${`${href('/sparql')}#${fragment}`}>${t.openInSparql}</a></p>`;
  }

  /** What its owner may do with a question (K67). */
  #ownActs(question: QuestionAnswer): unknown {
    if (question.owner !== me().agent) return nothing;
    return html`${button(t.rename, () => {
      this.#rename(question);
    })}
    ${button(t.remove, () => {
      this.#remove(question);
    })}`;
  }

  #rename(question: QuestionAnswer): void {
    const { id, title, visibility } = question;
    let values: NameValues = { title, visibility: visibility === 'internal' ? 'internal' : 'own' };
    this.#acts.open({
      title: t.renameTitle(plainText(title, 60)),
      body: () =>
        nameFields(values, (changed) => {
          values = changed;
          this.#acts.update();
        }),
      confirm: t.rename,
      isDangerous: false,
      isReady: () => values.title.trim() !== '',
      run: async (key) => {
        // Those whom it is shared with by name stay, unless everybody is chosen.
        const isByName = visibility === 'agents' && values.visibility === 'own';
        const readers = isByName ? {} : { visibility: values.visibility, agents: [] };
        await replaceQuestion(id, { ...sentOf(question), title: values.title.trim(), ...readers }, key);
        await this.#acts.done(t.renamed(plainText(values.title.trim(), 60)));
      },
    });
  }

  #remove({ id, title }: QuestionAnswer): void {
    const name = plainText(title, 60);
    this.#acts.open({
      title: t.removeTitle(name),
      body: () => html`<p>${t.removeHint}</p>`,
      confirm: t.remove,
      isDangerous: true,
      run: async () => {
        await deleteQuestion(id);
        announce(t.removed(name));
        navigate('/questions');
      },
    });
  }

  #fields(question: QuestionAnswer): unknown {
    const { parameters } = question;
    return html`<form
      class="filters question-fields"
      aria-label=${t.parameters}
      @submit=${submitted((value) => {
        void this.#submit(question, value);
      })}
    >
      ${parameters.map((parameter) => questionField(parameter, this.route.query.get(parameter.name) ?? ''))}
      <button class="primary">${t.ask}</button>
    </form>`;
  }

  /** Asks with the values of the fields: what a thing is called becomes its address. */
  async #submit({ parameters }: QuestionAnswer, value: (name: string) => string): Promise<void> {
    const values = parameters.map(async ({ name, kind }): Promise<[string, string]> => {
      const text = value(name);
      if (kind === 'moment') return [name, momentOf(text, preferences.localTimes)];
      return [name, kind === 'object' || kind === 'partner' ? await addressOf(kind, text) : text];
    });
    try {
      refine(withQuery(this.route, Object.fromEntries(await Promise.all(values))));
      this.#failure = undefined;
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    }
    this.#asked = undefined;
    this.requestUpdate();
  }

  #result(question: QuestionAnswer): unknown {
    if (this.#failure !== undefined)
      return failed(this.#failure, () => {
        this.#asked = undefined;
        this.requestUpdate();
      });
    if (this.#running !== undefined) return html`<p role="status" aria-busy="true">${t.asking}</p>`;
    const answer = this.#answer;
    if (answer === undefined) return html`<p class="quiet">${t.fillIn}</p>`;
    if (answer.rows.length === 0) return empty(t.noRows, html`<p>${t.noRowsHint}</p>`);
    return html`<section aria-labelledby="answer-title">
      <div class="section-head">
        <h2 id="answer-title">${t.result}</h2>
        <cg-export .path=${this.#rowsPath(question)}></cg-export>
      </div>
      <p class="quiet" role="status">
        ${answer.truncated ? t.firstRows(answer.rows.length) : t.rows(answer.rows.length)} · ${t.asOf}
        ${timeView(answer.asOf, 'exact')}
      </p>
      ${this.#chart(question, answer)}
      ${table({ caption: question.title, rows: answer.rows, columns: answer.columns.map(columnOf) })}
    </section>`;
  }

  #chart(question: QuestionAnswer, answer: ResultsAnswer): unknown {
    const chart = chartOf(question, answer, t.count);
    if (chart === undefined || chart.marks.length < 2) return nothing;
    // The element draws once its file has loaded.
    whenLoaded(import('../parts/sparql/chart.js'));
    return html`<cg-chart .chart=${chart}></cg-chart>`;
  }
}

const columnOf = ({ label, kind }: ResultColumn, index: number): Column<readonly ResultCell[]> => ({
  heading: label,
  isNumber: kind === 'number' || kind === 'duration',
  isHeading: index === 0,
  cell: (row) => cellView(row[index], kind),
});

const noValue: ResultCell = { value: null, label: '' };

function cellView(cell = noValue, kind: ResultColumn['kind']): unknown {
  const { label, uri, server, value } = cell;
  if (value === null) return nothing;
  if (kind === 'time' && typeof value === 'string' && value.includes('T')) return timeView(value, 'exact');
  if (uri === undefined || kind === 'class' || kind === 'property' || kind === 'code') return visibleText(label);
  return html`${uriView(uri, kind === 'request' ? {} : { label })}${server === undefined ? nothing : html` <span class="quiet">${t.served} ${visibleText(server)}</span>`}`;
}
define('cg-question', QuestionPage);
