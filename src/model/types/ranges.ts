/** What values a property may have where several ranges hold (T50): their common part, or, without one, all of them. */
import { integerTypes } from '../../rdf/integers.js';
import type { Iri } from '../../rdf/terms.js';
import { rdfsNs, xsdNs } from '../../rdf/vocabulary.js';
import type { Hierarchy } from '../ontology/hierarchy.js';
import type { Alternative, Range } from '../ontology/ontology.js';

/** The type of a value in JavaScript. */
export type ScriptType = 'string' | 'number' | 'boolean';

const LITERAL = `${rdfsNs}Literal`;
const numbers: ReadonlySet<string> = new Set([
  ...integerTypes,
  ...['decimal', 'double', 'float', 'integer'].map((name) => xsdNs + name),
]);

/** Dates, URIs and unknown datatypes are texts. */
export function scriptTypes(datatype: Iri): readonly ScriptType[] {
  if (datatype === LITERAL) return ['string', 'number', 'boolean'];
  if (numbers.has(datatype)) return ['number'];
  return datatype === `${xsdNs}boolean` ? ['boolean'] : ['string'];
}

export interface CommonRange {
  /** Undefined for any value. */
  readonly range: Range | undefined;
  /** Whether the ranges have nothing in common, so that the result has all their values. */
  readonly widened: boolean;
}

/** The values that all ranges allow. */
export function commonRange(ranges: readonly Range[], hierarchy: Hierarchy): CommonRange {
  let range: Range | undefined;
  let widened = false;
  for (const next of ranges) {
    if (range === undefined) {
      range = next;
      continue;
    }
    const current: Range = range;
    const common = current.flatMap((one) => next.flatMap((other) => narrower(one, other, hierarchy)));
    widened ||= common.length === 0;
    range = distinct(common.length === 0 ? [...current, ...next] : common);
  }
  return { range, widened };
}

/** The narrower of two alternatives; empty if they have nothing in common. */
function narrower(one: Alternative, other: Alternative, hierarchy: Hierarchy): Alternative[] {
  if (one.kind === 'class' && other.kind === 'class') {
    if (hierarchy.isSubclassOf(one.class, other.class)) return [one];
    return hierarchy.isSubclassOf(other.class, one.class) ? [other] : [];
  }
  if (one.kind === 'datatype' && other.kind === 'datatype') {
    if (one.datatype === other.datatype) return [{ ...one, facets: [...one.facets, ...other.facets] }];
    const types = scriptTypes(other.datatype);
    if (one.datatype === LITERAL) return [other];
    return other.datatype === LITERAL || scriptTypes(one.datatype).every((type) => types.includes(type)) ? [one] : [];
  }
  if (one.kind === 'term') return isValueOf(one, other) ? [one] : [];
  return other.kind === 'term' && isValueOf(other, one) ? [other] : [];
}

function isValueOf({ term }: Extract<Alternative, { kind: 'term' }>, of: Alternative): boolean {
  if (of.kind === 'term') return term.equals(of.term);
  return (term.termType === 'Literal') === (of.kind === 'datatype');
}

/** A text that is equal for equal alternatives, apart from facets. */
export function alternativeKey(one: Alternative): string {
  if (one.kind === 'class') return one.class;
  return one.kind === 'datatype' ? one.datatype : `${one.term.termType} ${one.term.value}`;
}

function distinct(range: Range): Range {
  return [...new Map(range.map((one) => [alternativeKey(one), one])).values()];
}
