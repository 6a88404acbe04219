/** The navigation by role: a column on a desktop; on a phone a bar of four entries, with the rest in a sheet. */
import { href, html, nothing, session, type TemplateResult } from '../core/index.js';
import { type Section, sections } from '../registry.js';
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

const link = ([name, { path, label }]: Entry, current: Section | undefined): TemplateResult =>
  html`<a href=${href(path)} aria-current=${name === current ? 'page' : nothing}>${label}</a>`;

export function navigation(current: Section | undefined): TemplateResult {
  return html`<nav class="side" aria-label=${t.navigation}>${entries().map((entry) => link(entry, current))}</nav>`;
}

/** At the bottom of a phone. */
export function bottomBar(current: Section | undefined): TemplateResult {
  const all = entries();
  const inBar = all.filter(([, value]) => 'bar' in value).slice(0, 4);
  const rest = all.filter((entry) => !inBar.includes(entry));
  return html`<nav class="bottom" aria-label=${t.navigation}>
    ${inBar.map((entry) => link(entry, current))}
    ${
      rest.length === 0
        ? nothing
        : html`<button type="button" popovertarget="more-pages">${t.more}</button>
            <div id="more-pages" class="sheet" popover @click=${closeSheet}>
              ${rest.map((entry) => link(entry, current))}
            </div>`
    }
  </nav>`;
}

function closeSheet(): void {
  document.getElementById('more-pages')?.hidePopover();
}
