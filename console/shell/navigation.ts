/**
 * The navigation by role, in groups (K95): a column on a desktop; on a phone a bar of four entries, and a sheet with all
 * groups, which fold.
 */
import { href, html, icon, nothing, session, type TemplateResult } from '../core/index.js';
import { groups, type Section, sections } from '../registry.js';
import { shellTexts as t } from '../texts/shell.js';

type Entry = readonly [name: Section, value: (typeof sections)[Section]];

/** The entries that the caller may use, of what the node has (K95). */
export function entries(): Entry[] {
  const { me } = session;
  const isInternal = me?.internal === true;
  return (Object.entries(sections) as Entry[]).filter(
    ([, section]) =>
      (isInternal || (section.audience as string) !== 'internal') &&
      (!('needs' in section) || me?.[section.needs] === true),
  );
}

interface Group {
  readonly name: string;
  readonly title: string;
  readonly inGroup: readonly Entry[];
}

/** The groups that have entries for the caller. */
function grouped(): Group[] {
  const all = entries();
  return Object.entries(groups)
    .map(([name, title]) => ({ name, title: title(), inGroup: all.filter(([, { group }]) => group === name) }))
    .filter(({ inGroup }) => inGroup.length > 0);
}

const link = ([name, entry]: Entry, current: Section | undefined, word: string = entry.label()): TemplateResult =>
  html`<a href=${href(entry.path)} aria-current=${name === current ? 'page' : nothing}
    >${icon(entry.icon)}<span>${word}</span></a
  >`;

export function navigation(current: Section | undefined): TemplateResult {
  return html`<nav class="side" aria-label=${t.navigation}>
    ${grouped().map(
      ({ title, inGroup }) =>
        html`<div class="nav-group" role="group" aria-label=${title}>
          <p class="nav-title" aria-hidden="true">${title}</p>
          ${inGroup.map((entry) => link(entry, current))}
        </div>`,
    )}
  </nav>`;
}

/** At the bottom of a phone. */
export function bottomBar(current: Section | undefined): TemplateResult {
  const all = grouped();
  const inBar = entries().flatMap((entry) => ('bar' in entry[1] ? [link(entry, current, entry[1].bar())] : []));
  const isOpen = ({ inGroup }: Group): boolean => inGroup.some(([name]) => name === current);
  const first = all.find(isOpen) ?? all[0];
  return html`<nav class="bottom" aria-label=${t.navigation}>
    ${inBar}
    <button type="button" popovertarget="more-pages">${icon('more')}<span>${t.more}</span></button>
    <div id="more-pages" class="sheet" popover @click=${closeSheet}>
      ${all.map(
        (group) =>
          html`<details ?open=${group === first}>
            <summary>${group.title}</summary>
            ${group.inGroup.map((entry) => link(entry, current))}
          </details>`,
      )}
    </div>
  </nav>`;
}

function closeSheet(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a') !== null)
    document.getElementById('more-pages')?.hidePopover();
}
