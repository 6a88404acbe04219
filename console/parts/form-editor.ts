/**
 * `<cg-form>`: an object's fields by the data model, with all that is nested in it (K7, K17, K18). The same form makes new
 * objects, proposes changes and corrects.
 */
import type { Form, FormField } from '../../src/console/responses.js';
import { define, html, LightElement, nothing, property, type TemplateResult, whenLoaded } from '../core/index.js';
import {
  emptyObject,
  entriesOf,
  type Entry,
  type FormObject,
  type Path,
  pathKey,
  withEntries,
  withObject,
} from '../forms/values.js';
import type { Place } from '../forms/body.js';
import { hasAirlineNumber, numberProperties, unknownField } from '../forms/whole-form.js';
import { formsTexts as t } from '../texts/forms.js';
import type { FormLibrary } from './form-library.js';
import { addField } from './form-add.js';
import { fieldView, type FieldScope } from './form-field.js';
import { numberField } from './form-number.js';

/** The messages of a field: problems that keep it from being sent, and what the node says about it. */
export type Messages = (path: Path, property: string, index: number) => readonly string[];

/** The fields of a part within a whole, before those of its own form. */
const withinWhole: Readonly<Record<string, readonly string[]>> = {
  'Shipment Waybill': ['houseWaybills', 'departureLocation', 'arrivalLocation', 'waybillType'],
  'Waybill Waybill': ['waybillNumber', 'departureLocation', 'arrivalLocation', 'involvedParties'],
};

/** The groups of a form with that of the documents first. */
const waybillFirst = (groups: Form['groups']): Form['groups'] =>
  [...groups].sort((one, other) => Number(other.name === 'documents') - Number(one.name === 'documents'));

const nameOf = (iri: string): string => iri.replace(/^.*[#/]/, '');

const noMessages: Messages = () => [];

export class FormEditor extends LightElement {
  @property() accessor value: FormObject | undefined;
  @property() accessor library: FormLibrary | undefined;
  /** New objects may be nested in links: false for a Change. */
  @property() accessor isNew = false;
  @property() accessor messages: Messages = noMessages;
  /** Begins the ids of its fields. */
  @property() accessor name = 'form';
  /** Objects that are unfolded. */
  readonly #open = new Set<string>();
  /** Fields that were added and are still empty. */
  readonly #added = new Set<string>();
  /** Lists that are shown whole. */
  readonly #whole = new Set<string>();
  #pasting: string | undefined;
  #focus: string | undefined;

  /** Unfolds the object at a place, and focuses the field. */
  show({ path, property: of }: Place): void {
    for (let length = 2; length <= path.length; length += 2) {
      this.#open.add(pathKey(path.slice(0, length)));
      this.#whole.add(`${pathKey(path.slice(0, length - 2))} ${String(path[length - 2])}`);
    }
    this.#focus = this.#id(path, of, 0);
    this.requestUpdate();
  }

  #set(value: FormObject): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }

  #object(path: Path, change: (object: FormObject) => FormObject): void {
    if (this.value !== undefined) this.#set(withObject(this.value, path, change));
  }

  #id(path: Path, of: string, index: number): string {
    return `${this.name}-${[...path.map((step) => nameOf(String(step))), nameOf(of), index].join('-')}`;
  }

  protected override updated(): void {
    if (this.#focus === undefined) return;
    const found = this.querySelector<HTMLElement>(`[id="${this.#focus}"]`);
    if (found === null) return;
    this.#focus = undefined;
    found.focus();
  }

  protected override render(): unknown {
    const { value, library } = this;
    if (value === undefined || library === undefined) return nothing;
    const form = library.formOf(value.type);
    return form === undefined ? html`<p aria-busy="true">${t.checking}</p>` : this.#groups(value, form, library);
  }

  /** The form of the whole, in the groups of its class. */
  #groups(object: FormObject, form: Form, library: FormLibrary): TemplateResult {
    const byProperty = new Map(form.fields.map((field) => [field.property, field]));
    const foreign = this.#foreign(object, form);
    // The whole of a shipment begins with its waybill, as clerks begin (K7).
    const groups = this.isNew && nameOf(object.type) === 'Shipment' ? waybillFirst(form.groups) : form.groups;
    return html`${groups.map(({ name, label, fields }) => {
      const visible = this.#visible(
        fields.flatMap((one) => byProperty.get(one) ?? []),
        object,
        [],
      );
      const hasNumber = name === 'identification' && hasAirlineNumber(object, library.namespaces.cargo);
      return visible.length === 0 && !hasNumber
        ? nothing
        : html`<fieldset class="form-group">
            <legend>${label}</legend>
            <div class="form-fields">
              ${hasNumber ? this.#number(object, [], library) : nothing}
              ${visible.map((field) => this.#field(field, object, [], label))}
            </div>
          </fieldset>`;
    })}
    ${
      foreign.length === 0
        ? nothing
        : html`<div class="form-fields">${foreign.map((field) => this.#field(field, object, []))}</div>`
    }
    ${this.#adder(object, form, [])}`;
  }

  /** Values of properties that the class does not have: of other vocabularies, or of an older model. */
  #foreign({ fields }: FormObject, form: Form): FormField[] {
    const known = new Set(form.fields.map((field) => field.property));
    return Object.entries(fields).flatMap(([of, entries]) =>
      known.has(of) || entries.length === 0 ? [] : [unknownField(of)],
    );
  }

  #visible(fields: readonly FormField[], object: FormObject, path: Path, first?: ReadonlySet<string>): FormField[] {
    const cargo = this.library?.namespaces.cargo ?? '';
    const inNumber = new Set(hasAirlineNumber(object, cargo) ? numberProperties(cargo) : []);
    return fields.filter(
      (field) =>
        !inNumber.has(field.property) &&
        ((first === undefined ? field.first : first.has(nameOf(field.property))) ||
          entriesOf(object, field.property).length > 0 ||
          this.#added.has(`${pathKey(path)} ${field.property}`)),
    );
  }

  /** The fields of a nested object. */
  #nested(object: FormObject, path: Path, above: FormObject): TemplateResult {
    const { library } = this;
    const form = library?.formOf(object.type);
    if (library === undefined || form === undefined) return html`<p aria-busy="true">${t.checking}</p>`;
    const names = withinWhole[`${nameOf(above.type)} ${nameOf(object.type)}`];
    // A part without fields of its own to show at once has all.
    const first =
      names ??
      (form.fields.some((field) => field.first)
        ? undefined
        : form.fields.slice(0, 6).map((field) => nameOf(field.property)));
    const visible = this.#visible(form.fields, object, path, first && new Set(first));
    const rank = (field: FormField): number =>
      (names ?? []).indexOf(nameOf(field.property)) + (names === undefined ? 0 : 1) || 99;
    return html`<div class="form-fields">
        ${hasAirlineNumber(object, library.namespaces.cargo) ? this.#number(object, path, library) : nothing}
        ${(names === undefined ? visible : [...visible].sort((one, other) => rank(one) - rank(other))).map((field) =>
          this.#field(field, object, path),
        )}
        ${this.#foreign(object, form).map((field) => this.#field(field, object, path))}
      </div>
      ${this.#adder(object, form, path)}`;
  }

  #number(object: FormObject, path: Path, library: FormLibrary): TemplateResult {
    const [, number] = numberProperties(library.namespaces.cargo);
    return numberField({
      object,
      library,
      id: this.#id(path, number, 0),
      messages: this.messages(path, number, 0),
      set: (typed) => {
        this.#object(path, (before) => ({ ...before, number: typed }));
      },
    });
  }

  /** @param group the heading above it. */
  #field(field: FormField, object: FormObject, path: Path, group?: string): TemplateResult {
    const { library } = this;
    if (library === undefined) return html``;
    const key = `${pathKey(path)} ${field.property}`;
    const scope: FieldScope = {
      root: this.value ?? object,
      object,
      path,
      field,
      library,
      isNew: this.isNew,
      isWhole: this.#whole.has(key),
      isPasting: this.#pasting === key,
      isNamedAbove: field.label === group,
      id: (index) => this.#id(path, field.property, index),
      messages: (index) => this.messages(path, field.property, index),
      isOpen: (index) => this.#open.has(pathKey([...path, field.property, index])),
      toggle: (index) => {
        const at = pathKey([...path, field.property, index]);
        if (!this.#open.delete(at)) this.#open.add(at);
        this.requestUpdate();
      },
      set: (change) => {
        this.#object(path, (before) => withEntries(before, field.property, change));
      },
      add: (entry) => {
        this.#add(entry, field, path);
      },
      remove: (index) => {
        this.#closeAll([...path, field.property]);
        this.#added.delete(key);
        this.#object(path, (before) =>
          withEntries(before, field.property, (entries) => entries.filter((_, at) => at !== index)),
        );
      },
      showAll: () => {
        this.#whole.add(key);
        this.requestUpdate();
      },
      paste: (isPasting) => {
        this.#pasting = isPasting ? key : undefined;
        // Loaded when rows are pasted, with their reader.
        if (isPasting) whenLoaded(import('./paste-rows.js'));
        this.requestUpdate();
      },
      nested: (inner, index) => this.#nested(inner, [...path, field.property, index], object),
    };
    return fieldView(scope);
  }

  /** Indices move when an entry is removed: what was unfolded behind it would be another one. */
  #closeAll(path: Path): void {
    const begin = `${pathKey(path)} `;
    for (const key of this.#open) if (key.startsWith(begin)) this.#open.delete(key);
  }

  #add(entry: Entry, field: FormField, path: Path): void {
    const index = entriesOf(this.#at(path), field.property).length;
    if (entry.kind === 'object') this.#open.add(pathKey([...path, field.property, index]));
    this.#focus = this.#id(path, field.property, index);
    this.#object(path, (before) => withEntries(before, field.property, (entries) => [...entries, entry]));
  }

  #at(path: Path): FormObject {
    let found: FormObject = this.value ?? emptyObject('');
    for (let at = 0; at < path.length; at += 2) {
      const entry = entriesOf(found, String(path[at]))[Number(path[at + 1])];
      if (entry?.kind !== 'object') return emptyObject('');
      found = entry.object;
    }
    return found;
  }

  /** Add: every field of the class, by search (K18). */
  #adder(object: FormObject, form: Form, path: Path): TemplateResult {
    return addField({
      form,
      object,
      id: this.#id(path, 'add', 0),
      isFolded: path.length > 0,
      isHidden: new Set(
        hasAirlineNumber(object, this.library?.namespaces.cargo ?? '')
          ? numberProperties(this.library?.namespaces.cargo ?? '')
          : [],
      ),
      add: (field) => {
        this.#added.add(`${pathKey(path)} ${field.property}`);
        this.#focus = this.#id(path, field.property, entriesOf(object, field.property).length);
        this.requestUpdate();
      },
    });
  }
}
define('cg-form', FormEditor);
