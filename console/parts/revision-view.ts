/** A revision: its address and facts, what changed in it, and its statements. */
import type { DiffAnswer, RevisionItem } from '../../src/console/responses.js';
import { fact, href, html, nothing, type Resource, show, type TemplateResult } from '../core/index.js';
import { historyTexts as t } from '../texts/history.js';
import './proof.js';
import { differencesView } from './differences.js';
import { objectPath, objectUri } from './object-head.js';
import type { ObjectRevision } from './read-object.js';
import { type RevisionDocuments, revisionPath } from './revision-documents.js';
import { revisionFacts } from './revision-facts.js';
import { wholeUri } from './source.js';
import { keyOf } from './statements.js';
import { statementsView } from './values.js';

interface RevisionOptions {
  readonly id: string;
  readonly number: number;
  readonly latest: number;
  readonly revision: Resource<ObjectRevision>;
  readonly item: RevisionItem | undefined;
  readonly diff: Resource<DiffAnswer | undefined>;
  readonly documents: RevisionDocuments;
  /** The path of the page of another revision. */
  readonly pathOf: (number: number) => string;
}

export function revisionView(options: RevisionOptions): TemplateResult {
  const { id, number, latest, item, pathOf } = options;
  const link = (name: string, relation: 'prev' | 'next', other: number): unknown =>
    other < 1 || other > latest
      ? nothing
      : fact(name, html`<a rel=${relation} href=${href(pathOf(other))}>${t.revision(other)}</a>`);
  const more = html`${link(t.before, 'prev', number - 1)} ${link(t.after, 'next', number + 1)}
    <div class="wide">
      <dt>${t.address}</dt>
      <dd>${wholeUri(revisionPath(objectUri(id), { to: number }))}</dd>
    </div>`;
  return html`<section class="card" aria-label=${t.facts}>
      ${revisionFacts({ id, object: { number, latest }, revision: item, more })}
    </section>
    ${changesView(options)} ${revisionStatements(options)}
    <cg-proof
      .of=${{ path: `${objectPath(id)}/revisions/${number}`, subject: objectUri(id), name: `${id}-revision-${number}` }}
    ></cg-proof>`;
}

function changesView({ id, number, diff, documents }: RevisionOptions): TemplateResult {
  const compare = `${objectPath(id)}/revisions/${number - 1}..${number}`;
  return html`<section class="card" aria-labelledby="what-changed">
    <div class="card-head">
      <h2 id="what-changed">${t.whatChanged}</h2>
      ${number > 1 ? html`<a class="button" href=${href(compare)}>${t.compareBefore}</a>` : nothing}
    </div>
    <div class="card-head">${documents.changeChoice()}</div>
    ${documents.changes(objectUri(id), { from: number - 1, to: number }, () =>
      show(
        diff,
        (answer) =>
          answer === undefined ? html`<p class="quiet">${t.wasCreated}</p>` : differencesView(answer.statements),
        { lines: 3 },
      ),
    )}
  </section>`;
}

function revisionStatements({ id, number, revision, diff, documents }: RevisionOptions): TemplateResult {
  const changed = diff.value?.statements ?? [];
  const highlights = new Set(changed.filter(({ op }) => op === 'added').map((each) => keyOf(each)));
  const summary =
    changed.length === 0
      ? nothing
      : html`<p class="quiet">${t.against(number - 1, highlights.size, changed.length - highlights.size)}</p>`;
  return html`<section class="card" aria-labelledby="revision-statements">
    <div class="card-head">
      <h2 id="revision-statements">${t.revision(number)}</h2>
      ${documents.formChoice()}
    </div>
    ${documents.statements(objectUri(id), { from: number - 1, to: number }, () =>
      show(revision, ({ statements }) => html`${summary}${statementsView(statements, objectUri(id), highlights)}`, {
        lines: 8,
      }),
    )}
  </section>`;
}
