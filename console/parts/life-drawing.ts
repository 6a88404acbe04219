/** The life of a shipment as a drawing: an axis, and a strip for each object. */
import type { LifeTimeline } from '../../src/console/responses/drawings.js';
import { html, nothing, svg, type TemplateResult } from '../core/index.js';
import { lifeTexts as t } from '../texts/life.js';
import {
  type LifeEntry,
  timelineName,
  type Parties,
  pathOf,
  placeOf,
  spoken,
  statusOf,
  timeOf,
  idOf,
} from './life-entries.js';
import { objectPath } from './object-head.js';
import { axisLines } from './axis-drawing.js';
import { isNarrow, mark } from './drawings.js';
import type { AxisBounds, TimeAxis } from './time-axis.js';

/** The minimum width and height of a mark, so that it can be pressed (WCAG 2.5.8). */
const STEP = 28;
const MARK = 24;
const ARCS = 34;
const BAR = 26;
const EVENTS = 30;
const EDGE = 4;
/** The width of a letter of a segment. */
const LETTER = 7;
/** The number of colours for parties; further parties differ by their letters alone. */
export const PARTY_COLOURS = 6;

/** To the right of the last column: current and pending entries. */
const NOW = 32;
export const width = (): number => (isNarrow() ? 350 : 820);
const end = (): number => width() - EDGE;
export const bounds = (): AxisBounds => ({ left: EDGE, right: end() - NOW, step: STEP });

/** The CSS class of a party's colour. */
export const partyClass = (place: number | undefined): string =>
  place === undefined ? 'party-none' : `party-${place % PARTY_COLOURS}`;

function atLine(axis: TimeAxis, at: number | undefined, height: number): unknown {
  if (at === undefined) return nothing;
  const x = axis.x(at);
  return svg`<line class="at" x1=${x} y1="0" x2=${x} y2=${height}></line>`;
}

/** Entries of one column, in column order. */
function inColumns(
  entries: readonly LifeEntry[],
  column: (entry: LifeEntry) => number,
): (readonly [number, readonly LifeEntry[]])[] {
  const found = new Map<number, LifeEntry[]>();
  for (const entry of entries) {
    const at = column(entry);
    found.set(at, [...(found.get(at) ?? []), entry]);
  }
  return [...found].sort(([a], [b]) => a - b);
}

interface TimelineDrawing {
  readonly timeline: LifeTimeline;
  readonly axis: TimeAxis;
  readonly parties: Parties;
}

/** The revisions: each lasts until the next one; several in one column are drawn together. */
function segments({ timeline, axis, parties }: TimelineDrawing, y: number): TemplateResult {
  const entries = timeline.revisions.map((revision): LifeEntry => ({
    ...{ timeline, time: timeOf(revision.at), kind: 'revision', revision },
  }));
  const cells = inColumns(entries, ({ time }) => axis.column(time));
  return svg`${cells.map(([column, made], index) => {
    const last = made.at(-1);
    if (last?.kind !== 'revision') return nothing;
    const [first = last] = made;
    const next = cells[index + 1];
    const from = (axis.columns[column]?.x ?? 0) - STEP / 2 + 1;
    const to = next === undefined ? end() : (axis.columns[next[0]]?.x ?? 0) - STEP / 2 - 1;
    const { number, by } = last.revision;
    const isOne = first === last || first.kind !== 'revision';
    const name = isOne
      ? spoken(last, parties)
      : `${t.revisions(first.revision.number, number)}: ${spoken(last, parties)}`;
    const text = `${isOne ? '' : `${first.revision.number}–`}${number}`;
    const width = Math.max(MARK, to - from);
    // The name of a party where it has room, else its letter.
    const party = parties.name(by);
    const visible = (text.length + party.length + 2) * LETTER < width ? party : parties.letter(by);
    return mark(
      pathOf(last),
      name,
      svg`<rect x=${from} y=${y} width=${width} height=${BAR} rx="4"></rect>
        <text x=${from + 5} y=${y + 17}>${text}<tspan class="letter" dx="4">${visible}</tspan></text>`,
      `segment ${partyClass(parties.place(by))}`,
    );
  })}`;
}

/** Requests as arcs from submission to decision, with their mark at the decision. */
function arcs({ timeline, axis, parties }: TimelineDrawing, y: number): TemplateResult {
  const now = end() - MARK / 2;
  const entries = timeline.requests.map((request): LifeEntry => ({
    ...{ timeline, time: timeOf(request.requestedAt), kind: 'request', request },
  }));
  const decidedIn = (entry: LifeEntry): number =>
    entry.kind !== 'request' || entry.request.decidedAt === null
      ? Infinity
      : axis.column(timeOf(entry.request.decidedAt));
  const lines = entries.map((entry) => {
    if (entry.kind !== 'request') return nothing;
    const from = axis.columns[axis.column(entry.time)]?.x ?? 0;
    const column = decidedIn(entry);
    const to = column === Infinity ? now : (axis.columns[column]?.x ?? 0);
    const middle = (from + to) / 2;
    return svg`<path class="arc ${statusOf(entry.request).kind}" d="M${from},${y + ARCS} Q${middle},${y - 6} ${to},${y + 14}"></path>`;
  });
  return svg`<g class="arcs">${lines}</g>${inColumns(entries, decidedIn).map(([column, decided]) => {
    const [first] = decided;
    if (first?.kind !== 'request') return nothing;
    const x = column === Infinity ? now : (axis.columns[column]?.x ?? 0);
    const { sign, kind } = statusOf(first.request);
    const isOne = decided.length === 1;
    return mark(
      isOne ? pathOf(first) : `${objectPath(idOf(timeline.uri))}/audit-trail`,
      isOne
        ? spoken(first, parties)
        : `${t.requests(decided.length)}: ${decided.map((each) => spoken(each, parties)).join('; ')}`,
      svg`<rect class="hit" x=${x - MARK / 2} y=${y + 2} width=${MARK} height=${MARK}></rect>
        <circle cx=${x} cy=${y + 14} r="10"></circle>
        <text x=${x} y=${y + 18.5}>${isOne ? sign : `${decided.length}`}</text>`,
      `decided ${isOne ? kind : 'several'}`,
    );
  })}`;
}

/** Events at the time when they happened, with a line to the time of recording. */
function eventMarks({ timeline, axis, parties }: TimelineDrawing, y: number): TemplateResult {
  const middle = y + EVENTS / 2;
  const entries = timeline.events.map((event): LifeEntry => ({
    ...{ timeline, time: placeOf(event), kind: 'event', event },
  }));
  return svg`${timeline.events.map((event) => {
    const recorded = timeOf(event.recorded);
    if (!Number.isFinite(recorded)) return nothing;
    const [from, to] = [axis.x(placeOf(event)), axis.x(recorded)];
    return svg`<path class="whisker" d="M${from},${middle}H${to}M${to},${middle - 6}v12"></path>`;
  })}${inColumns(entries, ({ time }) => axis.column(time)).map(([column, happened]) => {
    const [first] = happened;
    if (first === undefined) return nothing;
    const x = axis.columns[column]?.x ?? 0;
    const isOne = happened.length === 1;
    return mark(
      isOne ? pathOf(first) : `${objectPath(idOf(timeline.uri))}/logistics-events`,
      isOne
        ? spoken(first, parties)
        : `${t.events(happened.length)}: ${happened.map((each) => spoken(each, parties)).join('; ')}`,
      svg`<rect class="hit" x=${x - MARK / 2} y=${middle - MARK / 2} width=${MARK} height=${MARK}></rect>
        <path d="M${x},${middle - 10}l10,10l-10,10l-10,-10Z"></path>
        ${isOne ? nothing : svg`<text x=${x} y=${middle + 4.5}>${happened.length}</text>`}`,
      'event',
    );
  })}`;
}

/** The strip of one object. */
export function timelineDrawing(of: TimelineDrawing, at: number | undefined): TemplateResult {
  const { timeline, axis } = of;
  const top = timeline.requests.length === 0 ? 2 : ARCS;
  const below = top + BAR + 2;
  const height = below + (timeline.events.length === 0 ? 2 : EVENTS);
  return html`<svg
    class="timeline"
    viewBox="0 0 ${width()} ${height}"
    role="group"
    aria-label=${t.timeline(timelineName(timeline))}
  >
    ${axisLines(axis, height)} ${timeline.requests.length === 0 ? nothing : arcs(of, 0)} ${segments(of, top)}
    ${timeline.events.length === 0 ? nothing : eventMarks(of, below)} ${atLine(axis, at, height)}
  </svg>`;
}
