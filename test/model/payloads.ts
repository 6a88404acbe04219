/**
 * Payloads made up from the tables of the data model, read here anew and on purpose without the model's own code: valid
 * ones, and valid ones with one thing broken.
 */
import { readFileSync } from 'node:fs';
import {
  type BlankNode,
  factory,
  type Iri,
  iri,
  isIri,
  type NamedNode,
  namedNode,
  node,
  type Quad,
  type Quad_Object,
  triple,
} from '../../src/rdf/terms.js';
import { rdfTerms, standardNamespaces, xsdNs } from '../../src/rdf/vocabulary.js';
import { root } from './support.js';

const namespaces: Record<string, string> = {
  cargo: standardNamespaces.cargo,
  api: standardNamespaces.api,
  'code-lists': standardNamespaces.codeLists,
  xsd: xsdNs,
};

function expand(name: string): Iri {
  const colon = name.indexOf(':');
  return iri((namespaces[name.slice(0, colon)] ?? '') + name.slice(colon + 1));
}

function rows(table: string): string[][] {
  const text = readFileSync(new URL(`../../ontology/tables/${table}.tsv`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

/** Properties of which the specification and the newer model say different things, and so anything goes. */
const unclear = new Set(
  ['unit', 'subjectCode', 'contentCode', 'otherCustomsInformation'].map((name) => expand(`cargo:${name}`)),
);

const openLists = new Set(
  [
    'CurrencyCode',
    'MeasurementUnitCode',
    'DimensionsUnitCode',
    'TemperatureUnitCode',
    'VolumeUnitCode',
    'WeightUnitCode',
    'PackageMarkCode',
    'ParticipantIdentifier',
    'SpecialHandlingCode',
    'MovementIndicator',
  ].map((name) => expand(`code-lists:${name}`)),
);

const openEnumerations = new Set(
  ['AccountType', 'ContactDetailType', 'ContactRole', 'SensorType', 'ModeQualifier'].map((name) =>
    expand(`cargo:${name}`),
  ),
);

export interface Field {
  readonly property: Iri;
  readonly range: Iri;
  readonly once: boolean;
}

/** The classes of the tables, with the fields that each has and inherits. */
export class Tables {
  readonly parents = new Map<Iri, Iri[]>();
  readonly members = new Map<Iri, Iri[]>();
  readonly #fields = new Map<Iri, Map<Iri, { range?: Iri; once: boolean }>>();

  constructor() {
    for (const [name = '', parents = ''] of rows('cargo-3.3-classes')) {
      this.parents.set(
        expand(name),
        parents
          .split(' ')
          .filter((parent) => parent !== '')
          .map(expand),
      );
    }
    for (const [member = '', types = ''] of rows('cargo-3.3-individuals')) {
      for (const type of types.split(' ')) this.#member(expand(type), expand(member));
    }
    for (const [lists = '', member = ''] of rows('code-lists-1.1')) {
      for (const list of lists.split(' ')) this.#member(expand(list), expand(member));
    }
    for (const [type = '', property = '', , range = '', , max = ''] of rows('cargo-3.3-restrictions')) {
      const fields = this.#fields.get(expand(type)) ?? new Map<Iri, { range?: Iri; once: boolean }>();
      this.#fields.set(expand(type), fields);
      const field = fields.get(expand(property)) ?? { once: false };
      if (range !== '') field.range = expand(range);
      if (max === '1') field.once = true;
      fields.set(expand(property), field);
    }
  }

  ancestors(type: Iri): Set<Iri> {
    const found = new Set([type]);
    for (const name of found) for (const parent of this.parents.get(name) ?? []) found.add(parent);
    return found;
  }

  descendants(type: Iri): Iri[] {
    return [...this.parents.keys()].filter((name) => this.ancestors(name).has(type));
  }

  fields(type: Iri): Field[] {
    const fields = new Map<Iri, Field>();
    for (const ancestor of this.ancestors(type)) {
      for (const [property, { range, once }] of this.#fields.get(ancestor) ?? []) {
        if (range !== undefined && !fields.has(property) && !unclear.has(property))
          fields.set(property, { property, range, once });
      }
    }
    fields.delete(expand('cargo:eventFor'));
    return [...fields.values()];
  }

  #member(type: Iri, member: Iri): void {
    this.members.set(type, [...(this.members.get(type) ?? []), member]);
  }
}

const tables = new Tables();
const element = expand('cargo:CodeListElement');
const logisticsObject = expand('cargo:LogisticsObject');
const logisticsEvent = expand('cargo:LogisticsEvent');

const isDatatype = (range: Iri): boolean => range.startsWith(xsdNs);
const isCode = (range: Iri): boolean => tables.ancestors(range).has(element);
const isOfItsOwn = (range: Iri): boolean =>
  tables.ancestors(range).has(logisticsObject) || tables.ancestors(range).has(logisticsEvent);
const isClosed = (range: Iri): boolean =>
  isCode(range) && range !== element && !openLists.has(range) && !openEnumerations.has(range);

/** A field of a payload that can be broken. */
interface Slot extends Field {
  readonly subject: NamedNode | BlankNode;
  readonly value: Quad_Object;
}

export interface Broken {
  readonly quads: readonly Quad[];
  readonly property: Iri;
  readonly what: string;
}

export const waysToBreak = [
  'datatype',
  'too many',
  'class',
  'unknown property',
  'unknown class',
  'code',
  'missing',
] as const;
export type WayToBreak = (typeof waysToBreak)[number];

/** Makes payloads; the same seed makes the same ones. */
export class Payloads {
  #state: number;
  #nodes = 0;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A valid object of some class. */
  valid(): Quad[] {
    return this.#make().quads;
  }

  /** A valid object with one thing broken; several are made until one has what is to be broken. */
  broken(way: WayToBreak): Broken {
    for (;;) {
      const { quads, slots } = this.#make(way === 'missing' ? logisticsEvent : undefined);
      const broken = this.#break(way, quads, this.#shuffled(slots));
      if (broken !== undefined) return broken;
    }
  }

  #make(wanted?: Iri): { quads: Quad[]; slots: Slot[] } {
    const classes = wanted === undefined ? tables.descendants(logisticsObject) : tables.descendants(wanted);
    const quads: Quad[] = [];
    const slots: Slot[] = [];
    this.#fill(root, this.#pick(classes), 2, quads, slots);
    return { quads, slots };
  }

  #fill(subject: NamedNode | BlankNode, type: Iri, depth: number, quads: Quad[], slots: Slot[]): void {
    quads.push(triple(subject, rdfTerms.type, node(type)));
    const fields = tables.fields(type);
    const wanted = this.#shuffled(fields).slice(0, depth === 0 ? 1 : 4);
    const date = fields.find(({ property }) => property.endsWith('#eventDate'));
    if (date !== undefined && !wanted.includes(date)) wanted.push(date);
    for (const field of wanted) {
      const value = this.#value(field.range, depth, quads, slots);
      quads.push(triple(subject, node(field.property), value));
      slots.push({ ...field, subject, value });
    }
  }

  #value(range: Iri, depth: number, quads: Quad[], slots: Slot[]): Quad_Object {
    if (isDatatype(range)) return this.#literal(range);
    if (isCode(range)) return node(this.#pick(tables.members.get(range) ?? this.#anyCodes(range)));
    if (isOfItsOwn(range)) return this.#link(range, quads);
    const embedded =
      this.#number(2) === 0 ? factory.blankNode(`e${this.#nodes++}`) : namedNode(`internal:${this.#nodes++}`);
    this.#fill(embedded, this.#pick(tables.descendants(range)), Math.max(0, depth - 1), quads, slots);
    return embedded;
  }

  #anyCodes(range: Iri): Iri[] {
    return range === element
      ? (tables.members.get(expand('code-lists:StatusCode')) ?? [])
      : [iri(`${range}#X${this.#number(99)}`)];
  }

  #link(range: Iri, quads: Quad[]): NamedNode {
    const link = namedNode(`https://1r.example.com/logistics-objects/l${this.#nodes++}`);
    if (this.#number(2) === 0) {
      const type = this.#pick(tables.descendants(range));
      quads.push(triple(link, rdfTerms.type, node(type)));
      // An event must have its date, even one that is only linked here.
      if (tables.ancestors(type).has(logisticsEvent))
        quads.push(triple(link, node(expand('cargo:eventDate')), this.#literal(expand('xsd:dateTime'))));
    }
    return link;
  }

  #literal(datatype: Iri): Quad_Object {
    const number = this.#number(1000);
    const lexical: Record<string, string> = {
      string: `text ${number}`,
      boolean: number % 2 === 0 ? 'true' : 'false',
      integer: String(number),
      double: `${number}.5`,
      dateTime: `2026-0${1 + (number % 9)}-1${number % 9}T10:38:01Z`,
      duration: `PT${number}H`,
    };
    return factory.literal(lexical[datatype.slice(xsdNs.length)] ?? '', node(datatype));
  }

  #break(way: WayToBreak, quads: readonly Quad[], slots: readonly Slot[]): Broken | undefined {
    switch (way) {
      case 'datatype':
        return this.#replaced(
          quads,
          slots.find(({ range }) => isDatatype(range)),
          ({ range }) => this.#wrongLiteral(range),
        );
      case 'too many': {
        const slot = slots.find(({ once, range }) => once && isDatatype(range) && !range.endsWith('boolean'));
        if (slot === undefined) return undefined;
        let more = this.#literal(slot.range);
        while (more.equals(slot.value)) more = this.#literal(slot.range);
        return {
          quads: [...quads, triple(slot.subject, node(slot.property), more)],
          property: slot.property,
          what: more.value,
        };
      }
      case 'class': {
        const slot = slots.find(({ range }) => !isDatatype(range) && !isCode(range));
        if (slot === undefined) return undefined;
        const strangers = [...tables.parents.keys()].filter(
          (type) =>
            !tables.ancestors(type).has(slot.range) && !isCode(type) && !tables.ancestors(type).has(logisticsEvent),
        );
        const stranger = namedNode(`https://1r.example.com/logistics-objects/s${this.#nodes++}`);
        const type = triple(stranger, rdfTerms.type, node(this.#pick(strangers)));
        const broken = this.#replaced(quads, slot, () => stranger);
        return broken && { ...broken, quads: [...broken.quads, type] };
      }
      case 'unknown property': {
        const slot = slots[0];
        if (slot === undefined) return undefined;
        const wrong = iri(`${slot.property}x${this.#number(9)}`);
        return {
          quads: [...quads, triple(slot.subject, node(wrong), factory.literal('?'))],
          property: wrong,
          what: wrong,
        };
      }
      case 'unknown class': {
        const typed = quads.filter(
          ({ predicate, subject }) => predicate.equals(rdfTerms.type) && subject.termType === 'NamedNode',
        );
        const target = typed.find(({ subject }) => subject.value.includes('/logistics-objects/l'));
        if (target === undefined || quads.filter(({ subject }) => subject.equals(target.subject)).length > 1)
          return undefined;
        const wrong = iri(`${target.object.value}Zz`);
        const others = quads.filter((quad) => quad !== target);
        return {
          quads: [...others, triple(target.subject, rdfTerms.type, node(wrong))],
          property: iri(rdfTerms.type.value),
          what: wrong,
        };
      }
      case 'code':
        return this.#replaced(
          quads,
          slots.find(({ range }) => isClosed(range)),
          ({ range }) => {
            const [member] = tables.members.get(range) ?? [];
            return namedNode(`${member ?? range}_${this.#number(99)}`);
          },
        );
      case 'missing': {
        const date = slots.find(({ property, subject }) => property.endsWith('#eventDate') && subject.equals(root));
        if (date === undefined) return undefined;
        return {
          quads: quads.filter(({ object, predicate }) => predicate.value !== date.property || object !== date.value),
          property: date.property,
          what: '',
        };
      }
    }
  }

  /** Nothing else may follow from the replaced value: the old one's own statements go with it. */
  #replaced(quads: readonly Quad[], slot: Slot | undefined, value: (slot: Slot) => Quad_Object): Broken | undefined {
    if (slot === undefined) return undefined;
    const wrong = value(slot);
    const kept = quads.filter(
      (quad) =>
        !(
          quad.subject.equals(slot.subject) &&
          quad.predicate.value === slot.property &&
          quad.object.equals(slot.value)
        ),
    );
    return {
      quads: [...kept, triple(slot.subject, node(slot.property), wrong)],
      property: slot.property,
      what: wrong.value,
    };
  }

  #wrongLiteral(datatype: Iri): Quad_Object {
    const name = datatype.slice(xsdNs.length);
    const wrong: Quad_Object[] = name === 'string' ? [] : [factory.literal('something')];
    if (name !== 'double') wrong.push(factory.literal('1.5', node(expand('xsd:float'))));
    if (name !== 'boolean') wrong.push(factory.literal('true', node(expand('xsd:boolean'))));
    if (name === 'string') wrong.push(namedNode('https://1r.example.com/text'));
    return this.#pick(wrong);
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#number(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => [this.#number(1e6), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  }

  /** A whole number from 0, below a limit (mulberry32). */
  #number(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  }
}

export const shortName = (name: string): string => {
  const [prefix, namespace] = Object.entries(namespaces).find(([, known]) => name.startsWith(known)) ?? ['', ''];
  return isIri(name) && namespace !== '' ? `${prefix}:${name.slice(namespace.length)}` : name;
};
