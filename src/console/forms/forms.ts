/**
 * Forms for the objects of each class: derived from the data model, with a clerk's words (K1 to K5). Only order, groups,
 * words and what is shown at once is written by hand.
 */
import { getOrAdd } from '../../collections.js';
import type { Model } from '../../model/model.js';
import {
  meaningOfCode,
  wordOfTerm,
  otherWordsOfClass,
  wordOfClass,
  wordOfProperty,
  type WordLanguage,
} from '../../model/words/words.js';
import { type Iri, iri, isIri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import type { ModelTerms } from '../model-terms.js';
import type { CodesAnswer, Form, FormField, FormList } from '../responses/forms.js';
import { FieldKinds, nameOf } from './field-kinds.js';
import { commonClasses, firstFields, groupNames, type GroupName, groupProperties, groupWords } from './form-tables.js';

type Code = CodesAnswer['items'][number];

/** The place of a property in the tables; by name. */
const places = new Map(
  groupNames.flatMap((group) => (groupProperties[group] ?? []).map((name, index) => [name, { group, index }] as const)),
);

export class Forms {
  readonly #kinds: FieldKinds;
  /** As many as the model has classes, in each language. */
  readonly #forms = new Map<string, Form>();
  readonly #codes = new Map<string, readonly Code[]>();

  constructor(
    private readonly model: Model,
    private readonly namespaces: Namespaces,
    private readonly terms: ModelTerms,
  ) {
    this.#kinds = new FieldKinds(model, namespaces);
  }

  /** The classes of Logistics Objects: those of daily work first, then all others by their names (K1). */
  list(language: WordLanguage): FormList {
    const { cargo } = this.namespaces;
    const base = iri(`${cargo}LogisticsObject`);
    const common = commonClasses.map((name) => iri(cargo + name)).filter((type) => this.model.isClass(type));
    const others = Array.from(this.model.descendants(base)).filter((type) => !common.includes(type));
    const described = (type: Iri): FormList['items'][number] => ({
      type,
      ...this.#labelOf(type, wordOfClass, language),
      words: [...otherWordsOfClass(nameOf(type), language)],
    });
    const rest = others.map(described).sort((one, other) => one.label.localeCompare(other.label, language));
    return { items: [...common.map(described), ...rest] };
  }

  /**
   * The form of a class (K2).
   *
   * @param name the local name or the IRI of the class.
   * @returns undefined for a name that is no class.
   */
  find(name: string, language: WordLanguage): Form | undefined {
    const type = this.#classNamed(name);
    if (type === undefined) return undefined;
    return getOrAdd(this.#forms, `${language} ${type}`, () => this.#form(type, language));
  }

  /** The class with a local name, of the data model before others, or with an IRI. */
  #classNamed(name: string): Iri | undefined {
    const { cargo, api, codeLists } = this.namespaces;
    return [name, cargo + name, api + name, codeLists + name].filter(isIri).find((type) => this.model.isClass(type));
  }

  #form(type: Iri, language: WordLanguage): Form {
    const { cargo } = this.namespaces;
    const table = Array.from(this.model.ancestors(type), nameOf).find((name) => Object.hasOwn(firstFields, name));
    const first = new Set(table === undefined ? [] : firstFields[table]?.map((name) => cargo + name));
    const fields = this.terms.propertiesOf(type).map(({ property, min, max, requirement }): FormField => {
      const { kind, list, open, units, part, targets } = this.#kinds.valuesOf(type, property);
      return {
        property,
        ...this.#labelOf(property, wordOfProperty, language),
        help: this.terms.commentOf(property) ?? requirement,
        kind,
        min,
        max,
        units: kind === 'quantity' ? units.map((code) => this.#code(code, language)) : null,
        list: list === undefined ? null : nameOf(list),
        open: kind === 'code' ? open : null,
        part: part ?? null,
        targets: [...targets],
        first: first.has(property),
      };
    });
    const groups = new Map<GroupName, FormField[]>();
    for (const field of fields) getOrAdd(groups, groupOf(field), () => []).push(field);
    const ordered = groupNames.flatMap((name) => {
      const members = groups.get(name)?.sort((one, other) => compareFields(one, other, language));
      return members === undefined ? [] : [{ name, label: groupWords[name][language === 'de' ? 1 : 0], members }];
    });
    return {
      type,
      ...this.#labelOf(type, wordOfClass, language),
      groups: ordered.map(({ name, label, members }) => ({
        name,
        label,
        fields: members.map(({ property }) => property),
      })),
      fields: ordered.flatMap(({ members }) => members),
    };
  }

  /** A word of the tables, or the label of the ontology, which is in English (K84). */
  #labelOf(
    of: Iri,
    words: (name: string, language: WordLanguage) => string | undefined,
    language: WordLanguage,
  ): { readonly label: string; readonly language: WordLanguage } {
    // Names of other vocabularies have other meanings.
    const word = of.startsWith(this.namespaces.cargo) ? words(nameOf(of), language) : undefined;
    if (word !== undefined) return { label: word, language };
    return { label: this.terms.labelOf(of) ?? nameOf(of), language: 'en' };
  }

  #code(code: Iri, language: WordLanguage): Code {
    const name = nameOf(code);
    const list = this.#listOf(code);
    // Enumerations of the model itself, as DIRECT of WaybillType, are terms of it.
    const isTerm = code.startsWith(this.namespaces.cargo);
    const meaning =
      list === undefined ? (isTerm ? wordOfTerm(name, language) : undefined) : meaningOfCode(list, name, language);
    const label = meaning ?? this.terms.labelOf(code) ?? name;
    return { code: name, iri: code, label, language: meaning === undefined ? 'en' : language };
  }

  /** `StatusCode` of `code-lists/StatusCode#ARR`. */
  #listOf(code: Iri): string | undefined {
    const { codeLists } = this.namespaces;
    return code.startsWith(codeLists) ? code.slice(codeLists.length).split('#')[0] : undefined;
  }

  /**
   * The codes of a list or an enumeration whose code or label has a text, by code (K5).
   *
   * @param name the local name or the IRI of the list.
   * @returns undefined for a name that is no list.
   */
  codes(name: string, search: string, language: WordLanguage): Pick<CodesAnswer, 'open' | 'items'> | undefined {
    const { cargo, codeLists, api } = this.namespaces;
    for (const list of [name, codeLists + name, cargo + name, api + name].filter(isIri)) {
      // Any name in the namespace of the code lists would be an open list.
      const values = this.model.isClass(list) ? this.model.valuesOf(list) : undefined;
      if (values === undefined) continue;
      const all = getOrAdd(this.#codes, `${language} ${list}`, () =>
        values.members
          .map((code) => this.#code(code, language))
          .sort((one, other) => one.code.localeCompare(other.code, 'en')),
      );
      const wanted = search.toLocaleLowerCase(language);
      const items = all.filter(({ code, label }) =>
        [code, label].some((text) => text.toLocaleLowerCase(language).includes(wanted)),
      );
      return { open: values.open, items };
    }
    return undefined;
  }
}

function groupOf({ property, kind }: FormField): GroupName {
  const place = places.get(nameOf(property));
  if (place !== undefined) return place.group;
  if (kind === 'quantity') return 'measures';
  if (kind === 'date' || kind === 'time' || kind === 'dateTime' || kind === 'duration') return 'route';
  return kind === 'link' ? 'links' : 'more';
}

/** Fields of a group: those of the table in its order, then others by label. */
function compareFields(one: FormField, other: FormField, language: WordLanguage): number {
  const [place, next] = [one, other].map(({ property }) => places.get(nameOf(property))?.index ?? Infinity);
  if (place !== next && place !== undefined && next !== undefined) return place - next;
  return one.label.localeCompare(other.label, language);
}
