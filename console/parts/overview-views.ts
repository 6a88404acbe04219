/** The parts of an object at a glance: facts, milestones, pieces, parties and documents. */
import type { Overview, PieceItem, PlaceAnswer, QuantityAnswer } from '../../src/console/responses.js';
import { milestoneCodes } from '../../src/model/words/milestone-words.js';
import {
  type Column,
  empty,
  fact,
  html,
  isWebAddress,
  nothing,
  number,
  type Sorting,
  table,
  type TemplateResult,
  timeView,
  uriView,
  visibleText,
} from '../core/index.js';
import { sumOfWeights } from './weights.js';
import { overviewTexts as t, partyRoles, unitSymbols } from '../texts/overview.js';
import { codeMeanings } from '../texts/statements.js';

type Milestone = Overview['milestones'][number];

/** A milestone in words; the node's own word for one that this page does not know. */
const wordOf = (code: string, label: string): string => codeMeanings['StatusCode']?.[code] ?? label;

const withUnit = (value: number, unit: string | null): TemplateResult =>
  html`<span class="amount">${number(value)}</span>
    ${unit === null ? nothing : visibleText(unitSymbols[unit] ?? unit)}`;

export const quantityView = (quantity: QuantityAnswer | null): unknown =>
  quantity === null ? nothing : withUnit(quantity.value, quantity.unit);

/** A place by its code or name, with a link to what is known about it. */
const placeView = ({ label, uri }: PlaceAnswer): unknown =>
  uri === null ? visibleText(label) : uriView(uri, { label, brief: true });

/** Whether there is more to show than the object itself. */
export const hasOverview = ({ shipment, numbers, pieces, milestones }: Overview): boolean =>
  shipment !== null || numbers.length > 0 || pieces.total > 1 || milestones.length > 0;

/** The shipment of a waybill or a piece, before all else (K42). */
export function belongsTo({ shipment, pieces }: Overview, object: string): TemplateResult | typeof nothing {
  if (shipment === null || shipment.uri === object) return nothing;
  return html`<p class="belongs-to">
    ${t.shipment}: ${uriView(shipment.uri, { label: shipment.label ?? t.unnamedShipment, brief: true })},
    ${t.ofShipment(pieces.total)}
  </p>`;
}

/** What pieces weigh together, if all say it in one unit. */
export function piecesWeight(items: readonly PieceItem[]): TemplateResult | typeof nothing {
  const sum = sumOfWeights(items.map(({ weight }) => weight));
  return sum === undefined ? nothing : html`, ${withUnit(sum.value, sum.unit)}`;
}

/** What a clerk asks for first. @param object the one of the page, to which no link is needed. */
export function overviewFacts(overview: Overview, object: string): TemplateResult {
  const { numbers, goods, pieces, origin, destination } = overview;
  return html`<dl class="facts">
    ${
      numbers.length === 0
        ? nothing
        : fact(
            t.numbers,
            html`<ul class="plain">
              ${numbers.map(
                ({ number: text, kind, uri }) =>
                  html`<li>
                    ${uri === object ? html`<strong>${visibleText(text)}</strong>` : uriView(uri, { label: text, brief: true })}
                    ${kind === 'direct' ? nothing : html`<span class="quiet">${t.kinds[kind]}</span>`}
                  </li>`,
              )}
            </ul>`,
          )
    }
    ${
      origin === null && destination === null
        ? nothing
        : fact(
            t.route,
            html`${origin === null ? nothing : placeView(origin)} ${t.fromTo}
            ${destination === null ? nothing : placeView(destination)}`,
          )
    }
    ${
      pieces.total === 0
        ? nothing
        : fact(
            t.pieces,
            html`${t.pieceCount(pieces.total)}${pieces.readable < pieces.total ? html`, ${t.readable(pieces.readable)}` : nothing}`,
          )
    }
    ${fact(t.weight, weightView(overview))}
    ${goods === null ? nothing : fact(t.goods, html`<cg-text .text=${goods}></cg-text>`)}
    ${fact(t.lastMilestone, lastMilestone(overview))}
  </dl>`;
}

/** The declared weight; the sum of the pieces beside it where they differ. */
function weightView({ weight }: Overview): unknown {
  if (weight === null) return nothing;
  const { value, unit, from, pieces } = weight;
  const isDifferent = from !== 'pieces' && pieces !== null && pieces !== value;
  return html`${withUnit(value, unit)}
  ${t.declared[from]}${isDifferent ? html`, <strong>${withUnit(pieces, unit)} ${t.byPieces}</strong>` : nothing}`;
}

function lastMilestone({ milestone, pieces }: Overview): unknown {
  if (milestone === null) return pieces.total === 0 ? nothing : html`<span class="quiet">${t.noMilestone}</span>`;
  const { code, label, at, location, pieces: reached } = milestone;
  return html`<span class="code">${visibleText(code)}</span> ${visibleText(wordOf(code, label))}${
      reached === null ? nothing : html`, ${t.ofPieces(reached, pieces.readable)}`
    }
    ${at === null ? nothing : timeView(at)} ${location === null ? nothing : placeView(location)}`;
}

/** All milestones in their order: when each was reached, or is planned. */
export function milestoneBar({ milestones }: Overview): TemplateResult {
  return html`<ol class="milestones">
    ${milestoneCodes.map((code) => {
      const events = milestones.filter((one) => one.code === code);
      const hasHappened = events.some(isActual);
      const tone = hasHappened ? 'done' : events.length > 0 ? 'planned' : 'open';
      return html`<li class=${tone}>
        <p class="milestone"><span class="code">${code}</span> ${wordOf(code, code)}</p>
        ${events.length === 0 ? html`<p class="hint">${t.notYet}</p>` : events.map(milestoneEvent)}
      </li>`;
    })}
  </ol>`;
}

const isActual = ({ timeType }: Milestone): boolean => timeType === null || timeType === 'ACTUAL';

/** The kind of a time that is not yet; undefined for what has happened. */
function timeTypeOf(event: Milestone): string | undefined {
  const { timeType } = event;
  if (isActual(event) || timeType === null) return undefined;
  const words: Readonly<Record<string, string>> = t.planned;
  return words[timeType] ?? timeType;
}

function milestoneEvent(event: Milestone): TemplateResult {
  const { at, location } = event;
  const kind = timeTypeOf(event);
  return html`<p class="hint">
    ${kind === undefined ? nothing : html`<span class="chip wait">${visibleText(kind)}</span>`}
    ${at === null ? t.noTime : timeView(at)} ${location === null ? nothing : placeView(location)}
  </p>`;
}

/** The milestones as rows, for paper. */
export const milestonesTable = ({ milestones }: Overview): TemplateResult =>
  table({
    caption: t.milestones,
    rows: milestones,
    columns: [
      {
        heading: t.milestone,
        isHeading: true,
        cell: ({ code, label }) => html`<span class="code">${visibleText(code)}</span> ${wordOf(code, label)}`,
      },
      { heading: t.kindOfTime, cell: (event) => timeTypeOf(event) ?? t.happened },
      { heading: t.time, cell: ({ at }) => (at === null ? t.noTime : timeView(at, 'exact')) },
      { heading: t.placeOf, cell: ({ location }) => (location === null ? nothing : placeView(location)) },
    ],
  });

/** How the pieces are sorted by a value of `sort`. */
export type SortPieces = (order: string) => Sorting;

const pieceColumns = (sort: SortPieces): readonly Column<PieceItem>[] => [
  {
    heading: t.upid,
    isHeading: true,
    sort: sort('upid'),
    cell: ({ uri, upid, goods }) =>
      html`<span class="row-name">${uriView(uri, { label: upid ?? goods, brief: upid !== null })}</span>`,
  },
  {
    heading: t.goods,
    sort: sort('goods'),
    cell: ({ goods }) => (goods === null ? nothing : html`<cg-text .text=${goods}></cg-text>`),
  },
  { heading: t.weight, isNumber: true, sort: sort('weight'), cell: ({ weight }) => quantityView(weight) },
  { heading: t.dimensions, cell: dimensionsView },
  { heading: t.codes, cell: ({ codes }) => codes.map((code) => html`<span class="code">${visibleText(code)}</span> `) },
  {
    heading: t.milestone,
    sort: sort('milestone'),
    cell: ({ milestone }) =>
      milestone === null
        ? nothing
        : html`<span class="code">${visibleText(milestone.code)}</span>
            <span class="hint">${wordOf(milestone.code, milestone.label)}</span>`,
  },
  { heading: t.revision, isNumber: true, cell: ({ revision }) => number(revision) },
];

export function dimensionsView({ dimensions }: PieceItem): unknown {
  if (dimensions === null) return nothing;
  const { length, width, height, volume } = dimensions;
  const sides = [length, width, height].filter((side) => side !== null);
  if (sides.length === 0) return quantityView(volume);
  const units = new Set(sides.map(({ unit }) => unit));
  const [unit = null] = units;
  if (units.size > 1)
    return html`${sides.map((side, index) => html`${index === 0 ? nothing : ' × '}${quantityView(side)}`)}`;
  return html`${sides.map(({ value }) => number(value)).join(' × ')}
  ${unit === null ? nothing : visibleText(unitSymbols[unit] ?? unit)}`;
}

export const piecesTable = (items: readonly PieceItem[], sort: SortPieces): TemplateResult =>
  table({ caption: t.pieces, rows: items, columns: pieceColumns(sort) });

export const partiesTable = ({ parties }: Overview): TemplateResult =>
  table({
    caption: t.parties,
    rows: parties,
    columns: [
      {
        heading: t.role,
        cell: ({ role }) => (role === null ? nothing : visibleText(partyRoles[role] ?? role)),
      },
      {
        heading: t.party,
        isHeading: true,
        cell: ({ uri, label }) =>
          uri === null ? visibleText(label ?? t.unnamed) : uriView(uri, { label, brief: true }),
      },
    ],
  });

export const documentsTable = ({ documents }: Overview): TemplateResult =>
  table({
    caption: t.documents,
    rows: documents,
    columns: [
      {
        heading: t.document,
        isHeading: true,
        cell: ({ uri, label }) =>
          uri === null ? visibleText(label ?? t.unnamed) : uriView(uri, { label, brief: true }),
      },
      { heading: t.type, cell: ({ type }) => (type === null ? nothing : visibleText(type)) },
      {
        heading: t.link,
        cell: ({ link }) =>
          link === null
            ? nothing
            : isWebAddress(link)
              ? html`<a href=${link} target="_blank" rel="noopener noreferrer">${visibleText(new URL(link).host)}</a>`
              : visibleText(link),
      },
    ],
  });

export const noPieces = (isFiltered: boolean): TemplateResult => empty(isFiltered ? t.nonePiece : t.noPiece);
