/** What a Cargo-XML message did, and what of it was left out: the report of the node, in words. */
import type { MessageReport, MessageSummary } from '../../src/console/responses.js';
import {
  chip,
  fact,
  href,
  html,
  localName,
  shortId,
  nothing,
  pageOf,
  pathBelowBase,
  plainText,
  section,
  table,
  type TemplateResult,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { messagesTexts as t } from '../texts/messages.js';

type Outcome = MessageReport['outcome'];
/** Rows of a table; a report can name thousands of pieces. */
const MAX_ROWS = 200;

const tones = { applied: 'good', unchanged: 'quiet', stale: 'wait', duplicate: 'quiet', 'dry-run': 'info' } as const;
export const outcomeChip = (outcome: Outcome): TemplateResult => chip(t.outcomes[outcome], tones[outcome]);

/** The name of a message: its type, and the number that its sender gave it. */
export const messageName = ({ type, messageId, message }: MessageSummary): string =>
  plainText(`${type} ${messageId ?? (message === null ? '' : shortId(localName(message)))}`.trim(), 60);

/** What a message did, in a line. */
export function whatItDid({ created, changed, events }: MessageSummary): string {
  const done = [
    ...(created.length === 0 ? [] : [t.created(created.length)]),
    ...(changed.length === 0 ? [] : [t.changed(changed.length)]),
    ...(events.length === 0 ? [] : [t.events(events.length)]),
  ];
  return done.length === 0 ? t.nothingDone : done.join(', ');
}

const partyList = (parties: readonly string[]): unknown =>
  parties.length === 0 ? null : visibleText(plainText(parties.join(', ')));

/** What the header of the message says, and how many of its values were taken. */
export function messageFacts(report: MessageReport, more: unknown = nothing): TemplateResult {
  const { type, version, purpose, messageId, issued, received, sender, recipient, waybill, values, digest } = report;
  const isDry = report.outcome === 'dry-run';
  const { total, mapped, derived, header, unmapped } = values;
  return html`<section class="card" aria-label=${t.facts}>
    <p>${outcomeChip(report.outcome)} ${t.explained[report.outcome]}</p>
    <dl class="facts">
      ${fact(t.type, visibleText(version === null ? type : `${type} ${version}`))}
      ${fact(t.waybill, isDry && isCreated(report, waybill) ? notYet(waybill) : uriView(waybill))}
      ${fact(t.messageId, messageId === null ? null : visibleText(messageId))}
      ${fact(t.purpose, purpose === null ? null : visibleText(purpose))}
      ${fact(t.issued, issued === null ? null : timeView(issued, 'exact'))}
      ${isDry ? nothing : fact(t.received, timeView(received, 'exact', 'ago'))} ${fact(t.sender, partyList(sender))}
      ${fact(t.recipient, partyList(recipient))}
      ${fact(
        t.values,
        html`${t.counts(total, mapped, derived, header)}${unmapped === 0 ? nothing : html`, <strong>${t.countLeftOut(unmapped)}</strong>`}`,
      )}
      ${isDry ? nothing : fact(t.digest, html`<code class="wrap">${visibleText(digest)}</code>`)}
    </dl>
    ${more}
  </section>`;
}

const isCreated = ({ created }: MessageReport, uri: string): boolean => created.some(({ object }) => object === uri);

/** An object that a dry run names: there is nothing behind a link yet. */
const notYet = (uri: string): TemplateResult =>
  html`<code class="wrap">${visibleText(pathBelowBase(uri) ?? uri)}</code>`;

/** Shows a place of the text that was sent. */
export type GoTo = (line: number, column: number) => void;

/** The report below its facts: what was left out and why, the notes, and what it did. */
export function reportView(report: MessageReport, go?: GoTo): TemplateResult {
  return html`${leftOutView(report, go)} ${notesView(report, go)} ${changedView(report)} ${eventsView(report)}
  ${createdView(report)}`;
}

interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

const element = ({ path }: Place): TemplateResult => html`<code class="wrap">${visibleText(path)}</code>`;

function place({ line, column }: Place, go: GoTo | undefined): TemplateResult {
  if (go === undefined) return html`${t.line(line, column)}`;
  const press = (): void => {
    go(line, column);
  };
  return html`<button type="button" class="link" title=${t.goTo(line, column)} @click=${press}>
    ${t.line(line, column)}
  </button>`;
}

const firstRows = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, MAX_ROWS);
const cutNote = (rows: readonly unknown[]): unknown =>
  rows.length > MAX_ROWS ? html`<p class="quiet">${t.firstOf(MAX_ROWS, rows.length)}</p>` : nothing;

function leftOutView({ unmapped, more = 0, outcome }: MessageReport, go: GoTo | undefined): unknown {
  // A message that did nothing was not read for its values.
  if (unmapped.length === 0 && (outcome === 'stale' || outcome === 'duplicate')) return nothing;
  if (unmapped.length === 0) return html`<p class="notice good" role="note">${t.allTaken}</p>`;
  const rows = firstRows(unmapped);
  return section(
    'left-out',
    t.leftOut,
    html`<p class="quiet">${t.leftOutHint}</p>
      ${table({
        caption: t.leftOut,
        rows,
        columns: [
          {
            heading: t.value,
            isHeading: true,
            cell: ({ value }) => html`<span class="row-name"><cg-text .text=${value}></cg-text></span>`,
          },
          {
            heading: t.why,
            cell: ({ reason, expected, message }) =>
              html`${t.reasons[reason]}${
                expected === undefined
                  ? nothing
                  : html`<p class="hint">${t.instead} <cg-text .text=${expected}></cg-text></p>`
              }${message === undefined ? nothing : html`<p class="hint"><cg-text .text=${message}></cg-text></p>`}`,
          },
          { heading: t.element, cell: element },
          { heading: t.place, cell: (one) => place(one, go) },
        ],
      })}
      ${cutNote(unmapped)} ${more === 0 ? nothing : html`<p class="quiet">${t.more(more)}</p>`}`,
  );
}

function notesView({ notes }: MessageReport, go: GoTo | undefined): unknown {
  if (notes.length === 0) return nothing;
  return section(
    'notes',
    t.notes,
    html`${table({
      caption: t.notes,
      rows: firstRows(notes),
      columns: [
        { heading: t.note, isHeading: true, cell: ({ reason }) => t.noteReasons[reason] },
        {
          heading: t.value,
          cell: ({ value }) => (value === undefined ? nothing : html`<cg-text .text=${value}></cg-text>`),
        },
        { heading: t.element, cell: element },
        { heading: t.place, cell: (one) => place(one, go) },
      ],
    })}
    ${cutNote(notes)}`,
  );
}

function changedView({ changed, outcome }: MessageReport): unknown {
  if (changed.length === 0) return nothing;
  const isDry = outcome === 'dry-run';
  const title = isDry ? t.wouldChange : t.changedTitle;
  return section(
    'changed',
    title,
    html`${table({
      caption: title,
      rows: firstRows(changed),
      columns: [
        { heading: t.object, isHeading: true, cell: ({ object }) => uriView(object) },
        {
          heading: t.difference,
          cell: ({ object, revision }) => (isDry ? t.revision(revision) : comparison(object, revision)),
        },
        ...(isDry
          ? []
          : [
              {
                heading: t.change,
                cell: ({ request }: MessageReport['changed'][number]) =>
                  uriView(request, { label: t.changeLink, brief: true }),
              },
            ]),
      ],
    })}
    ${cutNote(changed)}`,
  );
}

function comparison(object: string, revision: number): unknown {
  const path = pathBelowBase(object);
  const text = t.revisions(revision - 1, revision);
  return path === undefined
    ? text
    : html`<a href=${href(`${path}/revisions/${revision - 1}..${revision}`)}>${text}</a>`;
}

function eventsView({ events, outcome }: MessageReport): unknown {
  if (events.length === 0) return nothing;
  const isDry = outcome === 'dry-run';
  const title = isDry ? t.wouldReport : t.eventsTitle;
  const shipment = (event: string): string => event.replace(/\/logistics-events\/[^/]*$/, '');
  return section(
    'events',
    title,
    html`${table({
      caption: title,
      rows: firstRows(events),
      columns: [
        {
          heading: t.event,
          isHeading: true,
          cell: (event) => (isDry || pageOf(event) === undefined ? notYet(event) : uriView(event)),
        },
        { heading: t.object, cell: (event) => (isDry ? notYet(shipment(event)) : uriView(shipment(event))) },
      ],
    })}
    ${cutNote(events)}`,
  );
}

function createdView({ created, outcome }: MessageReport): unknown {
  if (created.length === 0) return nothing;
  const isDry = outcome === 'dry-run';
  const title = isDry ? t.wouldCreate : t.createdTitle;
  return section(
    'created',
    title,
    html`${table({
      caption: title,
      rows: firstRows(created),
      columns: [
        { heading: t.object, isHeading: true, cell: ({ object }) => (isDry ? notYet(object) : uriView(object)) },
        { heading: t.type, cell: ({ type }) => visibleText(type) },
      ],
    })}
    ${cutNote(created)}`,
  );
}
