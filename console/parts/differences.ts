/** The difference of two revisions: removed and added statements by path; a single removal and addition form a pair. */
import type { DiffStatement, RevisionItem, TermValue } from '../../src/console/responses.js';
import { empty, html, nothing, type TemplateResult, table, termText, uriView } from '../core/index.js';
import { differenceTexts as t } from '../texts/differences.js';
import { termView } from './values.js';

/** The common members of a difference's entries and a request's operations. */
export type Difference = Pick<DiffStatement, 's' | 'p' | 'o' | 'path' | 'op'> & { readonly revision?: number };

interface Line {
  readonly path: readonly string[];
  readonly before: readonly TermValue[];
  readonly after: readonly TermValue[];
  readonly revisions: readonly number[];
}

/** The lines of a difference, by subject and property in path order. */
export function linesOf(differences: readonly Difference[]): Line[] {
  const lines = new Map<
    string,
    { path: readonly string[]; before: TermValue[]; after: TermValue[]; revisions: Set<number> }
  >();
  for (const { s, p, o, op, path, revision } of differences) {
    const key = `${s} ${p}`;
    const line = lines.get(key) ?? { path, before: [], after: [], revisions: new Set<number>() };
    lines.set(key, line);
    (op === 'removed' ? line.before : line.after).push(o);
    if (revision !== undefined) line.revisions.add(revision);
  }
  return [...lines.values()]
    .map((line) => ({ ...line, revisions: [...line.revisions].sort((one, other) => one - other) }))
    .sort((one, other) => one.path.join(' ').localeCompare(other.path.join(' '), 'en'));
}

export function pathView(path: readonly string[]): TemplateResult {
  return html`<span class="path" title=${path.join(' › ')}
    >${path.map((property, index) => html`${index === 0 ? nothing : html`<span class="quiet"> › </span>`}${termText(property)}`)}</span
  >`;
}

const side = (terms: readonly TermValue[], mark: 'removed' | 'added', word: string): unknown =>
  terms.length === 0
    ? nothing
    : html`<ul class="side ${mark}">
        ${terms.map((term) => html`<li><span class="sign">${word}</span> ${termView(term)}</li>`)}
      </ul>`;

/** @param object the path of the object's page, for links to the requests behind revisions. */
export function differencesView(
  differences: readonly Difference[],
  revisions: readonly RevisionItem[] = [],
): TemplateResult {
  if (differences.length === 0) return empty(t.none);
  const byNumber = new Map(revisions.map((revision) => [revision.number, revision]));
  const isDated = revisions.length > 0;
  return table({
    caption: t.caption,
    rows: linesOf(differences),
    columns: [
      { heading: t.property, isHeading: true, cell: ({ path }) => pathView(path) },
      { heading: t.before, cell: ({ before }) => side(before, 'removed', t.removed) },
      { heading: t.after, cell: ({ after }) => side(after, 'added', t.added) },
      ...(isDated ? [{ heading: t.by, cell: (line: Line) => origin(line, byNumber) }] : []),
    ],
  });
}

function origin({ revisions }: Line, byNumber: ReadonlyMap<number, RevisionItem>): TemplateResult {
  return html`${revisions.map((number) => {
    const revision = byNumber.get(number);
    return html`<div class="origin">
      <span>${t.revision(number)}</span>
      ${
        revision === undefined
          ? nothing
          : html`<cg-time .time=${revision.at}></cg-time>${
                revision.requestedBy === null ? nothing : html` ${uriView(revision.requestedBy)}`
              }`
      }
    </div>`;
  })}`;
}
