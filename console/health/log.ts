/** The cards of the log of proofs and of erasures on Health (P58). */
import type { HoldsAnswer, ProofLogState } from '../../src/console/responses.js';
import {
  chip,
  fact,
  href,
  html,
  nothing,
  number,
  table,
  type TemplateResult,
  timeView,
  visibleText,
} from '../core/index.js';
import { healthTexts as t } from '../texts/health.js';
import type { Scrape } from './scrape.js';

const agoOrNothing = (time: string | null): TemplateResult =>
  time === null ? html`<span class="quiet">${t.nothingYet}</span>` : html`${timeView(time, 'ago')}`;

export function logView({ origin, entries, checkpoint, fork, witnesses }: ProofLogState): TemplateResult {
  return html`<dl class="facts">
      ${fact(t.logOrigin, html`<span class="wrap">${visibleText(origin)}</span>`)}
      ${fact(t.logEntries, number(entries))}
      ${fact(t.logCheckpoint, checkpoint === null ? t.nothingYet : t.logCheckpointOf(checkpoint.size))}
      ${checkpoint === null ? nothing : fact(t.logSigned, agoOrNothing(checkpoint.signedAt))}
    </dl>
    ${fork === null ? nothing : html`<p class="notice bad">${t.logForked}: ${visibleText(fork)}</p>`}
    ${witnesses.length === 0 ? html`<p class="quiet">${t.noWitnesses}</p>` : witnessesTable(witnesses)}`;
}

const witnessesTable = (witnesses: ProofLogState['witnesses']): TemplateResult =>
  table({
    caption: t.witnesses,
    rows: witnesses,
    columns: [
      {
        heading: t.witness,
        isHeading: true,
        cell: ({ name }) => html`<span class="wrap">${visibleText(name)}</span>`,
      },
      { heading: t.cosigned, cell: ({ cosignedAt }) => agoOrNothing(cosignedAt) },
      { heading: t.cosignedSize, isNumber: true, cell: ({ size }) => (size === null ? nothing : number(size)) },
      {
        heading: t.lastAnswer,
        cell: ({ cosignedAt, failedAt, error }) =>
          error !== null
            ? html`${chip(t.failed, 'bad')} ${agoOrNothing(failedAt)}
                <cg-text class="bad-text" .text=${error}></cg-text>`
            : cosignedAt === null
              ? html`<span class="quiet">${t.nothingYet}</span>`
              : chip(t.hasCosigned, 'good'),
      },
    ],
  });

/** How many erasures wait to be purged, and the legal holds in force. */
export function erasuresView(scrape: Scrape | undefined, { total }: HoldsAnswer): TemplateResult {
  const waiting = scrape?.sum('erasures', { state: 'HIDDEN' });
  return html`<dl class="facts">
    ${waiting === undefined ? nothing : fact(t.notPurged, html`<a href=${href('/erasures')}>${number(waiting)}</a>`)}
    ${fact(t.holds, html`<a href=${href('/erasures')}>${number(total)}</a>`)}
  </dl>`;
}
