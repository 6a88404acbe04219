/**
 * What is a row on a desktop and a sheet at the bottom of a phone (K90): the tabs of a page, and its acts. The sheet is a
 * popover, whose content the style sheet shows in place where there is room.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { shared } from '../shared.js';
import { icon } from './icon.js';

export interface Tab {
  readonly href: string;
  readonly text: string;
  readonly isCurrent: boolean;
  /** How many there are. */
  readonly count?: string | undefined;
}

/** A press on a link or button of a sheet ends it. */
function closeSheet({ target, currentTarget }: Event): void {
  if (
    currentTarget instanceof HTMLElement &&
    target instanceof Element &&
    target.closest('a, button') !== null &&
    currentTarget.matches(':popover-open')
  )
    currentTarget.hidePopover();
}

const counted = ({ text, count }: Tab): unknown =>
  count === undefined ? text : html`${text} <span class="count">${count}</span>`;

/** The parts of a page; on a phone a menu that names the current one. @param id of its sheet, once in a page. */
export function tabs(id: string, label: string, all: readonly Tab[]): TemplateResult {
  const current = all.find(({ isCurrent }) => isCurrent) ?? all[0];
  return html`<nav class="tabs" aria-label=${label}>
    <button type="button" class="tabs-menu" popovertarget=${id}>
      ${current === undefined ? label : counted(current)} ${icon('fold')}
    </button>
    <div id=${id} class="tabs-list sheet" popover @click=${closeSheet}>
      ${all.map((tab) => html`<a href=${tab.href} aria-current=${tab.isCurrent ? 'page' : nothing}>${counted(tab)}</a>`)}
    </div>
  </nav>`;
}

/**
 * The acts of a page: buttons in a row; on a phone the first one, and the others in a sheet. @param id of the sheet.
 *
 * @param first the act that most come for.
 */
export function acts(id: string, first: unknown, others: readonly unknown[]): TemplateResult {
  return html`<div class="acts">
    ${first}
    ${
      others.length === 0
        ? nothing
        : html`<button type="button" class="acts-more" popovertarget=${id}>${icon('more')} ${shared.moreActs}</button>
            <div id=${id} class="acts-list sheet" popover @click=${closeSheet}>${others}</div>`
    }
  </div>`;
}
