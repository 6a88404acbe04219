/** Pieces as a list: found by a text, sorted, a page of them. */
import { milestoneCodes, milestoneWords } from '../model/words/milestone-words.js';
import type { FoundObject, ObjectSource } from './object-source.js';
import { quantityAnswer, timeText, type TrackedPiece } from './overviews.js';
import { compareQuantities } from './quantities.js';
import type { PieceItem, PieceOrder } from './schemas.js';

/** Products of a piece that are looked up, and marks of it. */
const MAX_PRODUCTS = 20;
const MAX_MARKS = 20;

export interface PieceFilters {
  /** A part of the identifier, the goods, a code or the URI, in any case. */
  readonly text: string | undefined;
  readonly order: PieceOrder;
  readonly isReversed: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** 2 before 10. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const compareTexts = (one: string | undefined, other: string | undefined): number =>
  natural.compare(one ?? '', other ?? '');

type Compare = (one: TrackedPiece, other: TrackedPiece, direction: 1 | -1) => number;

const orders: Readonly<Record<PieceOrder, Compare>> = {
  upid: bothOrLast(({ object }) => object.facts.text('upid'), compareTexts),
  goods: bothOrLast(({ object }) => object.facts.text('goodsDescription'), compareTexts),
  weight: bothOrLast(({ object }) => object.facts.weight, compareQuantities),
  milestone: bothOrLast(
    ({ milestone }) => milestone && milestoneCodes.indexOf(milestone.code),
    (one, other) => one - other,
  ),
};

/** What lacks the value comes last in both directions. */
function bothOrLast<Value>(
  of: (piece: TrackedPiece) => Value | undefined,
  compare: (one: Value, other: Value) => number,
): Compare {
  return (first, second, direction) => {
    const [one, other] = [of(first), of(second)];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return direction * compare(one, other);
  };
}

/** @param source of the products in pieces. */
export async function listPieces(
  pieces: readonly TrackedPiece[],
  { text, order, isReversed, limit, offset }: PieceFilters,
  source: Pick<ObjectSource, 'find'>,
): Promise<{ readonly total: number; readonly items: PieceItem[] }> {
  const wanted = text?.trim().toLowerCase() ?? '';
  const found = wanted === '' ? pieces : pieces.filter((piece) => textsOf(piece).some((one) => one.includes(wanted)));
  const compare = orders[order];
  const direction = isReversed ? -1 : 1;
  const sorted = [...found].sort(
    (one, other) => compare(one, other, direction) || natural.compare(one.object.uri, other.object.uri),
  );
  const items: PieceItem[] = [];
  for (const piece of sorted.slice(offset, offset + limit))
    items.push(itemOf(piece, await hsCodesOf(piece.object, source)));
  return { total: sorted.length, items };
}

function textsOf({ object: { uri, facts } }: TrackedPiece): string[] {
  const texts = [facts.text('upid'), facts.text('goodsDescription'), ...facts.codes('specialHandlingCodes'), uri];
  return texts.flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]));
}

/** Of its products, also of linked ones. */
async function hsCodesOf({ facts }: FoundObject, source: Pick<ObjectSource, 'find'>): Promise<string[]> {
  const found = new Set(facts.hsCodes);
  for (const product of facts.links('contentProducts').slice(0, MAX_PRODUCTS))
    for (const code of (await source.find(product))?.facts.hsCodes ?? []) found.add(code);
  return [...found];
}

function itemOf({ object, milestone }: TrackedPiece, hsCodes: readonly string[]): PieceItem {
  const { uri, facts, revision } = object;
  const { measures } = facts;
  return {
    uri,
    upid: facts.text('upid') ?? null,
    goods: facts.text('goodsDescription') ?? null,
    weight: quantityAnswer(facts.weight),
    dimensions:
      measures === undefined
        ? null
        : {
            length: quantityAnswer(measures.length),
            width: quantityAnswer(measures.width),
            height: quantityAnswer(measures.height),
            volume: quantityAnswer(measures.volume),
          },
    codes: facts.codes('specialHandlingCodes'),
    hsCodes,
    marks: facts.texts('shippingMarks').slice(0, MAX_MARKS),
    milestone:
      milestone === undefined
        ? null
        : { code: milestone.code, label: milestoneWords[milestone.code], at: timeText(milestone.at) },
    pending: null,
    revision,
  };
}
