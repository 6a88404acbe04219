/** Pieces, their packages and their products, from the counts of a message (X19, X20, X22, X23). */
import type { Row } from '../../mapping/row.js';
import { parseTarget, type Step } from '../../mapping/target.js';
import { DraftNode } from '../draft.js';
import type { Leaf } from '../findings.js';
import type { MessageReading, Place, ValueRule } from '../message-reading.js';
import { integer, readCount } from '../values.js';
import type { LineReading, PackageReading, Pending, WaybillReading } from '../waybill-reading.js';

const [shipmentStep] = parseTarget('Waybill#shipment').steps;

/** Products of a piece: lines without pieces of their own may add any number of them to those of the line before. */
const MAX_PRODUCTS = 100;

/** The waybill whose pieces a target counts. */
function waybillAt(reading: MessageReading, { bound, scope }: Pending, { waybill }: Place): WaybillReading {
  const { target } = bound.row;
  const start = target === undefined ? undefined : reading.placing.from(target, scope);
  let node = start?.node;
  for (const [index, step] of (start?.rest ?? []).entries())
    if (node !== undefined && start?.rest[index + 1]?.class === 'Waybill')
      node = reading.placing.child(node, step, 'Waybill');
  return node?.type === 'Waybill' ? reading.waybillOf(node) : waybill;
}

export const count: ValueRule = (reading, pending, place) => {
  const { leaf } = pending;
  if (readCount(leaf.value) === undefined) leaf.leftOut('invalid');
  else if (pending.bound.row.rule !== 'X19') waybillAt(reading, pending, place).wait('count', pending);
  else if (place.packages !== undefined) place.packages.count = leaf;
  else if (place.line !== undefined) place.line.count = leaf;
  return true;
};

export const slac: ValueRule = (reading, pending, place) => {
  if (readCount(pending.leaf.value) === undefined) pending.leaf.leftOut('invalid');
  else waybillAt(reading, pending, place).wait('slac', pending);
  return true;
};

/** A value of the pieces of a package (X19). */
export const ofPackage: ValueRule = (_reading, pending, { packages }) => {
  packages?.ofPieces.push(pending);
  return packages !== undefined;
};

/** A value of the products of a line's pieces, or of the pieces (X20). */
export const ofProducts: ValueRule = (_reading, pending, { line }) => {
  const isOfProduct = pending.bound.row.target?.steps.some(({ property }) => property === 'contentProducts') === true;
  (isOfProduct ? line?.ofProducts : line?.ofPieces)?.push(pending);
  return line !== undefined;
};

export function makePieces(reading: MessageReading): void {
  // The list grows when a master is read for its house.
  for (const waybill of reading.waybills) {
    new Pieces(reading, waybill).make();
    for (const pending of waybill.waiting('slac')) setSlac(pending, waybill);
  }
}

class Pieces {
  constructor(
    private readonly reading: MessageReading,
    private readonly waybill: WaybillReading,
  ) {}

  make(): void {
    const { lines } = this.waybill;
    const totals = this.waybill.waiting('count');
    const ofLines: number[] = lines.map(({ count: leaf }) => countOf(leaf));
    const [total] = totals;
    const byTotal = total !== undefined && !ofLines.some((one) => one > 0);
    const number = byTotal ? countOf(total.leaf) : ofLines.reduce<number>((sum, one) => sum + one, 0);
    if (number > this.reading.options.maxPieces) {
      for (const { leaf } of totals) leaf.leftOut('too-many');
      for (const { count: leaf, packages } of lines)
        for (const one of [leaf, ...packages.map((other) => other.count)]) one?.leftOut('too-many');
      return;
    }
    for (const { count: leaf } of lines) leaf?.taken();
    // Where no line has a number, all pieces are those of the first.
    if (byTotal && lines.length > 0) ofLines[0] = number;
    const isWeak = total !== undefined && byTotal && this.#isWeak(total);
    const pieces = this.#pieces(number, isWeak);
    if (byTotal) for (const piece of pieces) piece.countedBy = total.leaf;
    let before: DraftNode[] = [];
    for (const [index, line] of lines.entries()) {
      const own = pieces.splice(0, ofLines[index] ?? 0);
      for (const piece of own) piece.countedBy ??= line.count;
      this.#fill(line, own);
      if (own.length > 0) before = own;
      this.#describe(line, before);
    }
    for (const [index, { leaf }] of totals.entries())
      if (byTotal && index === 0) leaf.taken();
      else if (countOf(leaf) === number) leaf.taken('derived');
      else leaf.leftOut('differs', String(number));
  }

  #isWeak({ bound }: Pending): boolean {
    const { type } = this.reading.mapping;
    return this.waybill.isWeak && (bound.row.rule === 'X38' || (bound.row.rule === 'X22' && type === 'XFZB'));
  }

  #pieces(number: number, isWeak: boolean): DraftNode[] {
    if (number === 0 || shipmentStep === undefined) return [];
    const shipment = this.reading.placing.child(this.waybill.node, shipmentStep, 'Shipment', isWeak);
    const pieces = Array.from({ length: number }, () => {
      const piece = new DraftNode('Piece');
      this.waybill.pieces.push(piece);
      piece.number = this.waybill.pieces.length;
      shipment.add('pieces', { kind: 'node', node: piece, via: undefined, isWeak });
      return piece;
    });
    return pieces;
  }

  /** Packages take pieces in order; pieces that no package takes are one more. */
  #fill({ node, packages }: LineReading, own: readonly DraftNode[]): void {
    const rest = [...own];
    for (const one of packages) {
      const number = countOf(one.count);
      const taken = rest.splice(0, number);
      if (taken.length < number) one.count?.leftOut('mismatch', String(taken.length));
      else one.count?.taken();
      for (const piece of taken) one.node.link('pieceReferences', piece);
      this.#ofPieces(one, taken);
    }
    if (rest.length === 0) return;
    const others = new DraftNode('LineItemPackage');
    node.link('lineItemPackages', others);
    for (const piece of rest) others.link('pieceReferences', piece);
  }

  #ofPieces({ ofPieces }: PackageReading, pieces: readonly DraftNode[]): void {
    for (const pending of ofPieces)
      this.#each(pending, (row, leaf) => {
        this.#put(row, leaf, pieces, 'pieceReferences');
      });
  }

  /** One product for each pair of HS code and commodity number (X20). */
  #describe({ ofProducts, ofPieces: values }: LineReading, pieces: readonly DraftNode[]): void {
    const key = JSON.stringify(ofProducts.map(({ bound, leaf }) => [bound.row.name, leaf.value]).sort());
    const known = this.#products.get(key);
    const product = known ?? new DraftNode('Product');
    for (const pending of ofProducts)
      this.#each(pending, (row, leaf) => {
        if (pieces.length === 0) leaf.leftOut('no-place');
        else if (this.#isFull(pieces)) leaf.leftOut('too-many');
        else if (known !== undefined) leaf.taken();
        else this.#put(row, leaf, [product], 'contentProducts');
      });
    for (const pending of values)
      this.#each(pending, (row, leaf) => {
        this.#put(row, leaf, pieces, 'pieceReferences');
      });
    if (product.isEmpty || this.#isFull(pieces)) return;
    if (known === undefined) {
      this.#products.set(key, product);
      product.number = this.#products.size;
    }
    for (const piece of pieces) piece.link('contentProducts', product);
  }

  #isFull([first]: readonly DraftNode[]): boolean {
    return (first?.of('contentProducts').length ?? 0) >= MAX_PRODUCTS;
  }

  readonly #products = new Map<string, DraftNode>();

  /** The value, then its attributes. */
  #each({ bound, leaf }: Pending, put: (row: Row, leaf: Leaf) => void): void {
    put(bound.row, leaf);
    for (const attribute of bound.attributes)
      if (attribute.row !== undefined && attribute.isOpen) {
        if (attribute.row.target === undefined || leaf.fate === 'unmapped') attribute.leftOut('no-place');
        else put(attribute.row, attribute);
      }
  }

  /** Puts a value at what follows a property in its target, on each of the nodes. */
  #put(row: Row, leaf: Leaf, nodes: readonly DraftNode[], after: string): void {
    const term = this.reading.values.term(row, leaf);
    const steps = stepsAfter(row, after);
    if (typeof term === 'string') leaf.leftOut(term);
    else if (nodes.length === 0) leaf.leftOut('no-place');
    else for (const node of nodes) this.reading.placing.putAt(node, steps, row, leaf, term);
  }
}

function stepsAfter({ target }: Row, property: string): readonly Step[] {
  const steps = target?.steps ?? [];
  return steps.slice(steps.findIndex((step) => step.property === property) + 1);
}

const countOf = (leaf: Leaf | undefined): number => (leaf === undefined ? 0 : (readCount(leaf.value) ?? 0));

/** The number of packages in a piece (X23). */
function setSlac({ leaf }: Pending, { pieces, lines }: WaybillReading): void {
  const value = countOf(leaf);
  const [piece, ...others] = pieces;
  const ofLines = lines.reduce<number>((sum, { node }) => sum + Number(node.text('rateSlac') ?? 0), 0);
  if (piece !== undefined && others.length === 0) {
    piece.set('slac', integer(value), leaf);
    leaf.taken();
  } else if (value === ofLines) leaf.taken('derived');
  else leaf.leftOut('not-divisible');
}
