/** A question and the display of its answer, in the fragment of an address, which no server sees. */

export type ResultView = 'table' | 'chart' | 'drawing';

/** The query and its dataset. */
export interface Question {
  readonly text: string;
  /** A time in the format of `at` (`20260301T104500Z`); empty for now. */
  readonly at: string;
  /** The graphs of the default graph, and the named graphs; both empty for all that the caller may read. */
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/** The display of the answer. */
export interface Display {
  readonly view: ResultView;
  /** The sort column; a minus means descending. */
  readonly sort: string;
  readonly filter: string;
  readonly page: number;
  /** The chart's kind and columns. */
  readonly chart: string;
  readonly x: string;
  readonly y: string;
}

export const noQuestion: Question = { text: '', at: '', defaultGraphs: [], namedGraphs: [] };
export const initialDisplay: Display = { view: 'table', sort: '', filter: '', page: 1, chart: '', x: '', y: '' };

/** Some browsers and mail programs truncate longer addresses. */
const MAX_FRAGMENT = 30_000;

/** @returns undefined for a question that is too long for an address. */
export function fragmentOf(question: Question, display: Display): string | undefined {
  const values = new URLSearchParams();
  const add = (name: string, value: string): void => {
    if (value !== '') values.append(name, value);
  };
  add('query', question.text);
  add('at', question.at);
  for (const graph of question.defaultGraphs) add('default-graph-uri', graph);
  for (const graph of question.namedGraphs) add('named-graph-uri', graph);
  if (display.view !== 'table') add('view', display.view);
  for (const name of ['sort', 'filter', 'chart', 'x', 'y'] as const) add(name, display[name]);
  if (display.page > 1) add('page', String(display.page));
  const text = values.toString();
  return text.length <= MAX_FRAGMENT ? text : undefined;
}

const viewOf = (text: string): ResultView => (text === 'chart' || text === 'drawing' ? text : 'table');

export function readFragment(fragment: string): { readonly question: Question; readonly display: Display } {
  const values = new URLSearchParams(fragment);
  const text = (name: string): string => values.get(name) ?? '';
  const page = Number(text('page'));
  return {
    question: {
      text: text('query'),
      at: text('at'),
      defaultGraphs: values.getAll('default-graph-uri'),
      namedGraphs: values.getAll('named-graph-uri'),
    },
    display: {
      view: viewOf(text('view')),
      sort: text('sort'),
      filter: text('filter'),
      page: Number.isSafeInteger(page) && page > 0 ? page : 1,
      chart: text('chart'),
      x: text('x'),
      y: text('y'),
    },
  };
}

/** The body of a request by the SPARQL 1.1 Protocol: a form, so that the text is in no address and no log. */
export function formOf({ text, at, defaultGraphs, namedGraphs }: Question): string {
  const values = new URLSearchParams({ query: text });
  if (at !== '') values.append('at', at);
  for (const graph of defaultGraphs) values.append('default-graph-uri', graph);
  for (const graph of namedGraphs) values.append('named-graph-uri', graph);
  return values.toString();
}

/** `20260301T104500Z` as the value of an input of type datetime-local, and back; empty for an invalid time. */
export function toInputTime(at: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

export function fromInputTime(value: string): string {
  const time = new Date(`${value}Z`);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().replace(/[-:]|\.\d+/g, '');
}
