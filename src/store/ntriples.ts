/**
 * N-Triples as Oxigraph writes it, one statement a line: the form in which graphs are kept, compared and handed from
 * one store to another. Reading it this way is seven times as fast as a parser that has to expect everything.
 */
import { factory, type NamedNode, type Quad, type Quad_Object, type Quad_Subject } from '../rdf/terms.js';
import { xsd } from '../rdf/vocabulary.js';
import { checkTerm } from './sparql.js';

const IRI = String.raw`<([^<>"{}|^\u0060\\\u0000-\u0020]*)>`;
const BLANK = String.raw`_:([A-Za-z0-9][A-Za-z0-9_.-]*)`;
const LITERAL = String.raw`"([^\n]*)"(?:@([A-Za-z0-9-]+)|\^\^${IRI})?`;
// A literal ends at the last quote of its line, since nothing after it can hold one: so no alternatives within it, which
// would take a stack as deep as the literal is long.
const STATEMENT = new RegExp(`(?:${IRI}|${BLANK}) ${IRI} (?:${IRI}|${BLANK}|${LITERAL}) \\.\\n`, 'uy');

/**
 * The statements of an N-Triples text that Oxigraph wrote.
 *
 * @throws SyntaxError for anything else, N-Triples in another layout included.
 */
export function parseTriples(text: string): Quad[] {
  const statements: Quad[] = [];
  const pattern = new RegExp(STATEMENT);
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw new SyntaxError(`not the store's N-Triples: ${JSON.stringify(text.slice(at, at + 80))}`);
    const [, subject, subjectBlank, predicate, iri, blank, lexical, language, datatype] = match;
    statements.push(
      factory.quad(
        resource(subject, subjectBlank),
        factory.namedNode(predicate ?? ''),
        lexical === undefined ? resource(iri, blank) : literal(lexical, language, datatype),
      ),
    );
  }
  return statements;
}

/**
 * Statements as N-Triples; their graph is left out.
 *
 * @throws TypeError for a term that no named graph may hold: a blank node, a malformed IRI, a lone surrogate.
 */
export function writeTriples(statements: Iterable<Quad>): string {
  let text = '';
  for (const { subject, predicate, object } of statements) {
    text += `${write(subject)} ${write(predicate)} ${write(object)} .\n`;
  }
  return text;
}

/** The lines of an N-Triples text. No statement holds a line break: N-Triples escapes them. */
export function lines(text: string): string[] {
  const all = text.split('\n');
  all.pop();
  return all;
}

/** What makes one text of the other, as N-Triples. Lines compare as statements do, because Oxigraph wrote them all. */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function difference(before: string, after: string): Difference {
  if (before === after) return { added: [], removed: [] };
  const gone = new Set(lines(before));
  const added = lines(after).filter((line) => !gone.delete(line));
  return { added, removed: [...gone] };
}

function write(term: Quad_Subject | Quad_Object): string {
  checkTerm(term);
  switch (term.termType) {
    case 'NamedNode':
      return `<${term.value}>`;
    case 'Literal': {
      const quoted = `"${term.value.replace(/["\\\n\r]/g, (character) => escapes[character] ?? character)}"`;
      if (term.language !== '') return `${quoted}@${term.language}`;
      return term.datatype.equals(xsd.string) ? quoted : `${quoted}^^<${term.datatype.value}>`;
    }
    case 'BlankNode':
    case 'Variable':
    case 'Quad':
      throw new TypeError(`a statement of a named graph cannot hold a ${term.termType}`);
  }
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
const unescapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

function unescape(text: string): string {
  let result = '';
  let at = 0;
  for (let slash = text.indexOf('\\'); slash !== -1; slash = text.indexOf('\\', at)) {
    result += text.slice(at, slash);
    const letter = text.charAt(slash + 1);
    const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
    at = slash + 2 + digits;
    result +=
      digits === 0
        ? (unescapes[letter] ?? letter)
        : String.fromCodePoint(Number.parseInt(text.slice(slash + 2, at), 16));
  }
  return result + text.slice(at);
}

function resource(iri: string | undefined, blank: string | undefined): NamedNode | Quad_Subject {
  return iri === undefined ? factory.blankNode(blank) : factory.namedNode(iri);
}

function literal(lexical: string, language: string | undefined, datatype: string | undefined): Quad_Object {
  const value = unescape(lexical);
  if (language !== undefined) return factory.literal(value, language);
  return factory.literal(value, datatype === undefined ? xsd.string : factory.namedNode(datatype));
}
