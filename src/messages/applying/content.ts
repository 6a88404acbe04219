/** Compares values of graphs by their content: literals by value, embedded objects by all that is below them (X17). */
import { instantOf, writtenForm } from '../../rdf/literals.js';
import type { Graph } from '../../rdf/graph.js';
import { isNamedNode, type Quad_Object, type Term } from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';

/** Whether a value is an embedded object: it has no name that others could use. */
export const isEmbedded = (term: Term): boolean =>
  term.termType === 'BlankNode' || (isNamedNode(term) && term.value.startsWith('internal:'));

const numbers: ReadonlySet<string> = new Set(
  [xsd.double, xsd.float, xsd.decimal, xsd.integer].map(({ value }) => value),
);

/** The values of a graph as texts that are equal for equal contents. */
export class Contents {
  readonly #embedded = new Map<string, string>();
  readonly #open = new Set<string>();

  constructor(readonly graph: Graph) {}

  key(term: Quad_Object): string {
    if (term.termType === 'Literal') {
      const { datatype, language, value } = term;
      if (numbers.has(datatype.value)) return `number ${Number(value)}`;
      if (datatype.value === xsd.dateTime.value) return `time ${instantOf(value)}`;
      return `"${writtenForm(value, datatype.value)}" ${datatype.value} ${language}`;
    }
    return isEmbedded(term) ? this.#embeddedKey(term) : `<${term.value}>`;
  }

  #embeddedKey(term: Term): string {
    const known = this.#embedded.get(term.value);
    if (known !== undefined) return known;
    // A cycle of embedded objects ends here.
    if (this.#open.has(term.value)) return '';
    this.#open.add(term.value);
    const key = `{${this.statements(term).toSorted().join('\n')}}`;
    this.#open.delete(term.value);
    this.#embedded.set(term.value, key);
    return key;
  }

  /** The statements about a node, each as a text. */
  statements(term: Term): string[] {
    return this.graph.about(term).map(({ predicate, object }) => `${predicate.value} ${this.key(object)}`);
  }

  /** The local name of a node's class. */
  classOf(term: Term): string | undefined {
    return this.graph.object(term, rdfTerms.type)?.value.replace(/^.*[#/]/, '');
  }

  /** Whether a value says what another one does: of an embedded object, all of its statements. */
  covers(own: Quad_Object, other: Contents, theirs: Quad_Object): boolean {
    if (this.key(own) === other.key(theirs)) return true;
    if (!isEmbedded(own) || !isEmbedded(theirs)) return false;
    const present = new Set(this.statements(own));
    return other.statements(theirs).every((statement) => present.has(statement));
  }

  /** The part of the statements about two nodes that differs, from 0 to 1. */
  distance(one: Term, other: Contents, otherTerm: Term): number {
    const own = new Set(this.statements(one));
    const theirs = new Set(other.statements(otherTerm));
    const common = [...own].filter((statement) => theirs.has(statement)).length;
    return 1 - (2 * common) / (own.size + theirs.size || 1);
  }
}
