/** Elements of page layout: heads, sections, cards, facts. */
import { html, nothing, type TemplateResult } from 'lit';

/** The head of a page. @param more elements at its end, such as buttons. */
export function pageHead(
  title: unknown,
  { kicker, below = nothing, more = nothing }: { kicker?: unknown; below?: unknown; more?: unknown } = {},
): TemplateResult {
  return html`<div class="page-head">
    <div>
      ${kicker === undefined ? nothing : html`<p class="kicker">${kicker}</p>`}
      <h1>${title}</h1>
      ${below}
    </div>
    ${more}
  </div>`;
}

/** A section that is named by its heading. */
export const section = (id: string, title: unknown, body: unknown, more: unknown = nothing): TemplateResult =>
  html`<section aria-labelledby=${id}>
    <div class="section-head">
      <h2 id=${id}>${title}</h2>
      ${more}
    </div>
    ${body}
  </section>`;

/** A card that is named by its heading. */
export const card = (id: string, title: unknown, body: unknown): TemplateResult =>
  html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${body}
  </section>`;

/** A fact of a `<dl class="facts">`; nothing without a value. */
export const fact = (name: string, value: unknown): TemplateResult | typeof nothing =>
  value === null || value === undefined || value === nothing
    ? nothing
    : html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`;
