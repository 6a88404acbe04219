/** `<cg-statement-graphs>`: a button that looks up the named graphs of a statement. */
import type { ModelNames } from '../../../src/console/responses/model.js';
import {
  define,
  Failure,
  failed,
  html,
  LightElement,
  nothing,
  pathBelowBase,
  plainText,
  property,
  visibleText,
} from '../../core/index.js';
import { sparqlTexts as t } from '../../texts/sparql.js';
import { iriView } from './cell-view.js';
import { plainFailure } from './faults.js';
import { noQuestion } from './question.js';
import { askQuestion } from './result.js';
import { isBlank, type Row } from './rows.js';
import type { TermValue } from '../../../src/console/responses.js';

/** The limit of the list: each revision with the statement is a graph of it. */
const MAX_GRAPHS = 50;

const escaped = (text: string): string =>
  text.replace(
    /["\\\n\r\t]/g,
    (each) => ({ '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[each] ?? each,
  );

function written({ type, value, datatype, language }: TermValue): string {
  if (type === 'uri') return `<${value}>`;
  const text = `"${escaped(value)}"`;
  if (language !== undefined) return `${text}@${language}`;
  return datatype === undefined ? text : `${text}^^<${datatype}>`;
}

/** Characters that are invalid in an IRI of a query. */
const isWritable = (term: TermValue): boolean => term.type === 'literal' || !/[\s<>"{}|^`\\]/.test(term.value);

/**
 * Whether a row is a statement without blank nodes: a subject, a property, which never has an IRI of this node, and a
 * value.
 */
export function isStatement(row: Row): boolean {
  const [s, p, o] = row;
  if (row.length !== 3 || s === undefined || p === undefined || o === undefined) return false;
  return (
    s.type === 'uri' &&
    p.type === 'uri' &&
    pathBelowBase(p.value) === undefined &&
    ![s, p, o].some((term) => isBlank(term) || !isWritable(term))
  );
}

export class StatementGraphs extends LightElement {
  @property() accessor row: Row = [];
  @property() accessor model: ModelNames | undefined;
  #graphs: readonly string[] | undefined;
  #failure: Failure | undefined;
  #asked: AbortController | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked?.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('row')) return;
    this.#graphs = undefined;
    this.#failure = undefined;
  }

  async #ask(): Promise<void> {
    const { row } = this;
    const statement = row.map((cell) => (cell === undefined ? '' : written(cell))).join(' ');
    const controller = new AbortController();
    this.#asked?.abort();
    this.#asked = controller;
    const text = `SELECT DISTINCT ?g { GRAPH ?g { ${statement} } } ORDER BY ?g LIMIT ${MAX_GRAPHS}`;
    try {
      const { rows } = await askQuestion({ ...noQuestion, text }, controller.signal);
      if (row === this.row) this.#graphs = rows.flatMap(([graph]) => graph?.value ?? []);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof Failure)) throw thrown;
      this.#failure = thrown;
    }
    this.requestUpdate();
  }

  protected override render(): unknown {
    const [subject] = this.row;
    const graphs = this.#graphs;
    if (this.#failure !== undefined) return failed(plainFailure(this.#failure), () => void this.#ask());
    if (graphs === undefined)
      return html`<button
        type="button"
        class="small"
        aria-label=${t.graphOfLabel(plainText(subject?.value ?? '', 80))}
        @click=${() => void this.#ask()}
      >
        ${t.graphOf}
      </button>`;
    if (graphs.length === 0) return html`<p class="quiet" role="status">${t.noGraph}</p>`;
    return html`<ul class="plain graphs" aria-label=${t.heldBy}>
      ${graphs.map((graph) => html`<li>${iriView(graph, this.model)}</li>`)}
      ${graphs.length === MAX_GRAPHS ? html`<li>${visibleText('…')}</li>` : nothing}
    </ul>`;
  }
}
define('cg-statement-graphs', StatementGraphs);
