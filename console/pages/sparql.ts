/** `/sparql#…` and `/sparql/<saved>`: SPARQL queries. Their text is in fragments and request bodies only. */
import type { ModelNames } from '../../src/console/responses/model.js';
import {
  announce,
  button,
  consoleApi,
  define,
  drafts,
  Failure,
  failed,
  html,
  nothing,
  Page,
  replace,
  Resource,
  type TemplateResult,
} from '../core/index.js';
import { Acts } from '../parts/acts.js';
import type { DownloadFormat } from '../parts/sparql/download.js';
import { download } from '../parts/sparql/download.js';
import '../parts/sparql/editor.js';
import { faultOf, isWorthAsking, plainFailure } from '../parts/sparql/faults.js';
import { questionForm } from '../parts/sparql/question-form.js';
import {
  initialDisplay,
  fragmentOf,
  noQuestion,
  type Question,
  readFragment,
  type Display,
} from '../parts/sparql/question.js';
import { askQuestion } from '../parts/sparql/result.js';
import type { Result } from '../parts/sparql/rows.js';
import { resultView, summaryOf } from '../parts/sparql/result-view.js';
import '../parts/sparql/statement-graphs.js';
import { fieldsView, savedList, savedQuestion } from '../parts/sparql/saved.js';
import type { SyntaxFault } from '../parts/sparql/syntax.js';
import { saveQuestionTexts } from '../texts/save-question.js';
import { savedTexts } from '../texts/saved-questions.js';
import { sparqlTexts as t } from '../texts/sparql.js';

const DRAFT = 'sparql';

/** Whether the node has answered a query in this tab: the first query copies the dataset. */
let hasAnswered = false;

class SparqlPage extends Page {
  #question: Question = noQuestion;
  #display: Display = initialDisplay;
  /** The current address: the page does not read an address again that it wrote itself. */
  #address: string | undefined;
  #result: { readonly result: Result; readonly of: Question } | undefined;
  #failure: Failure | undefined;
  #fault: SyntaxFault | undefined;
  #running: AbortController | undefined;
  #wasStopped = false;
  #notice = '';
  readonly #model = new Resource<ModelNames>(this);
  readonly #acts = new Acts(this, () => Promise.resolve());

  override get heading(): string {
    return this.#saved?.title ?? t.title;
  }

  get #saved(): ReturnType<typeof savedQuestion> {
    const { question } = this.route.params;
    return question === undefined ? undefined : savedQuestion(question);
  }

  override load(): void {
    this.#model.read(consoleApi('/model'));
    const { fragment, path } = this.route;
    const address = `${path}#${fragment}`;
    if (address === this.#address) return;
    this.#address = address;
    const read = readFragment(fragment);
    const isAsked = read.question.text !== '';
    const text = isAsked ? read.question.text : (this.#saved?.query ?? drafts.get(DRAFT));
    this.#running?.abort();
    this.#running = undefined;
    this.#question = { ...read.question, text };
    this.#display = read.display;
    this.#result = undefined;
    this.#failure = undefined;
    this.#fault = undefined;
    this.#wasStopped = false;
    if (isAsked) void this.#run(read.display);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
    this.#address = undefined;
  }

  #set(question: Partial<Question>): void {
    this.#question = { ...this.#question, ...question };
    if (this.route.params['question'] === undefined) drafts.set(DRAFT, this.#question.text);
    this.#fault = undefined;
    this.#notice = '';
    this.requestUpdate();
  }

  #show(display: Partial<Display>): void {
    this.#display = { ...this.#display, ...display };
    if (this.#result !== undefined) this.#write(this.#result.of);
    this.requestUpdate();
  }

  /** Replaces the address by that of a question. */
  #write(question: Question): void {
    const fragment = fragmentOf(question, this.#display);
    const { path } = this.route;
    this.#address = `${path}#${fragment ?? ''}`;
    replace(fragment === undefined ? path : this.#address);
  }

  async #run(display: Display = { ...initialDisplay, view: this.#display.view }): Promise<void> {
    const of = this.#question;
    if (of.text.trim() === '') return;
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    this.#display = display;
    this.#failure = undefined;
    this.#fault = undefined;
    this.#wasStopped = false;
    this.#write(of);
    this.requestUpdate();
    try {
      const result = await askQuestion(of, controller.signal);
      if (this.#running !== controller) return;
      hasAnswered = true;
      this.#result = { result, of };
      announce(summaryOf(result));
    } catch (thrown) {
      if (this.#running !== controller || controller.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#result = undefined;
      this.#failure = thrown;
      this.#fault = faultOf(thrown);
    } finally {
      if (this.#running === controller) this.#running = undefined;
      this.requestUpdate();
      if (this.#failure !== undefined) void this.#showFailure();
    }
  }

  /** On a phone the result is below the editor, out of sight. */
  async #showFailure(): Promise<void> {
    await this.updateComplete;
    this.querySelector('.sparql [role="alert"]')?.scrollIntoView({ block: 'center' });
  }

  #stop(): void {
    if (this.#running === undefined) return;
    this.#running.abort();
    this.#running = undefined;
    this.#wasStopped = true;
    announce(t.stopped);
    this.requestUpdate();
  }

  /** Saves the query with fields and a picture; the dialog is loaded when it is wanted (K68). */
  async #save(): Promise<void> {
    const { saveQuestionAct } = await import('../parts/save-question.js');
    const { text } = this.#question;
    const columns = this.#result?.of.text === text ? this.#result.result.columns : [];
    await this.#acts.prepare(saveQuestionAct(text, columns, this.#acts.update));
  }

  async #download(format: DownloadFormat): Promise<void> {
    if (this.#result === undefined) return;
    const controller = new AbortController();
    this.#notice = '';
    try {
      await download(this.#result.of, this.#result.result, format, controller.signal);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    }
    this.requestUpdate();
  }

  protected override render(): unknown {
    const { question: slug } = this.route.params;
    const saved = this.#saved;
    if (slug !== undefined && saved === undefined)
      return html`<h1>${t.title}</h1>
        <p>${savedTexts.none}</p>
        ${savedList(undefined)}`;
    return html`<div class="page-head">
        <div>
          ${saved === undefined ? html`<h1>${t.title}</h1>` : html`<h1 lang="en">${saved.title}</h1>`}
          ${
            saved === undefined || saved.words === ''
              ? html`<p class="quiet">${t.intro}</p>`
              : html`<p class="quiet" lang="en">${saved.words}</p>`
          }
        </div>
      </div>
      <div class="sparql">
        <div class="stack">
          <section class="card" aria-label=${t.query}>
            ${slug === undefined ? nothing : this.#fields()}
            ${questionForm({
              question: this.#question,
              model: this.#model.value,
              fault: this.#fault,
              isRunning: this.#running !== undefined,
              notice: this.#notice,
              set: (values) => {
                this.#set(values);
              },
              notify: (notice) => {
                this.#notice = notice;
                this.requestUpdate();
              },
              run: () => void this.#run(),
              stop: () => {
                this.#stop();
              },
            })}
            ${
              this.#question.text.trim() === ''
                ? nothing
                : html`<div class="buttons start">${button(saveQuestionTexts.open, () => void this.#save())}</div>`
            }
            ${this.#acts.outcome}
          </section>
          ${this.#answer()}
        </div>
        <section class="card" aria-labelledby="saved-title">
          <h2 id="saved-title">${savedTexts.title}</h2>
          <p class="quiet">${savedTexts.hint}</p>
          ${savedList(slug)}
        </section>
      </div>
      ${this.#acts.dialog}`;
  }

  #fields(): unknown {
    return fieldsView(
      this.#question.text,
      (text) => {
        this.#set({ text });
      },
      () => {
        this.#notice = savedTexts.notWritable;
        this.requestUpdate();
      },
    );
  }

  #answer(): TemplateResult | typeof nothing {
    if (this.#running !== undefined)
      return html`<section class="card" aria-busy="true" aria-label=${t.result}>
        <p role="status">${t.running}</p>
        ${hasAnswered ? nothing : html`<p class="quiet">${t.copies}</p>`}
      </section>`;
    if (this.#wasStopped) return html`<p class="notice wait">${t.stopped}</p>`;
    if (this.#failure !== undefined)
      return failed(plainFailure(this.#failure), isWorthAsking(this.#failure) ? () => void this.#run() : undefined);
    if (this.#result === undefined)
      return html`<p class="quiet">${this.#saved === undefined ? t.empty : t.notAsked}</p>`;
    return resultView({
      result: this.#result.result,
      display: this.#display,
      model: this.#model.value,
      show: (display) => {
        this.#show(display);
      },
      download: (format) => void this.#download(format),
    });
  }
}
define('cg-sparql', SparqlPage);
