/** Turtle and N-Triples, in and out. */
import n3 from 'n3';
import { compareStatements, compareTexts } from './order.js';
import { Compaction, type Prefixes, safePrefixes } from './prefixes.js';
import { type Graph, graphOf } from './graph.js';
import { displayLanguage, writtenForm } from './literals.js';
import { type Quad, type Quad_Object, type Term, factory, triple } from './terms.js';
import { rdfTerms, xsd } from './vocabulary.js';

/** The statements as Turtle, with those of the prefixes that are used; the same statements give the same text. */
export function writeTurtle(data: Iterable<Quad>, prefixes: Prefixes): string {
  const quads = Array.from(data, written).sort(compareStatements);
  const writer = new n3.Writer({ format: 'text/turtle', prefixes: usedPrefixes(quads, prefixes) });
  writer.addQuads(quads);
  let text = '';
  // Without a stream the writer calls back before `end` returns.
  writer.end((_error, result: string) => (text = result));
  return text;
}

/** The statements as N-Triples, a line each, in the order of the lines. */
export function writeNTriples(data: Iterable<Quad>): string {
  const writer = new n3.Writer({ format: 'N-Triples' });
  const lines = Array.from(data, ({ subject, predicate, object }) =>
    writer.quadToString(subject, predicate, writtenTerm(object)),
  );
  return lines.sort(compareTexts).join('');
}

/**
 * The statements of a Turtle document of our own, such as an ontology.
 *
 * @throws Error with the line where the text is no Turtle.
 */
export function readTurtle(text: string, base?: string): Graph {
  return graphOf(parse(text, { format: 'text/turtle', ...(base === undefined ? {} : { baseIRI: base }) }));
}

/**
 * The statements of an N-Triples document, such as a store's dump.
 *
 * @throws Error with the line where the text is no N-Triples.
 */
export function readNTriples(text: string): Graph {
  return graphOf(parse(text, { format: 'N-Triples' }));
}

function parse(text: string, options: n3.ParserOptions): Quad[] {
  return new n3.Parser<n3.Quad>({ ...options, factory }).parse(text);
}

/** A statement with its literal in the form that every syntax writes (D3). */
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

/** Datatypes that the writer does not name, or seldom: without their prefix it writes them out. */
const abbreviated: ReadonlySet<string> = new Set(
  [xsd.string, xsd.boolean, xsd.integer, rdfTerms.langString].map(({ value }) => value),
);

function usedPrefixes(quads: readonly Quad[], prefixes: Prefixes): Record<string, string> {
  const safe = safePrefixes(quads, prefixes);
  const compaction = new Compaction(safe);
  const used = new Set<string>();
  const see = (term: Term): void => {
    if (term.termType === 'NamedNode') {
      const prefix = compaction.split(term.value)?.[0];
      if (prefix !== undefined) used.add(prefix);
    } else if (term.termType === 'Literal' && !abbreviated.has(term.datatype.value)) see(term.datatype);
  };
  for (const { subject, predicate, object } of quads) {
    see(subject);
    if (!predicate.equals(rdfTerms.type)) see(predicate);
    see(object);
  }
  return Object.fromEntries(Object.entries(safe).filter(([prefix]) => used.has(prefix)));
}
