/** Tables, cards, chips, dialogs, messages and drawings: what is read. */
import type { LifeTimeline } from '../../src/console/responses/drawings.js';
import {
  button,
  card,
  chip,
  empty,
  fact,
  failed,
  Failure,
  html,
  icon,
  iconNames,
  statusChip,
  table,
  type TemplateResult,
  timeView,
} from '../core/index.js';
import { axisDrawing } from '../parts/axis-drawing.js';
import { bounds, timelineDrawing, width } from '../parts/life-drawing.js';
import { momentsOf, Parties } from '../parts/life-entries.js';
import { timeAxis } from '../parts/time-axis.js';
import { designTexts as t } from '../texts/design.js';
import { type Component, inStates } from './samples.js';

const pressed = (): void => {
  // A sample does nothing.
};

const TIME = '2026-11-22T14:05:00Z';
const rows = [
  { upid: 'UPID-0002', weight: '20', status: 'REQUEST_PENDING' },
  { upid: 'UPID-0010', weight: '45.5', status: 'REQUEST_ACCEPTED' },
] as const;

const aTable = (state: string): TemplateResult =>
  table<(typeof rows)[number]>({
    caption: `${t.pieces}: ${state}`,
    rows,
    columns: [
      { heading: t.piece, isHeading: true, cell: ({ upid }) => html`<a href="#table"><bdi>${upid}</bdi></a>` },
      { heading: t.fields.text, cell: () => html`<a href="#table"><bdi>020-12345675</bdi></a>` },
      { heading: t.weight, isNumber: true, cell: ({ weight }) => html`<bdi>${weight} kg</bdi>` },
      { heading: t.since, cell: () => timeView(TIME) },
      { heading: t.status, cell: ({ status }) => statusChip(status) },
    ],
  });

function dialog(state: string): TemplateResult {
  const isBusy = state === 'busy';
  return html`<dialog open class="act" aria-labelledby=${`sample-dialog-${state}`}>
    <h2 id=${`sample-dialog-${state}`}>${t.question}</h2>
    <div class="dialog-body"><p>${t.consequence}</p></div>
    ${state === 'invalid' ? html`<div class="notice bad"><p class="notice-title">${t.refused}</p></div>` : ''}
    <div class="buttons">
      <button type="button">${t.cancel}</button>
      <button type="button" class="primary" ?disabled=${isBusy} aria-busy=${String(isBusy)}>
        ${isBusy ? t.working : t.save}
      </button>
    </div>
  </dialog>`;
}

/** A flight in March, and what was recorded of it months later: an axis with a break. */
function timeline(): TemplateResult {
  const party = 'https://air.example.com/logistics-objects/air';
  const at = '2026-11-22T19:07:45Z';
  const timeline: LifeTimeline = {
    uri: 'https://1r.example.com/logistics-objects/piece-1',
    type: 'https://onerecord.iata.org/ns/cargo#Piece',
    label: 'UPID-0001',
    revisions: [
      { number: 1, at: '2026-11-22T19:05:00Z', by: party, request: null },
      { number: 2, at, by: party, request: null },
    ],
    events: [
      {
        uri: 'https://1r.example.com/logistics-objects/piece-1/logistics-events/1',
        ...{ code: null, timeType: null, happened: '2026-03-01T14:00:00Z', recorded: at, by: party, revision: 2 },
      },
    ],
    requests: [
      {
        uri: 'https://1r.example.com/action-requests/1',
        ...{
          kind: 'ChangeRequest',
          status: 'REQUEST_ACCEPTED',
          requestedBy: party,
          requestedAt: '2026-11-22T19:06:00Z',
        },
        ...{ decidedBy: party, decidedAt: at, builtOn: 1, operations: [], operationCount: 0 },
      },
    ],
  };
  const parties = new Parties([{ uri: party, label: 'Example Air' }]);
  const axis = timeAxis(
    momentsOf({ object: timeline.uri, lanes: [timeline], parties: [], truncated: false }),
    bounds(),
  );
  return html`<figure class="card drawing life" aria-label=${t.timeline}>
    <div class="timeline-axis">${axisDrawing(axis, width())}</div>
    <div class="timeline-box">
      <p class="timeline-name"><bdi>UPID-0001, Example Air</bdi></p>
      ${timelineDrawing({ timeline: timeline, axis, parties }, undefined)}
    </div>
  </figure>`;
}

const chart = (): TemplateResult =>
  html`<cg-chart
    .chart=${{
      ...{ x: t.carrier, y: t.hours, isTime: false, isDuration: false, kind: 'bar', left: 0 },
      marks: [4, 12, 7].map((amount, index) => ({ time: undefined, category: `${8400 + index}`, amount })),
    }}
  ></cg-chart>`;

const loading = (): TemplateResult =>
  html`<div class="skeleton" aria-hidden="true">${[1, 2, 3].map(() => html`<span></span>`)}</div>`;

export function content(): readonly Component[] {
  return [
    inStates('table', ['rest', 'hover', 'focus'], aTable, true),
    inStates('card', ['rest'], () =>
      card(
        'sample-card',
        t.pieces,
        html`<dl class="facts">${fact(t.weight, html`<bdi>62 kg</bdi>`)} ${fact(t.since, timeView(TIME))}</dl>`,
      ),
    ),
    {
      name: 'chip',
      samples: (['good', 'bad', 'wait', 'info', 'quiet'] as const).map((tone) => ({
        state: tone,
        body: chip(t.chips[tone], tone),
      })),
    },
    inStates('dialog', ['rest', 'busy', 'invalid'], dialog, true),
    inStates('toast', ['rest'], () => html`<p class="toast">${icon('requests')} ${t.copied}</p>`),
    inStates('banner', ['rest'], () => html`<p class="banner">${t.offline}</p>`, true),
    {
      name: 'notice',
      isWide: true,
      samples: ['', 'good', 'wait', 'bad'].map((tone) => ({
        state: tone === '' ? 'rest' : tone,
        body: html`<div class="notice ${tone}">
          <p class="notice-title">${t.noticeTitle}</p>
          <p>${t.consequence}</p>
        </div>`,
      })),
    },
    inStates('newer', ['rest'], () => html`<div class="newer">${t.newer} ${button(t.show, pressed)}</div>`, true),
    inStates('timeline', ['rest'], timeline, true),
    inStates('chart', ['rest'], chart, true),
    inStates('empty', ['rest'], () => empty(t.nothingHere), true),
    inStates('loading', ['busy'], loading, true),
    inStates('error', ['rest'], () => failed(new Failure('forbidden', 403, '', [], 'a1b2c3', null), pressed), true),
    {
      name: 'icon',
      samples: iconNames.map((name) => ({ state: name, body: icon(name) })),
    },
  ];
}
