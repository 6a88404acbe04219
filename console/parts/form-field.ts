/** A field of a form with its values: inputs, links, parts within it, and new objects that are created with it. */
import type { FormField } from '../../src/console/responses.js';
import { button, capitalized, html, nothing, type TemplateResult, visibleText } from '../core/index.js';
import { newObject, placesIn } from '../forms/presets.js';
import { entriesOf, type Entry, type FormObject, type Path } from '../forms/values.js';
import { hasAirlineNumber } from '../forms/whole-form.js';
import { formsTexts as t } from '../texts/forms.js';
import { textInput } from './form-inputs.js';
import type { FormLibrary } from './form-library.js';
import { linkInput, newType } from './form-links.js';
import { codeText, objectText, understood } from './form-words.js';

/** What a field is shown with, and what happens to its values. */
export interface FieldScope {
  readonly root: FormObject;
  readonly object: FormObject;
  readonly path: Path;
  readonly field: FormField;
  readonly library: FormLibrary;
  readonly isNew: boolean;
  /** A long list is shown whole. */
  readonly isWhole: boolean;
  readonly isPasting: boolean;
  /** The heading of its group says the same. */
  readonly isNamedAbove: boolean;
  readonly id: (index: number) => string;
  readonly messages: (index: number) => readonly string[];
  readonly isOpen: (index: number) => boolean;
  readonly toggle: (index: number) => void;
  readonly set: (change: (entries: readonly Entry[]) => readonly Entry[]) => void;
  readonly add: (entry: Entry) => void;
  readonly remove: (index: number) => void;
  readonly showAll: () => void;
  readonly paste: (isPasting: boolean) => void;
  readonly nested: (object: FormObject, index: number) => TemplateResult;
}

/** Folded objects of a list that are shown at first. */
const FOLDED = 20;

const nameOf = (iri: string): string => iri.replace(/^.*[#/]/, '');

/** An empty value of a field. */
function blank({ kind }: FormField): Entry {
  return kind === 'link' ? { kind: 'link', uri: '' } : { kind: 'text', text: '' };
}

export function fieldView(scope: FieldScope): TemplateResult {
  const { field, object } = scope;
  const entries = entriesOf(object, field.property);
  const isWide = field.kind === 'part' || isCreated(scope) || entries.some(({ kind }) => kind === 'object');
  const isMany = field.max === null || entries.length < field.max;
  // An empty input stands where something can be typed at once.
  const isBlank = entries.length === 0 && field.kind !== 'part' && !isCreated(scope);
  const label = html`${visibleText(field.label)}${field.min > 0 ? html` <span class="required" aria-hidden="true">*</span>` : nothing}`;
  const visible = isBlank ? [blank(field)] : entries;
  const isSimple = !isWide && visible.length === 1;
  return html`<div
    class=${isWide ? 'field wide' : 'field'}
    role=${isSimple ? nothing : 'group'}
    aria-label=${isSimple ? nothing : field.label}
    title=${field.help ?? nothing}
  >
    ${
      visible[0]?.kind === 'object' || visible.length === 0
        ? html`<span class=${scope.isNamedAbove ? 'visually-hidden' : 'label'}>${label}</span>`
        : html`<label for=${scope.id(0)}>${label}</label>`
    }
    ${entryList(scope, visible)} ${isMany ? adders(scope, entries.length === 0) : nothing}
    ${
      scope.isPasting
        ? html`<cg-paste-rows
            .namespaces=${scope.library.namespaces}
            @taken=${({ detail }: CustomEvent<readonly FormObject[]>) => {
              scope.paste(false);
              scope.set((before) => [...before, ...detail.map((piece): Entry => ({ kind: 'object', object: piece }))]);
            }}
            @cancelled=${() => {
              scope.paste(false);
            }}
          ></cg-paste-rows>`
        : nothing
    }
  </div>`;
}

/** Whether the values of a link are made with the form rather than found: pieces, waybills. */
const isCreated = ({ field, isNew }: FieldScope): boolean =>
  isNew &&
  field.kind === 'link' &&
  /^(?:pieces|containedPieces|houseWaybills|waybill|contentProducts)$/.test(nameOf(field.property));

function entryList(scope: FieldScope, entries: readonly Entry[]): TemplateResult {
  const { isWhole, field } = scope;
  const isLong = !isWhole && entries.length > FOLDED + 5;
  const visible = isLong ? entries.slice(0, FOLDED) : entries;
  const hidden = entries.length - visible.length;
  return html`${visible.map((entry, index) => entryView(scope, entry, index, entries.length))}
  ${
    hidden === 0
      ? nothing
      : button({ text: t.more(hidden), tone: 'link' }, () => {
          scope.showAll();
        })
  }
  ${field.kind === 'link' && entries.length > 1 ? html`<p class="hint">${t.ofKind(entries.length, field.label)}</p>` : nothing}`;
}

/** One of a list by its class: "Party 1" of "Parties". */
const kindOf = ({ library, field }: FieldScope, type: string): string => library.formOf(type)?.label ?? field.label;

/** A party is called by its role: "Shipper". */
function roleOf({ library }: FieldScope, { type, fields }: FormObject): string | undefined {
  const role = `${library.namespaces.cargo}partyRole`;
  const [entry] = fields[role] ?? [];
  if (entry?.kind !== 'text' || entry.text === '') return undefined;
  const field = library.formOf(type)?.fields.find(({ property }) => property === role);
  return capitalized(codeText(entry.text, field, library).replace(/ \([A-Z]+\)$/, ''));
}

function entryView(scope: FieldScope, entry: Entry, index: number, count: number): TemplateResult {
  const { field, object, messages, id } = scope;
  if (entry.kind === 'object') return objectView(scope, entry.object, index, count);
  const texts = messages(index);
  const problem = texts.length === 0 ? '' : `${id(index)}-problem`;
  const isOfRecord = entriesOf(object, field.property)[index] !== undefined;
  const set = (changed: Entry): void => {
    scope.set((entries) =>
      index < entries.length ? entries.map((one, at) => (at === index ? changed : one)) : [...entries, changed],
    );
  };
  const common = {
    field,
    id: id(index),
    label: count > 1 ? `${field.label} ${index + 1}` : field.label,
    problem,
    library: scope.library,
  };
  const isPlainLink = entry.kind === 'link';
  const note = understood(entry, field);
  return html`<div class="form-entry">
    <div class="form-entry-line">
      ${
        isPlainLink
          ? linkInput({
              ...common,
              entry,
              isNew: scope.isNew,
              set,
              create: (made) => {
                set({ kind: 'object', object: made });
              },
            })
          : textInput({ ...common, entry, zones: zonesOf(scope), set })
      }
      ${
        isOfRecord && (count > 1 || entry.origin !== undefined || !field.first)
          ? button(
              {
                text: html`<span aria-hidden="true">×</span
                  ><span class="visually-hidden">${t.removeNamed(common.label)}</span>`,
                tone: 'quiet icon-only',
              },
              () => {
                scope.remove(index);
              },
            )
          : nothing
      }
    </div>
    ${note === undefined ? nothing : html`<p class="hint understood">${t.understood(note)}</p>`}
    ${
      texts.length === 0
        ? nothing
        : html`<div id=${problem}>${texts.map((text) => html`<p class="field-error">${visibleText(text)}</p>`)}</div>`
    }
  </div>`;
}

/** The zones of the places in a form, for its times. */
function zonesOf({ root, field, library }: FieldScope): string[] {
  if (field.kind !== 'dateTime') return [];
  const zones = placesIn(root, library.namespaces).map(library.zoneOfAirport);
  return [...new Set(zones.filter((zone) => zone !== undefined))];
}

/** An object within the field: unfolded, or in a line. */
function objectView(scope: FieldScope, object: FormObject, index: number, count: number): TemplateResult {
  const { field, library, messages } = scope;
  const isAlone = field.kind === 'part' || field.max === 1;
  const isOpen = isAlone || scope.isOpen(index);
  const name =
    nameOf(object.type) === 'Piece'
      ? t.pieceNumber(index + 1)
      : count > 1
        ? (roleOf(scope, object) ?? t.itemNumber(kindOf(scope, object.type), index + 1))
        : field.label;
  const texts = messages(index);
  const remove = button({ text: t.remove, tone: 'small quiet' }, () => {
    scope.remove(index);
  });
  const head = html`<div class="nested-head">
    ${isAlone && count === 1 ? nothing : html`<strong>${visibleText(name)}</strong>`}
    ${isOpen ? nothing : html`<span class="nested-text">${visibleText(objectText(object, library))}</span>`}
    <span class="nested-acts" role="group" aria-label=${name}>
      ${
        isAlone
          ? nothing
          : html`${button({ text: isOpen ? t.fold : t.edit, tone: 'small' }, () => {
              scope.toggle(index);
            })}
            ${button({ text: t.duplicate, tone: 'small quiet' }, () => {
              const { [`${library.namespaces.cargo}upid`]: _, ...fields } = object.fields;
              scope.set((entries) => [
                ...entries.slice(0, index + 1),
                { kind: 'object', object: { ...object, fields } },
                ...entries.slice(index + 1),
              ]);
            })}`
      }
      ${remove}
    </span>
  </div>`;
  return html`<div class=${isOpen ? 'nested open' : 'nested'} role="group" aria-label=${name}>
    ${head} ${texts.map((text) => html`<p class="field-error">${visibleText(text)}</p>`)}
    ${isOpen ? scope.nested(object, index) : nothing}
  </div>`;
}

/** The buttons that add a value. */
function adders(scope: FieldScope, isFirst: boolean): TemplateResult | typeof nothing {
  const { field, library, isNew, object } = scope;
  const name = nameOf(field.property);
  const create = (type: string): void => {
    scope.add({ kind: 'object', object: newObject(type, library.namespaces, field.property) });
  };
  if (field.kind === 'part' && field.part !== null) {
    const { part } = field;
    return html`<div class="buttons start">
      ${small(t.addPart(kindOf(scope, part)), () => {
        create(part);
      })}
    </div>`;
  }
  if (isCreated(scope)) {
    const isPieces = /pieces$/i.test(name);
    const text = isPieces ? t.addPiece : name === 'houseWaybills' ? t.addHouseWaybill : t.addPart(field.label);
    return html`<div class="buttons start">
      ${small(text, () => {
        create(newType(field));
      })}
      ${
        isPieces
          ? small(t.paste.open, () => {
              scope.paste(true);
            })
          : nothing
      }
    </div>`;
  }
  if (isFirst) return nothing;
  // A house waybill's number stands alone.
  if (isNew && hasAirlineNumber(object, library.namespaces.cargo) && name === 'waybillNumber') return nothing;
  return button(
    { text: html`${t.another}<span class="visually-hidden">: ${field.label}</span>`, tone: 'small quiet' },
    () => {
      scope.add(blank(field));
    },
  );
}

const small = (text: string, press: () => void): TemplateResult => button({ text, tone: 'small' }, press);
