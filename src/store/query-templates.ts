/**
 * SPARQL queries with parameters: the text is parsed once, at start, and each use substitutes RDF terms for variables in
 * the syntax tree. So the input of a caller is a term in every query, never text.
 */
import { Parser, type SelectQuery, type SparqlQuery, type ValuesPattern } from 'sparqljs';
import { factory, type Term } from '../rdf/terms.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { rdfNs, type Vocabulary } from '../rdf/vocabulary.js';

/** Terms by variable name (without `?`); several terms make the variable range over them (VALUES). */
export type Bindings = Readonly<Record<string, Term | readonly Term[]>>;

export interface Paging {
  readonly limit?: number;
  readonly offset?: number;
}

const isTerm = (value: object): value is Term => 'termType' in value;

function substitute<Node>(tree: Node, terms: ReadonlyMap<string, Term>): Node;
function substitute(tree: unknown, terms: ReadonlyMap<string, Term>): unknown {
  if (Array.isArray(tree)) return tree.map((branch: unknown) => substitute(branch, terms));
  if (typeof tree !== 'object' || tree === null) return tree;
  if (isTerm(tree)) return (tree.termType === 'Variable' ? terms.get(tree.value) : undefined) ?? tree;
  return Object.fromEntries(Object.entries(tree).map(([key, branch]) => [key, substitute(branch, terms)]));
}

function isMany(value: Term | readonly Term[]): value is readonly Term[] {
  return Array.isArray(value);
}

function bind(query: SelectQuery, bindings: Bindings): SelectQuery {
  const single = new Map<string, Term>();
  const many: ValuesPattern[] = [];
  for (const [name, value] of Object.entries(bindings)) {
    if (!isMany(value)) single.set(name, value);
    else {
      const rows = value.map((term) => {
        if (term.termType === 'NamedNode' || term.termType === 'Literal') return { [`?${name}`]: term };
        throw new TypeError(`a ${term.termType} cannot be a value of ?${name}`);
      });
      many.push({ type: 'values', values: rows });
    }
  }
  const bound = substitute(query, single);
  return { ...bound, where: [...many, ...(bound.where ?? [])] };
}

export class QueryTemplates {
  readonly #prefixes: Record<string, string>;

  constructor({ namespaces }: Vocabulary) {
    this.#prefixes = { ...prefixesOf(namespaces), rdf: rdfNs };
  }

  /**
   * A SELECT as a function of the terms of some of its variables, and of a page.
   *
   * @param constants terms that are the same in every use.
   */
  select(text: string, constants: Bindings = {}): (bindings?: Bindings, paging?: Paging) => SelectQuery {
    const parsed = this.#parse(text);
    if (parsed.type !== 'query' || parsed.queryType !== 'SELECT') throw new TypeError(`no SELECT: ${text}`);
    const query = bind(parsed, constants);
    return (bindings = {}, paging = {}) => ({ ...bind(query, bindings), ...paging });
  }

  #parse(text: string): SparqlQuery {
    return new Parser({ prefixes: this.#prefixes, factory }).parse(text);
  }
}
