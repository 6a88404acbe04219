/** Reads and writes Turtle and N-Triples. */
import n3 from 'n3';
import { compareStatements, compareTexts } from './order.js';
import { Compaction, type Prefixes, safePrefixes } from './prefixes.js';
import { displayLanguage, writtenForm } from './literals.js';
import { type Quad, type Quad_Object, type Term, factory, triple } from './terms.js';
import { rdfTerms, xsd } from './vocabulary.js';

/** Statements as Turtle, with the prefixes that are used. The same statements give the same text. */
export function writeTurtle(data: Iterable<Quad>, prefixes: Prefixes): string {
  const quads = Array.from(data, written).sort(compareStatements);
  const writer = new n3.Writer({ format: 'text/turtle', prefixes: usedPrefixes(quads, prefixes) });
  writer.addQuads(quads);
  let text = '';
  // Without a stream the writer calls back before `end` returns.
  writer.end((_error, result: string) => (text = result));
  return text;
}

/** Statements as N-Triples in sorted lines. */
export function writeNTriples(data: Iterable<Quad>): string {
  const writer = new n3.Writer({ format: 'N-Triples' });
  const lines = Array.from(data, ({ subject, predicate, object }) =>
    writer.quadToString(subject, predicate, writtenTerm(object)),
  );
  return lines.sort(compareTexts).join('');
}

/**
 * The statements of a Turtle (or, with `format`, N-Triples) document.
 *
 * @throws Error with the line of a syntax error.
 */
export function parseTurtle(
  text: string,
  options: Pick<n3.ParserOptions, 'baseIRI' | 'blankNodePrefix' | 'format'> = {},
): Quad[] {
  return new n3.Parser({ format: 'text/turtle', ...options, factory }).parse(text);
}

/** A statement with its literal in written form (D3). */
function written(quad: Quad): Quad {
  const object = writtenTerm(quad.object);
  return object === quad.object ? quad : triple(quad.subject, quad.predicate, object);
}

function writtenTerm(object: Quad_Object): Quad_Object {
  if (object.termType !== 'Literal') return object;
  const { value, language, datatype } = object;
  if (language !== '') {
    const tag = displayLanguage(language);
    return tag === language ? object : factory.literal(value, tag);
  }
  const text = writtenForm(value, datatype.value);
  return text === value ? object : factory.literal(text, datatype);
}

/** Datatypes that Turtle abbreviates, so that their prefix may be unused. */
const abbreviated: ReadonlySet<string> = new Set(
  [xsd.string, xsd.boolean, xsd.integer, rdfTerms.langString].map(({ value }) => value),
);

function usedPrefixes(quads: readonly Quad[], prefixes: Prefixes): Record<string, string> {
  const safe = safePrefixes(quads, prefixes);
  const compaction = new Compaction(safe);
  const used = new Set<string>();
  const addPrefix = (term: Term): void => {
    if (term.termType === 'NamedNode') {
      const prefix = compaction.split(term.value)?.[0];
      if (prefix !== undefined) used.add(prefix);
    } else if (term.termType === 'Literal' && !abbreviated.has(term.datatype.value)) addPrefix(term.datatype);
  };
  for (const { subject, predicate, object } of quads) {
    addPrefix(subject);
    if (!predicate.equals(rdfTerms.type)) addPrefix(predicate);
    addPrefix(object);
  }
  return Object.fromEntries(Object.entries(safe).filter(([prefix]) => used.has(prefix)));
}
