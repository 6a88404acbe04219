/** Pieces as a list: found by a text, sorted, a page of them. */
import type { Iri } from '../rdf/terms.js';
import { milestoneCodes, milestoneWords } from '../model/words/milestone-words.js';
import { quantityAnswer, timeText, type TrackedPiece } from './overviews.js';
import { compareQuantities } from './quantities.js';
import type { PieceItem, PieceOrder } from './schemas.js';

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

export function listPieces(
  pieces: readonly TrackedPiece[],
  { text, order, isReversed, limit, offset }: PieceFilters,
  pendingOf: (uri: Iri) => number | null,
): { readonly total: number; readonly items: PieceItem[] } {
  const wanted = text?.trim().toLowerCase() ?? '';
  const found = wanted === '' ? pieces : pieces.filter((piece) => textsOf(piece).some((one) => one.includes(wanted)));
  const compare = orders[order];
  const direction = isReversed ? -1 : 1;
  const sorted = [...found].sort(
    (one, other) => compare(one, other, direction) || natural.compare(one.object.uri, other.object.uri),
  );
  const items = sorted.slice(offset, offset + limit).map((piece) => itemOf(piece, pendingOf));
  return { total: sorted.length, items };
}

function textsOf({ object: { uri, facts } }: TrackedPiece): string[] {
  const texts = [facts.text('upid'), facts.text('goodsDescription'), ...facts.codes('specialHandlingCodes'), uri];
  return texts.flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]));
}

function itemOf({ object, milestone }: TrackedPiece, pendingOf: (uri: Iri) => number | null): PieceItem {
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
    milestone:
      milestone === undefined
        ? null
        : { code: milestone.code, label: milestoneWords[milestone.code], at: timeText(milestone.at) },
    pending: pendingOf(uri),
    revision,
  };
}
