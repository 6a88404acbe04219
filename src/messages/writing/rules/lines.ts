/** Lines of a waybill, their packages, pieces and products (X19 to X23). */
import { getOrAdd } from '../../../collections.js';
import type { Row } from '../../mapping/row.js';
import { parseTarget, type Step } from '../../mapping/target.js';
import type { DraftNode, DraftValue } from '../../reading/draft.js';
import type { MessageWriting, ValueRule } from '../message-writing.js';
import { compareTexts, contentOf } from '../order.js';
import { type Candidate, derivedText, type LineInfo, type Place } from '../place.js';
import { type Found, terms } from '../walk.js';

const [pieceStep] = parseTarget('LineItemPackage#pieceReferences').steps;
const packagesStep = parseTarget('WaybillLineItem#lineItemPackages').steps;
const PIECES = 'pieceReferences';

const stepsAfter = ({ target }: Row, property: string): readonly Step[] => {
  const steps = target?.steps ?? [];
  return steps.slice(steps.findIndex((step) => step.property === property) + 1);
};

/** The pieces of a package or a line, in the order of their URIs. */
function piecesOf({ walk, gathered }: MessageWriting, packages: readonly Found[]): readonly Found[] {
  const pieces = pieceStep === undefined ? [] : walk.follow(packages, [pieceStep]);
  return pieces.toSorted((one, other) => compareTexts(contentOf(one.node, gathered), contentOf(other.node, gathered)));
}

const lineInfos = new WeakMap<readonly Found[], ReadonlyMap<DraftNode, LineInfo>>();

/** A line without pieces is about those of the line before. */
export function lineOf(writing: MessageWriting, lines: readonly Found[], line: Found): LineInfo | undefined {
  const infos = getOrAdd(lineInfos, lines, () => {
    const all = new Map<DraftNode, LineInfo>();
    let before: readonly Found[] = [];
    let rank = 0;
    for (const [index, found] of lines.entries()) {
      const own = piecesOf(writing, writing.walk.follow([found], packagesStep));
      rank = own.length > 0 ? 0 : rank + 1;
      if (own.length > 0) before = own;
      all.set(found.node, { isFirst: index === 0, pieces: before, rank });
    }
    return all;
  });
  return infos.get(line.node);
}

/** Packages in the order of their pieces, in which a reader numbers the pieces. */
export function packagesOf(writing: MessageWriting, packages: readonly Found[]): readonly Found[] {
  const keyed = packages.map((found) => {
    const [first] = piecesOf(writing, [found]);
    return { found, key: first === undefined ? '' : contentOf(first.node, writing.gathered) };
  });
  return keyed.toSorted((one, other) => compareTexts(one.key, other.key)).map(({ found }) => found);
}

/** The number of things at the end of a target: pieces that cannot be read are counted. */
export const count: ValueRule = ({ walk }, { target, rule }, { scope }) => {
  const start = target === undefined ? undefined : walk.from(target, scope);
  const last = start?.rest.at(-1);
  if (start === undefined || last === undefined) return [];
  const holders = walk.follow([start.found], start.rest.slice(0, -1));
  const things = new Set<unknown>();
  const values: DraftValue[] = [];
  for (const { node, trail } of holders)
    for (const value of node.of(last.property)) {
      things.add(value.kind === 'node' ? value.node : value.term.kind === 'iri' ? value.term.iri : value.term.text);
      values.push(...trail, value);
    }
  // A line without pieces is about those of the line before.
  if (things.size === 0) return [];
  return [{ text: String(things.size), attributes: [], values, isContent: rule !== 'X38' }];
};

/** The packages in the pieces of the whole (X23). */
export const slac: ValueRule = (writing, row, { scope }) => {
  const { walk } = writing;
  const start = row.target === undefined ? undefined : walk.from(row.target, scope);
  if (start === undefined) return [];
  const pieces = walk.follow([start.found], start.rest.slice(0, -1));
  if (pieces.length === 1) return writing.plain(row, scope);
  const waybills = walk.follow(
    [start.found],
    start.rest.slice(
      0,
      start.rest.findIndex(({ property }) => property === 'shipment'),
    ),
  );
  const sumOf = (nodes: readonly DraftNode[], property: string): number | undefined => {
    const numbers = nodes.map((node) => Number(node.text(property) ?? NaN)).filter(Number.isFinite);
    return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0);
  };
  const total =
    sumOf(
      waybills.flatMap(({ node }) => node.nodes('waybillLineItems')),
      'rateSlac',
    ) ??
    sumOf(
      pieces.map(({ node }) => node),
      'slac',
    );
  return total === undefined ? [] : [derivedText(String(total))];
};

/** A value of the pieces of a package (X19). */
export const ofPackage: ValueRule = (writing, row, { scope }) =>
  scope.found.node.type === 'LineItemPackage' && row.type.kind === 'measure'
    ? writing.candidatesAt(row, piecesOf(writing, [scope.found]), stepsAfter(row, PIECES))
    : undefined;

/** One of the products of the pieces of a line, or of the countries that they are from (X20). */
export const ofProducts: ValueRule = (writing, row, { line }) => {
  if (line === undefined) return [];
  const { pieces, rank } = line;
  const after = stepsAfter(row, PIECES);
  const [first] = after;
  if (first?.property !== 'contentProducts') {
    const all = writing.candidatesAt(row, pieces, after);
    return all.slice(rank);
  }
  const products = new Map<DraftNode, Found[]>();
  for (const found of writing.walk.follow(pieces, [first])) getOrAdd(products, found.node, () => []).push(found);
  const sorted = [...products].toSorted(([one], [other]) =>
    compareTexts(contentOf(one, writing.gathered), contentOf(other, writing.gathered)),
  );
  return writing.candidatesAt(row, sorted[rank]?.[1] ?? [], after.slice(1));
};

/** The goods as one text in the first line, else from the pieces (X21). */
export const description: ValueRule = (writing, row, place) => {
  if (place.line !== undefined && !place.line.isFirst) return [];
  const own = writing.plain(row, place.scope);
  const start = row.target === undefined ? undefined : writing.walk.from(row.target, place.scope);
  if (own.length > 0 || start === undefined) return own;
  const texts = new Set<string>();
  const values: DraftValue[] = [];
  const shipments = writing.walk.follow([start.found], start.rest.slice(0, -1));
  for (const { node } of shipments)
    for (const piece of node.nodes('pieces'))
      for (const value of terms(piece, 'goodsDescription')) {
        if (value.term.kind === 'literal') texts.add(value.term.text.trim());
        values.push(value);
      }
  if (texts.size === 0) return [];
  const text = [...texts].toSorted(compareTexts).join('\n');
  writing.carriage.assume(`/${row.path}`, text);
  return [{ text, attributes: [], values, isContent: true }];
};

/** A code of all pieces: what only some of them have is stated of the whole (X27). */
export const ofAllPieces: ValueRule = (writing, row, { scope }) => {
  const candidates = writing.plain(row, scope);
  const last = row.target?.steps.at(-1);
  const start = row.target === undefined ? undefined : writing.walk.from(row.target, scope);
  if (last?.class !== 'Piece' || start === undefined) return candidates;
  const pieces = new Set(writing.walk.follow([start.found], start.rest.slice(0, -1)).map(({ node }) => node));
  for (const { text, values } of candidates)
    if (values.length > 0 && countOf(pieces, last.property, values) < pieces.size)
      writing.carriage.assume(`/${row.path}`, text);
  return candidates;
};

function countOf(pieces: ReadonlySet<DraftNode>, property: string, values: Candidate['values']): number {
  const stated = new Set(values);
  return [...pieces].filter((piece) => piece.of(property).some((value) => stated.has(value))).length;
}

export const within = (writing: MessageWriting, founds: readonly Found[], found: Found): Partial<Place> =>
  found.node.type === 'WaybillLineItem' ? { line: lineOf(writing, founds, found) } : {};
