/** Numbers of waybills and places, currencies, order and constants (X9, X13, X25, X30, X32 to X34). */
import { parseTarget } from '../../mapping/target.js';
import { ServiceError } from '../../../errors.js';
import { readAwbNumber } from '../awb-number.js';
import type { MessageReading, ValueRule } from '../message-reading.js';
import { boolean, integer, iriTerm, literal, readCount } from '../values.js';

/** AWB numbers are prefix and number; another form in the message of the waybill itself is refused (X9). */
export const awb: ValueRule = (reading, { bound, leaf, scope }) => {
  const { target } = bound.row;
  const start = target === undefined ? undefined : reading.placing.from(target, scope);
  const prefix = start?.rest.at(-1);
  const number = target?.second;
  if (start === undefined || prefix === undefined || number === undefined) return false;
  const read = readAwbNumber(leaf.value);
  if (read === undefined) {
    if (reading.mapping.type === 'XFWB' || reading.mapping.type === 'XFSU')
      throw new ServiceError('unprocessable', {
        message: `${leaf.path} is no AWB number: three digits, an optional hyphen, eight digits`,
        property: leaf.path,
      });
    leaf.leftOut('invalid');
    return true;
  }
  const node = reading.placing.reach(start.node, start.rest.slice(0, -1), prefix.class);
  reading.placing.set(node, prefix.property, leaf, literal(read.prefix));
  reading.placing.set(node, number.property, leaf, literal(read.number));
  if (read.isCheckDigitRight) node.set('modularCheckNumber', boolean(true), leaf);
  else reading.findings.note('check-digit', leaf, leaf.value);
  return true;
};

/** A place with a code is shared by all waybills (X13). */
export const location: ValueRule = (reading, pending, place) => {
  const { bound, leaf, scope } = pending;
  const { target } = bound.row;
  const start = target === undefined ? undefined : reading.placing.from(target, scope);
  if (start === undefined) return false;
  const isWeak = reading.isWeak(bound.row, place);
  const node = reading.placing.reach(start.node, start.rest.slice(0, -2), 'Location', isWeak);
  node.shared ??= `location-${leaf.value}`;
  reading.plain(bound, leaf, place);
  return true;
};

const [linesStep] = parseTarget('Waybill#waybillLineItems').steps;

/** The currency of all rates, or of the charges at destination (X30). */
export const currency: ValueRule = (_reading, pending, { waybill }) => {
  if (pending.bound.row.type.kind !== 'currency') return false;
  waybill.wait(
    pending.bound.row.target?.steps[0]?.key === linesStep?.key ? 'rate-currency' : 'charges-currency',
    pending,
  );
  return true;
};

/** The currency of an item's total, where the message names none for all rates. */
export const itemCurrency: ValueRule = (reading, pending, { line, waybill }) => {
  waybill.wait('derived', pending);
  const [attribute] = pending.bound.attributes;
  if (line !== undefined && attribute?.path.endsWith('/@currencyID') === true) {
    const code = reading.mappings.names.code('CurrencyCode', attribute.value);
    if (code !== undefined) line.currency ??= iriTerm(code);
  }
  return true;
};

export function setCurrencies({ waybills, values, placing }: MessageReading): void {
  for (const waybill of waybills) {
    const rates = waybill.lines.flatMap((line) => line.node.nodes('rateCharge').map((rate) => ({ rate, line })));
    const [source] = waybill.waiting('rate-currency');
    const term = source === undefined ? undefined : values.term(source.bound.row, source.leaf);
    if (source !== undefined && (term === undefined || typeof term === 'string'))
      source.leaf.leftOut(term ?? 'no-place');
    if (source !== undefined && rates.length === 0) source.leaf.leftOut('no-place');
    for (const { rate, line } of rates) {
      if (source !== undefined && term !== undefined && typeof term !== 'string')
        placing.set(rate, 'currencyUnit', source.leaf, term);
      else if (line.currency !== undefined) rate.set('currencyUnit', line.currency);
    }
    for (const { bound, leaf } of waybill.waiting('charges-currency')) {
      const [charges] = waybill.node.nodes('destinationCharges');
      const unit = values.term(bound.row, leaf);
      if (typeof unit === 'string') leaf.leftOut(unit);
      else if (charges === undefined) leaf.leftOut('no-place');
      else placing.set(charges, 'currencyUnit', leaf, unit);
    }
  }
}

/** A percentage has the unit of one (X30). */
export const percent: ValueRule = (reading, { bound, leaf, scope }) => {
  const { target } = bound.row;
  const start = target === undefined ? undefined : reading.placing.from(target, scope);
  const last = start?.rest.at(-1);
  const term = reading.values.term(bound.row, leaf);
  const unit = reading.mappings.names.code('MeasurementUnitCode', 'P1');
  if (start === undefined || last === undefined) return false;
  if (typeof term === 'string') leaf.leftOut(term);
  else {
    const node = reading.placing.reach(start.node, start.rest.slice(0, -1), last.class);
    reading.placing.set(node, last.property, leaf, term);
    if (unit !== undefined) node.set('unit', iriTerm(unit), leaf);
  }
  return true;
};

/** Of two quantities that share a property the first counts (X33). */
export const quantity: ValueRule = (_reading, { leaf, scope }) => {
  const isTaken = scope.node.of('chargeQuantity').length > 0;
  if (isTaken) leaf.leftOut('mismatch');
  return isTaken;
};

/** Numbers of lines; a missing or doubled one is replaced by the place (X34). */
export const lineNumber: ValueRule = (_reading, pending, { line }) => {
  if (pending.bound.row.type.kind === 'order') {
    pending.leaf.taken('derived');
    return true;
  }
  if (line === undefined) return false;
  line.number = pending.leaf;
  return true;
};

export function numberLines({ waybills }: MessageReading): void {
  for (const { lines } of waybills) {
    const used = new Set<number>();
    const numbers = lines.map(({ number: leaf }) => {
      const value = leaf === undefined ? undefined : readCount(leaf.value);
      if (value === undefined || used.has(value)) {
        leaf?.leftOut(value === undefined ? 'invalid' : 'mismatch');
        return undefined;
      }
      used.add(value);
      leaf?.taken();
      return value;
    });
    let free = 1;
    for (const [index, { node, number: leaf }] of lines.entries()) {
      free = Math.max(free, index + 1);
      while (used.has(free)) free += 1;
      const value = numbers[index] ?? free;
      used.add(value);
      node.set('lineItemNumber', integer(value), leaf);
    }
  }
}

/** A constant follows from the message's type: another value is reported (X32). */
export const constant: ValueRule = (_reading, { bound, leaf }) => {
  const { derivation } = bound.row;
  if (derivation === '' || derivation === leaf.value) leaf.taken('derived');
  else leaf.leftOut('differs', derivation);
  return true;
};

/** An indicator that says that there is no value (X25). */
export const absent: ValueRule = (_reading, pending, { waybill }) => {
  waybill.wait('absent', pending);
  return true;
};

export function compareIndicators({ waybills, placing }: MessageReading): void {
  for (const waybill of waybills)
    for (const { bound, leaf, scope } of waybill.waiting('absent')) {
      const start = bound.row.target === undefined ? undefined : placing.from(bound.row.target, scope);
      let nodes = start === undefined ? [] : [start.node];
      for (const { property } of start?.rest ?? []) nodes = nodes.flatMap((node) => node.nodes(property));
      const isAbsent = !nodes.some((node) => node.of('numericalValue').length > 0);
      const isTrue = leaf.value === 'true' || leaf.value === '1';
      if (isTrue === isAbsent) leaf.taken('derived');
      else leaf.leftOut('mismatch');
    }
}
