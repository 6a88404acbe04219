/** A page of a list, declared: README.md says how. */
import {
  askJson,
  askPage,
  type Column,
  consoleApi,
  define,
  type Failure,
  href,
  html,
  type NextPage,
  nothing,
  Page,
  type Paged,
  pageHead,
  query,
  Resource,
  type Route,
  show,
  type Sorting,
  table,
  withQuery,
} from '../core/index.js';
import { askedFilters, type Filter, filterForm, isFiltered } from './list-filters.js';
import { pager, pageRange } from './pager.js';

/** An answer with rows. Its type is that of the schema of the node's answer. */
export interface ListAnswer {
  readonly items: readonly object[];
  /** Null where the node does not count. */
  readonly total?: number | null;
  readonly next?: NextPage;
}

/** Where the answer comes from. */
export interface ListSource<Answer> {
  /** Of the request, or of what it is about in the address of the page. */
  readonly path: string | ((route: Route) => string);
  readonly read: (path: string, signal: AbortSignal) => Promise<Answer>;
  /** The node gives all of it at once. */
  readonly isWhole?: boolean;
}

/** A list of `/internal`, page by page. */
export const pagesOf = <Answer>(path: string): ListSource<Paged<Answer>> => ({
  path: consoleApi(path),
  read: (asked, signal) => askPage<Answer>(asked, { signal }),
});

/** A list of `/internal` that the node gives at once. */
export const wholeOf = <Answer>(path: string): ListSource<Answer> => ({
  path: consoleApi(path),
  read: (asked, signal) => askJson<Answer>(asked, { signal }),
  isWhole: true,
});

/** What a list page says of itself. A function is asked at each update. */
export interface ListPage<Answer extends ListAnswer> {
  /** Of the browser's tab, and the `h1` where there is no `head`. */
  readonly title: () => string;
  /** With the `h1`; the title alone by default. */
  readonly head?: () => unknown;
  readonly filters?: () => readonly Filter[];
  /** The link that takes all filters away: its text, and what of the address stays. */
  readonly clear?: () => { readonly text: string; readonly query?: Readonly<Record<string, string>> };
  /** Parameters of the request beside filters and page. */
  readonly asked?: () => Readonly<Record<string, string | undefined>>;
  /** Called when the page is shown and when its address changes: loads and resets what stands beside the list. */
  readonly loaded?: () => void;
  /** The name of the table; the title by default. */
  readonly caption?: string;
  /** The column that `isHeading` names the row, and is the heading of its card on a phone. */
  readonly columns: (answer: Answer) => readonly Column<Answer['items'][number]>[];
  /** What would be here, and how it gets here. */
  readonly empty: () => unknown;
  /** Before and after the rows, or what is there instead of them. */
  readonly above?: (answer: Answer) => unknown;
  readonly below?: (answer: Answer) => unknown;
  /** Around all that is below the filters, in whatever state it is. */
  readonly frame?: (body: unknown) => unknown;
  /** In the place of an error, where there is more to do about it than to try again; undefined: as everywhere. */
  readonly failed?: (failure: Failure) => unknown;
  /** Of the skeleton, while it loads. */
  readonly lines?: number;
}

/** The page of a list, as its declaration sees it. */
export interface List<Answer extends ListAnswer> extends Page {
  /** What is shown. */
  readonly answer: Answer | undefined;
  /** Whether the address has any filter. */
  readonly isFiltered: boolean;
  /** A parameter of the path of its address. */
  readonly param: (name: string) => string;
  readonly reload: () => Promise<void>;
  /** How the rows are sorted by a column; pressed first: descending. @param initial what holds without `sort` in the address. */
  readonly sorting: (column: string, initial: string) => Sorting;
}

/**
 * Makes the page of a list.
 *
 * @param tag the element that the registry names for the address.
 * @param declare what the page says of itself. Other answers, acts and a selection are its variables: they are made once for
 *   each page, and update the page that they are made for.
 */
export function listPage<Answer extends ListAnswer>(
  tag: `cg-${string}`,
  source: ListSource<Answer>,
  declare: (list: List<Answer>) => ListPage<Answer>,
): void {
  class DeclaredList extends Page implements List<Answer> {
    readonly #rows = new Resource<Answer>(this);
    readonly #declared = declare(this);

    override get heading(): string {
      return this.#declared.title();
    }

    get answer(): Answer | undefined {
      return this.#rows.value;
    }

    get #filters(): readonly Filter[] {
      return this.#declared.filters?.() ?? [];
    }

    get isFiltered(): boolean {
      return isFiltered(this.route, this.#filters);
    }

    param(name: string): string {
      return this.route.params[name] ?? '';
    }

    reload(): Promise<void> {
      return this.#rows.reload();
    }

    sorting(column: string, initial: string): Sorting {
      const current = this.route.query.get('sort') ?? initial;
      const direction = current === column ? 'ascending' : current === `-${column}` ? 'descending' : 'none';
      const next = direction === 'descending' ? column : `-${column}`;
      return { direction, href: href(withQuery(this.route, { sort: next, page: undefined })) };
    }

    override load(): void {
      const { asked, loaded } = this.#declared;
      const path =
        (typeof source.path === 'string' ? source.path : source.path(this.route)) +
        query({
          ...askedFilters(this.route, this.#filters),
          ...asked?.(),
          ...(source.isWhole === true ? {} : pageRange(this.route)),
        });
      loaded?.();
      this.#rows.load(path, (signal) => source.read(path, signal));
    }

    protected override render(): unknown {
      const { clear, failed, frame, head, lines = 8 } = this.#declared;
      const { text, query: rest = {} } = clear?.() ?? {};
      const cleared = text === undefined ? undefined : { text, path: this.route.path + query(rest) };
      const body = show(this.#rows, (answer) => this.#rowsOf(answer), {
        lines,
        ...(failed !== undefined && { failed }),
      });
      return html`${head === undefined ? pageHead(this.heading) : head()}
      ${filterForm(this.route, this.#filters, cleared)} ${frame === undefined ? body : frame(body)}`;
    }

    #rowsOf(answer: Answer): unknown {
      const { above, below, caption = this.heading, columns, empty } = this.#declared;
      const { items, total = null, next } = answer;
      const rows: readonly Answer['items'][number][] = items;
      return html`${above?.(answer)}${
        rows.length === 0
          ? empty()
          : html`${table({ caption, rows, columns: columns(answer) })}${source.isWhole === true ? nothing : pager(this.route, total, next)}`
      }${below?.(answer)}`;
    }
  }
  define(tag, DeclaredList);
}
