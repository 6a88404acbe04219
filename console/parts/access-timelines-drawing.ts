/** The timeline of access as a drawing: the value, and for each party its access and notifications. */
import type { PartyTimeline, AccessTimelineAnswer, TimelineValue } from '../../src/console/responses/drawings.js';
import { html, nothing, plainText, svg, type TemplateResult, timeText } from '../core/index.js';
import { accessTimelineTexts as t } from '../texts/access-timelines.js';
import { isNarrow, mark } from './drawings.js';
import type { AxisBounds, TimeAxis } from './time-axis.js';
import { type Box, isWithin, wordsBelow } from './words-below.js';

export type Tone = keyof typeof t.tones;

/** An interval in which nothing changes for a party. */
export interface Span {
  readonly from: number;
  /** Undefined: until now. */
  readonly until: number | undefined;
  readonly value: TimelineValue;
  readonly tone: Tone;
}

const STEP = 28;
const BAR = 28;
const EDGE = 4;
const NOW = 32;
export const timelineWidth = (): number => (isNarrow() ? 350 : 820);
export const timelineBounds = (): AxisBounds => ({ left: EDGE, right: timelineWidth() - EDGE - NOW, step: STEP });

const timeOf = (text: string | null, missing: number): number => (text === null ? missing : new Date(text).getTime());
/** The height of a row of words below a bar. */
const WORDS = 14;
/** A longer value is cut, and whole in the table. */
const MAX_LETTERS = 40;

export function valueText({ value }: TimelineValue): string {
  return value.length === 0
    ? t.noneThen
    : plainText(value.map((term) => term.value.replace(/^.*[#/]/, '')).join(', '), 60);
}

/** Every moment of a change. */
export function timelineMoments({ values, parties }: AccessTimelineAnswer): number[] {
  return [
    ...values.map(({ at }) => at),
    ...parties.flatMap(({ readable, known }) => [
      ...readable.flatMap(({ from, until }) => [from, until]),
      ...known.flatMap(({ written, confirmed }) => [written, confirmed]),
    ]),
  ]
    .filter((time) => time !== null)
    .map((time) => new Date(time).getTime());
}

/** The access of a party, from the first value on. */
export function spansOf({ readable, known }: PartyTimeline, values: readonly TimelineValue[]): Span[] {
  const spans: Span[] = [];
  for (const [index, value] of values.entries()) {
    const start = new Date(value.at).getTime();
    const next = values[index + 1];
    const end = next === undefined ? Infinity : new Date(next.at).getTime();
    const fact = known[index];
    const notifiedAt = fact?.status === 'confirmed' ? timeOf(fact.confirmed, Infinity) : Infinity;
    const changes = readable.flatMap(({ from, until }) => [timeOf(from, -Infinity), timeOf(until, Infinity)]);
    const bounds = [start, ...[...changes, notifiedAt].filter((time) => time > start && time < end)].sort(
      (a, b) => a - b,
    );
    for (const [place, from] of bounds.entries()) {
      const until = bounds[place + 1] ?? end;
      const isReadable = readable.some(
        (time) => timeOf(time.from, -Infinity) <= from && timeOf(time.until, Infinity) > from,
      );
      const isNotified = notifiedAt <= from;
      const tone =
        fact?.asked === true
          ? 'asked'
          : fact?.status === 'not-known'
            ? 'unknown'
            : isReadable
              ? isNotified
                ? 'told'
                : 'open'
              : isNotified
                ? 'heard'
                : 'closed';
      const last = spans.at(-1);
      const closed = until === Infinity ? undefined : until;
      if (last?.tone === tone && last.value === value) spans[spans.length - 1] = { ...last, until: closed };
      else spans.push({ from, until: closed, value, tone });
    }
  }
  return spans;
}

interface Part {
  readonly from: number;
  readonly until: number | undefined;
}

/** A segment: where it is, its words, its page and its name for screen readers. */
interface Segment extends Box {
  readonly path: string | undefined;
  readonly name: string;
  readonly kind: string;
}

/** A bar of segments, each wide enough to press; of several segments in one column only the last is drawn. */
function segments<Of extends Part>(
  parts: readonly Of[],
  axis: TimeAxis,
  of: (part: Of) => Omit<Segment, 'x' | 'width'>,
): Segment[] {
  const last = new Map(parts.map((part) => [axis.column(part.from), part]));
  const cells = [...last].sort(([a], [b]) => a - b);
  return cells.map(([column, part], index) => {
    const x = (axis.columns[column]?.x ?? 0) - STEP / 2 + 1;
    const next = cells[index + 1];
    const to = next === undefined ? timelineWidth() - EDGE : (axis.columns[next[0]]?.x ?? 0) - STEP / 2 - 1;
    return { ...of(part), x, width: Math.max(24, to - x) };
  });
}

const moment = (time: number | undefined): string => (time === undefined ? t.now : timeText(new Date(time), true));

/** The segments with their words, which stand below those that are too narrow. */
function timeline(name: string, drawn: readonly Segment[]): TemplateResult {
  const below = wordsBelow(drawn, timelineWidth());
  const rows = Math.max(0, ...below.map(({ row }) => row + 1));
  return html`<svg
    class="knowing"
    viewBox="0 0 ${timelineWidth()} ${BAR + 4 + rows * WORDS}"
    role="group"
    aria-label=${name}
  >
    ${below.map(
      ({ word, x, row, from }) =>
        svg`<g class="word-below" aria-hidden="true">
          <line x1=${from} y1=${BAR + 2} x2=${from} y2=${BAR + 6 + row * WORDS}></line>
          <text x=${x} y=${BAR + 1 + (row + 1) * WORDS}>${word}</text>
        </g>`,
    )}
    ${drawn.map((each) =>
      mark(
        each.path,
        each.name,
        svg`<rect x=${each.x} y="2" width=${each.width} height=${BAR} rx="4"></rect>
          ${isWithin(each) ? svg`<text x=${each.x + 5} y="20">${each.word}</text>` : nothing}`,
        each.kind,
      ),
    )}
  </svg>`;
}

/** The values of the property. @param path of the page of a revision. */
export function valuesTimeline(
  values: readonly TimelineValue[],
  axis: TimeAxis,
  path: (revision: number) => string,
): TemplateResult {
  const parts = values.map((value, index) => {
    const next = values[index + 1];
    return { value, from: new Date(value.at).getTime(), until: next && new Date(next.at).getTime() };
  });
  return timeline(
    t.valuesTimeline,
    segments(parts, axis, ({ value, from }) => ({
      path: path(value.revision),
      name: t.value(valueText(value), value.revision, moment(from)),
      word: plainText(valueText(value), MAX_LETTERS),
      kind: 'known-value',
    })),
  );
}

/** The access of one party. @param path of the page that explains a segment. */
export function partyTimeline(
  name: string,
  spans: readonly Span[],
  axis: TimeAxis,
  path: (span: Span) => string | undefined,
): TemplateResult {
  return timeline(
    t.timeline(name),
    segments(spans, axis, (span) => ({
      path: path(span),
      name: t.during(t.tones[span.tone], valueText(span.value), moment(span.from), moment(span.until)),
      word: t.toneShort[span.tone],
      kind: `tone ${span.tone}`,
    })),
  );
}
