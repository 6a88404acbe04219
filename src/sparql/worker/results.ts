/** Results of the engine, cut to the row limit (D37) and written in the requested format. */
import { writeJsonLdGraph } from '../../rdf/jsonld/writer.js';
import { displayNumber } from '../../rdf/literals.js';
import type { Prefixes } from '../../rdf/prefixes.js';
import { graphOf } from '../../rdf/graph.js';
import { factory, type Iri, type Quad, type Quad_Subject } from '../../rdf/terms.js';
import { writeTurtle } from '../../rdf/turtle.js';
import { startEngine } from '../../store/oxigraph/engine.js';
import { joinLines, lines, parseTriples } from '../../store/oxigraph/ntriples.js';
import type { GraphFormat, ResultFormat } from '../formats.js';

const N_TRIPLES = 'application/n-triples';

export interface Truncated<Content> {
  readonly content: Content;
  readonly truncated: boolean;
}

/** Characters that XML 1.0 cannot contain, even escaped: one of them in a value would make the result unreadable. */
const NOT_IN_XML = /(?![\t\n\r])[\p{Cc}\ufffe\uffff](?<![\u007f-\u009f])/gu;

/** Turns the engine's XML into valid XML. An unescaped carriage return would be read as a line feed. */
export const readableXml = (text: string): string => text.replace(NOT_IN_XML, '\ufffd').replaceAll('\r', '&#13;');

/** A row without any binding in JSON. */
const MIN_ROW_CHARACTERS = '{},'.length;

/** The first solutions of a table in the engine's form; the result of ASK is unchanged. */
export function truncateTable(table: string, format: ResultFormat, max: number): Truncated<string> {
  switch (format) {
    case 'json': {
      // Most results are too short for so many rows: parsing is unnecessary.
      if (table.length < max * MIN_ROW_CHARACTERS) return { content: table, truncated: false };
      // The engine's own output, in the form that W3C defines.
      const parsed = JSON.parse(table) as { readonly results?: { readonly bindings: readonly unknown[] } };
      const bindings = parsed.results?.bindings ?? [];
      if (bindings.length <= max) return { content: table, truncated: false };
      return {
        content: JSON.stringify({ ...parsed, results: { bindings: bindings.slice(0, max) } }),
        truncated: true,
      };
    }
    case 'xml': {
      const readable = readableXml(table);
      // A value cannot hold a tag: its brackets are escaped.
      const end = nth(readable, '<result>', max + 1);
      if (end === -1) return { content: readable, truncated: false };
      return { content: `${readable.slice(0, end)}</results></sparql>`, truncated: true };
    }
    case 'csv':
      return truncateLines(table, '\r\n', max);
    case 'tsv':
      return truncateLines(table, '\n', max);
  }
}

/** A header and rows. A line end within quotes does not end a row (only CSV has these). */
function truncateLines(table: string, end: string, max: number): Truncated<string> {
  let rows = -1;
  let quoted = false;
  for (let at = 0; at < table.length; at += 1) {
    if (end === '\r\n' && table[at] === '"') quoted = !quoted;
    else if (!quoted && table.startsWith(end, at)) {
      rows += 1;
      const next = at + end.length;
      if (rows === max && next < table.length) return { content: table.slice(0, next), truncated: true };
    }
  }
  return { content: table, truncated: false };
}

function nth(text: string, part: string, count: number): number {
  let at = -1;
  for (let found = 0; found < count; found += 1) {
    at = text.indexOf(part, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/**
 * The first statements of a graph, without the statements that only count solutions.
 *
 * @param text N-Triples in the engine's form.
 * @param marker the predicate of the statements that count solutions.
 */
export function truncateGraph(text: string, max: number, marker?: Iri): Truncated<readonly string[]> {
  const all = lines(text);
  const counted = marker === undefined ? all : all.filter((line) => !line.includes(` <${marker}> `));
  const truncated = counted.length > max || all.length - counted.length > max;
  return { content: counted.length > max ? counted.slice(0, max) : counted, truncated };
}

/** A number in the engine's form, at the end of a line. Every quote in a literal has a backslash before it. */
const FLOATING_OBJECT =
  /(?<=> ")([0-9eE.+-]+|INF|NaN)(?="\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#(?:double|float)> \.$)/;

/** A line with its number in the lexical form of all other answers (D3). */
const inWrittenForm = (line: string): string =>
  line.includes('^^<http://www.w3.org/2001/XMLSchema#') ? line.replace(FLOATING_OBJECT, displayNumber) : line;

/** Statements in the requested format. */
export function writeGraph(engineLines: readonly string[], format: GraphFormat, prefixes: Prefixes): string {
  const statements = engineLines.map(inWrittenForm);
  // A graph without a name is the same in N-Quads and in N-Triples, in TriG and in Turtle.
  if (format === 'ntriples' || format === 'nquads') return joinLines(statements);
  if (format === 'rdfxml') return writeRdfXml(statements);
  const quads = parseTriples(joinLines(statements));
  if (format === 'turtle' || format === 'trig') return writeTurtle(quads, prefixes);
  return JSON.stringify(writeJsonLdGraph(graphOf(quads), roots(quads), { prefixes }));
}

/** The graph cannot be written in the requested format. */
export class UnwritableGraph extends Error {
  override readonly name = 'UnwritableGraph';
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** Names with another meaning as elements (RDF 1.1 XML Syntax, section 5.1, propertyElementURIs). */
const notElements = new Set(
  ['Description', 'RDF', 'ID', 'about', 'parseType', 'resource', 'nodeID', 'datatype', 'bagID', 'aboutEach', 'li']
    .map((name) => RDF + name)
    .concat(`${RDF}aboutEachPrefix`),
);

/** @throws UnwritableGraph for a predicate that does not end with a name: RDF/XML cannot express it. */
function writeRdfXml(statements: readonly string[]): string {
  assertWritable(statements.map(predicateOf).find((name) => notElements.has(name)));
  const store = startEngine().newStore();
  store.load(joinLines(statements), { format: N_TRIPLES, lenient: true });
  const written = store.dump({ format: 'application/rdf+xml', from_graph_name: factory.defaultGraph() });
  // The engine writes such a predicate as an element without a name. Text contains no unescaped bracket.
  assertWritable(/<oxprefix:[ />].*?xmlns:oxprefix="([^"]*)"/s.exec(written)?.[1]);
  return readableXml(written);
}

function assertWritable(predicate: string | undefined): void {
  if (predicate !== undefined) throw new UnwritableGraph(`RDF/XML cannot hold the property <${predicate}>`);
}

const predicateOf = (statement: string): string => /^\S+ <([^>]*)>/.exec(statement)?.[1] ?? '';

/**
 * The subjects that are not the object of another subject. Cycles have no root; the writer includes them nevertheless.
 */
function roots(quads: readonly Quad[]): (Quad_Subject & { termType: 'NamedNode' | 'BlankNode' })[] {
  const subjects = new Map<string, Quad_Subject & { termType: 'NamedNode' | 'BlankNode' }>();
  for (const { subject } of quads) {
    if (subject.termType === 'NamedNode' || subject.termType === 'BlankNode') subjects.set(subject.value, subject);
  }
  const objects = new Set(
    quads.filter(({ subject, object }) => !subject.equals(object)).map(({ object }) => object.value),
  );
  return [...subjects.values()].filter(({ value }) => !objects.has(value));
}
