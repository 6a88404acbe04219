/** Reads graphs from the database; concurrent reads share one statement. */
import type { Iri } from '../../rdf/terms.js';
import { checksumOf } from '../checksum.js';
import { statementsOfDamaged, WrongChecksumError } from '../quarantine.js';
import type { Database } from './database.js';

/** The number of graphs that one statement reads. */
const MAX_GRAPHS = 500;

export interface GraphRow {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

interface Waiting {
  readonly graph: Iri;
  readonly resolve: (text: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** The text of a row; undefined when it does not fit its checksum. */
export function verifiedText({ name, text, checksum }: GraphRow): string | undefined {
  return checksumOf(name, text) === checksum ? text : undefined;
}

export class GraphLoader {
  #waiting: Waiting[] = [];

  constructor(private readonly database: Database) {}

  /**
   * A graph as N-Triples; empty when there is none.
   *
   * @throws WrongChecksumError, ServiceError.
   */
  text(graph: Iri): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ graph, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#load());
    });
  }

  /** Never rejects: each reading gets its own result. */
  async #load(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    for (let first = 0; first < all.length; first += MAX_GRAPHS) {
      const waiting = all.slice(first, first + MAX_GRAPHS);
      try {
        const names = JSON.stringify([...new Set(waiting.map(({ graph }) => graph))]);
        const rows = await this.database.read(
          async (sql) => sql<GraphRow[]>`
            SELECT found.name, found.text, found.checksum
            FROM json_array_elements_text(${names}::text::json) AS wanted(name)
            CROSS JOIN LATERAL (
              SELECT name, text, checksum FROM cargograph_graphs WHERE name = wanted.name LIMIT 1) AS found`,
        );
        const found = new Map(rows.map((row) => [row.name, row]));
        for (const { graph, resolve, reject } of waiting) {
          const row = found.get(graph);
          const text = row === undefined ? '' : verifiedText(row);
          if (text !== undefined) resolve(text);
          else reject(new WrongChecksumError(statementsOfDamaged(row?.text ?? '')));
        }
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
  }
}
