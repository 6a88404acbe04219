/** A list page as a declaration: README.md describes it. */
import {
  askJson,
  askPage,
  type Column,
  consoleApi,
  define,
  type Failure,
  href,
  html,
  nothing,
  Page,
  type Paged,
  pageHead,
  type Pages,
  query,
  Resource,
  type Route,
  show,
  type Sorting,
  table,
  withQuery,
  whenLoaded,
} from '../core/index.js';
import './export-buttons.js';
import { askedFilters, type Filter, filterForm, isFiltered } from './list-filters.js';
import { pager, pageRange } from './pager.js';

/** A response with rows, whose type is that of the node's response schema. */
export interface ListAnswer {
  readonly items: readonly object[];
  /** Null if the node does not count. */
  readonly total?: number | null;
  readonly pages?: Pages;
}

/** The source of the list. */
export interface ListSource<Answer> {
  /** The path of the request, or a function that takes it from the page's address. */
  readonly path: string | ((route: Route) => string);
  readonly read: (path: string, signal: AbortSignal) => Promise<Answer>;
  /** The node returns the whole list at once. */
  readonly isWhole?: boolean;
}

/** A paged list of `/internal`. */
export const pagesOf = <Answer>(path: string): ListSource<Paged<Answer>> => ({
  path: consoleApi(path),
  read: (asked, signal) => askPage<Answer>(asked, { signal }),
});

/** An unpaged list of `/internal`. */
export const wholeOf = <Answer>(path: string): ListSource<Answer> => ({
  path: consoleApi(path),
  read: (asked, signal) => askJson<Answer>(asked, { signal }),
  isWhole: true,
});

/** The declaration of a list page. Functions run at each update. */
export interface ListPage<Answer extends ListAnswer> {
  /** The title of the browser's tab, and the `h1` if there is no `head`. */
  readonly title: () => string;
  /** Contains the `h1`; by default only the title. */
  readonly head?: () => unknown;
  readonly filters?: () => readonly Filter[];
  /** The link that removes all filters: its text, and the remaining parameters. */
  readonly clear?: () => { readonly text: string; readonly query?: Readonly<Record<string, string>> };
  /** Request parameters besides filters and page. */
  readonly asked?: () => Readonly<Record<string, string | undefined>>;
  /** Called when the page opens and when its address changes: loads and resets the content beside the list. */
  readonly loaded?: () => void;
  /** The accessible name of the table; by default the title. */
  readonly caption?: string;
  /** The column with `isHeading` names the row and is the heading of its card on a phone. */
  readonly columns: (answer: Answer) => readonly Column<Answer['items'][number]>[];
  /** The time by which the rows are in order: those of a day stand under its heading (K83). */
  readonly timeOf?: () => ((row: Answer['items'][number]) => string | null) | undefined;
  /** Describes the missing rows and how to create them. */
  readonly empty: () => unknown;
  /** Content before, after or in place of the rows. */
  readonly above?: (answer: Answer) => unknown;
  readonly below?: (answer: Answer) => unknown;
  /** Wraps everything below the filters, in every state. */
  readonly frame?: (body: unknown) => unknown;
  /** Replaces an error that needs more than a retry; undefined: the default. */
  readonly failed?: (failure: Failure) => unknown;
  /** The list is also a file: Excel and CSV, whole and with its filters (K72). */
  readonly exports?: true;
  /** Its filters can be saved as views, which stand beside the list (K71). */
  readonly isSavable?: true;
  /** The skeleton's rows while loading. */
  readonly lines?: number;
}

/** The page of a list, as its declaration sees it. */
export interface List<Answer extends ListAnswer> extends Page {
  /** The displayed list. */
  readonly answer: Answer | undefined;
  /** Whether the address sets any filter. */
  readonly isFiltered: boolean;
  /** A parameter in the path of the address. */
  readonly param: (name: string) => string;
  readonly reload: () => Promise<void>;
  /**
   * The sort order by a column; the first press sorts in descending order. @param initial the order without `sort` in
   * the address.
   */
  readonly sorting: (column: string, initial: string) => Sorting;
}

/**
 * Defines the element of a list page.
 *
 * @param tag the element that the registry names for the address.
 * @param declare returns the declaration of one page. Its variables hold further requests, actions and the selection:
 * they belong to that page and update it.
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

    /** The request for the list. @param page its page; none for the whole list. */
    #path(page: ReturnType<typeof pageRange> | undefined): string {
      const path = typeof source.path === 'string' ? source.path : source.path(this.route);
      return path + query({ ...askedFilters(this.route, this.#filters), ...this.#declared.asked?.(), ...page });
    }

    override load(): void {
      const { loaded } = this.#declared;
      const path = this.#path(source.isWhole === true ? undefined : pageRange(this.route));
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
      ${filterForm(this.route, this.#filters, cleared)} ${this.#views()} ${frame === undefined ? body : frame(body)}`;
    }

    #views(): unknown {
      if (this.#declared.isSavable !== true) return nothing;
      // They are no part of the first view of the list.
      whenLoaded(import('./saved-views.js'));
      return html`<cg-saved-views .route=${this.route} .canSave=${this.isFiltered}></cg-saved-views>`;
    }

    #rowsOf(answer: Answer): unknown {
      const { above, below, caption = this.heading, columns, empty, exports, timeOf } = this.#declared;
      const { items, total = null, pages = { next: null, previous: null } } = answer;
      const rows: readonly Answer['items'][number][] = items;
      return html`${above?.(answer)}${
        rows.length === 0
          ? empty()
          : html`${table({ caption, rows, columns: columns(answer), timeOf: timeOf?.() })}${source.isWhole === true ? nothing : pager(this.route, { total, count: rows.length, pages })}
            ${exports === true ? html`<cg-export .path=${this.#path(undefined)}></cg-export>` : nothing}`
      }${below?.(answer)}`;
    }
  }
  define(tag, DeclaredList);
}
