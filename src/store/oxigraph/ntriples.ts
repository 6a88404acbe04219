/**
 * N-Triples in Oxigraph's form, one statement per line: the form in which graphs are stored, compared and passed
 * between stores. This reader is seven times as fast as a general parser.
 */
import {
  detachString,
  factory,
  type Iri,
  type Literal,
  type NamedNode,
  type Quad,
  type Quad_Object,
  type Quad_Subject,
} from '../../rdf/terms.js';
import { rdfTerms, xsd, xsdNs } from '../../rdf/vocabulary.js';
import { checkTerm } from '../sparql.js';

const IRI = String.raw`<([^<>"{}|^\u0060\\\u0000-\u0020]*)>`;
const BLANK = String.raw`_:([A-Za-z0-9][A-Za-z0-9_.-]*)`;
const LITERAL = String.raw`"([^\n]*)"(?:@([A-Za-z0-9-]+)|\^\^${IRI})?`;
// A literal ends at the last quote of its line, since the text after it contains no quote. So the pattern needs no
// alternatives within the literal, which would take a stack as deep as the literal is long.
const STATEMENT = new RegExp(`(?:${IRI}|${BLANK}) ${IRI} (?:${IRI}|${BLANK}|${LITERAL}) \\.\\n`, 'uy');

/**
 * Parses an N-Triples text that Oxigraph wrote.
 *
 * @throws SyntaxError for any other text, including N-Triples in another layout.
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
 * Writes statements as N-Triples, without their graph.
 *
 * @throws TypeError for a term that no named graph may contain: a blank node, a malformed IRI, a lone surrogate.
 */
export function writeTriples(statements: Iterable<Quad>): string {
  let text = '';
  for (const { subject, predicate, object } of statements) {
    text += `${write(subject)} ${write(predicate)} ${write(object)} .\n`;
  }
  return text;
}

export type Statement = Pick<Quad, 'subject' | 'predicate' | 'object'>;

/**
 * The lines that Oxigraph would write for these statements after storing them, without repetitions and with literals in
 * its forms: `20.5` for `2.05E1`. Undefined if only Oxigraph knows the form of a statement.
 *
 * @param cached lines of some of them (see `linesByStatement`).
 * @throws TypeError as `writeTriples`, for a term that no named graph may contain.
 */
export function canonicalLines(
  statements: Iterable<Statement>,
  cached: ReadonlyMap<Statement, string> = new Map(),
): string[] | undefined {
  const written = new Set<string>();
  // Statements about one subject follow each other.
  let last: { readonly value: string; readonly form: string } | undefined;
  const subjectForm = (subject: Statement['subject']): string => {
    if (subject.termType !== 'NamedNode') return write(subject);
    if (last?.value !== subject.value) last = { value: subject.value, form: write(subject) };
    return last.form;
  };
  for (const statement of statements) {
    const line = cached.get(statement);
    if (line !== undefined) {
      written.add(line);
      continue;
    }
    const { subject, predicate, object } = statement;
    // Written in any case, so that a term that no graph may contain is refused.
    const asWritten = write(object);
    const stored = object.termType === 'Literal' ? canonicalLiteral(object, asWritten) : asWritten;
    if (stored === undefined) return undefined;
    written.add(`${subjectForm(subject)} ${predicateForm(predicate)} ${stored} .`);
  }
  return [...written];
}

/** The forms of predicates, which graphs have in common: checking IRIs takes most of the time. */
const predicateForms = new Map<string, string>();
const MAX_FORMS = 5_000;

function predicateForm(predicate: Statement['predicate']): string {
  const known = predicateForms.get(predicate.value);
  if (known !== undefined && predicate.termType === 'NamedNode') return known;
  const form = write(predicate);
  if (predicateForms.size >= MAX_FORMS) predicateForms.clear();
  if (predicate.termType === 'NamedNode') predicateForms.set(detachString(predicate.value), form);
  return form;
}

/** The lines of an N-Triples text by the statements parsed from it, which have the same order. */
export function linesByStatement(text: string, statements: Iterable<Quad>): Map<Statement, string> {
  const byStatement = new Map<Statement, string>();
  const all = lines(text).values();
  for (const statement of statements) byStatement.set(statement, all.next().value ?? '');
  return byStatement;
}

/** The lines of an N-Triples text. A statement contains no line break: N-Triples escapes them. */
export function lines(text: string): string[] {
  const all = text.split('\n');
  all.pop();
  return all;
}

/** The number of lines of an N-Triples text. */
export function lineCount(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Joins lines to a text, whose end is joined with them: a text that is added to would be copied by its first reader. */
export const joinLines = (all: readonly string[]): string => (all.length === 0 ? '' : [...all, ''].join('\n'));

/** A text with additional lines, which have no repetitions, without those that it has already. */
export function withLines(text: string, added: readonly string[]): string {
  if (text === '') return joinLines(added);
  return joinLines([...new Set([...lines(text), ...added])]);
}

/** A text without these lines. */
export function withoutLines(text: string, removed: Iterable<string>): string {
  const gone = new Set(removed);
  return joinLines(lines(text).filter((line) => !gone.has(line)));
}

/**
 * Writes an N-Triples text as N-Quads of a graph. The end of a line cannot occur in a literal, since literals escape
 * line breaks.
 */
export const toNQuads = (text: string, graph: Iri): string => text.replaceAll(' .\n', () => ` <${graph}> .\n`);

/**
 * The difference between two texts, as N-Triples. Comparing lines compares statements, because Oxigraph wrote all of
 * them.
 */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function difference(before: string, after: string): Difference {
  if (before === after) return { added: [], removed: [] };
  if (before === '') return { added: lines(after), removed: [] };
  const gone = new Set(lines(before));
  const added = lines(after).filter((line) => !gone.delete(line));
  return { added, removed: [...gone] };
}

/** The number of statements that only one of two texts has. */
export function differenceSize(before: string, after: string): { readonly added: number; readonly removed: number } {
  if (before === '') return { added: lineCount(after), removed: 0 };
  const { added, removed } = difference(before, after);
  return { added: added.length, removed: removed.length };
}

function write(term: Quad_Subject | Quad_Object): string {
  checkTerm(term);
  switch (term.termType) {
    case 'NamedNode':
      return `<${term.value}>`;
    case 'Literal': {
      const quoted = `"${term.value.replace(ESCAPED, escape)}"`;
      if (term.language !== '') return `${quoted}@${term.language}`;
      return term.datatype.equals(xsd.string) ? quoted : `${quoted}^^<${term.datatype.value}>`;
    }
    case 'BlankNode':
    case 'Variable':
    case 'Quad':
      throw new TypeError(`a statement of a named graph cannot hold a ${term.termType}`);
  }
}

/** The characters that Oxigraph escapes. */
const ESCAPED = /["\\\p{Cc}\uFFFE\uFFFF]/gu;
const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\t': '\\t',
  '\b': '\\b',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
};

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0x7f && code < 0xa0) return character;
  return escapes[character] ?? `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const unescapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

const INTEGER = /^(?:0|-?[1-9][0-9]{0,17})$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,14})\.[0-9]{0,2}[1-9]$/;
const DOUBLE = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:[Ee][+-]?[0-9]+)?$/;
const PLAIN = /^-?[0-9]+(?:\.[0-9]+)?$/;
const MOMENT = /^([1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,3}))?Z$/;

/** Types of XML Schema whose values Oxigraph keeps as they are written. */
const asTexts = [xsd.string, xsd.anyURI, xsd.base64Binary];

/**
 * A literal in Oxigraph's form. Oxigraph keeps literals without a known value unchanged, and writes each value of XML
 * Schema's types in one form; undefined for doubtful cases.
 */
function canonicalLiteral({ value, datatype }: Literal, asWritten: string): string | undefined {
  if (rdfTerms.langString.equals(datatype)) return undefined;
  if (!datatype.value.startsWith(xsdNs) || asTexts.some((type) => type.equals(datatype))) return asWritten;
  if (xsd.dateTime.equals(datatype)) return typed(canonicalDateTime(value), xsd.dateTime);
  if (xsd.double.equals(datatype)) {
    const number = DOUBLE.test(value) ? String(Number(value)) : '';
    // There are two zeros. With more than 15 digits, two shortest forms may be equally near, and the choice is up to
    // the implementation.
    const isOneForm = PLAIN.test(number) && number !== '0' && number.replace(/[-.]/g, '').length <= 15;
    return typed(isOneForm ? number : undefined, xsd.double);
  }
  if (xsd.boolean.equals(datatype)) return value === 'true' || value === 'false' ? asWritten : undefined;
  if (xsd.decimal.equals(datatype)) return INTEGER.test(value) || DECIMAL.test(value) ? asWritten : undefined;
  // Oxigraph has one type for all integers.
  const isInteger = [xsd.integer, xsd.positiveInteger, xsd.nonNegativeInteger].some((type) => type.equals(datatype));
  return isInteger && INTEGER.test(value) ? typed(value, xsd.integer) : undefined;
}

const typed = (form: string | undefined, { value }: NamedNode): string | undefined =>
  form === undefined ? undefined : `"${form}"^^<${value}>`;

/** A dateTime in UTC without trailing zeros in its fraction; undefined for a day or an hour that does not exist. */
function canonicalDateTime(value: string): string | undefined {
  const [, seconds = '', fraction = ''] = MOMENT.exec(value) ?? [];
  const whole = `${seconds}.${fraction.padEnd(3, '0')}Z`;
  const date = new Date(whole);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== whole) return undefined;
  let digits = fraction;
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  return digits === '' ? `${seconds}Z` : `${seconds}.${digits}Z`;
}

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
