/** The head of the pages of outgoing notifications. */
import { href, html, tabs, type TemplateResult } from '../core/index.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';
import { latencyTexts as latency } from '../texts/latency.js';

const parts = {
  out: { path: '/deliveries', text: () => t.goingOut, title: () => t.title },
  confirmed: { path: '/deliveries/confirmed', text: () => t.confirmedTab, title: () => t.confirmedTitle },
  latency: { path: '/deliveries/latency', text: () => latency.tab, title: () => latency.title },
  in: { path: '/notifications', text: () => t.comingIn, title: () => t.comingIn },
} as const;
type Direction = keyof typeof parts;

export function deliveriesHead(direction: Direction): TemplateResult {
  return html`<div class="page-head">
      <div><h1>${parts[direction].title()}</h1></div>
    </div>
    ${tabs(
      'directions',
      t.directions,
      Object.entries(parts).map(([part, { path, text }]) => ({
        href: href(path),
        text: text(),
        isCurrent: part === direction,
      })),
    )}`;
}
