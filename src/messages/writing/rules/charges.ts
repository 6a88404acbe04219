/** Totals and currencies: what follows from the charges of a waybill (X24). */
import type { Steps } from '../../../async/turns.js';
import { decimalForm } from '../../../rdf/literals.js';
import type { DraftNode } from '../../reading/draft.js';
import { chargesOf, modeName } from '../../reading/rules/totals.js';
import { type Charges, lineTotal, type Payment, totalOf } from '../../totals.js';
import type { XmlNode } from '../../xml/xml-writer.js';
import type { GroupRule, MessageWriting, ValueRule } from '../message-writing.js';
import { type Candidate, derivedText, type Place } from '../place.js';
import type { Scope } from '../walk.js';
import { piecesOfStatuses, splitOfStatuses } from './statuses.js';

/** The waybill that an element is about. */
function waybillOf({ scope }: Place): DraftNode | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.above)
    if (at.class === 'Waybill' && at.steps.length === 0) return at.found.node;
  return undefined;
}

const cache = new WeakMap<DraftNode, Charges>();

function chargesAt(node: DraftNode): Charges {
  const known = cache.get(node);
  if (known !== undefined) return known;
  const charges = chargesOf({ node, lines: node.nodes('waybillLineItems').map((line) => ({ node: line })) });
  cache.set(node, charges);
  return charges;
}

/** Totals that are written although they are zero: there are charges. */
const evenZero: ReadonlySet<string> = new Set(['item-total', 'item-totals', 'weight-charge', 'grand-total']);

export const derived: ValueRule = (writing, row, place) => {
  const node = waybillOf(place);
  const { derivation } = row;
  if (node === undefined) return [];
  const text = textOf(derivation, writing, place);
  if (text !== undefined) return [derivedText(text)];
  const total = derivation === 'item-total' ? itemTotal(place) : totalOf(derivation, chargesAt(node), place.payment);
  if (total === undefined || (total === 0 && !evenZero.has(derivation))) return [];
  return [{ ...derivedText(decimalForm(total)), attributes: currencyOf(writing, node, derivation), isContent: true }];
};

function textOf(derivation: string, writing: MessageWriting, place: Place): string | undefined {
  const { mappings } = writing;
  const node = waybillOf(place);
  switch (derivation) {
    case 'lines':
      return counted(node?.nodes('waybillLineItems').length);
    case 'houses':
      return counted(node?.nodes('masterWaybill').flatMap((master) => master.nodes('houseWaybills')).length);
    case 'payment':
      return place.payment === undefined ? undefined : isPrepaid(mappings, place.payment);
    case 'mode-name':
      return modeName(place.scope.found.node, mappings.codes);
    case 'status-pieces':
      return node === undefined ? undefined : piecesOfStatuses(writing, node);
    case 'status-split':
      return splitOfStatuses(writing);
    default:
      return undefined;
  }
}

const counted = (number = 0): string | undefined => (number === 0 ? undefined : String(number));

function isPrepaid({ codes, names }: MessageWriting['mappings'], payment: Payment): string | undefined {
  const code = names.code('PrepaidCollectIndicator', payment);
  return code === undefined ? undefined : codes.written('PrepaidCollectIndicator', { kind: 'iri', iri: code });
}

function itemTotal({ scope }: Place): number | undefined {
  const [line] = chargesOf({ node: scope.found.node, lines: [scope.found] }).lines;
  return line === undefined ? undefined : lineTotal(line);
}

/** The currency of a total, as an attribute: that of the rates, or of the charges at destination. */
function currencyOf(
  { mappings: { names } }: MessageWriting,
  node: DraftNode,
  derivation: string,
): Candidate['attributes'] {
  const amounts = derivation.startsWith('destination-')
    ? node.nodes('destinationCharges')
    : node.nodes('waybillLineItems').flatMap((line) => line.nodes('rateCharge'));
  const [iri] = amounts.map((amount) => amount.text('currencyUnit')).filter((text) => text !== undefined);
  const code = iri === undefined ? undefined : names.listedCode(iri);
  return code === undefined ? [] : [['currencyID', code]];
}

const payments: readonly Payment[] = ['P', 'C'];

/** The payments for which there are charges. */
function paymentsOf(node: DraftNode): readonly Payment[] {
  const { weightPayment, othersPayment, others, lines, valuation, tax } = chargesAt(node);
  const isCharged = lines.length > 0 || valuation !== undefined || tax !== undefined;
  return payments.filter(
    (payment) =>
      (isCharged && weightPayment === payment) || others.some((other) => (other.payment ?? othersPayment) === payment),
  );
}

/** Sums for each payment. */
export const ofPayments: GroupRule = function* (writing, row, place, depth): Steps<readonly XmlNode[] | undefined> {
  if (place.payment !== undefined || !row.children.some(({ derivation }) => derivation === 'payment')) return undefined;
  const node = waybillOf(place);
  if (node === undefined || (place.index ?? 0) > 0) return [];
  const written: XmlNode[] = [];
  const found = paymentsOf(node);
  for (const payment of found.length === 0 ? [undefined] : found) {
    const element = yield* writing.element(row, { ...place, payment, index: undefined, repeated: undefined }, depth);
    if (element !== undefined) written.push(element);
  }
  return written;
};

/** Charges that are paid as the weight is: they are in the sums of that payment. */
export const ofPayment: ValueRule = (_writing, _row, place) => {
  const node = waybillOf(place);
  if (node === undefined || place.payment === undefined) return undefined;
  const [first] = paymentsOf(node);
  return place.payment === (chargesAt(node).weightPayment ?? first) ? undefined : [];
};
