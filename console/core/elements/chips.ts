/** Chips: a status, a kind. Each has its word, because colour alone must not carry meaning. */
import { html, type TemplateResult } from 'lit';
import type { RequestStatus } from '../../../src/console/responses.js';
import { shared } from '../shared.js';

const tones: Readonly<Record<RequestStatus, string>> = {
  REQUEST_PENDING: 'wait',
  REQUEST_ACCEPTED: 'good',
  REQUEST_ACKNOWLEDGED: 'good',
  REQUEST_REJECTED: 'bad',
  REQUEST_FAILED: 'bad',
  REQUEST_REVOKED: 'quiet',
};

export function statusChip(status: RequestStatus): TemplateResult {
  return html`<span class="chip ${tones[status]}">${shared.statuses[status]}</span>`;
}

export function chip(text: string, tone: 'good' | 'bad' | 'wait' | 'quiet' | 'info' = 'quiet'): TemplateResult {
  return html`<span class="chip ${tone}">${text}</span>`;
}
