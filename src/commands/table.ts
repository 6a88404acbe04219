/** Query results as a text table. */
import { Compaction, type Prefixes } from '../rdf/prefixes.js';

/** The parts of the SPARQL 1.1 Query Results JSON Format that a table needs. */
export interface SparqlTable {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, SparqlTerm>>[] };
}

interface SparqlTerm {
  readonly type: string;
  readonly value: string;
}

/** Longer values are truncated. */
const MAX_WIDTH = 100;

// Characters that a terminal would interpret.
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

export function table({ head, boolean, results }: SparqlTable, prefixes: Prefixes): string {
  if (boolean !== undefined) return boolean ? 'yes' : 'no';
  const names = head.vars ?? [];
  const compaction = new Compaction(prefixes);
  const display = (term: SparqlTerm | undefined): string => {
    if (term === undefined) return '';
    const text = (term.type === 'uri' ? compaction.display(term.value) : term.value).replace(CONTROL, '\u00b7');
    return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}\u2026` : text;
  };
  const rows = (results?.bindings ?? []).map((row) => names.map((name) => display(row[name])));
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
