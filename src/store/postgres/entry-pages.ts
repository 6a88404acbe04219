/** All entries of a lookup in a database, sorted by key, page by page. */
import { isIri } from '../../rdf/terms.js';
import type { LookupEntry } from '../lookup.js';
import type { Run } from './graph-pages.js';

/** The number of entries read at a time. */
const PAGE_ENTRIES = 2_000;

interface EntryRow {
  readonly part: string;
  readonly place: number;
  readonly value: string;
}

export async function* entryPages(run: Run, lookup: string): AsyncGenerator<LookupEntry, void, undefined> {
  for (let after: EntryRow | undefined; ;) {
    const edge = after;
    const rows: readonly EntryRow[] = await run(async (sql) => {
      const { part = '', place = 0, value = '' } = edge ?? {};
      return sql<EntryRow[]>`
        SELECT part, place, value FROM cargograph_lookups
        WHERE lookup = ${lookup}
        ${edge === undefined ? sql`` : sql`AND (part, place, value) > (${part}::text, ${place}::double precision, ${value}::text)`}
        ORDER BY part, place, value LIMIT ${PAGE_ENTRIES}`;
    });
    for (const { part, place, value } of rows) if (isIri(value)) yield { partition: part, order: place, value };
    after = rows.at(-1);
    if (after === undefined) return;
  }
}
