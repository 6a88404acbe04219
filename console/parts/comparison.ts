/** Comparison of two revisions. */
import type { DiffAnswer } from '../../src/console/responses.js';
import { config, html, navigate, nothing, type TemplateResult } from '../core/index.js';
import { historyTexts as t } from '../texts/history.js';
import { differencesView } from './differences.js';
import { objectPath, objectUri } from './object-head.js';
import type { ObjectRevision } from './read-object.js';
import type { RevisionDocuments } from './revision-documents.js';
import { sourceView } from './source.js';
import { keyOf } from './statements.js';
import { asTurtle } from './turtle.js';
import { statementsView } from './values.js';

export function comparisonView(options: {
  readonly id: string;
  readonly diff: DiffAnswer;
  readonly from: number;
  readonly to: number;
  readonly latest: number;
  readonly whole: ObjectRevision | undefined;
  readonly documents: RevisionDocuments;
}): TemplateResult {
  const { id, diff, from, to, latest, whole, documents } = options;
  const changed = new Set(diff.statements.map((statement) => keyOf(statement)));
  const numberBox = (name: string, label: string, value: number): TemplateResult =>
    html`<label
      >${label} <input type="number" name=${name} min="1" max=${latest} required .value=${String(value)}
    /></label>`;
  return html`<section class="card" aria-labelledby="comparison">
    <div class="card-head">
      <h2 id="comparison">${t.comparison(from, to)}</h2>
      <form
        class="compare-form"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          if (!(event.target instanceof HTMLFormElement)) return;
          const data = new FormData(event.target);
          navigate(`${objectPath(id)}/revisions/${Number(data.get('from'))}..${Number(data.get('to'))}`);
        }}
      >
        ${numberBox('from', t.from, from)} ${numberBox('to', t.to, to)}
        <button type="submit">${t.compare}</button>
      </form>
    </div>
    <div class="card-head">${documents.changeChoice()}</div>
    ${documents.changes(
      objectUri(id),
      { from, to },
      () =>
        html`${differencesView(diff.statements, diff.revisions)}
        ${diff.truncated ? html`<p class="notice wait">${t.truncated}</p>` : nothing}
        ${diff.statements.length === 0 ? nothing : turtleView(diff)}`,
    )}
    ${
      whole === undefined
        ? nothing
        : html`<details>
            <summary>${t.unchanged}</summary>
            ${statementsView(
              whole.statements.filter((statement) => !changed.has(keyOf(statement))),
              objectUri(id),
            )}
          </details>`
    }
  </section>`;
}

/** The difference as two Turtle documents. */
function turtleView({ statements }: DiffAnswer): TemplateResult {
  const { namespaces } = config();
  const block = (op: 'removed' | 'added'): unknown => {
    const text = asTurtle(
      statements.filter((statement) => statement.op === op),
      namespaces,
    );
    return html`<h3>${t.turtleOf[op]}</h3>
      ${text === '' ? html`<p class="quiet">${t.turtleNone[op]}</p>` : sourceView(t.turtleOf[op], text, t.copyTurtle[op])}`;
  };
  return html`<details class="as-turtle">
    <summary>${t.asTurtle}</summary>
    <div class="stack">${block('removed')} ${block('added')}</div>
  </details>`;
}
