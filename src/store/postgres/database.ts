/** The connection to PostgreSQL: a pool, time limits, and translated errors. It does not know the schema. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, ServiceError } from '../../errors.js';
import { databaseName, databaseUrls } from '../../settings/database-urls.js';
import type { ConnectionCounts } from '../record.js';
import { AnswerWatch } from './answer-watch.js';
import { type ClientOptions, createClient } from './client.js';
import { asServiceError, isFull, isLost, isReadOnly, isRefusal, isRepeatable, reasonOf } from './database-errors.js';
import { findPrimary, isIdle } from './primary.js';
import type { Sql, SqlTransaction } from './sql.js';
import { TransactionPool } from './transaction-pool.js';

/** The time limit for finding a server that accepts writes. */
const FIRST_MS = 10_000;
/** After a connection broke, the time that answers on other connections are awaited. */
const GRACE_SECONDS = 1;

export interface DatabaseOptions {
  /** `postgres://…`, with its credentials; several hosts when the database has copies on several servers. */
  readonly url: string;
  readonly log: Logger;
}

export interface TransactionOptions {
  /** Whether only its single statements have a time limit. */
  readonly isLong?: boolean;
}

interface Listening {
  readonly channel: string;
  readonly listener: (payload?: string) => void;
}

export class Database {
  readonly name: string;
  /** Of the connections of this process, for the server. */
  readonly #application = `cargograph ${randomUUID()}`;
  readonly #urls: readonly [URL, ...URL[]];
  /** The server that takes writes, if known. */
  #url: URL;
  #sql: Sql;
  #transactions: TransactionPool;
  readonly #watch: AnswerWatch;
  #listening: Listening | undefined;
  /** Until the first of several servers is found that takes writes. */
  readonly #first: Promise<void> | undefined;
  #isClosed = false;
  #lastError: string | undefined;
  #counts: ConnectionCounts = { outages: 0, reconnects: 0 };
  #silentSince = 0;

  /** @throws TypeError for a URL that does not name a database, and for options of TLS that cannot be used. */
  constructor(private readonly options: DatabaseOptions) {
    this.#urls = databaseUrls(options.url);
    this.name = databaseName(this.#urls);
    [this.#url] = this.#urls;
    this.#sql = this.#connect();
    this.#transactions = this.#transactionPool();
    this.#watch = new AnswerWatch({
      probe: () => this.#probe(),
      isIdle: () => isIdle(this.#url, this.#application).catch(() => false),
      onSilent: () => {
        this.#fallSilent();
      },
      onForgotten: () => {
        this.options.log.warn({ database: this.name }, 'connections to the database were lost silently');
        this.#replace(this.#url);
      },
      onAnswer: () => {
        this.#answers();
      },
    });
    if (this.#urls.length > 1)
      this.#first = Promise.race([this.#watch.suspect(), sleep(FIRST_MS, undefined, { ref: false })]);
  }

  /** Why the last attempt failed; undefined while the database answers. */
  get problem(): string | undefined {
    return this.#lastError;
  }

  get counts(): ConnectionCounts {
    return this.#counts;
  }

  /**
   * Runs one or several statements.
   *
   * @throws ServiceError `insufficient-storage` when the server has no space, else `unavailable` when it does not answer.
   */
  async run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (this.#first !== undefined) await this.#first;
    const pool = this.#sql;
    try {
      return await this.#answer(
        () => work(pool),
        () => {
          this.#replaceReads(pool);
        },
      );
    } catch (error) {
      // The driver never answers a statement that it sent between a connection's error and its end.
      if (this.#isConnectionLost(error)) this.#replaceReads(pool, GRACE_SECONDS);
      throw error;
    }
  }

  /** Like `run`, for read-only statements: they are sent again if the connection breaks. */
  async read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    try {
      return await this.run(work);
    } catch (error) {
      if (this.#isConnectionLost(error)) return this.run(work);
      throw error;
    }
  }

  /** Runs statements in a transaction (READ COMMITTED). Errors as `run`; a repeatable one is thrown unchanged. */
  transaction<Result>(
    work: (sql: SqlTransaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#transaction((transactions) => transactions.run(work), options);
  }

  /**
   * Runs one statement on the connections of transactions. They are few, so a long statement is seldom prepared and
   * planned. Errors as `transaction`.
   */
  statement<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#transaction((transactions) => transactions.runStatement(send), {});
  }

  /** Runs a transaction in one round trip (`TransactionPool.runTogether`). Options and errors as `transaction`. */
  transactionTogether<Result>(
    send: (sql: SqlTransaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#transaction((transactions) => transactions.runTogether(send), options);
  }

  /**
   * Calls a listener for each notification of a channel with its payload, and without one after a reconnection. Databases
   * of the same protocol may have no notifications: then it is never called.
   */
  async listen(channel: string, listener: (payload?: string) => void): Promise<void> {
    this.#listening = { channel, listener };
    if (this.#first !== undefined) await this.#first;
    await this.#listen(this.#listening);
  }

  /**
   * VACUUM of some tables, however long it takes, on a connection of its own.
   *
   * @throws ServiceError
   */
  async vacuum(tables: readonly string[], signal?: AbortSignal): Promise<void> {
    const sql = this.#connect({ max: 1, statementMs: 0 });
    const giveUp = (): void => void sql.end({ timeout: 0 });
    signal?.addEventListener('abort', giveUp);
    try {
      for (const table of tables) await sql`VACUUM ${sql(table)}`.simple();
    } catch (error) {
      throw asServiceError(error);
    } finally {
      signal?.removeEventListener('abort', giveUp);
      await sql.end({ timeout: 5 });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    await Promise.all([this.#transactions.end(), this.#sql.end({ timeout: 5 })]);
  }

  async #transaction<Result>(
    run: (transactions: TransactionPool) => Promise<Result>,
    { isLong = false }: TransactionOptions,
  ): Promise<Result> {
    if (this.#first !== undefined) await this.#first;
    const transactions = this.#transactions;
    if (isLong) return run(transactions).catch(fail);
    return this.#answer(
      () => run(transactions),
      () => {
        this.#replaceTransactions(transactions);
      },
    );
  }

  /** Listens on the current connections; the driver reconnects. */
  async #listen({ channel, listener }: Listening): Promise<void> {
    const pool = this.#sql;
    try {
      await pool.listen(channel, listener, () => {
        listener();
      });
    } catch (error) {
      if (this.#isClosed || pool !== this.#sql) return;
      this.options.log.warn({ err: asServiceError(error) }, 'the database sends no notifications of commits now');
    }
  }

  /** Whether another connection may give the answer. */
  #isConnectionLost(error: unknown): boolean {
    return error instanceof ServiceError && isLost(error.cause) && !this.#isClosed && !this.#watch.isSilent;
  }

  #connect(options?: ClientOptions): Sql {
    return createClient(this.#url, this.options.log, this.#application, options);
  }

  #transactionPool(): TransactionPool {
    return new TransactionPool((onclose) => this.#connect({ max: 1, onclose }));
  }

  /** @param giveUp abandons the connections of the pending answers. */
  async #answer<Result>(send: () => Promise<Result>, giveUp: () => void): Promise<Result> {
    try {
      const value = await this.#watch.wait(send, giveUp);
      this.#watch.answered();
      this.#lastError = undefined;
      return value;
    } catch (error) {
      if (isRefusal(error)) this.#watch.answered();
      if (isRepeatable(error)) throw error;
      // A connection of the driver that closed while it was written to never connects again (driver-defect.ts).
      if (codeOf(error) === 'CONNECT_TIMEOUT') giveUp();
      const failure = asServiceError(error);
      if (failure instanceof ServiceError) this.#failed(error);
      throw failure;
    }
  }

  /** After an error by which the server may be gone, or may have ceased to be the primary. */
  #failed(error: unknown): void {
    this.#lastError = reasonOf(error);
    if (this.#isClosed || isFull(error)) return;
    // Open connections to the former primary would otherwise be used further.
    if (isReadOnly(error)) this.#replace(this.#url);
    if (isLost(error) || isReadOnly(error)) void this.#watch.suspect();
  }

  /** Asks for a server that takes writes, and goes over to it. */
  async #probe(): Promise<boolean> {
    try {
      const found = await findPrimary(this.#urls);
      if (found !== undefined && found !== this.#url) this.#replace(found);
      return found !== undefined;
    } catch (error) {
      this.options.log.error({ err: error, database: this.name }, 'the servers of the database cannot be reached');
      return false;
    }
  }

  #fallSilent(): void {
    this.#lastError ??= 'the database does not answer';
    this.#silentSince = performance.now();
    this.#counts = { ...this.#counts, outages: this.#counts.outages + 1 };
    this.options.log.error({ database: this.name, reason: this.#lastError }, 'the database does not answer');
    this.#replace(this.#url);
  }

  #answers(): void {
    this.#lastError = undefined;
    if (this.#silentSince === 0) return;
    const seconds = Math.round((performance.now() - this.#silentSince) / 100) / 10;
    this.#silentSince = 0;
    this.options.log.info({ database: this.name, seconds }, 'the database answers again');
  }

  /** Gives up all connections: they may be to a server that cannot be reached any more, or takes no writes. */
  #replace(url: URL): void {
    this.#url = url;
    this.#replaceReads(this.#sql);
    this.#replaceTransactions(this.#transactions);
  }

  /** @param grace seconds until pending statements are abandoned. */
  #replaceReads(pool: Sql, grace = 0): void {
    if (this.#isClosed || this.#sql !== pool) return;
    this.#sql = this.#connect();
    this.#givenUp('reads', pool.end({ timeout: grace }));
    // The connection that notifications came by has ended with the others.
    if (this.#listening !== undefined) void this.#listen(this.#listening);
  }

  #replaceTransactions(transactions: TransactionPool): void {
    if (this.#isClosed || this.#transactions !== transactions) return;
    this.#transactions = this.#transactionPool();
    this.#givenUp('transactions', transactions.end());
  }

  #givenUp(connections: 'reads' | 'transactions', ended: Promise<unknown>): void {
    this.#counts = { ...this.#counts, reconnects: this.#counts.reconnects + 1 };
    this.options.log.warn({ connections, server: this.#url.host }, 'connecting to the database again');
    ended.catch((error: unknown) => {
      this.options.log.debug({ err: error }, 'connections to the database could not be closed');
    });
  }
}

function fail(error: unknown): never {
  throw asServiceError(error);
}
