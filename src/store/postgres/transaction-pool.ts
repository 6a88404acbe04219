/**
 * Connections for transactions, each a client of the driver with one connection. The driver's own `begin` sends a ROLLBACK
 * by a connection that was closed, and what is written to such a connection ends the process (postgres 3.4.9); a client with
 * one connection tells when it is closed, and then nothing more is sent.
 */
import type { Sql, SqlTransaction } from './sql.js';

/** How many connections are kept while no transaction uses them. */
const MAX_IDLE = 2;

/** Makes a client with one connection. @param onClose to be called when its connection is closed. */
export type Connect = (onClose: () => void) => Sql;

/** With a code, like the driver's own errors. */
class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  readonly code = 'CONNECTION_CLOSED';
}

export class TransactionPool {
  readonly #all = new Set<TransactionConnection>();
  readonly #idle: TransactionConnection[] = [];
  #isEnded = false;

  constructor(private readonly connect: Connect) {}

  /**
   * Runs work between BEGIN and COMMIT, or ROLLBACK when it fails.
   *
   * @throws what the work, the driver or the server throws.
   */
  async run<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? new TransactionConnection(this.connect);
    this.#all.add(connection);
    try {
      return await connection.run(work);
    } finally {
      if (connection.isUsable && !this.#isEnded && this.#idle.length < MAX_IDLE) this.#idle.push(connection);
      else {
        this.#all.delete(connection);
        await connection.end();
      }
    }
  }

  /** Closes all connections; transactions that run fail. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all(Array.from(this.#all, (connection) => connection.end()));
  }
}

class TransactionConnection {
  readonly #sql: Sql;
  #isClosed = true;
  #isUsable = true;

  constructor(connect: Connect) {
    this.#sql = connect(() => {
      this.#isClosed = true;
    });
  }

  /** Whether it can be used for another transaction. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  async run<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    this.#isUsable = false;
    // The driver reserves a connection that is open; one that has yet to be opened it waits for without end.
    if (this.#isClosed) await this.#sql`SELECT 1`;
    this.#isClosed = false;
    const reserved = await this.#sql.reserve();
    const sql = this.#guarded(reserved);
    let result: Result;
    try {
      await sql`BEGIN`;
      result = await work(sql);
      const { command } = await sql`COMMIT`;
      // What the server answers to the COMMIT of a transaction that has failed.
      if (command === 'ROLLBACK') throw new TypeError('a transaction with a failed statement cannot be committed');
    } catch (error) {
      if (await this.#isRolledBack(sql)) this.#release(reserved);
      throw error;
    }
    this.#release(reserved);
    return result;
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 0 });
  }

  async #isRolledBack(sql: SqlTransaction): Promise<boolean> {
    try {
      await sql`ROLLBACK`;
      return true;
    } catch {
      // The connection is not used again: the server rolls back when it is closed.
      return false;
    }
  }

  #release(reserved: SqlTransaction): void {
    if (this.#isClosed) return;
    reserved.release();
    this.#isUsable = true;
  }

  #guarded(reserved: SqlTransaction): SqlTransaction {
    return new Proxy(reserved, {
      apply: (target, self: unknown, args: unknown[]): unknown => {
        if (this.#isClosed) throw new ConnectionClosedError('the connection was closed in a transaction');
        return Reflect.apply(target, self, args);
      },
    });
  }
}
