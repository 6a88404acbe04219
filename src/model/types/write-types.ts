/** Writes a data model as one TypeScript file that imports nothing (T50, T52). The same model gives the same text. */
import { compareTexts } from '../../rdf/order.js';
import { isIri, type Iri } from '../../rdf/terms.js';
import { owl } from '../vocabulary.js';
import type { ClassProperty } from './class-properties.js';
import type { ClassType, DataModel } from './data-model.js';
import type { ListType } from './lists.js';
import { scriptTypes } from './ranges.js';
import { literal, propertyKey, templateOf, wrapUnion } from './script-text.js';
import { writeTable } from './write-table.js';

export interface WriteOptions {
  /** For `@since` of each name. */
  readonly since?: string;
}

const ANY_VALUE = 'boolean | number | object | string';

export function writeTypes(model: DataModel, options: WriteOptions = {}): string {
  return new Writer(model, options).write();
}

class Writer {
  /** The types of the values of a class: the class, or the union with its subclasses. */
  readonly #families = new Map<Iri, string>();

  constructor(
    private readonly model: DataModel,
    private readonly options: WriteOptions,
  ) {
    const used = new Set(model.classNames.values());
    for (const { iri, name, family } of model.classes.values()) {
      let alias = family.length > 1 ? `Any${name}` : name;
      while (family.length > 1 && used.has(alias)) alias += '_';
      if (family.length > 1) used.add(alias);
      this.#families.set(iri, alias);
    }
  }

  write(): string {
    const classes = [...this.model.classes.values()];
    const lists = classes.filter((type): type is ClassType & { list: ListType } => type.list !== undefined);
    return [
      this.#head(),
      ...this.#lists(lists),
      ...classes.map((type) => (type.list?.open === false ? this.#closedList(type.name, type.iri) : this.#class(type))),
      ...classes.filter(({ family }) => family.length > 1).map((type) => this.#family(type)),
      writeTable(this.model, lists, this.#doc.bind(this)),
    ].join('\n');
  }

  #head(): string {
    const { sources, notes } = this.model;
    const lines = [
      'The classes of a data model of ONE Record as types, and the table of the model, `cargo`. `cargograph types` has',
      'written this file: write it anew instead of changing it.',
      '',
      'Read from:',
      ...sources.map((source) => `- ${source}`),
      ...(notes.length === 0 ? [] : ['', 'Wider than the ontology:', ...notes.map((note) => `- ${note}`)]),
    ];
    return comment(lines, '');
  }

  #doc(text: string, indent = '', deprecated = false): string {
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trim());
    const tags = [
      ...(deprecated ? ['@deprecated'] : []),
      ...(this.options.since === undefined || indent !== '' ? [] : [`@since ${this.options.since}`]),
    ];
    const all = [...(text === '' ? [] : lines), ...(text !== '' && tags.length > 0 ? [''] : []), ...tags];
    return all.length === 0 ? '' : comment(all, indent);
  }

  #classDoc(iri: Iri): string {
    const { text, deprecated } = this.model.documentation(iri);
    return this.#doc(text === '' ? `The class <${iri}>.` : text, '', deprecated);
  }

  #lists(lists: readonly (ClassType & { list: ListType })[]): string[] {
    const codes = lists.map(({ name, list }) => {
      const known = [...list.codes.keys()].map(literal);
      return `  ${propertyKey(name)}:${wrapUnion([...known, ...(list.open ? ['OtherText'] : [])], '    ')};\n`;
    });
    const iris = lists.map(({ name, list }) => `  ${propertyKey(name)}:${iriType(name, list)};\n`);
    return [
      `${this.#doc('Any text: an open list has other codes beside these.')}export type OtherText = string & Record<never, never>;\n`,
      `${this.#doc('The codes of each code list and enumeration.')}export interface Codes {\n${codes.join('')}}\n`,
      `${this.#doc('The IRIs of the codes.')}export interface CodeIris {\n${iris.join('')}}\n`,
    ];
  }

  #closedList(name: string, iri: Iri): string {
    return `${this.#classDoc(iri)}export interface ${name} {\n  '@id': CodeIris[${literal(name)}];\n}\n`;
  }

  #class({ iri, name, parents, properties }: ClassType): string {
    const above = parents.flatMap((parent) => this.model.classes.get(parent) ?? []);
    const lines: string[] = above.length === 0 ? [`  '@id'?: string;\n`, `  '@type'?: Type;\n`] : [];
    const omitted = new Map<Iri, string[]>();
    for (const [property, value] of this.#byName(properties)) {
      const text = this.#property(property, value);
      const inherited = above.flatMap((parent) => {
        const there = parent.properties.get(property);
        return there === undefined ? [] : [{ parent: parent.iri, isSame: this.#property(property, there) === text }];
      });
      if (inherited.length > 0 && inherited.every(({ isSame }) => isSame)) continue;
      const { text: words, deprecated } = this.model.documentation(property);
      lines.push(this.#doc(words, '  ', deprecated), `  ${text};\n`);
      for (const { parent, isSame } of inherited)
        if (!isSame) omitted.set(parent, [...(omitted.get(parent) ?? []), this.#propertyName(property)]);
    }
    const bases = above.map((parent) => {
      const without = omitted.get(parent.iri);
      return without === undefined
        ? `${parent.name}<Type>`
        : `Omit<${parent.name}<Type>, ${without.map(literal).join(' | ')}>`;
    });
    const heritage = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
    // An interface of its own, even where it adds nothing.
    if (lines.length === 0) lines.push(`  '@type'?: Type;\n`);
    const body = `{\n${lines.join('')}}`;
    return `${this.#classDoc(iri)}export interface ${name}<Type extends string = ${literal(name)}>${heritage} ${body}\n`;
  }

  #family({ iri, name, family }: ClassType): string {
    const names = family.flatMap((type) => this.model.classNames.get(type) ?? []);
    const doc = this.#doc(`${name}, or one of its subclasses.`);
    return `${doc}export type ${this.#families.get(iri) ?? name} =${wrapUnion(names, '  ')};\n`;
  }

  #byName(properties: ReadonlyMap<Iri, ClassProperty>): (readonly [Iri, ClassProperty])[] {
    return [...properties].sort(([one], [other]) => compareTexts(this.#propertyName(one), this.#propertyName(other)));
  }

  #propertyName(property: Iri): string {
    return this.model.propertyNames.get(property) ?? property;
  }

  #property(property: Iri, { range, many }: ClassProperty): string {
    const types = range === undefined ? [ANY_VALUE] : [...new Set(range.flatMap((one) => this.#types(one)))];
    const union = types.sort(compareTexts).join(' | ');
    const type = !many ? union : union.includes(' ') ? `(${union})[]` : `${union}[]`;
    return `${propertyKey(this.#propertyName(property))}?: ${type}`;
  }

  #types(one: NonNullable<ClassProperty['range']>[number]): readonly string[] {
    if (one.kind === 'datatype') return scriptTypes(one.datatype);
    if (one.kind === 'class')
      return one.class === owl.Thing.value ? ['object'] : [this.#families.get(one.class) ?? 'object'];
    if (one.term.termType !== 'Literal') return [`{ '@id': ${literal(one.term.value)} }`];
    const { value, datatype } = one.term;
    const types = isIri(datatype.value) ? scriptTypes(datatype.value) : [];
    return types.every((type) => type === 'string') ? [literal(value)] : types;
  }
}

/** The IRIs of a list: those of its codes, or any of an open list, which may have codes of other vocabularies (D39). */
function iriType(name: string, { open, codes }: ListType): string {
  if (open || codes.size === 0) return ' string';
  const prefixes = [...new Set(codes.values())].sort(compareTexts);
  if (prefixes.length === 1) return ` ${templateOf(prefixes[0] ?? '', `Codes[${literal(name)}]`)}`;
  const groups = prefixes.map((prefix) => {
    const own = [...codes].filter(([, other]) => other === prefix).map(([code]) => literal(code));
    return templateOf(prefix, own.join(' | '));
  });
  return wrapUnion(groups, '    ');
}

/** A comment that no text of an ontology ends. */
function comment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/').replaceAll(/[\r\n\u2028\u2029]+/g, ' '));
  if (safe.length === 1 && safe[0] !== undefined && safe[0].length < 100) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
