/** A total order of terms and statements, for deterministic output. */
import type { Quad, Term } from './terms.js';
import { rdfTerms } from './vocabulary.js';

const ranks: Readonly<Record<Term['termType'], number>> = {
  DefaultGraph: 0,
  Literal: 1,
  NamedNode: 2,
  BlankNode: 3,
  Variable: 4,
  Quad: 5,
};

/** Compares by UTF-16 code units, independent of the locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Literals, then IRIs, then blank nodes in the order of their numbers. */
export function compareTerms(a: Term, b: Term): number {
  if (a.termType !== b.termType) return ranks[a.termType] - ranks[b.termType];
  if (a.termType === 'BlankNode') return a.value.length - b.value.length || compareTexts(a.value, b.value);
  const order = compareTexts(a.value, b.value);
  if (order !== 0 || a.termType !== 'Literal' || b.termType !== 'Literal') return order;
  return compareTexts(a.datatype.value, b.datatype.value) || compareTexts(a.language, b.language);
}

/** Sorts by subject, then predicate (rdf:type first), then object. */
export function compareStatements(a: Quad, b: Quad): number {
  return (
    compareTerms(a.subject, b.subject) ||
    Number(b.predicate.equals(rdfTerms.type)) - Number(a.predicate.equals(rdfTerms.type)) ||
    compareTerms(a.predicate, b.predicate) ||
    compareTerms(a.object, b.object)
  );
}
