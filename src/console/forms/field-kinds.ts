/** The kinds of fields of a form, by the values that the model allows (K4). */
import type { Model } from '../../model/model.js';
import { unitSubList } from '../../model/unit-codes.js';
import { isIntegerType } from '../../rdf/integers.js';
import { type Iri, iri } from '../../rdf/terms.js';
import { type Namespaces, xsdNs } from '../../rdf/vocabulary.js';
import type { FormField } from '../responses/forms.js';

export type FieldKind = FormField['kind'];

/** What the values of a property may be. */
export interface FieldValues {
  readonly kind: FieldKind;
  /** The list of a code; undefined for codes of any list. */
  readonly list: Iri | undefined;
  readonly open: boolean;
  /** The codes of a quantity's unit. */
  readonly units: readonly Iri[];
  /** The class of an embedded object. */
  readonly part: Iri | undefined;
  /** The classes of a link. */
  readonly targets: readonly Iri[];
}

const datatypeKinds: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  anyURI: 'text',
  boolean: 'boolean',
  double: 'number',
  decimal: 'number',
  float: 'number',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  dateTimeStamp: 'dateTime',
  duration: 'duration',
};

/** The sub-list of the units of a property, by its name: the ontology has one list for all quantities. */
const quantities: readonly (readonly [RegExp, string])[] = [
  [/temperature/i, 'TemperatureUnitCode'],
  [/weight|emissions?$/i, 'WeightUnitCode'],
  [/volume/i, 'VolumeUnitCode'],
  [/height|width|length|diameter|depth|elevation|distance/i, 'DimensionsUnitCode'],
];
const ALL_UNITS = 'MeasurementUnitCode';

/** The part of an IRI behind its namespace. */
export const nameOf = (of: string): string => of.slice((of.includes('#') ? of.indexOf('#') : of.lastIndexOf('/')) + 1);

export class FieldKinds {
  constructor(
    private readonly model: Model,
    private readonly namespaces: Namespaces,
  ) {}

  /** The values of a property in objects of a class. */
  valuesOf(type: Iri, property: Iri): FieldValues {
    const ranges = this.#ranges(type, property);
    const kinds = new Map(ranges.map((range) => [range, this.#kindOf(range)]));
    const distinct = new Set(kinds.values());
    // A text is always right where a text or a code may stand.
    const [only = 'any'] = distinct;
    const kind = distinct.size < 2 ? only : distinct.has('text') ? 'text' : 'any';
    const rangesOf = (wanted: FieldKind): Iri[] =>
      ranges.filter((range) => kind === wanted && kinds.get(range) === wanted);
    const [list] = rangesOf('code').filter((range) => range !== this.#anyCode);
    return {
      kind,
      list,
      open: kind === 'code' && (list === undefined || this.model.valuesOf(list)?.open === true),
      units: kind === 'quantity' ? this.#units(property) : [],
      part: rangesOf('part')[0],
      targets: rangesOf('link'),
    };
  }

  /** The values that a class or one of its ancestors allows, of the nearest that says so; else those of the property. */
  #ranges(type: Iri, property: Iri): readonly Iri[] {
    const { classes } = this.model.ontology;
    for (const ancestor of this.model.ancestors(type)) {
      const alternatives = classes.get(ancestor)?.restrictions.get(property)?.ranges.flat() ?? [];
      const named = alternatives.flatMap((one) =>
        one.kind === 'class' ? one.class : one.kind === 'datatype' ? one.datatype : [],
      );
      if (named.length > 0) return [...new Set(named)];
    }
    return this.model.rangesOf(property);
  }

  get #anyCode(): Iri {
    return iri(`${this.namespaces.cargo}CodeListElement`);
  }

  #kindOf(range: Iri): FieldKind {
    if (isIntegerType(range)) return 'integer';
    if (range.startsWith(xsdNs)) return datatypeKinds[range.slice(xsdNs.length)] ?? 'text';
    const { cargo } = this.namespaces;
    if (this.model.isSubclassOf(range, iri(`${cargo}Value`))) return 'quantity';
    if (range === this.#anyCode || this.model.valuesOf(range) !== undefined) return 'code';
    if (this.model.isLogisticsObject([range]) || this.model.isSubclassOf(range, iri(`${cargo}LogisticsEvent`)))
      return 'link';
    return this.model.isClass(range) ? 'part' : 'any';
  }

  /** The units of the property's own quantity (D54); all of them where its name does not tell it. */
  #units(property: Iri): readonly Iri[] {
    const { codeLists } = this.namespaces;
    const name = nameOf(property);
    const list = quantities.find(([pattern]) => pattern.test(name))?.[1];
    const members = (of: string): readonly Iri[] => this.model.valuesOf(iri(codeLists + of))?.members ?? [];
    if (list === undefined) return members(ALL_UNITS);
    const others = members(ALL_UNITS).filter((code) => unitSubList(code.slice(codeLists.length)) === list);
    return [...new Set([...members(list), ...others])];
  }
}
