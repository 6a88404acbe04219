/** Reports that a node runs on the database, so that others know the number and the generation of nodes. */
import type { Logger } from 'pino';
import type { Database } from './database.js';
import { NODE_SECONDS } from './schema.js';

const REPORT_MS = (NODE_SECONDS * 1000) / 3;

export class Presence {
  readonly #timer: NodeJS.Timeout;
  #others = 0;

  /** @param id of the node's process. */
  constructor(
    private readonly database: Database,
    private readonly node: { readonly id: string; readonly generation: string },
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.report(), REPORT_MS).unref();
  }

  /** The number of other nodes with recent reports. */
  get others(): number {
    return this.#others;
  }

  /** Never rejects: a node that cannot report cannot write either. */
  async report(): Promise<void> {
    const { id, generation } = this.node;
    try {
      await this.database.run(async (sql) => {
        await sql`
          INSERT INTO cargograph_nodes (id, generation, seen) VALUES (${id}, ${generation}, now())
          ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`;
        await sql`DELETE FROM cargograph_nodes WHERE seen < now() - interval '1 day'`;
        const [row] = await sql<{ nodes: number }[]>`
          SELECT count(*) AS nodes FROM cargograph_nodes
          WHERE id <> ${id} AND seen > now() - ${NODE_SECONDS} * interval '1 second'`;
        this.#others = row?.nodes ?? 0;
      });
    } catch (error) {
      this.log.debug({ err: error }, 'this node could not be reported to the database');
    }
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.database.run(async (sql) => sql`DELETE FROM cargograph_nodes WHERE id = ${this.node.id}`);
    } catch (error) {
      this.log.debug({ err: error }, 'the shutdown of this node could not be reported to the database');
    }
  }
}
