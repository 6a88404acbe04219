/** Lists as files: an export follows the pages of its list, with the same filters and rights (K72). */
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import { type FileFormat, fileOf, MAX_ROWS, rowsOfFile, zoneOfFile } from '../exports/files.js';
import { wordLanguageOf } from '../exports/languages.js';
import type { ListExport, Table, TableCell } from '../exports/table.js';
import { invalidQuery, QueryParameters } from '../http/query-parameters.js';
import type { ContentStream, RequestContext } from '../http/request-context.js';
import type { WordLanguage } from '../model/words/words.js';
import type { Answered } from './answered.js';
import { type QueryDeclaration, type QueryParameter, type QueryValues, readQuery, text } from './query.js';

/** What a file is made of: a page of the operation's answer for any query. */
export interface ExportSource<Value> {
  readonly context: RequestContext;
  readonly language: WordLanguage;
  /** The most rows. */
  readonly limit: number;
  /** @param query of the operation, form-encoded. */
  readonly page: (query: string) => Promise<Answered<Value>>;
}

/** How an operation's answers become a table. */
export type Exporting<Value> = (source: ExportSource<Value>) => Promise<Table>;

/** `zone` of files. */
export const zoneParameter: QueryParameter<string | undefined> = text('zone', {
  description: 'Of a file (CSV, XLSX): the time zone of its times, by its name at IANA; UTC by default.',
  example: 'Europe/Berlin',
});

/** Parameters that belong to a page, or to the file alone. */
const OF_PAGES = ['limit', 'after', 'before', 'zone'];

interface Exported<Query extends QueryDeclaration, Value> {
  readonly query: Query | undefined;
  readonly exports: Exporting<Value>;
  readonly handle: (context: RequestContext, query: () => QueryValues<Query>) => Promise<Answered<Value>>;
}

/** The answer of an operation as a file. */
export async function exportedFile<Query extends QueryDeclaration, Value>(
  context: RequestContext,
  format: FileFormat,
  { query, exports, handle }: Exported<Query, Value>,
): Promise<ContentStream> {
  const names = Object.values<QueryParameter<unknown>>(query ?? {}).flatMap((parameter) => parameter.names);
  const limit = names.includes('limit') ? rowsOfFile(context.query) : MAX_ROWS;
  zoneOfFile(context.query);
  for (const place of ['after', 'before'] as const)
    if (names.includes(place) && context.query.text(place) !== undefined)
      throw invalidQuery(place, 'does not apply to a file, which has the whole list');
  const table = await exports({
    context,
    language: wordLanguageOf(context.header('accept-language')),
    limit,
    page: (asked) => handle(context, () => readQuery<Query>(query, context.query.another(asked, names))),
  });
  return fileOf(table, format, context);
}

/** The answer of a list. */
interface ListValue<Item> {
  readonly items: readonly Item[];
  readonly total?: number | null;
}

/** Exports a list: its columns, and the rows of all its pages. */
export function exportOfList<Item>({ name, title, columns }: ListExport<Item>): Exporting<ListValue<Item>> {
  return async ({ context, language, limit, page }) => {
    const filters = context.query.without(OF_PAGES);
    const skip = Number(new URLSearchParams(filters).get('skip') ?? 0);
    const first = await page(filters);
    let isLeft = false;
    async function* rows(): AsyncGenerator<readonly TableCell[], void, undefined> {
      let count = 0;
      for (let current = first; ;) {
        for (const item of current.answer.items) {
          if (count === limit) {
            isLeft = true;
            return;
          }
          yield columns.map(({ value }) => value(item, language));
          count += 1;
        }
        const next = nextOf(current, filters, skip + count);
        if (next === undefined || current.answer.items.length === 0) return;
        if (count === limit) {
          isLeft = true;
          return;
        }
        await turns.resume(context.caller.agent);
        current = await page(next);
      }
    }
    return {
      fileName: name,
      title: title[language],
      columns: columns.map(({ label, kind }) => ({ label: label[language], kind })),
      rows: rows(),
      asked: askedOf(filters),
      isTruncated: await isBeyond(first, filters, { skip, limit, page }),
      wasTruncated: () => isLeft,
    };
  };
}

/** Filters as they are in an address: their names are those of its documentation. */
const askedOf = (filters: string): (readonly [string, string])[] => [...new URLSearchParams(filters)];

/** The query of the next page: that of its `Link`, or by number if only the total is known. */
function nextOf<Item>(
  { answer: { total }, headers }: Answered<ListValue<Item>>,
  filters: string,
  seen: number,
): string | undefined {
  const linked = (headers?.['Link'] ?? '').split(', <').find((link) => link.endsWith('>; rel="next"'));
  if (linked !== undefined) {
    const [address = ''] = linked.split('>');
    return new QueryParameters(address.slice(address.indexOf('?') + 1)).without(['zone']);
  }
  return typeof total === 'number' && seen < total ? withSkip(filters, seen) : undefined;
}

function withSkip(filters: string, skip: number, limit?: number): string {
  const parameters = new URLSearchParams(filters);
  parameters.set('skip', String(skip));
  if (limit !== undefined) parameters.set('limit', String(limit));
  return parameters.toString();
}

/** Whether a list has more rows than a file: by its total, or by one row more. */
async function isBeyond<Item>(
  first: Answered<ListValue<Item>>,
  filters: string,
  { skip, limit, page }: Pick<ExportSource<ListValue<Item>>, 'limit' | 'page'> & { readonly skip: number },
): Promise<boolean> {
  const { items, total } = first.answer;
  if (typeof total === 'number') return total - skip > limit;
  if (items.length > limit) return true;
  if (nextOf(first, filters, skip + items.length) === undefined) return false;
  try {
    return (await page(withSkip(filters, skip + limit, 1))).answer.items.length > 0;
  } catch (error) {
    // The list is bounded itself: the second sheet says what it has.
    if (error instanceof ServiceError && error.kind === 'invalid-query') return false;
    throw error;
  }
}
