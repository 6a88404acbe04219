/** What was changed in a form as an api:Change: deletions as the record states them, additions by the model (K17, K19). */
import { type FieldValue, type ProblemKind, XSD } from './field-values.js';
import { entriesOf, type Entry, type FormObject, isEmptyObject, type Origin, type Path } from './values.js';
import { fieldOf, type FormModel, numberProperties, type Problem, type Stated, statedIn } from './whole-form.js';

export interface Operation {
  readonly op: 'ADD' | 'DELETE';
  readonly s: string;
  readonly p: string;
  readonly value: string;
  readonly datatype: string;
  readonly language?: string;
}

/** One change of a field, for people: what it was and what it will be (K20). */
export interface FieldChange {
  readonly path: Path;
  readonly property: string;
  readonly before: Entry | undefined;
  readonly after: Entry | undefined;
}

export interface Changes {
  readonly operations: readonly Operation[];
  readonly fields: readonly FieldChange[];
  readonly problems: readonly Problem[];
}

/** Problems of a waybill's number, which stands for three properties. */
const inNumber = new Set<ProblemKind>(['waybill-number', 'check-digit', 'carrier', 'prefix']);

/** The key of a term, by which an entry is known again. */
const keyOf = ({ term }: Origin): string => JSON.stringify([term.type, term.value, term.datatype, term.language]);

/**
 * The operations that make of an object what its form says now.
 *
 * @param uri of the object.
 * @param before the values of the record.
 */
export function changesOf(uri: string, before: FormObject, after: FormObject, model: FormModel): Changes {
  return new Differences(model).all(uri, before, after);
}

class Differences {
  readonly #operations: Operation[] = [];
  readonly #fields: FieldChange[] = [];
  readonly #problems: Problem[] = [];
  #labels = 0;

  constructor(private readonly model: FormModel) {}

  all(uri: string, before: FormObject, after: FormObject): Changes {
    this.#object(uri, before, after, []);
    return { operations: this.#operations, fields: this.#fields, problems: this.#problems };
  }

  #object(subject: string, before: FormObject, after: FormObject, path: Path): void {
    const found = statedIn(after, path, this.model);
    const { stated } = found;
    const untouched = (property: string, index: number): boolean =>
      entriesOf(before, property).some((former) => isUntouched(entriesOf(after, property)[index], former));
    const problems = found.problems.filter(
      ({ property, index, kind }) => inNumber.has(kind) || !untouched(property, index),
    );
    this.#problems.push(...problems);
    const properties = new Set([...Object.keys(before.fields), ...stated.map(({ property }) => property)]);
    const numbers = new Set<string>(numberProperties(this.model.namespaces.cargo));
    const isNumberUnclear = found.problems.some(({ kind }) => inNumber.has(kind));
    for (const property of properties) {
      // What cannot be read is neither changed nor removed.
      if (found.problems.some((one) => one.property === property) || (isNumberUnclear && numbers.has(property)))
        continue;
      const values = stated.filter((one) => one.property === property);
      this.#property(subject, property, entriesOf(before, property), values, { path, before });
    }
  }

  #property(
    subject: string,
    property: string,
    before: readonly Entry[],
    stated: readonly Stated[],
    at: { readonly path: Path; readonly before: FormObject },
  ): void {
    const left = new Map(
      before.flatMap((entry) => (entry.origin === undefined ? [] : [[keyOf(entry.origin), entry] as const])),
    );
    const added: Stated[] = [];
    for (const one of stated) {
      const origin = one.entry?.origin;
      const former = origin && left.get(keyOf(origin));
      if (origin === undefined || former === undefined) {
        added.push(one);
        continue;
      }
      left.delete(keyOf(origin));
      this.#unchanged(subject, { former, origin, now: one }, at);
    }
    const { path } = at;
    for (const [, former] of left) {
      this.#deleteLink(subject, property, former, at.before.type);
      this.#fields.push({ path, property, before: former, after: undefined });
    }
    for (const { value, entry } of added) {
      if (value.kind === 'object' && isEmptyObject(value.object)) continue;
      this.#add(subject, property, value, at.path);
      this.#fields.push({ path, property, before: undefined, after: entry });
    }
  }

  /** A value that is still there: unchanged, changed within, or replaced. */
  #unchanged(
    subject: string,
    { former, origin, now }: { readonly former: Entry; readonly origin: Origin; readonly now: Stated },
    { path, before }: { readonly path: Path; readonly before: FormObject },
  ): void {
    const { property, index, value, entry } = now;
    if (former.kind === 'object' && value.kind === 'object') {
      this.#object(origin.term.value, former.object, value.object, [...path, property, index]);
      return;
    }
    // What nobody touched stays, in whatever form the record states it.
    if (isUntouched(entry, former) || isSame(value, origin)) return;
    if (value.kind === 'node' && origin.parts !== undefined) this.#parts(origin, value);
    else {
      this.#deleteLink(subject, property, former, before.type);
      this.#add(subject, property, value, path);
    }
    this.#fields.push({ path, property, before: former, after: entry });
  }

  /** Changes within a quantity or a code: the embedded object stays. */
  #parts({ term, parts = {} }: Origin, value: Extract<FieldValue, { kind: 'node' }>): void {
    for (const [property, part] of Object.entries(value.parts)) {
      const former = parts[property];
      if (former !== undefined && isSame(part, { term: former })) continue;
      if (former !== undefined) this.#delete(term.value, property, former, classOf(part));
      this.#add(term.value, property, part, []);
    }
  }

  #deleteLink(subject: string, property: string, { origin }: Entry, type: string): void {
    if (origin === undefined) return;
    const field = fieldOf(this.model, type, property);
    const { cargo, codeLists } = this.model.namespaces;
    const list =
      field.list === null ? undefined : (origin.term.value.startsWith(cargo) ? cargo : codeLists) + field.list;
    this.#delete(subject, property, origin.term, list ?? field.part ?? field.targets[0] ?? `${cargo}LogisticsObject`);
  }

  #delete(s: string, p: string, term: Origin['term'], type: string): void {
    const isCode = term.type !== 'literal' && term.value.startsWith(this.model.namespaces.codeLists);
    const datatype =
      term.type === 'literal' ? (term.datatype ?? `${XSD}string`) : isCode ? (term.value.split('#')[0] ?? type) : type;
    const { language } = term;
    this.#operations.push({
      op: 'DELETE',
      s,
      p,
      value: term.value,
      datatype,
      ...(language !== undefined && { language }),
    });
  }

  #add(s: string, p: string, value: FieldValue, path: Path): void {
    if (value.kind === 'literal') {
      const { datatype, language } = value;
      this.#operations.push({
        op: 'ADD',
        s,
        p,
        value: value.value,
        datatype,
        ...(language !== undefined && { language }),
      });
      return;
    }
    if (value.kind === 'iri') {
      this.#operations.push({ op: 'ADD', s, p, value: value.iri, datatype: value.type });
      return;
    }
    const label = `_:new${(this.#labels += 1)}`;
    const type = value.kind === 'node' ? value.type : value.object.type;
    this.#operations.push({ op: 'ADD', s, p, value: label, datatype: type });
    if (value.kind === 'node') {
      for (const [property, part] of Object.entries(value.parts)) this.#add(label, property, part, path);
      return;
    }
    const { stated, problems } = statedIn(value.object, path, this.model);
    this.#problems.push(...problems);
    for (const one of stated)
      if (one.value.kind !== 'object' || !isEmptyObject(one.value.object))
        this.#add(label, one.property, one.value, path);
  }
}

const classOf = (value: FieldValue): string => (value.kind === 'iri' ? value.type : `${XSD}string`);

/** Whether an entry is that of the record. */
const isUntouched = (entry: Entry | undefined, former: Entry): boolean =>
  entry?.kind !== 'object' && JSON.stringify(entry) === JSON.stringify(former);

/** Whether a value is what the record states, whatever the lexical forms of numbers and times. */
function isSame(value: FieldValue, { term, parts }: Origin): boolean {
  if (value.kind === 'iri') return term.type !== 'literal' && term.value === value.iri;
  if (value.kind === 'literal') {
    if (term.type !== 'literal' || (term.language ?? '') !== (value.language ?? '')) return false;
    return term.value === value.value || isSameNumber(term, value) || isSameTime(term, value);
  }
  if (value.kind === 'object' || parts === undefined) return false;
  const names = new Set([...Object.keys(parts), ...Object.keys(value.parts)]);
  return [...names].every((name) => {
    const [now, former] = [value.parts[name], parts[name]];
    return now !== undefined && former !== undefined && isSame(now, { term: former });
  });
}

const numeric = /#(?:double|float|decimal|integer|\w*[iI]nteger|int|long|short|byte)$/;

const isSameNumber = (term: Origin['term'], value: Extract<FieldValue, { kind: 'literal' }>): boolean =>
  numeric.test(term.datatype ?? '') && numeric.test(value.datatype) && Number(term.value) === Number(value.value);

const isSameTime = (term: Origin['term'], value: Extract<FieldValue, { kind: 'literal' }>): boolean =>
  value.datatype.endsWith('#dateTime') &&
  /T.*(?:Z|[+-]\d\d:\d\d)$/.test(term.value) &&
  Date.parse(term.value) === Date.parse(value.value);

/**
 * What was typed, built on another revision: untouched values are those of the new one.
 *
 * @param before the values that it was built on.
 */
export function rebased(before: FormObject, typed: FormObject, next: FormObject): FormObject {
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);
  const properties = new Set([typed, next].flatMap(({ fields }) => Object.keys(fields)));
  const fields = Array.from(properties, (property): [string, readonly Entry[]] => {
    const isUntouched = same(typed.fields[property], before.fields[property]);
    return [property, entriesOf(isUntouched ? next : typed, property)];
  });
  const number = same(typed.number, before.number) ? next.number : typed.number;
  return { type: next.type, fields: Object.fromEntries(fields), ...(number !== undefined && { number }) };
}

/** The Change as JSON-LD. @param revision that it is built on. */
export function changeBody(
  object: string,
  revision: number,
  {
    operations,
    description,
    api,
  }: { readonly operations: readonly Operation[]; readonly description: string; readonly api: string },
): string {
  const uri = (value: string): object => ({ '@type': 'xsd:anyURI', '@value': value });
  return JSON.stringify(
    {
      '@context': { api, xsd: XSD },
      '@type': 'api:Change',
      'api:hasLogisticsObject': { '@id': object },
      'api:hasRevision': { '@type': 'xsd:positiveInteger', '@value': String(revision) },
      ...(description.trim() !== '' && { 'api:hasDescription': description.trim() }),
      'api:notifyRequestStatusChange': true,
      'api:hasOperation': operations.map(({ op, s, p, value, datatype, language }) => ({
        '@type': 'api:Operation',
        'api:op': { '@id': `api:${op}` },
        'api:s': s,
        'api:p': uri(p),
        'api:o': [
          {
            '@type': 'api:OperationObject',
            'api:hasDatatype': uri(datatype),
            'api:hasValue': language === undefined ? value : { '@value': value, '@language': language },
          },
        ],
      })),
    },
    undefined,
    2,
  );
}
