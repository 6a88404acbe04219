/** SPARQL from terms: updates as syntax trees, and syntax trees as text. */
import type {
  CopyMoveAddOperation,
  ClearDropOperation,
  InsertDeleteOperation,
  IriTerm,
  SparqlQuery,
  Triple,
  Update,
  UpdateOperation,
} from 'sparqljs';
import { Generator } from '../bundled/sparqljs.js';
import { type Iri, type Quad, type Term, isIri, node } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';

/** One update of these operations, in this order. */
export function update(...updates: readonly UpdateOperation[]): Update {
  return { type: 'update', prefixes: {}, updates: [...updates] };
}

/** INSERT DATA of these statements into a graph, whatever their own graph is. */
export function insertData(graph: Iri, statements: Iterable<Quad>): InsertDeleteOperation {
  return { updateType: 'insert', insert: [{ type: 'graph', name: node(graph), triples: triples(statements) }] };
}

/** DELETE DATA of these statements from a graph. */
export function deleteData(graph: Iri, statements: Iterable<Quad>): InsertDeleteOperation {
  return { updateType: 'delete', delete: [{ type: 'graph', name: node(graph), triples: triples(statements) }] };
}

/** INSERT DATA of these statements into the default graph. */
export function insertDefault(statements: Iterable<Quad>): InsertDeleteOperation {
  return { updateType: 'insert', insert: [{ type: 'bgp', triples: triples(statements) }] };
}

/** DELETE DATA of these statements from the default graph. */
export function deleteDefault(statements: Iterable<Quad>): InsertDeleteOperation {
  return { updateType: 'delete', delete: [{ type: 'bgp', triples: triples(statements) }] };
}

/** COPY: replaces the second graph by the first one. A missing first graph is empty. */
export function copyGraph(from: Iri, to: Iri): CopyMoveAddOperation {
  const graph = (name: IriTerm): { type: 'graph'; name: IriTerm } => ({ type: 'graph', name });
  return { type: 'copy', silent: true, source: graph(node(from)), destination: graph(node(to)) };
}

/** DROP: removes the graph, if there is one. */
export function dropGraph(graph: Iri): ClearDropOperation {
  return { type: 'drop', silent: true, graph: { type: 'graph', name: node(graph) } };
}

function triples(statements: Iterable<Quad>): Triple[] {
  return Array.from(statements, ({ subject, predicate, object }) => ({ subject, predicate, object }));
}

// Without indentation: the generator indents after every line terminator of JavaScript, U+2028 within a literal
// included, which would change the literal.
const generator = new Generator({ indent: '', newline: '\n' });

/**
 * The SPARQL text of a syntax tree. Invalid terms are rejected, because the generator writes IRIs, language tags and
 * variables unescaped: a term must not end early and continue as syntax.
 *
 * @throws TypeError for a malformed term, or an RDF-star one.
 */
export function sparqlText(tree: SparqlQuery): string {
  checkTerms(tree);
  return generator.stringify(tree);
}

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const VARIABLE = /^[\p{L}\p{N}_]+$/u;
// One way to read each text only: labels come from callers, in queries.
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/;

/** @throws TypeError for a term that cannot be written unchanged. */
export function checkTerm(term: Term | { readonly termType: 'Wildcard' }): void {
  switch (term.termType) {
    case 'NamedNode':
      if (!isIri(term.value)) throw malformed('IRI', term.value);
      return;
    case 'Literal':
      if (!term.value.isWellFormed()) throw malformed('literal', term.value);
      if (term.language !== '' && !LANGUAGE.test(term.language)) throw malformed('language tag', term.language);
      if (
        (term.language !== '') !== rdfTerms.langString.equals(term.datatype) ||
        rdfTerms.dirLangString.equals(term.datatype)
      ) {
        throw malformed('literal (a language tag and no other datatype, or none)', term.value);
      }
      checkTerm(term.datatype);
      return;
    case 'Variable':
      if (!VARIABLE.test(term.value)) throw malformed('variable', term.value);
      return;
    case 'BlankNode':
      if (!LABEL.test(term.value)) throw malformed('blank node label', term.value);
      return;
    case 'Wildcard':
    case 'DefaultGraph':
      return;
    case 'Quad':
      throw new TypeError('a statement cannot be a term');
  }
}

function malformed(what: string, value: string): TypeError {
  return new TypeError(`malformed ${what}: ${JSON.stringify(value)}`);
}

export function isTerm(value: object): value is Term {
  return 'termType' in value;
}

/** @throws TypeError for a syntax tree with a term that cannot be written unchanged. */
export function checkTerms(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (isTerm(tree)) checkTerm(tree);
  else if (Array.isArray(tree)) tree.forEach(checkTerms);
  else {
    for (const [key, branch] of Object.entries(tree)) {
      // The rows of VALUES have variables as keys.
      if (key.startsWith('?') && !VARIABLE.test(key.slice(1))) throw malformed('variable', key);
      checkTerms(branch);
    }
  }
}
