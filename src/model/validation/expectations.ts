/** Words for the demands of a shape without its author's own message. */
import type { ValidationResult } from 'shacl-engine';
import type { Graph } from '../../rdf/graph.js';
import type { NamedNode, Term } from '../../rdf/terms.js';
import { sh, shNs } from '../vocabulary.js';

/** For each constraint: the term with its operand, and the words around it. */
const words: Readonly<Record<string, readonly [operand: NamedNode, before: string, after?: string]>> = {
  Class: [sh.class, 'of the class '],
  Datatype: [sh.datatype, 'of the datatype '],
  Equals: [sh.equals, 'the same as '],
  MaxExclusive: [sh.maxExclusive, 'less than '],
  MaxInclusive: [sh.maxInclusive, 'at most '],
  MaxLength: [sh.maxLength, 'of at most ', ' characters'],
  MinExclusive: [sh.minExclusive, 'more than '],
  MinInclusive: [sh.minInclusive, 'at least '],
  MinLength: [sh.minLength, 'of at least ', ' characters'],
  NodeKind: [sh.nodeKind, 'of the kind '],
  Pattern: [sh.pattern, 'a text that matches '],
};

const MAX_LISTED = 12;

/** @param write returns the displayed form of a term. */
export function expectation(
  { constraintComponent, shape }: Pick<ValidationResult, 'constraintComponent' | 'shape'>,
  shapes: Graph,
  write: (term: Term) => string,
): string {
  const { term } = shape.ptr;
  const name = constraintComponent.value.slice(shNs.length).replace(/ConstraintComponent$/, '');
  const [operand, before, after = ''] = words[name] ?? [];
  const demanded = operand && shapes.object(term, operand);
  if (demanded !== undefined) return `${before ?? ''}${inWords(demanded, write)}${after}`;
  const listed = name === 'In' ? shapes.list(shapes.object(term, sh.in)) : [];
  if (listed.length > 0 && listed.length <= MAX_LISTED) return `one of ${listed.map(write).join(', ')}`;
  const rule = `sh:${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return term.termType === 'NamedNode' ? `as ${write(term)} demands (${rule})` : `as its shape demands (${rule})`;
}

/** A number without the quotes of a text. */
const inWords = (term: Term, write: (term: Term) => string): string =>
  term.termType === 'Literal' && /^[+-]?[\d.]+$/.test(term.value) ? term.value : write(term);
