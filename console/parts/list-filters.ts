/** The filters of a list: form fields whose values are in the address and in the request to the node. */
import {
  announce,
  Failure,
  href,
  html,
  nothing,
  preferences,
  refine,
  type Route,
  shared,
  submitted,
  type TemplateResult,
  typed,
  uriAt,
  withQuery,
  zoneName,
} from '../core/index.js';
import { dateTexts } from '../texts/list-filters.js';
import { moment, namedPeriods, timeBounds } from './date-filter.js';
import { addressOf, type NamedKind } from './named-field.js';

/**
 * `choice` takes effect at once, the other kinds on submission. `time` has no zone and is in UTC. `object` and `partner`
 * are chosen by name. `dates` is a period in the zone of the reader's times: its name, or `from` and `to` in the address.
 */
type FilterKind = 'text' | 'search' | 'choice' | 'time' | 'dates' | NamedKind;

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
  /** Of `dates`: the parameters of the request, `from` and `to` by default. */
  readonly bounds?: readonly [from: string, to: string];
}

/** The value of a filter in an address. */
export const filterValue = ({ query }: Route, { name, initial }: Filter): string =>
  query.get(name) ?? initial?.() ?? '';

/** A filter by object: its URI or its id. */
export const objectFilter = (label: string): Filter => ({
  name: 'object',
  label,
  kind: 'object',
  asked: (value) => (value.includes(':') ? value : uriAt(`/logistics-objects/${encodeURIComponent(value)}`)),
});

/** A filter by time: a period by name, or days. */
export const datesFilter = (label: string, bounds?: Filter['bounds']): Filter => ({
  name: 'period',
  label,
  kind: 'dates',
  ...(bounds && { bounds }),
});

/** The parameters of a filter in an address. */
const namesOf = ({ name, kind }: Filter): readonly string[] => (kind === 'dates' ? [name, 'from', 'to'] : [name]);

const datesIn = ({ query }: Route, { name }: Filter) => ({
  period: query.get(name) ?? '',
  from: query.get('from') ?? '',
  to: query.get('to') ?? '',
});

/** The request parameters for the filters of an address. */
export function askedFilters(route: Route, filters: readonly Filter[]): Record<string, string> {
  const values = filters.flatMap((filter): [string, string][] => {
    if (filter.kind === 'dates') {
      const [from, to] = filter.bounds ?? ['from', 'to'];
      const bounds = timeBounds(datesIn(route, filter), new Date(), preferences.localTimes);
      return [
        [from, bounds.from ?? ''],
        [to, bounds.to ?? ''],
      ];
    }
    const value = filterValue(route, filter);
    return [[filter.name, value === '' ? '' : (filter.asked ?? (filter.kind === 'time' ? moment : String))(value)]];
  });
  return Object.fromEntries(values);
}

/** Whether the address sets any filter. */
export const isFiltered = ({ query }: Route, filters: readonly Filter[]): boolean =>
  filters.some((filter) => namesOf(filter).some((name) => (query.get(name) ?? '') !== ''));

const types = { text: 'text', search: 'search', time: 'datetime-local' } as const;

/** A period: a name takes effect at once, days on submission. */
function datesField(route: Route, filter: Filter): TemplateResult {
  const { period, from, to } = datesIn(route, filter);
  const hasDays = period === 'days' || (period === '' && (from !== '' || to !== ''));
  const chosen = hasDays ? 'days' : period;
  const options = [
    ['', dateTexts.anyTime],
    ...namedPeriods.map((name) => [name, dateTexts.periods[name]] as const),
    ['days', dateTexts.days],
  ] as const;
  const day = (name: string, label: string, value: string): TemplateResult =>
    html`<label>${label} <input name=${name} type="date" .value=${value.slice(0, 10)} /></label>`;
  return html`<label
      >${filter.label}
      <select
        @change=${typed((value) => {
          const days = value === 'days' ? { from, to } : { from: undefined, to: undefined };
          refine(withQuery(route, { [filter.name]: value, ...days, page: undefined }));
        })}
      >
        ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
      </select></label
    >
    ${hasDays ? html`${day('from', dateTexts.from(zoneName()), from)} ${day('to', dateTexts.to(zoneName()), to)}` : nothing}`;
}

function field(route: Route, filter: Filter): TemplateResult {
  const { name, label, kind, options, isWide = false } = filter;
  const value = filterValue(route, filter);
  if (kind === 'dates') return datesField(route, filter);
  if (kind === 'object' || kind === 'partner')
    return html`<cg-named-field
      class=${isWide ? 'grow' : nothing}
      .kind=${kind}
      .name=${name}
      .label=${label}
      .value=${value}
    ></cg-named-field>`;
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

/** Sets the filters to what is in the form: what a thing is called becomes its address. */
async function apply(route: Route, filters: readonly Filter[], value: (name: string) => string): Promise<void> {
  const sent = filters.flatMap((filter): readonly (readonly [string, Promise<string>])[] => {
    const { kind, name } = filter;
    if (kind === 'choice') return [];
    if (kind === 'object' || kind === 'partner') return [[name, addressOf(kind, value(name))]];
    if (kind !== 'dates') return [[name, Promise.resolve(value(name))]];
    const { period, from, to } = datesIn(route, filter);
    if (namedPeriods.some((one) => one === period)) return [];
    // A moment of a link stays while its day does.
    const dayOf = (day: string, before: string): string => (before.startsWith(day) && day !== '' ? before : day);
    const days = { from: dayOf(value('from'), from), to: dayOf(value('to'), to) };
    const isEmpty = days.from === '' && days.to === '';
    return Object.entries({ ...days, [name]: isEmpty ? '' : period }).map(([key, text]) => [
      key,
      Promise.resolve(text),
    ]);
  });
  try {
    const values = await Promise.all(sent.map(async ([name, text]) => [name, await text] as const));
    refine(withQuery(route, { ...Object.fromEntries(values), page: undefined }));
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    announce(thrown.message);
  }
}

/** The form. @param clear the text and target of the link that removes all filters. */
export function filterForm(
  route: Route,
  filters: readonly Filter[],
  clear?: { readonly text: string; readonly path: string },
): TemplateResult | typeof nothing {
  const fields = filters.filter(({ isHidden = false }) => !isHidden);
  if (fields.length === 0) return nothing;
  return html`<form
    class="filters"
    @submit=${submitted((value) => {
      void apply(route, fields, value);
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
