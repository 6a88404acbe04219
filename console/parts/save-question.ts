/** The dialog that saves a query as a question (K68): its name, who sees it, its fields and its chart. */
import type { QuestionAnswer, QuestionItem, QuestionsAnswer, SentQuestion } from '../../src/console/responses.js';
import {
  type Act,
  askJson,
  consoleApi,
  html,
  live,
  me,
  navigate,
  nothing,
  plainText,
  type TemplateResult,
  typed,
} from '../core/index.js';
import { saveQuestionTexts as t } from '../texts/save-question.js';
import { nameFields, type NameValues } from './name-fields.js';
import { parametersOf, type VariableChoice, variableKinds, variablesOfQuery } from './question-variables.js';
import { replaceQuestion, saveQuestion } from './question-writes.js';

type Chart = NonNullable<QuestionAnswer['chart']>;
const charts = ['bar', 'line', 'histogram'] as const satisfies readonly Chart['kind'][];

interface Choices extends NameValues {
  readonly words: string;
  /** The question that is replaced; empty for a new one. */
  readonly replaced: string;
  readonly variables: readonly VariableChoice[];
  readonly chart: '' | (typeof charts)[number];
  readonly x: string;
  /** Empty: rows are counted. */
  readonly y: string;
}

const options = (all: readonly (readonly [value: string, text: string])[], chosen: string): readonly TemplateResult[] =>
  all.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`);

/** The choices of one dialog. */
class QuestionDialog {
  #choices: Choices;

  /** @param columns of the last answer; empty if there is none. @param own the questions that can be replaced. */
  constructor(
    private readonly query: string,
    private readonly columns: readonly string[],
    private readonly own: readonly QuestionItem[],
    private readonly update: () => void,
  ) {
    const variables = variablesOfQuery(query);
    const named = { title: '', words: '', visibility: 'own', replaced: '' } as const;
    this.#choices = { ...named, variables, chart: '', x: columns[0] ?? '', y: '' };
  }

  #set(choices: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...choices };
    this.update();
  }

  get isReady(): boolean {
    return this.#choices.title.trim() !== '';
  }

  #sent(): SentQuestion {
    const { title, words, visibility, variables, chart, x, y } = this.#choices;
    return {
      ...{ title: title.trim(), words: words.trim(), visibility, sparql: this.query },
      parameters: parametersOf(variables),
      chart: chart === '' ? null : { kind: chart, x, y: y === '' ? null : y, by: null },
    };
  }

  async save(key: Parameters<Act['run']>[0]): Promise<void> {
    const { replaced } = this.#choices;
    const sent = this.#sent();
    if (replaced !== '') await replaceQuestion(replaced, sent, key);
    const id = replaced === '' ? await saveQuestion(sent, key) : replaced;
    navigate(`/questions/${encodeURIComponent(id)}`);
  }

  #replace(id: string): void {
    const found = this.own.find((one) => one.id === id);
    if (found === undefined) this.#set({ replaced: '' });
    else
      this.#set({
        ...{ replaced: id, title: found.title, words: found.words },
        visibility: found.visibility === 'internal' ? 'internal' : 'own',
      });
  }

  render(): TemplateResult {
    const { words, replaced, variables } = this.#choices;
    return html`${
        this.own.length === 0
          ? nothing
          : html`<div class="field">
              <label
                >${t.as}
                <select
                  @change=${typed((id) => {
                    this.#replace(id);
                  })}
                >
                  ${options([['', t.isNew], ...this.own.map(({ id, title }) => [id, t.replaces(plainText(title, 60))] as const)], replaced)}
                </select></label
              >
            </div>`
      }
      ${nameFields(this.#choices, (values) => {
        this.#set(values);
      })}
      <div class="field">
        <label
          >${t.words}
          <textarea
            rows="2"
            maxlength="2000"
            .value=${live(words)}
            @input=${typed((text) => {
              this.#set({ words: text });
            })}
          ></textarea>
        </label>
      </div>
      ${
        variables.length === 0
          ? nothing
          : html`<fieldset>
              <legend>${t.fields}</legend>
              <p class="hint start">${t.fieldsHint}</p>
              ${variables.map((variable, index) => this.#variable(variable, index))}
            </fieldset>`
      }
      ${this.columns.length === 0 ? nothing : this.#chartFields()}`;
  }

  #variable(variable: VariableChoice, index: number): TemplateResult {
    const { name, isPeriod, kind, label, required } = variable;
    const set = (change: Partial<VariableChoice>): void => {
      this.#set({ variables: this.#choices.variables.map((one, at) => (at === index ? { ...one, ...change } : one)) });
    };
    const kinds = isPeriod ? (['period'] as const) : variableKinds;
    return html`<div class="filters">
      <label
        ><code>?${name}</code>
        <select
          @change=${typed((value) => {
            set({ kind: kinds.find((one) => one === value) ?? '' });
          })}
        >
          ${options([['', t.noField], ...kinds.map((one) => [one, t.kinds[one]] as const)], kind)}
        </select></label
      >
      ${
        kind === ''
          ? nothing
          : html`<label
                >${t.label}
                <input
                  type="text"
                  maxlength="200"
                  placeholder=${name}
                  .value=${live(label)}
                  @input=${typed((text) => {
                    set({ label: text });
                  })}
              /></label>
              <label class="check"
                ><input
                  type="checkbox"
                  ?checked=${required}
                  @change=${({ target }: Event) => {
                    if (target instanceof HTMLInputElement) set({ required: target.checked });
                  }}
                />
                ${t.required}</label
              >`
      }
    </div>`;
  }

  #chartFields(): TemplateResult {
    const { chart, x, y } = this.#choices;
    const columns = this.columns.map((name) => [name, name] as const);
    const choose = (label: string, all: Parameters<typeof options>[0], chosen: string, set: (value: string) => void) =>
      html`<label
        >${label}
        <select @change=${typed(set)}>
          ${options(all, chosen)}
        </select></label
      >`;
    return html`<fieldset>
      <legend>${t.chartTitle}</legend>
      <div class="filters">
        ${choose(t.chart, [['', t.noChart], ...charts.map((one) => [one, t.charts[one]] as const)], chart, (value) => {
          this.#set({ chart: charts.find((one) => one === value) ?? '' });
        })}
        ${
          chart === ''
            ? nothing
            : choose(chart === 'histogram' ? t.duration : t.across, columns, x, (value) => {
                this.#set({ x: value });
              })
        }
        ${
          chart === '' || chart === 'histogram'
            ? nothing
            : choose(t.up, [['', t.countRows], ...columns], y, (value) => {
                this.#set({ y: value });
              })
        }
      </div>
    </fieldset>`;
  }
}

/**
 * The dialog for a query.
 *
 * @param columns of its last answer; empty if there is none.
 * @throws Failure if the questions that could be replaced cannot be read.
 */
export async function saveQuestionAct(query: string, columns: readonly string[], update: () => void): Promise<Act> {
  const { items } = await askJson<QuestionsAnswer>(consoleApi('/questions'));
  const own = items.filter(({ owner }) => owner === me().agent);
  const dialog = new QuestionDialog(query, columns, own, update);
  return {
    title: t.title,
    body: () => dialog.render(),
    confirm: t.save,
    isDangerous: false,
    isReady: () => dialog.isReady,
    run: (key) => dialog.save(key),
  };
}
