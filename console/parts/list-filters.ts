/** The filters of a list: form fields whose values are in the address and in the request to the node. */
import {
  href,
  html,
  nothing,
  refine,
  type Route,
  shared,
  submitted,
  type TemplateResult,
  typed,
  uriAt,
  withQuery,
} from '../core/index.js';

/** `choice` takes effect at once, the other kinds on submission. `time` has no zone and is in UTC. */
type FilterKind = 'text' | 'search' | 'choice' | 'time';

export interface Filter {
  /** The parameter name in the address and in the request. */
  readonly name: string;
  readonly label: string;
  readonly kind: FilterKind;
  /** Has no field: only links set it. */
  readonly isHidden?: boolean;
  /** Takes the remaining width. */
  readonly isWide?: boolean;
  /** The options in order. @param current the value in the address, which need not be among the options. */
  readonly options?: (current: string) => readonly (readonly [value: string, label: string])[];
  /** The default without a value in the address. */
  readonly initial?: () => string;
  /** The request's value for a value in the address. */
  readonly asked?: (value: string) => string;
}

/** The value of a filter in an address. */
export const filterValue = ({ query }: Route, { name, initial }: Filter): string =>
  query.get(name) ?? initial?.() ?? '';

/** A filter by object: its URI or its id. */
export const objectFilter = (label: string): Filter => ({
  name: 'object',
  label,
  kind: 'text',
  asked: (value) => (value.includes(':') ? value : uriAt(`/logistics-objects/${value}`)),
});

const moment = (value: string): string =>
  /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : value.replace(/(:\d\d)$/, '$1Z');

/** The request parameters for the filters of an address. */
export function askedFilters(route: Route, filters: readonly Filter[]): Record<string, string> {
  const values = filters.map((filter): [string, string] => {
    const value = filterValue(route, filter);
    return [filter.name, value === '' ? '' : (filter.asked ?? (filter.kind === 'time' ? moment : String))(value)];
  });
  return Object.fromEntries(values);
}

/** Whether the address sets any filter. */
export const isFiltered = ({ query }: Route, filters: readonly Filter[]): boolean =>
  filters.some(({ name }) => (query.get(name) ?? '') !== '');

const types = { text: 'text', search: 'search', time: 'datetime-local' } as const;

function field(route: Route, filter: Filter): TemplateResult {
  const { name, label, kind, options, isWide = false } = filter;
  const value = filterValue(route, filter);
  if (kind === 'choice')
    return html`<label
      >${label}
      <select
        @change=${typed((chosen) => {
          refine(withQuery(route, { [name]: chosen, page: undefined }));
        })}
      >
        ${options?.(value).map(([each, text]) => html`<option value=${each} ?selected=${each === value}>${text}</option>`)}
      </select></label
    >`;
  return html`<label class=${isWide ? 'grow' : nothing}
    >${label}
    <input
      name=${name}
      type=${types[kind]}
      autocomplete="off"
      spellcheck="false"
      .value=${kind === 'time' ? value.replace(/(:\d\d)?Z$/, '') : value}
  /></label>`;
}

/** The form. @param clear the text and target of the link that removes all filters. */
export function filterForm(
  route: Route,
  filters: readonly Filter[],
  clear?: { readonly text: string; readonly path: string },
): TemplateResult | typeof nothing {
  const fields = filters.filter(({ isHidden = false }) => !isHidden);
  if (fields.length === 0) return nothing;
  const sent = fields.filter(({ kind }) => kind !== 'choice');
  return html`<form
    class="filters"
    @submit=${submitted((value) => {
      refine(withQuery(route, { ...Object.fromEntries(sent.map(({ name }) => [name, value(name)])), page: undefined }));
    })}
  >
    ${fields.map((filter) => field(route, filter))}
    <button>${shared.apply}</button>
    ${
      clear !== undefined && isFiltered(route, filters)
        ? html`<a class="button" href=${href(clear.path)}>${clear.text}</a>`
        : nothing
    }
  </form>`;
}
