/**
 * The node's data model for forms: properties of a class with their ranges, cardinalities and codes. From /ontology.
 */
import { ask, config, localName, N_TRIPLES } from '../core/index.js';

/** A property of a class. */
export interface ModelProperty {
  readonly property: string;
  /** A datatype or a class; of several the most specific: a code list rather than any code. */
  readonly range: string;
  readonly isDatatype: boolean;
  /** At most one value. */
  readonly isSingle: boolean;
}

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const LINE = /^(<[^>]*>|_:\S+) <([^>]*)> (<[^>]*>|_:\S+|".*") \.$|^(<[^>]*>|_:\S+) <([^>]*)> "([^"]*)"\S* \.$/;

interface Restriction {
  property?: string;
  values?: string;
  max?: number;
}

/** The part of the documents of /ontology that forms need. */
export class DataModel {
  readonly #above = new Map<string, string[]>();
  readonly #restrictions = new Map<string, Restriction>();
  readonly #members = new Map<string, string[]>();

  constructor(documents: readonly string[]) {
    for (const document of documents) for (const line of document.split('\n')) this.#add(line);
  }

  #add(line: string): void {
    const match = LINE.exec(line);
    if (match === null) return;
    const s = bare(match[1] ?? match[4] ?? '');
    const p = match[2] ?? match[5] ?? '';
    const o = match[3] === undefined ? (match[6] ?? '') : bare(match[3]);
    if (p === `${RDFS}subClassOf`) push(this.#above, s, o);
    else if (p === RDF_TYPE && !o.startsWith(OWL)) push(this.#members, o, s);
    else if (p === `${OWL}onProperty`) this.#restriction(s).property = o;
    else if (p === `${OWL}allValuesFrom`) this.#restriction(s).values = o;
    else if (p === `${OWL}maxCardinality` || p === `${OWL}cardinality`) this.#restriction(s).max = Number(o);
  }

  #restriction(name: string): Restriction {
    const found = this.#restrictions.get(name);
    if (found !== undefined) return found;
    const made: Restriction = {};
    this.#restrictions.set(name, made);
    return made;
  }

  /** A class with all its superclasses. */
  ancestors(type: string, found = new Set<string>()): Set<string> {
    if (found.has(type)) return found;
    found.add(type);
    for (const above of this.#above.get(type) ?? []) if (!above.startsWith('_:')) this.ancestors(above, found);
    return found;
  }

  /** The properties of objects of these types, by name. */
  properties(types: readonly string[]): ModelProperty[] {
    const classes = new Set(types.flatMap((type) => [...this.ancestors(type)]));
    const found = new Map<string, { ranges: string[]; isSingle: boolean }>();
    for (const each of classes)
      for (const name of this.#above.get(each) ?? []) {
        const { property, values, max } = this.#restrictions.get(name) ?? {};
        if (property === undefined) continue;
        const facts = found.get(property) ?? { ranges: [], isSingle: false };
        if (values !== undefined && !values.startsWith('_:')) facts.ranges.push(values);
        found.set(property, { ranges: facts.ranges, isSingle: facts.isSingle || max === 1 });
      }
    return [...found]
      .map(([property, { ranges, isSingle }]): ModelProperty => {
        const range = ranges.find((one) => this.codes(one).length > 0) ?? ranges[0] ?? `${XSD}string`;
        return { property, range, isDatatype: range.startsWith(XSD), isSingle };
      })
      .sort((one, other) => localName(one.property).localeCompare(localName(other.property), 'en'));
  }

  /** The codes of a list, or the values of an enumeration; empty for any other class. */
  codes(type: string): readonly string[] {
    return this.#members.get(type) ?? [];
  }

  /** Whether objects of a class have a URI of their own, so that others link to them instead of embedding them. */
  isLogisticsObject(type: string): boolean {
    return this.ancestors(type).has(`${config().namespaces.cargo}LogisticsObject`);
  }
}

const bare = (term: string): string => (term.startsWith('<') ? term.slice(1, -1) : term);

function push(map: Map<string, string[]>, key: string, value: string): void {
  const found = map.get(key);
  if (found === undefined) map.set(key, [value]);
  else found.push(value);
}

/** Loads the model; its documents are some 70 KB compressed, and constant while the node runs. */
export async function readModel(signal: AbortSignal): Promise<DataModel> {
  const documents = await Promise.all(
    ['/ontology/cargo', '/ontology/code-lists'].map((path) => ask(path, { accept: N_TRIPLES, signal })),
  );
  return new DataModel(documents.map(({ text }) => text));
}
