/** The head of an object's pages: its name and type, and tabs for its parts. */
import { href, html, nothing, ref, type TemplateResult, termText, uriAt, visibleText } from '../core/index.js';
import { termPage } from './term-link.js';
import { objectTexts as t } from '../texts/object.js';

/** The path of an object's page below the console, equal to that of its URI below the base. */
export const objectPath = (id: string): string => `/logistics-objects/${encodeURIComponent(id)}`;
export const objectUri = (id: string): string => uriAt(`/logistics-objects/${id}`);

/** The parts of an object, each with a page below the object's; those of a group stand below one tab (K41). */
const tabs = [
  { label: () => t.tabObject, parts: [{ name: 'object', suffix: '', label: () => t.tabObject }] },
  {
    label: () => t.tabHistory,
    parts: [
      { name: 'history', suffix: '/revisions', label: () => t.tabRevisions },
      { name: 'auditTrail', suffix: '/audit-trail', label: () => t.tabRequests },
      { name: 'events', suffix: '/logistics-events', label: () => t.tabEvents },
    ],
  },
  {
    label: () => t.tabLife,
    parts: [
      { name: 'life', suffix: '/life', label: () => t.tabLife },
      { name: 'graph', suffix: '/graph', label: () => t.tabGraph },
    ],
  },
  { label: () => t.tabAccess, parts: [{ name: 'access', suffix: '/acl', label: () => t.tabAccess }] },
  { label: () => t.tabRaw, parts: [{ name: 'raw', suffix: '/raw', label: () => t.tabRaw }] },
] as const;

/** Not all tabs fit on a phone: the current one scrolls into view after layout. */
function showTab(tab: Element | undefined): void {
  if (!(tab instanceof HTMLElement)) return;
  requestAnimationFrame(() => {
    const { parentElement } = tab;
    if (parentElement !== null)
      parentElement.scrollLeft = tab.offsetLeft - parentElement.offsetLeft - parentElement.clientWidth / 3;
  });
}

/** `change` is an act, and no tab. */
export type ObjectTab = (typeof tabs)[number]['parts'][number]['name'] | 'change';

export interface ObjectHead {
  readonly id: string;
  readonly label: string | null;
  readonly type: string | null;
  readonly tab: ObjectTab;
  readonly more?: unknown;
}

/** A type in words, with a link to its page in the data model. */
function typeName(type: string): TemplateResult {
  const page = termPage(type);
  const text = termText(type, true);
  return page === undefined ? text : html`<a class="term-link" href=${href(page)}>${text}</a>`;
}

export function objectHead({ id, label, type, tab, more = nothing }: ObjectHead): TemplateResult {
  return html`<div class="page-head">
      <div>
        <p class="kicker">${type === null ? t.object : typeName(type)}</p>
        <h1>${visibleText(label ?? id)}</h1>
        <p><cg-uri .uri=${objectUri(id)} .label=${id}></cg-uri></p>
      </div>
      ${more}
    </div>
    ${tabsView(id, tab)}`;
}

function tabsView(id: string, tab: ObjectTab): TemplateResult {
  const current = tabs.find(({ parts }) => parts.some(({ name }) => name === tab));
  const link = (suffix: string, text: string, isCurrent: boolean): TemplateResult =>
    html`<a
      href=${href(objectPath(id) + suffix)}
      aria-current=${isCurrent ? 'page' : nothing}
      ${isCurrent ? ref(showTab) : nothing}
      >${text}</a
    >`;
  return html`<nav class="tabs" aria-label=${t.parts}>
      ${tabs.map((one) => link(one.parts[0].suffix, one.label(), one === current))}
    </nav>
    ${
      current === undefined || current.parts.length === 1
        ? nothing
        : html`<nav class="tabs below" aria-label=${current.label()}>
            ${current.parts.map(({ name, suffix, label }) => link(suffix, label(), name === tab))}
          </nav>`
    }`;
}
