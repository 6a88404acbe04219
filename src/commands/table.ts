/** Results as a table for people. */
import { Compaction, type Prefixes } from '../rdf/prefixes.js';

/** SPARQL 1.1 Query Results JSON Format, as far as a table needs it. */
export interface SparqlTable {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, SparqlTerm>>[] };
}

interface SparqlTerm {
  readonly type: string;
  readonly value: string;
}

/** What is longer is cut: a table is to be looked at. */
const WIDEST = 100;

// What a terminal would act on instead of showing it.
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function table({ head, boolean, results }: SparqlTable, prefixes: Prefixes): string {
  if (boolean !== undefined) return boolean ? 'yes' : 'no';
  const names = head.vars ?? [];
  const short = new Compaction(prefixes);
  const shown = (term: SparqlTerm | undefined): string => {
    if (term === undefined) return '';
    const text = (term.type === 'uri' ? short.display(term.value) : term.value).replace(CONTROL, '\u00b7');
    return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}\u2026` : text;
  };
  const rows = (results?.bindings ?? []).map((row) => names.map((name) => shown(row[name])));
  const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '\u2500'.repeat(width));
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  return [line(names), line(rule), ...rows.map(line), count].join('\n');
}
