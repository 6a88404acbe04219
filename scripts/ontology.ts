/**
 * `npm run ontology`: generates ontology/*.ttl from the tables in ontology/tables, so that a new release of the data
 * model is a change of tables.
 * The tables of a later release, and before all the specification's own, have precedence: their statements about a
 * property, or a property of a class, replace those of the other tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  factory,
  type NamedNode,
  namedNode,
  type Quad,
  type Quad_Object,
  type Quad_Subject,
  triple,
} from '../src/rdf/terms.js';
import { compareTexts } from '../src/rdf/order.js';
import { rdfNs, rdfs, rdfsNs, rdfTerms, standardNamespaces, xsdNs } from '../src/rdf/vocabulary.js';
import { owl, owlNs, schema, schemaNs } from '../src/model/vocabulary.js';
import { type Prefixes, writeTurtle } from './turtle.js';

type Row = Readonly<Record<string, string>>;

const prefixes: Prefixes = {
  cargo: standardNamespaces.cargo,
  api: standardNamespaces.api,
  'code-lists': standardNamespaces.codeLists,
  owl: owlNs,
  rdf: rdfNs,
  rdfs: rdfsNs,
  schema: schemaNs,
  xsd: xsdNs,
};

const cargoTables = ['specification', 'cargo-3.3'];
// Of two API restrictions the older one has precedence, of two definitions of a property the newer one, which states
// less.
const apiRestrictions = ['specification', 'api-2.0', 'api-2.3'];
const apiTables = ['specification', 'api-2.3', 'api-2.0'];

function readTable(name: string): Row[] {
  const text = readFileSync(new URL(`../ontology/tables/${name}.tsv`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

const readTables = (names: readonly string[], kind: string): Row[] =>
  names.flatMap((name) => readTable(`${name}-${kind}`));
const words = (cell: string | undefined): string[] => (cell ?? '').split(' ').filter((word) => word !== '');

function expand(name: string): ReturnType<typeof namedNode> {
  const colon = name.indexOf(':');
  const namespace = prefixes[name.slice(0, colon)];
  if (namespace === undefined) throw new Error(`no prefix is known of ${name}`);
  return namedNode(namespace + name.slice(colon + 1));
}

/** A name as words: `goodsDescription` is "goods description". */
function label(name: string): Quad_Object {
  const local = name.slice(Math.max(name.indexOf(':'), name.indexOf('#')) + 1);
  const text = local
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
    .replaceAll('_', ' ');
  return factory.literal(text, 'en');
}

/** A class in the position of a class, never of a property or individual. */
const classPositions = [rdfs.subClassOf, rdfs.domain, rdfs.range, owl.allValuesFrom, rdfTerms.first];
const isDatatype = (name: string): boolean => [xsdNs, rdfsNs].some((namespace) => name.startsWith(namespace));

/** OWL statements under construction. */
class Writer {
  readonly quads: Quad[] = [];
  readonly #said = new Set<string>();
  #blanks = 0;

  /** @param number the last part of the version's IRI. */
  ontology(address: string, title: string, version: string, number: string): void {
    const subject = namedNode(address);
    this.#add(subject, rdfTerms.type, owl.Ontology);
    this.#add(subject, rdfs.label, factory.literal(title, 'en'));
    this.#add(subject, owl.versionIRI, namedNode(`${address}/${number}`));
    this.#add(subject, owl.versionInfo, factory.literal(version));
  }

  classes(rows: readonly Row[], restrictions: readonly Row[]): void {
    const parents = new Map<string, Set<string>>();
    for (const row of rows) {
      const name = row['class'] ?? '';
      parents.set(name, new Set([...(parents.get(name) ?? []), ...words(row['parents'])]));
    }
    const demands = distinct(restrictions);
    for (const [name, above] of parents) {
      const subject = expand(name);
      this.#add(subject, rdfTerms.type, owl.Class);
      this.#add(subject, rdfs.label, label(name));
      for (const parent of above) this.#add(subject, rdfs.subClassOf, expand(parent));
      for (const row of demands.filter((demand) => demand['class'] === name)) this.#restrict(subject, row);
    }
  }

  properties(rows: readonly Row[]): void {
    for (const [name, row] of firstOf(rows, 'property')) {
      const subject = expand(name);
      // OWL has no property of both literals and objects: a property that takes both becomes an object property, with
      // its literals in an annotation.
      const kind = row['kind'] === 'data' ? owl.DatatypeProperty : owl.ObjectProperty;
      this.#add(subject, rdfTerms.type, kind);
      this.#add(subject, rdfs.label, label(name));
      for (const domain of words(row['domain'])) this.#add(subject, rdfs.domain, expand(domain));
      const ranges = words(row['range']).map(expand);
      if (row['kind'] === 'any') for (const range of ranges) this.#add(subject, schema.rangeIncludes, range);
      else if (ranges.length > 1) this.#add(subject, rdfs.range, this.#union(kind, ranges));
      else for (const range of ranges) this.#add(subject, rdfs.range, range);
      if (row['status'] === 'deprecated')
        this.#add(subject, owl.deprecated, factory.literal('true', expand('xsd:boolean')));
    }
  }

  individuals(rows: readonly Row[], name: string, types: string): void {
    for (const [individual, row] of firstOf(rows, name)) {
      const subject = expand(individual);
      this.#add(subject, rdfTerms.type, owl.NamedIndividual);
      for (const type of words(row[types])) this.#add(subject, rdfTerms.type, expand(type));
      this.#add(subject, rdfs.label, label(individual));
    }
  }

  annotations(): void {
    this.#add(schema.rangeIncludes, rdfTerms.type, owl.AnnotationProperty);
  }

  /**
   * A union declares whether its members are datatypes or classes: otherwise an OWL reader takes datatypes for classes.
   */
  #union(kind: NamedNode, members: readonly NamedNode[]): Quad_Object {
    const type = kind.equals(owl.DatatypeProperty) ? rdfs.Datatype : owl.Class;
    return this.#blankWith([
      [rdfTerms.type, type],
      [owl.unionOf, this.#list(members)],
    ]);
  }

  /**
   * Declares terms that are used here and defined in another file: an OWL reader with only this file must distinguish
   * classes and properties.
   */
  foreign(): void {
    const declared = new Set(
      this.quads.filter(({ predicate }) => predicate.equals(rdfTerms.type)).map(({ subject }) => subject.value),
    );
    const classes = new Set(
      this.quads
        .filter(
          ({ predicate, object }) =>
            classPositions.some((position) => predicate.equals(position)) ||
            (predicate.equals(rdfTerms.type) && !object.value.startsWith(owlNs)),
        )
        .map(({ object }) => object)
        .filter((term) => term.termType === 'NamedNode' && !isDatatype(term.value) && !declared.has(term.value))
        .map(({ value }) => value),
    );
    for (const name of [...classes].sort(compareTexts)) this.#add(namedNode(name), rdfTerms.type, owl.Class);
  }

  #restrict(subject: Quad_Subject, row: Row): void {
    const property = expand(row['property'] ?? '');
    const range = row['range'] === '' || row['range'] === undefined ? undefined : expand(row['range']);
    const { min = '0', max = '*' } = row;
    const about = (predicate: Quad['predicate'], value: Quad_Object): [Quad['predicate'], Quad_Object][] => [
      [rdfTerms.type, owl.Restriction],
      [owl.onProperty, property],
      [predicate, value],
    ];
    const number = (text: string): Quad_Object => factory.literal(text, expand('xsd:nonNegativeInteger'));
    const add = (statements: [Quad['predicate'], Quad_Object][]): void => {
      // The tables repeat some rows.
      const said = [subject, ...statements.flat()].map((term) => term.value).join(' ');
      if (!this.#said.has(said)) this.#add(subject, rdfs.subClassOf, this.#blankWith(statements));
      this.#said.add(said);
    };
    if (range !== undefined) add(about(owl.allValuesFrom, range));
    if (min === max) add(about(owl.cardinality, number(min)));
    else {
      if (min !== '0') add(about(owl.minCardinality, number(min)));
      if (max !== '*') add(about(owl.maxCardinality, number(max)));
    }
  }

  #blankWith(statements: readonly (readonly [Quad['predicate'], Quad_Object])[]): ReturnType<typeof factory.blankNode> {
    const blank = factory.blankNode(`b${this.#blanks++}`);
    for (const [predicate, object] of statements) this.#add(blank, predicate, object);
    return blank;
  }

  #list(items: readonly Quad_Object[]): Quad_Object {
    return items.reduceRight<Quad_Object>(
      (rest, item) =>
        this.#blankWith([
          [rdfTerms.first, item],
          [rdfTerms.rest, rest],
        ]),
      rdfTerms.nil,
    );
  }

  #add(subject: Quad_Subject, predicate: Quad['predicate'], object: Quad_Object): void {
    this.quads.push(triple(subject, predicate, object));
  }
}

/** The rows by name: the first row of each counts. */
function firstOf(rows: readonly Row[], column: string): Map<string, Row> {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row[column] ?? '')) first.set(row[column] ?? '', row);
  return first;
}

/** The rows of the first table with a property of a class; each row names its table in `table`. */
function distinct(rows: readonly Row[]): Row[] {
  const table = new Map<string, string | undefined>();
  return rows.filter((row) => {
    const place = `${row['class'] ?? ''} ${row['property'] ?? ''}`;
    if (!table.has(place)) table.set(place, row['table']);
    return table.get(place) === row['table'];
  });
}

const header = (tables: string): string[] => [
  `Written by \`npm run ontology\` from ontology/tables (${tables}): change the tables, not this file.`,
];

const of = (rows: readonly Row[], column: string, prefix: string): Row[] =>
  rows.filter((row) => row[column]?.startsWith(`${prefix}:`) === true);

function restrictionsOf(tables: readonly string[]): Row[] {
  return tables.flatMap((table) => readTable(`${table}-restrictions`).map((row) => ({ ...row, table })));
}

/** Every ontology file, by name, as the tables define it. */
export function writeOntologies(): Record<string, string> {
  const cargoClasses = readTables(cargoTables, 'classes');

  const cargo = new Writer();
  cargo.ontology(
    'https://onerecord.iata.org/ns/cargo',
    'The logistics data model',
    '3.3 with the names of the specification',
    '3.3',
  );
  cargo.classes(of(cargoClasses, 'class', 'cargo'), restrictionsOf(cargoTables));
  cargo.properties(of(readTables(cargoTables, 'properties'), 'property', 'cargo'));
  cargo.annotations();
  cargo.individuals(of(readTables(cargoTables, 'individuals'), 'individual', 'cargo'), 'individual', 'types');

  cargo.foreign();

  const codes = new Writer();
  codes.ontology(
    'https://onerecord.iata.org/ns/code-lists',
    'The code lists of the logistics data model',
    '1.1',
    '1.1.0',
  );
  codes.classes(of(cargoClasses, 'class', 'code-lists'), []);
  codes.individuals(readTable('code-lists-1.1'), 'code', 'list');
  codes.foreign();

  const api = new Writer();
  api.ontology(
    'https://onerecord.iata.org/ns/api',
    'The vocabulary of the exchange',
    '2.3 with the names of older versions',
    '2.3.0',
  );
  api.classes(of(readTables(apiTables, 'classes'), 'class', 'api'), restrictionsOf(apiRestrictions));
  api.properties(of(readTables(apiTables, 'properties'), 'property', 'api'));
  api.annotations();
  api.individuals(of(readTables(apiTables, 'individuals'), 'individual', 'api'), 'individual', 'types');
  api.foreign();

  return {
    'cargo.ttl': writeTurtle(cargo.quads, prefixes, header(cargoTables.join(', '))),
    'code-lists.ttl': writeTurtle(codes.quads, prefixes, header('cargo-3.3, code-lists-1.1')),
    'api.ttl': writeTurtle(api.quads, prefixes, header(apiTables.join(', '))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(writeOntologies())) {
    writeFileSync(new URL(`../ontology/${name}`, import.meta.url), text);
    console.log(`ontology/${name}: ${text.split('\n').length} lines`);
  }
}
