/** The head of the notification pages: outgoing and received. */
import { href, html, nothing, type TemplateResult } from '../core/index.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';
import { latencyTexts as latency } from '../texts/latency.js';

const titles = { out: t.title, confirmed: t.confirmedTitle, latency: latency.title, in: t.comingIn };

export function deliveriesHead(direction: keyof typeof titles): TemplateResult {
  return html`<div class="page-head">
      <div><h1>${titles[direction]}</h1></div>
    </div>
    <nav class="tabs" aria-label=${t.directions}>
      <a href=${href('/deliveries')} aria-current=${direction === 'out' ? 'page' : nothing}>${t.goingOut}</a>
      <a href=${href('/deliveries/confirmed')} aria-current=${direction === 'confirmed' ? 'page' : nothing}
        >${t.confirmedTab}</a
      >
      <a href=${href('/deliveries/latency')} aria-current=${direction === 'latency' ? 'page' : nothing}
        >${latency.tab}</a
      >
      <a href=${href('/notifications')} aria-current=${direction === 'in' ? 'page' : nothing}>${t.comingIn}</a>
    </nav>`;
}
