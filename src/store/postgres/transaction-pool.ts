/**
 * Connections for transactions, each a client of the driver with one connection. The driver's own `begin` sends a
 * ROLLBACK on a closed connection, and writing to one ends the process (postgres 3.4.9); a client with one connection
 * reports that it is closed, and nothing more is sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, SqlTransaction } from './sql.js';

/** The number of idle connections that stay open. */
const MAX_IDLE = 2;
/** The time limit for the answer to a ROLLBACK before the connection is abandoned. */
const ROLLBACK_MS = 1_000;

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
   * @throws the errors of the work, the driver and the server.
   */
  async run<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#use((connection) => connection.run(work));
  }

  /**
   * Runs one statement as a transaction.
   *
   * @throws the errors of the driver and the server.
   */
  async runStatement<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#use((connection) => connection.runStatement(send));
  }

  /**
   * Runs a transaction in one round trip: BEGIN, the statements and COMMIT are sent together.
   *
   * @param send sends all of its statements before it waits, each by the driver's `execute`: a statement that is
   * awaited among others may be sent after them. Its writes must depend on being in one transaction.
   * @throws the errors of the driver or the server.
   */
  async runTogether<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#use((connection) => connection.runTogether(send));
  }

  /** Closes all connections; transactions that run fail. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all(Array.from(this.#all, (connection) => connection.end()));
  }

  async #use<Result>(work: (connection: TransactionConnection) => Promise<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? new TransactionConnection(this.connect);
    this.#all.add(connection);
    try {
      return await work(connection);
    } finally {
      if (connection.isUsable && !this.#isEnded && this.#idle.length < MAX_IDLE) this.#idle.push(connection);
      else {
        this.#all.delete(connection);
        await connection.end();
      }
    }
  }
}

class TransactionConnection {
  readonly #sql: Sql;
  #isClosed = true;
  #isUsable = true;
  #onClose: (() => void) | undefined;

  constructor(connect: Connect) {
    this.#sql = connect(() => {
      this.#isClosed = true;
      this.#onClose?.();
    });
  }

  /** Whether another transaction can use it. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  run<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#reserved(async (sql) => {
      await sql`BEGIN`;
      const result = await work(sql);
      await commit(sql);
      return result;
    });
  }

  runStatement<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#reserved(send);
  }

  runTogether<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#reserved(async (sql) => {
      const begun = sql`BEGIN`.execute();
      const sent = send(sql);
      const [start, work, end] = await Promise.allSettled([begun, sent, commit(sql)]);
      if (start.status === 'rejected') throw start.reason;
      if (work.status === 'rejected') throw work.reason;
      if (end.status === 'rejected') throw end.reason;
      return work.value;
    });
  }

  async #reserved<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    this.#isUsable = false;
    // The driver reserves an open connection; for a connection that is not open yet, it waits without a limit.
    if (this.#isClosed) await this.#sql`SELECT 1`;
    this.#isClosed = false;
    const reserved = await this.#sql.reserve();
    const sql = this.#guarded(reserved);
    // The driver never answers a statement sent between the error of a connection and its end.
    const closed = new Promise<never>((_resolve, reject) => {
      this.#onClose = () => {
        reject(new ConnectionClosedError('the connection was closed in a transaction'));
      };
    });
    closed.catch(() => undefined);
    let result: Result;
    try {
      const working = work(sql);
      // It may fail after the connection, when nobody waits for it.
      working.catch(() => undefined);
      result = await Promise.race([working, closed]);
    } catch (error) {
      if (await this.#isRolledBack(sql, closed)) this.#release(reserved);
      throw error;
    }
    this.#release(reserved);
    return result;
  }

  async end(): Promise<void> {
    await this.#sql.end({ timeout: 0 });
  }

  async #isRolledBack(sql: SqlTransaction, closed: Promise<never>): Promise<boolean> {
    const timer = new AbortController();
    try {
      const late = sleep(ROLLBACK_MS, false, { signal: timer.signal, ref: false });
      // The timer is rejected when it is not needed any more.
      late.catch(() => undefined);
      return await Promise.race([sql`ROLLBACK`.then(() => true), closed, late]);
    } catch {
      // The connection is not used again: the server rolls back when it is closed.
      return false;
    } finally {
      timer.abort();
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

/** Ends a transaction; after a failed statement the server treats the COMMIT as a ROLLBACK. */
async function commit(sql: SqlTransaction): Promise<void> {
  const { command } = await sql`COMMIT`.execute();
  if (command === 'ROLLBACK') throw new TypeError('a transaction with a failed statement cannot be committed');
}
