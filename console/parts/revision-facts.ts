/** The facts of a revision: its number, its time, the requestor and the agent that decided. */
import type { RevisionItem } from '../../src/console/responses.js';
import { fact, href, html, nothing, shared, type TemplateResult, utc } from '../core/index.js';
import { messageLinkTexts as m } from '../texts/message-link.js';
import { objectTexts as t } from '../texts/object.js';
import { messageLink } from './message-link.js';
import { objectPath } from './object-head.js';

export function revisionFacts(options: {
  readonly id: string;
  readonly object: { readonly number: number; readonly latest: number };
  readonly revision: RevisionItem | undefined;
  readonly pending?: number | undefined;
  /** Further facts. */
  readonly more?: unknown;
}): TemplateResult {
  const { id, object, revision, pending, more = nothing } = options;
  const path = objectPath(id);
  const requests = href(`/action-requests?object=${encodeURIComponent(id)}&status=REQUEST_PENDING`);
  return html`<dl class="facts">
    ${fact(
      t.revision,
      html`<a href=${href(`${path}/revisions/${object.number}`)}>${t.revisionOf(object.number, object.latest)}</a>`,
    )}
    ${revision === undefined ? nothing : fact(t.made, html`<cg-time .time=${revision.at} .exact=${true} .ago=${true}></cg-time>`)}
    ${
      revision?.requestedBy === undefined || revision.requestedBy === null
        ? nothing
        : fact(t.madeBy, html`<cg-uri .uri=${revision.requestedBy} .compact=${true}></cg-uri>`)
    }
    ${
      revision?.decidedBy === undefined || revision.decidedBy === null
        ? nothing
        : fact(t.decidedBy, html`<cg-uri .uri=${revision.decidedBy} .compact=${true}></cg-uri>`)
    }
    ${revision?.request === undefined || revision.request === null ? nothing : fact(t.byRequest, html`<cg-uri .uri=${revision.request} .compact=${true}></cg-uri>`)}
    ${revision?.message === undefined || revision.message === null ? nothing : fact(m.byMessage, messageLink(revision.message))}
    ${revision?.description === undefined || revision.description === null ? nothing : fact(t.because, html`<cg-text .text=${revision.description}></cg-text>`)}
    ${pending === undefined ? nothing : fact(t.pending, pending === 0 ? t.noPending : html`<a href=${requests}>${t.pendingCount(pending)}</a>`)}
    ${more}
  </dl>`;
}

/** The time and author of a revision, for the head of printed sheets. */
export function madeOnPaper(revision: RevisionItem | undefined): string[] {
  if (revision === undefined) return [];
  const { at, requestedBy } = revision;
  return [shared.madeBy(utc(new Date(at), true), requestedBy ?? shared.unknown)];
}

/** A revision for the head of printed sheets. */
export const revisionOnPaper = (number: number, latest: number, revision: RevisionItem | undefined): string[] => [
  shared.revisionOf(number, latest),
  ...madeOnPaper(revision),
];
