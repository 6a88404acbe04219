/** The timeline of access as a drawing: the value, and for each party its access and notifications. */
import type { PartyTimeline, AccessTimelineAnswer, TimelineValue } from '../../src/console/responses/drawings.js';
import { html, nothing, plainText, svg, type TemplateResult, timeText } from '../core/index.js';
import { accessTimelineTexts as t } from '../texts/access-timelines.js';
import { isNarrow, mark } from './drawings.js';
import type { AxisBounds, TimeAxis } from './time-axis.js';

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
export const timelineWidth = (): number => (isNarrow() ? 350 : 960);
export const timelineBounds = (): AxisBounds => ({ left: EDGE, right: timelineWidth() - EDGE - NOW, step: STEP });

const timeOf = (text: string | null, missing: number): number => (text === null ? missing : new Date(text).getTime());
/** The number of characters that fit into a width. */
const letters = (width: number): number => Math.max(0, Math.floor((width - 8) / 7));

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
          : fact?.status === 'unknown'
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

/** A bar of segments, each wide enough to press; of several segments in one column only the last is drawn. */
function bar<Part extends { readonly from: number; readonly until: number | undefined }>(
  parts: readonly Part[],
  axis: TimeAxis,
  draw: (part: Part, x: number, width: number) => TemplateResult,
): TemplateResult {
  const last = new Map(parts.map((part) => [axis.column(part.from), part]));
  const cells = [...last].sort(([a], [b]) => a - b);
  return svg`${cells.map(([column, part], index) => {
    const from = (axis.columns[column]?.x ?? 0) - STEP / 2 + 1;
    const next = cells[index + 1];
    const to = next === undefined ? timelineWidth() - EDGE : (axis.columns[next[0]]?.x ?? 0) - STEP / 2 - 1;
    return draw(part, from, Math.max(24, to - from));
  })}`;
}

const moment = (time: number | undefined): string => (time === undefined ? t.now : timeText(new Date(time), true));

function timeline(name: string, body: TemplateResult): TemplateResult {
  return html`<svg class="knowing" viewBox="0 0 ${timelineWidth()} ${BAR + 4}" role="group" aria-label=${name}>
    ${body}
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
    bar(parts, axis, ({ value, from }, x, width) =>
      mark(
        path(value.revision),
        t.value(valueText(value), value.revision, moment(from)),
        svg`<rect x=${x} y="2" width=${width} height=${BAR} rx="4"></rect>
          <text x=${x + 5} y="20">${letters(width) < 1 ? nothing : plainText(valueText(value), letters(width))}</text>`,
        'known-value',
      ),
    ),
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
    bar(spans, axis, (span, x, width) => {
      const { tone, value, from, until } = span;
      const short = t.toneShort[tone];
      return mark(
        path(span),
        t.during(t.tones[tone], valueText(value), moment(from), moment(until)),
        svg`<rect x=${x} y="2" width=${width} height=${BAR} rx="4"></rect>
          <text x=${x + 5} y="20">${letters(width) < short.length ? signs[tone] : short}</text>`,
        `tone ${tone}`,
      );
    }),
  );
}

/** For bars without room for words. */
export const signs: Readonly<Record<Tone, string>> = {
  told: '✓',
  asked: '✎',
  open: '?',
  heard: '!',
  closed: '✕',
  unknown: '–',
};
