/** Links of a form: to an object that is here, found by name or number, or to a new one that is created with the form. */
import type { FormField, LookupAnswer } from '../../src/console/responses.js';
import { askJson, config, consoleApi, html, localName, query, type TemplateResult, typeLabel } from '../core/index.js';
import { emptyObject, type FormObject, type LinkEntry } from '../forms/values.js';
import { formsTexts as t } from '../texts/forms.js';
import './combobox.js';
import type { Suggestion } from './combobox.js';
import type { FormLibrary } from './form-library.js';

const FOUND = 8;
/** What a suggestion for a new object has as its value. */
const NEW = 'new:';

/** The class of a new object where a link may lead to any of an abstract class. */
const usual: Readonly<Record<string, string>> = {
  LogisticsAgent: 'Company',
  Organization: 'Company',
  LegalEntity: 'Company',
  PhysicalLogisticsObject: 'Piece',
  LogisticsObject: 'Piece',
};

/** The class of a new object for a link. */
export function newType(field: FormField): string {
  const { cargo } = config().namespaces;
  const [target = `${cargo}LogisticsObject`] = field.targets;
  const name = usual[localName(target)];
  return name === undefined ? target : cargo + name;
}

/** A new object with what was typed as its name. */
export function namedObject(type: string, name: string): FormObject {
  const { cargo } = config().namespaces;
  const text = name.trim();
  const own = { type, fields: { [`${cargo}name`]: [{ kind: 'text', text }] } } as const;
  switch (localName(type)) {
    case 'Location': {
      const isCode = /^[A-Za-z]{3}$/.test(text);
      const property = isCode ? 'locationCodes' : 'locationName';
      return { type, fields: { [cargo + property]: [{ kind: 'text', text: isCode ? text.toUpperCase() : text }] } };
    }
    case 'Waybill':
      return { ...emptyObject(type), number: { text, isUnchecked: false } };
    case 'Piece':
    case 'Shipment':
      return { type, fields: { [`${cargo}goodsDescription`]: [{ kind: 'text', text }] } };
    default:
      return own;
  }
}

export interface LinkInput {
  readonly field: FormField;
  readonly entry: LinkEntry;
  readonly id: string;
  readonly label: string;
  readonly problem: string;
  readonly library: FormLibrary;
  /** Whether new objects are created with the form: a Change can only link. */
  readonly isNew: boolean;
  readonly set: (entry: LinkEntry) => void;
  readonly create: (object: FormObject) => void;
}

export function linkInput(input: LinkInput): TemplateResult {
  const { entry, id, label, problem, set, create, isNew, field } = input;
  return html`<cg-combobox
    .label=${label}
    .isLabelHidden=${true}
    .inputId=${id}
    .value=${entry.label ?? entry.uri}
    .placeholder=${t.findLink}
    .isInvalid=${problem !== ''}
    .describedBy=${problem}
    .nothingText=${t.noLink}
    .suggest=${suggestions(field, isNew)}
    @chosen=${({ detail }: CustomEvent<Suggestion>) => {
      if (detail.value.startsWith(NEW)) create(namedObject(newType(field), detail.value.slice(NEW.length)));
      else set({ ...entry, uri: detail.value, label: detail.label });
    }}
    @typed=${({ detail }: CustomEvent<string>) => {
      const { label: _, ...rest } = entry;
      set({ ...rest, uri: detail });
    }}
  ></cg-combobox>`;
}

/** Objects of the classes that fit, others behind them; and at the end a new one. */
const suggestions =
  (field: FormField, isNew: boolean) =>
  async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    const { items } = await askJson<LookupAnswer>(consoleApi(`/lookup${query({ q: text, limit: 20 })}`), { signal });
    const targets = new Set(field.targets.map(localName));
    const fits = (type: string | null): boolean => type !== null && targets.has(localName(type));
    const found = items
      .filter(({ kind }) => kind === 'object' || kind === 'agent')
      .sort((one, other) => Number(fits(other.type)) - Number(fits(one.type)))
      .slice(0, FOUND)
      .map(({ uri, label, type }): Suggestion => ({
        value: uri,
        label: label ?? localName(uri),
        ...(type !== null && { detail: typeLabel(type) }),
      }));
    if (!isNew || /^https?:/.test(text.trim())) return found;
    const kind = typeLabel(newType(field));
    return [...found, { value: NEW + text.trim(), label: t.newNamed(kind, text.trim()), group: t.createNew }];
  };
