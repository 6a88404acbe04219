/** Writes the table of a data model: what a client reads values with (T50). */
import { compareTexts } from '../../rdf/order.js';
import { type Iri, iri } from '../../rdf/terms.js';
import { rdfNs, rdfsNs, xsdNs } from '../../rdf/vocabulary.js';
import type { ClassType, DataModel } from './data-model.js';
import type { ListType } from './lists.js';
import { literal, objectKey } from './script-text.js';

type WriteDoc = (text: string) => string;

const declarations = (
  doc: WriteDoc,
): string => `${doc('The table of a data model, for `createClient({ model })`.')}export interface ModelTable {
  readonly namespace: string;
  readonly classes: Readonly<
    Record<
      string,
      {
        readonly iri?: string;
        readonly superclasses?: readonly string[];
        readonly one?: readonly string[];
        readonly many?: readonly string[];
      }
    >
  >;
  readonly properties: Readonly<
    Record<string, { readonly iri?: string; readonly range: readonly string[]; readonly many?: boolean }>
  >;
  readonly codes: Readonly<Record<string, string>>;
  /** The IRI reference of a code or of a value of an enumeration. */
  code<List extends keyof Codes>(list: List, code: Codes[List]): { '@id': CodeIris[List] };
}
`;

const codeFunction = (doc: WriteDoc): string => `${doc('The data model.')}export const cargo: ModelTable = {
  namespace,
  classes,
  properties,
  codes,
  code<List extends keyof Codes>(list: List, code: Codes[List]): { '@id': CodeIris[List] } {
    const own = Object.hasOwn(codes, list) ? codes[list] : undefined;
    if (own === undefined) throw new TypeError(\`no code list \${list}\`);
    const prefix = Object.hasOwn(elsewhere, list) ? elsewhere[list]?.find(([, found]) => found.includes(code))?.[0] : own;
    // What an IRI must not have; all else is as the list has it.
    const text = String(code).replace(/[\\s\\p{Cc}<>"{}|\\\\^\`#[\\]]|%(?![0-9A-Fa-f]{2})/gu, encodeURIComponent);
    // Codes and CodeIris have the same lists.
    return { '@id': ((prefix ?? own) + text) as CodeIris[List] };
  },
};
`;

export function writeTable(
  model: DataModel,
  lists: readonly (ClassType & { list: ListType })[],
  doc: WriteDoc,
): string {
  const table = new Table(model);
  return [
    declarations(doc),
    `const namespace = ${literal(model.namespace)};\n`,
    `const classes: ModelTable['classes'] = {\n${table.classes()}};\n`,
    `const properties: ModelTable['properties'] = {\n${table.properties()}};\n`,
    `const codes: ModelTable['codes'] = {\n${lists.map(({ name, list }) => `  ${objectKey(name)}: ${literal(list.prefix)},\n`).join('')}};\n`,
    `/** Codes that begin with another list's IRI. */\nconst elsewhere: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {\n${lists.map(otherPrefixes).join('')}};\n`,
    codeFunction(doc),
  ].join('\n');
}

function otherPrefixes({ name, list: { codes, prefix: own } }: ClassType & { list: ListType }): string {
  const prefixes = [...new Set(codes.values())].filter((prefix) => prefix !== own).sort(compareTexts);
  if (prefixes.length === 0) return '';
  const groups = prefixes.map((prefix) => {
    const members = [...codes].filter(([, other]) => other === prefix).map(([code]) => literal(code));
    return `[${literal(prefix)}, [${members.join(', ')}]]`;
  });
  return `  ${objectKey(name)}: [${groups.join(', ')}],\n`;
}

class Table {
  /** The classes that name a property, by property. */
  readonly #owners = new Map<Iri, ClassType[]>();

  constructor(private readonly model: DataModel) {
    for (const type of model.classes.values())
      for (const property of type.own) this.#owners.set(property, [...(this.#owners.get(property) ?? []), type]);
  }

  classes(): string {
    return [...this.model.classes.values()].map((type) => this.#class(type)).join('');
  }

  properties(): string {
    return [...this.model.propertyNames]
      .sort(([, one], [, other]) => compareTexts(one, other))
      .map(([property, name]) => {
        const many = this.#isMany(property) ? ', many: true' : '';
        return `  ${objectKey(name)}: { ${this.#iri(property, name)}range: [${this.#range(property).map(literal).join(', ')}]${many} },\n`;
      })
      .join('');
  }

  #class({ iri: name, name: short, parents, own, properties }: ClassType): string {
    const above = parents.flatMap((parent) => this.model.classNames.get(parent) ?? []);
    const one: string[] = [];
    const many: string[] = [];
    for (const property of own) {
      const isMany = properties.get(property)?.many === true;
      const [inherited] = parents.flatMap((parent) => this.model.classes.get(parent)?.properties.get(property) ?? []);
      if (isMany !== (inherited?.many ?? this.#isMany(property)))
        (isMany ? many : one).push(this.model.propertyNames.get(property) ?? property);
    }
    const list = (key: string, items: readonly string[]): string[] =>
      items.length === 0 ? [] : [`${key}: [${items.toSorted(compareTexts).map(literal).join(', ')}]`];
    const id = this.#iri(name, short).replace(/, $/, '');
    const parts = [
      ...(id === '' ? [] : [id]),
      ...list('superclasses', above),
      ...list('one', one),
      ...list('many', many),
    ];
    return `  ${objectKey(short)}: {${parts.length === 0 ? '' : ` ${parts.join(', ')} `}},\n`;
  }

  #iri(name: Iri, short: string): string {
    return name === this.model.namespace + short ? '' : `iri: ${literal(name)}, `;
  }

  /** Whether most classes that name a property allow it several values; a property of no class has one. */
  #isMany(property: Iri): boolean {
    const owners = this.#owners.get(property) ?? [];
    const many = owners.filter((type) => type.properties.get(property)?.many === true).length;
    return many * 2 > owners.length;
  }

  /** The ranges of a property in all its classes, the most frequent first. */
  #range(property: Iri): string[] {
    const owners = this.#owners.get(property) ?? [];
    const ranges =
      owners.length > 0
        ? owners.map((type) => type.properties.get(property)?.range ?? [])
        : (this.model.ontology.properties.get(property)?.ranges ?? []);
    const counts = new Map<string, number>();
    for (const one of ranges.flat()) {
      const name = one.kind === 'term' ? termRange(one.term) : one.kind === 'class' ? one.class : one.datatype;
      if (name !== undefined) counts.set(this.#rangeName(name), (counts.get(this.#rangeName(name)) ?? 0) + 1);
    }
    return [...counts].sort(([a, one], [b, other]) => other - one || compareTexts(a, b)).map(([name]) => name);
  }

  #rangeName(name: Iri): string {
    for (const [prefix, namespace] of [
      ['xsd', xsdNs],
      ['rdf', rdfNs],
      ['rdfs', rdfsNs],
    ] as const)
      if (name.startsWith(namespace)) return `${prefix}:${name.slice(namespace.length)}`;
    return this.model.classNames.get(name) ?? name;
  }
}

function termRange(term: {
  readonly termType: string;
  readonly datatype?: { readonly value: string };
}): Iri | undefined {
  return term.datatype === undefined ? undefined : iri(term.datatype.value);
}
