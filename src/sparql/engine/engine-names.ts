/**
 * Names with a special meaning to some engine: functions loaded by name, calculated predicates, graphs made of other
 * graphs. Data contain no such name. A worker answers a query that contains one, since no worker gives it a meaning.
 */
import { xsdNs } from '../../rdf/vocabulary.js';
import { isTerm } from '../../store/sparql.js';

/**
 * The prefixes of such names: Jena, RDF4J, GraphDB, Virtuoso, Blazegraph, Stardog, AllegroGraph, Neptune, RDFox,
 * QLever, GeoSPARQL.
 */
const OF_ENGINES = [
  'java:',
  'bif:',
  'sql:',
  'sys:',
  'tag:stardog:',
  'urn:x-arq:',
  'http://jena.apache.org/',
  'http://jena.hpl.hp.com/',
  'http://rdf4j.org/',
  'http://www.openrdf.org/',
  'http://www.ontotext.com/',
  'http://www.openlinksw.com/',
  'http://www.bigdata.com/',
  'http://franz.com/',
  'http://aws.amazon.com/neptune/',
  'http://oxfordsemantic.tech/',
  'http://qlever.cs.uni-freiburg.de/',
  'https://qlever.cs.uni-freiburg.de/',
  'http://www.opengis.net/',
  'http://www.w3.org/2005/xpath-functions',
  // Jena calculates this predicate.
  'http://www.w3.org/2000/01/rdf-schema#member',
];

/** The first of these names in a tree. */
export function engineNameIn(tree: unknown): string | undefined {
  if (typeof tree !== 'object' || tree === null) return undefined;
  if (isTerm(tree)) {
    if (tree.termType !== 'NamedNode') return undefined;
    const name = tree.value.toLowerCase();
    return OF_ENGINES.some((begin) => name.startsWith(begin)) ? tree.value : undefined;
  }
  for (const branch of Object.values(tree)) {
    const found = engineNameIn(branch);
    if (found !== undefined) return found;
  }
  return undefined;
}

const CASTS = ['boolean', 'double', 'float', 'decimal', 'integer', 'dateTime', 'string', 'date', 'time'];
const casts = new Set(CASTS.map((name) => `${xsdNs}${name}`));

/**
 * Whether a function is a cast: the casts of SPARQL (section 17.5), and casts to dates and times, which workers and
 * engines support.
 */
export const isCast = (name: string): boolean => casts.has(name);
