/** The codes of messages that are not those of the data model's lists (X5): codes.tsv. */
import type { Iri } from '../../rdf/terms.js';
import type { ModelNames } from './model-names.js';
import type { TableRow } from './tab-separated.js';

/** A value in the node: a term of the data model, or `true` and `false`. */
export type CodeValue =
  { readonly kind: 'iri'; readonly iri: Iri } | { readonly kind: 'boolean'; readonly value: boolean };

interface CodeTable {
  /** By the code in capitals: codes are compared without regard to case. */
  readonly values: Map<string, CodeValue>;
  /** By the value. The first row of a value says how it is written. */
  readonly written: Map<string, string>;
}

const keyOf = (value: CodeValue): string => (value.kind === 'iri' ? value.iri : String(value.value));

export class Codes {
  readonly #tables: ReadonlyMap<string, CodeTable>;

  private constructor(tables: ReadonlyMap<string, CodeTable>) {
    this.#tables = tables;
  }

  /**
   * @param fail throws an error that names the line.
   */
  static read(rows: readonly TableRow[], names: ModelNames, fail: (line: number, cause: SyntaxError) => Error): Codes {
    const tables = new Map<string, CodeTable>();
    for (const { line, cells } of rows) {
      const name = cells['table'] ?? '';
      // What a status code becomes is its code in the list; PurposeCode is the message's, not the waybill's.
      if (name === 'StatusCode' || name === 'PurposeCode') continue;
      const table = tables.get(name) ?? { values: new Map<string, CodeValue>(), written: new Map<string, string>() };
      tables.set(name, table);
      try {
        const value = readValue(cells['value in the node'] ?? '', names);
        table.values.set((cells['code in the message'] ?? '').toUpperCase(), value);
        if (!table.written.has(keyOf(value))) table.written.set(keyOf(value), cells['written as'] ?? '');
      } catch (error) {
        throw error instanceof SyntaxError ? fail(line, error) : error;
      }
    }
    return new Codes(tables);
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** The codes of a table, as messages have them. */
  codesOf(table: string): string[] {
    return [...(this.#tables.get(table)?.written.values() ?? [])];
  }

  read(table: string, code: string): CodeValue | undefined {
    return this.#tables.get(table)?.values.get(code.toUpperCase());
  }

  /** How a value is written; undefined for a value that the table does not have. */
  written(table: string, value: CodeValue): string | undefined {
    return this.#tables.get(table)?.written.get(keyOf(value));
  }
}

function readValue(text: string, names: ModelNames): CodeValue {
  if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' };
  return { kind: 'iri', iri: names.value(text) };
}
