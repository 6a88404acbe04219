/** What an act on a whole shipment changes: a sentence, and a table (K53). */
import type { ActPreview } from '../../src/console/responses.js';
import { chip, html, nothing, plainText, table, type TemplateResult, termText, uriView } from '../core/index.js';
import { shipmentActsTexts as t } from '../texts/shipment-acts.js';
import type { ActForm } from './act-form.js';
import { agentName } from './agent-name.js';

/** Rows of the table. */
const MAX_ROWS = 200;

/** What changes, in a sentence. @param names of the partners, as one text. */
/** What a request is called; the name of a kind that the console does not know. */
function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = t.kinds;
  return names[kind] ?? kind;
}

export function sentenceOf(form: ActForm, preview: ActPreview, names: string): string {
  const { changes, same, refused } = preview.counts;
  switch (form.act) {
    case 'give-access':
      return t.gives(names, changes + same, same);
    case 'withdraw-access':
      return t.withdraws(names, changes);
    case 'subscribe':
      return t.subscribes(names, changes, same);
    case 'unsubscribe':
      return t.unsubscribes(names, changes);
    case 'decide':
      return form.decision === 'accept' ? t.accepts(names, changes, refused) : t.rejects(names, changes, refused);
  }
}

const effectChip = (effect: 'changes' | 'same' | 'refused'): TemplateResult =>
  chip(t.effects[effect], effect === 'changes' ? 'good' : effect === 'refused' ? 'bad' : undefined);

/** The preview as sentence and table. @param more what the dialog adds after the sentence. */
export function previewView(
  form: ActForm,
  preview: ActPreview,
  names: string,
  more: unknown = nothing,
): TemplateResult {
  const { objects, requests, falls, rejects } = preview;
  return html`<p><strong>${sentenceOf(form, preview, names)}</strong></p>
    ${form.later && (form.act === 'give-access' || form.act === 'subscribe') ? html`<p>${t.laterSentence}</p>` : nothing}
    ${more} ${form.act === 'decide' ? requestRows(preview, requests) : objectRows(objects)}
    ${falls.length === 0 ? nothing : fallsView(falls)}
    ${rejects.length === 0 ? nothing : html`<p class="notice wait">${t.alsoRejected(rejects.length)}</p>`}
    ${preview.more ? html`<p class="notice">${t.more}</p>` : nothing}`;
}

function objectRows(objects: ActPreview['objects']): TemplateResult {
  return html`${table({
    caption: t.changes,
    rows: objects.slice(0, MAX_ROWS),
    columns: [
      { heading: t.object, isHeading: true, cell: ({ uri, label }) => uriView(uri, { label }) },
      { heading: t.type, cell: ({ type }) => termText(type) },
      {
        heading: t.effect,
        cell: ({ effect, why }) =>
          html`${effectChip(effect)} ${why === null ? nothing : html`<span class="quiet">${t.why[why]}</span>`}`,
      },
    ],
  })}${objects.length > MAX_ROWS ? html`<p class="quiet">${t.moreRows(objects.length - MAX_ROWS)}</p>` : nothing}`;
}

function requestRows({ objects }: ActPreview, requests: ActPreview['requests']): TemplateResult {
  const labels = new Map(objects.map(({ uri, label }) => [uri, label]));
  return table({
    caption: t.changes,
    rows: requests,
    columns: [
      {
        heading: t.object,
        isHeading: true,
        cell: ({ object }) => uriView(object, { label: labels.get(object) ?? null }),
      },
      { heading: t.request, cell: ({ request, kind }) => uriView(request, { label: kindName(kind) }) },
      { heading: t.by, cell: ({ requestedBy }) => uriView(requestedBy) },
      {
        heading: t.effect,
        cell: ({ effect, why }) =>
          html`${effectChip(effect)} ${why === null ? nothing : html`<span class="quiet">${plainText(why, 300)}</span>`}`,
      },
    ],
  });
}

function fallsView(falls: ActPreview['falls']): TemplateResult {
  return html`<div class="notice wait">
    <p>${t.falls}</p>
    <ul>
      ${falls
        .slice(0, MAX_ROWS)
        .map(({ agent, object }) => html`<li>${plainText(agentName(agent), 80)}: ${uriView(object)}</li>`)}
    </ul>
  </div>`;
}
