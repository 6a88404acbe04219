/** Reads the statements of an answer: JSON-LD of any form, Turtle or N-Triples; nothing is fetched (T6, T13). */
import type { DataFactory, Literal, Quad } from '@rdfjs/types';
import jsonld from '../bundled/jsonld.js';
import n3 from '../bundled/n3.js';
import rdfCanonize from '../bundled/rdf-canonize.js';
import { Graph } from './graph.js';
import { api, cargo, xsd } from './names.js';
import { CantTell, Failed } from './outcome.js';
import { describe, type Reply } from './reply.js';
import { expectWhole } from './transport.js';

const factory: DataFactory = n3.DataFactory;
const prefixes = { api, cargo, xsd };

/** The contexts that the kit has, by their addresses without `#`. */
const contexts = new Map<string, object>([
  [api.slice(0, -1), { ...prefixes, '@vocab': api }],
  [cargo.slice(0, -1), { ...prefixes, '@vocab': cargo }],
]);

/** @throws Failed for a body that is not what it says, CantTell for one that the kit cannot read. */
export async function graphOf(reply: Reply): Promise<Graph> {
  expectWhole(reply);
  const type = reply.headers.get('content-type') ?? '';
  if (reply.text.trim() === '') throw new Failed('a body', `${reply.status} with an empty body`, reply);
  return textToGraph(reply.text, type, reply.request.url, reply);
}

/** @param reply the answer that the text is of, for the report. */
export async function textToGraph(text: string, type: string, base: string, reply?: Reply): Promise<Graph> {
  if (/^(text\/turtle|application\/x-turtle)\b/i.test(type)) return turtle(text, 'text/turtle', base, reply);
  if (/^application\/n-triples\b/i.test(type)) return turtle(text, 'application/n-triples', base, reply);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Failed('JSON-LD', reply === undefined ? text.slice(0, 100) : describe(reply), reply);
  }
  if (typeof json !== 'object' || json === null)
    throw new Failed('a JSON object', reply === undefined ? text.slice(0, 100) : describe(reply), reply);
  return jsonLd(json, base);
}

async function jsonLd(json: object, base: string): Promise<Graph> {
  let unknown: string | undefined;
  // The type declarations lack the format's text.
  const options: object = {
    base,
    format: 'application/n-quads',
    documentLoader: (url: string) => {
      const context = contexts.get(url.replace(/[#/]$/, ''));
      if (context === undefined) {
        unknown = url;
        return Promise.reject(new Error('the kit does not have it'));
      }
      return Promise.resolve({ documentUrl: url, document: { '@context': context } });
    },
  };
  let nquads: unknown;
  try {
    // A list of nodes is a document, too.
    nquads = await jsonld.toRDF(json, options);
  } catch (error) {
    if (unknown !== undefined) throw new CantTell(`the @context ${unknown} is remote, and the kit fetches none`);
    throw new CantTell(`the JSON-LD cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof nquads !== 'string') throw new CantTell('the JSON-LD cannot be read');
  return new Graph(new n3.Parser({ format: 'application/n-quads' }).parse(nquads));
}

function turtle(text: string, format: string, base: string, reply: Reply | undefined): Graph {
  try {
    return new Graph(new n3.Parser({ format, baseIRI: base }).parse(text));
  } catch (error) {
    throw new Failed(`a body in ${format}`, error instanceof Error ? error.message : String(error), reply);
  }
}

const numeric =
  /^http:\/\/www\.w3\.org\/2001\/XMLSchema#(integer|decimal|double|float|int|long|short|(non)?(positive|negative)Integer|nonNegativeInteger)$/i;

/** A literal's value in one form: native and typed literals mean the same (T13). */
function normal(literal: Literal): Literal {
  const { value, datatype } = literal;
  if (numeric.test(datatype.value) && Number.isFinite(Number(value)))
    return factory.literal(String(Number(value)), factory.namedNode(`${xsd}double`));
  if (datatype.value === `${xsd}boolean`)
    return factory.literal(value === '1' ? 'true' : value === '0' ? 'false' : value, datatype);
  if (datatype.value === `${xsd}dateTime` && !Number.isNaN(Date.parse(value)))
    return factory.literal(new Date(value).toISOString(), datatype);
  return literal;
}

/** The text of a graph's meaning: the same for every naming of its blank nodes. */
export async function meaningOf(graph: Graph): Promise<string> {
  const quads: Quad[] = Array.from(graph, ({ subject, predicate, object }) =>
    factory.quad(subject, predicate, object.termType === 'Literal' ? normal(object) : object),
  );
  return rdfCanonize.canonize(quads, { algorithm: 'RDFC-1.0', maxWorkFactor: 2 });
}
