/** What an erasure would take away (P37): counts, who will be told, and where else the texts stand. */
import { ask, consoleApi, html, nothing, section, type TemplateResult, uriView, visibleText } from '../core/index.js';
import type { ErasurePreviewAnswer } from '../../src/console/responses.js';
import { erasuresTexts as t } from '../texts/erasures.js';

/** Partners, or places, that are shown. */
const MAX_LISTED = 20;

/** Asks what erasing an object would do. @throws Failure */
export async function askErasurePreview(object: string): Promise<ErasurePreviewAnswer> {
  const { text } = await ask(`${consoleApi('/erasures')}?preview=true`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // Nothing changes, so the reason does not matter.
    body: JSON.stringify({ object, reason: 'OTHER' }),
  });
  // The node and the console have the same release.
  return JSON.parse(text) as ErasurePreviewAnswer;
}

export function erasurePreviewView(preview: ErasurePreviewAnswer): TemplateResult {
  const { linkedFrom, readers, told, violates, alsoIn, truncated } = preview;
  const counts = [
    t.revisions(preview.revisions),
    t.statements(preview.statements),
    t.events(preview.events),
    t.requests(preview.requests),
    t.waiting(preview.waiting),
    ...(preview.messages > 0 ? [t.messages(preview.messages)] : []),
    ...(preview.drafts > 0 ? [t.drafts(preview.drafts)] : []),
  ];
  return html`${section(
    'erasure-goes',
    t.goes,
    html`<ul>
        ${counts.map((count) => html`<li>${count}</li>`)}
      </ul>
      ${linkedFrom === 0 ? nothing : html`<p>${t.linkedFrom(linkedFrom)}</p>`}`,
  )}
  ${agents(t.readers(readers.length), readers)} ${agents(t.notified(told.length), told)}
  ${
    violates.length === 0
      ? nothing
      : html`<div class="notice wait">
          <p class="notice-title">${t.violates}</p>
          <ul>
            ${violates.map((one) => html`<li>${visibleText(one)}</li>`)}
          </ul>
        </div>`
  }
  ${
    alsoIn.length === 0
      ? html`<p>${t.alsoInNone}</p>`
      : html`<div class="notice wait">
          <p class="notice-title">${t.alsoIn}</p>
          <ul class="apart">
            ${alsoIn.map((one) => html`<li>${uriView(one)}</li>`)}
          </ul>
        </div>`
  }
  ${truncated ? html`<p class="notice wait">${t.truncated}</p>` : nothing}`;
}

const agents = (title: string, list: readonly string[]): TemplateResult =>
  list.length === 0
    ? html`<p>${title}</p>`
    : html`<details ?open=${list.length <= MAX_LISTED}>
        <summary>${title}</summary>
        <ul class="apart">
          ${list.map((one) => html`<li>${uriView(one, { brief: true })}</li>`)}
        </ul>
      </details>`;
