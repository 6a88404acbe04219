/** Reads and writes Turtle and N-Triples. */
import { sorted } from '../async/sorting.js';
import { finish, type Steps } from '../async/turns.js';
import n3 from '../bundled/n3.js';
import { compareStatements, compareTexts } from './order.js';
import { Compaction, type Prefixes, SafePrefixes } from './prefixes.js';
import { displayLanguage, writtenForm } from './literals.js';
import { type Quad, type Quad_Object, type Term, factory, triple } from './terms.js';
import { rdfTerms, xsd } from './vocabulary.js';

/** Writes statements as Turtle, with only the used prefixes. The same statements give the same text. */
export function writeTurtle(data: Iterable<Quad>, prefixes: Prefixes): string {
  return finish(turtleSteps(data, prefixes));
}

/** Number of statements written per step. */
const STEP = 100;

/** Like `writeTurtle`, in steps for many statements. @param keepsLiterals see `WriteOptions`. */
export function* turtleSteps(data: Iterable<Quad>, prefixes: Prefixes, keepsLiterals = false): Steps<string> {
  const quads = yield* sorted(Array.from(data, keepsLiterals ? unchanged : written), compareStatements);
  const writer = new n3.Writer({ format: 'text/turtle', prefixes: yield* usedPrefixes(quads, prefixes) });
  for (const [index, quad] of quads.entries()) {
    writer.addQuad(quad);
    if (index % STEP === STEP - 1) yield;
  }
  let text = '';
  // Without a stream, the writer calls back before `end` returns.
  writer.end((_error, result: string) => (text = result));
  return text;
}

/** Writes statements as N-Triples in sorted lines. */
export function writeNTriples(data: Iterable<Quad>): string {
  return finish(nTriplesSteps(data));
}

/** Like `writeNTriples`, in steps for many statements. @param keepsLiterals see `WriteOptions`. */
export function* nTriplesSteps(data: Iterable<Quad>, keepsLiterals = false): Steps<string> {
  const writer = new n3.Writer({ format: 'N-Triples' });
  const lines: string[] = [];
  for (const { subject, predicate, object } of data) {
    lines.push(writer.quadToString(subject, predicate, keepsLiterals ? object : writtenTerm(object)));
    if (lines.length % STEP === 0) yield;
  }
  return (yield* sorted(lines, compareTexts)).join('');
}

/**
 * Reads the statements of a Turtle (or, with `format`, N-Triples) document.
 *
 * @param onPrefix receives the prefixes that it declares.
 * @throws Error with the line of a syntax error.
 */
export function parseTurtle(
  text: string,
  options: Pick<n3.ParserOptions, 'baseIRI' | 'blankNodePrefix' | 'format'> = {},
  onPrefix: (prefix: string, namespace: string) => void = () => undefined,
): Quad[] {
  return new n3.Parser({ format: 'text/turtle', ...options, factory }).parse(text, null, (prefix, { value }) => {
    onPrefix(prefix, value);
  });
}

/** A statement with its literal in the written form (D3). */
export function written(quad: Quad): Quad {
  const object = writtenTerm(quad.object);
  return object === quad.object ? quad : triple(quad.subject, quad.predicate, object);
}

const unchanged = (quad: Quad): Quad => quad;

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

/** Turtle abbreviates these datatypes, so that their prefix may be unused. */
const abbreviated: ReadonlySet<string> = new Set(
  [xsd.string, xsd.boolean, xsd.integer, rdfTerms.langString].map(({ value }) => value),
);

function* usedPrefixes(quads: readonly Quad[], prefixes: Prefixes): Steps<Record<string, string>> {
  const safe = new SafePrefixes(prefixes);
  for (const [index, quad] of quads.entries()) {
    safe.add(quad);
    if (index % STEP === STEP - 1) yield;
  }
  const compaction = new Compaction(safe.usable);
  const used = new Set<string>();
  const addPrefix = (term: Term): void => {
    if (term.termType === 'NamedNode') {
      const prefix = compaction.split(term.value)?.[0];
      if (prefix !== undefined) used.add(prefix);
    } else if (term.termType === 'Literal' && !abbreviated.has(term.datatype.value)) addPrefix(term.datatype);
  };
  for (const [index, { subject, predicate, object }] of quads.entries()) {
    addPrefix(subject);
    if (!predicate.equals(rdfTerms.type)) addPrefix(predicate);
    addPrefix(object);
    if (index % STEP === STEP - 1) yield;
  }
  return Object.fromEntries(Object.entries(safe.usable).filter(([prefix]) => used.has(prefix)));
}
