/** A question, and how its answer is shown, as the fragment of an address has it: no server sees the fragment. */

export type ResultView = 'table' | 'chart' | 'drawing';

/** What is asked. */
export interface Question {
  readonly text: string;
  /** A time as `at` takes it (`20260301T104500Z`); empty for now. */
  readonly at: string;
  /** Graphs that the default graph is made of, and named graphs; both empty for all that the caller may see. */
  readonly defaultGraphs: readonly string[];
  readonly namedGraphs: readonly string[];
}

/** How the answer is shown. */
export interface Display {
  readonly view: ResultView;
  /** The column that the rows are sorted by; with a minus, the greatest first. */
  readonly sort: string;
  readonly filter: string;
  readonly page: number;
  /** Of the chart: its kind, and the columns that it shows. */
  readonly chart: string;
  readonly x: string;
  readonly y: string;
}

export const noQuestion: Question = { text: '', at: '', defaultGraphs: [], namedGraphs: [] };
export const initialDisplay: Display = { view: 'table', sort: '', filter: '', page: 1, chart: '', x: '', y: '' };

/** Longer addresses are not kept by browsers and mail programs alike. */
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

/** The body of a request by the SPARQL 1.1 Protocol: in a form, so that the text is in no address and no log. */
export function formOf({ text, at, defaultGraphs, namedGraphs }: Question): string {
  const values = new URLSearchParams({ query: text });
  if (at !== '') values.append('at', at);
  for (const graph of defaultGraphs) values.append('default-graph-uri', graph);
  for (const graph of namedGraphs) values.append('named-graph-uri', graph);
  return values.toString();
}

/** `20260301T104500Z` as the value of an input of type datetime-local, and back; empty where it is no time. */
export function toInputTime(at: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  return year === undefined ? '' : `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

export function fromInputTime(value: string): string {
  const time = new Date(`${value}Z`);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().replace(/[-:]|\.\d+/g, '');
}
