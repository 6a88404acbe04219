/** The form of a question: editor, moment, dataset; run, stop, share, save and open. */
import type { ModelNames } from '../../../src/console/responses/model.js';
import { button, copy, html, nothing, type TemplateResult } from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { initialDisplay, fragmentOf, fromInputTime, type Question, toInputTime } from './question.js';
import { saveFile } from '../save-file.js';
import type { SyntaxFault } from './syntax.js';

export interface QuestionFormOptions {
  readonly question: Question;
  readonly model: ModelNames | undefined;
  readonly fault: SyntaxFault | undefined;
  readonly isRunning: boolean;
  readonly notice: string;
  readonly set: (values: Partial<Question>) => void;
  readonly notify: (notice: string) => void;
  readonly run: () => void;
  readonly stop: () => void;
}

/** A larger file cannot be a query. */
const MAX_FILE_BYTES = 200_000;
const AT_COMMENT = /^# at=(\d{8}T\d{6}Z)\r?\n/;

const EXAMPLE = `SELECT ?piece ?description {
  ?piece a cargo:Piece ; cargo:goodsDescription ?description
}
ORDER BY ?description
LIMIT 100`;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function share({ question, notify }: QuestionFormOptions): void {
  const fragment = fragmentOf(question, initialDisplay);
  if (fragment === undefined) notify(t.shareLong);
  else void copy(`${location.origin}${location.pathname}#${fragment}`);
}

/** A comment in the first line holds the moment. */
function saveQuestion({ text, at }: Question): void {
  saveFile('query.rq', 'application/sparql-query', (at === '' ? '' : `# at=${at}\n`) + text);
}

async function openFile(input: HTMLInputElement, { set, notify }: QuestionFormOptions): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  if (file.size > MAX_FILE_BYTES) {
    notify(t.notAFile);
    return;
  }
  const content = await file.text();
  input.value = '';
  set({ text: content.replace(AT_COMMENT, ''), at: AT_COMMENT.exec(content)?.[1] ?? '' });
}

function graphsField(
  id: string,
  label: string,
  graphs: readonly string[],
  change: (graphs: string[]) => void,
): TemplateResult {
  return html`<div class="field wide">
    <label for=${id}>${label}</label>
    <textarea
      id=${id}
      class="code-input"
      rows="2"
      spellcheck="false"
      .value=${graphs.join('\n')}
      @change=${(event: Event) => {
        if (event.target instanceof HTMLTextAreaElement) change(linesOf(event.target.value));
      }}
    ></textarea>
  </div>`;
}

/** Whether the reader selects graphs; the fields must appear before the first graph is entered. */
let choosesGraphs = false;

function datasetFields({ question, set }: QuestionFormOptions): TemplateResult {
  const { at, defaultGraphs, namedGraphs } = question;
  const isChosen = choosesGraphs || defaultGraphs.length + namedGraphs.length > 0;
  return html`<div class="grid-form">
    <div class="field">
      <label for="at">${t.at}</label>
      <input
        id="at"
        type="datetime-local"
        step="1"
        aria-describedby="at-hint"
        .value=${toInputTime(at)}
        ?disabled=${isChosen}
        @change=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) set({ at: fromInputTime(event.target.value) });
        }}
      />
      <p id="at-hint" class="hint start">${isChosen ? t.atNeedsAll : t.atHint}</p>
    </div>
    <div class="field">
      <label for="dataset">${t.dataset}</label>
      <select
        id="dataset"
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLSelectElement)) return;
          choosesGraphs = event.target.value === 'chosen';
          set(choosesGraphs ? { at: '' } : { defaultGraphs: [], namedGraphs: [] });
        }}
      >
        <option value="all" ?selected=${!isChosen}>${t.everything}</option>
        <option value="chosen" ?selected=${isChosen}>${t.chosen}</option>
      </select>
    </div>
    ${
      isChosen
        ? html`${graphsField('default-graphs', t.defaultGraphs, defaultGraphs, (graphs) => {
            set({ defaultGraphs: graphs });
          })}
          ${graphsField('named-graphs', t.namedGraphs, namedGraphs, (graphs) => {
            set({ namedGraphs: graphs });
          })}`
        : nothing
    }
  </div>`;
}

export function questionForm(options: QuestionFormOptions): TemplateResult {
  const { question, model, fault, isRunning, notice, set, run, stop } = options;
  return html`<form
    class="stack"
    @submit=${(event: Event) => {
      event.preventDefault();
      run();
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      run();
    }}
  >
    <cg-sparql-editor
      .value=${question.text}
      .model=${model}
      .fault=${fault}
      @typed=${(event: CustomEvent<string>) => {
        set({ text: event.detail });
      }}
      @run=${run}
    ></cg-sparql-editor>
    ${datasetFields(options)}
    <div class="buttons start">
      <button type="submit" class="primary" ?disabled=${question.text.trim() === ''}>${t.run}</button>
      ${isRunning ? button(t.stop, stop) : nothing}
      ${
        question.text === ''
          ? button(t.example, () => {
              set({ text: EXAMPLE });
            })
          : html`${button(t.share, () => {
              share(options);
            })}
            ${button(t.saveFile, () => {
              saveQuestion(question);
            })}`
      }
      <label class="button file-button"
        >${t.openFile}
        <input
          type="file"
          accept=".rq,.sparql,.txt"
          class="visually-hidden"
          @change=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) void openFile(event.target, options);
          }}
      /></label>
    </div>
    <p role="status" class="bad-text">${notice}</p>
  </form>`;
}
