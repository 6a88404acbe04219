/**
 * The connection to PostgreSQL: a pool, time limits, and errors as the rest of the node knows them. Nothing here knows
 * what is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Logger } from 'pino';
import { codeOf, ServiceError } from '../../errors.js';
import { databaseUrls } from '../../settings/database-urls.js';
import { findPrimary } from './primary.js';
import { TransactionPool, type TransactionSteps } from './transaction-pool.js';
import type { Sql, SqlTransaction } from './sql.js';
import { tlsOptions, withoutTlsParameters } from './tls-options.js';

const MAX_CONNECTIONS = 10;
const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
/** How long an answer is awaited before all connections are given up: the network may have been cut. */
const ANSWER_MS = 10_000;
/** The server ends what takes longer, so that a process that was stopped does not keep its locks. */
const STATEMENT_MS = 8_000;
const IDLE_TRANSACTION_MS = 5_000;
/** The longest pause between attempts to find the server that takes writes. */
const MAX_SEEK_MS = 1_000;
/** For a caller whose request failed because of the database. */
const RETRY_AFTER_SECONDS = 2;

/** SQLSTATE: the server has no space (class 53, but 53300, which is about connections). */
const FULL = new Set(['53100', '53200']);
/** Serialization failures and deadlocks: the same statements may succeed when they are sent again. */
const REPEATABLE = new Set(['40001', '40P01']);

/** The server takes no writes: it was the primary, or is behind an address that was the primary's. */
const READ_ONLY = '25006';

export interface DatabaseOptions {
  /** `postgres://…`, with its credentials; several hosts when the database has copies on several servers. */
  readonly url: string;
  readonly log: Logger;
}

export interface TransactionOptions {
  /** Whether only its single statements have a time limit. */
  readonly isLong?: boolean;
}

/** Whether a transaction failed for concurrency alone, and can be repeated. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(String(codeOf(error)));

/** The name of a database for logs and errors: without credentials and options. */
function describe(urls: readonly [URL, ...URL[]]): string {
  return `postgres://${urls.map(({ host }) => host).join(',')}${urls[0].pathname}`;
}

interface Listening {
  readonly channel: string;
  readonly listener: (payload?: string) => void;
}

export class Database {
  readonly name: string;
  readonly #urls: readonly [URL, ...URL[]];
  /** The server that takes writes, as far as is known. */
  #url: URL;
  #sql: Sql;
  #transactions: TransactionPool;
  #listening: Listening | undefined;
  #isSeeking = false;
  /** Until the first of several servers is found that takes writes. */
  readonly #first: Promise<void> | undefined;
  #isClosed = false;
  #lastError: string | undefined;

  /** @throws TypeError for a URL that does not name a database, and for options of TLS that cannot be used. */
  constructor(private readonly options: DatabaseOptions) {
    this.#urls = databaseUrls(options.url);
    this.name = describe(this.#urls);
    [this.#url] = this.#urls;
    this.#sql = this.#connect();
    this.#transactions = this.#transactionPool();
    if (this.#urls.length > 1) this.#first = Promise.race([this.#seek(), sleep(ANSWER_MS, undefined, { ref: false })]);
  }

  /** Why the last attempt failed; undefined while the database answers. */
  get problem(): string | undefined {
    return this.#lastError;
  }

  /**
   * Runs one or several statements.
   *
   * @throws ServiceError `insufficient-storage` when the server has no space, else `unavailable` when it does not answer.
   */
  async run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (this.#first !== undefined) await this.#first;
    const pool = this.#sql;
    return this.#answer(work(pool), pool);
  }

  /**
   * Runs statements in a transaction (READ COMMITTED). Errors as `run`; one that is repeatable is thrown as it is.
   */
  transaction<Result>(
    work: (sql: SqlTransaction) => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#transaction((transactions) => transactions.run(work), options);
  }

  /**
   * Runs one statement by the connections of transactions, which are few: so one that is long is prepared and planned
   * seldom. Errors as `transaction`.
   */
  statement<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#transaction((transactions) => transactions.runStatement(send), {});
  }

  /** Runs a transaction in two round trips (`TransactionPool.runSteps`). Options and errors as `transaction`. */
  transactionSteps<Read, Result>(
    steps: TransactionSteps<Read, Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return this.#transaction((transactions) => transactions.runSteps(steps), options);
  }

  /** Runs a transaction in one round trip (`TransactionPool.runTogether`). Errors as `transaction`. */
  transactionTogether<Result>(send: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#transaction((transactions) => transactions.runTogether(send), {});
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#transactions.end(), this.#sql.end({ timeout: 5 })]);
  }

  async #transaction<Result>(
    run: (transactions: TransactionPool) => Promise<Result>,
    { isLong = false }: TransactionOptions,
  ): Promise<Result> {
    if (this.#first !== undefined) await this.#first;
    const pool = this.#sql;
    const result = run(this.#transactions);
    return isLong ? result.catch(fail) : this.#answer(result, pool);
  }

  /** Listens with the connections of now; the driver connects again by itself. */
  async #listen({ channel, listener }: Listening): Promise<void> {
    const pool = this.#sql;
    try {
      await pool.listen(channel, listener, () => {
        listener();
      });
    } catch (error) {
      if (this.#isClosed || pool !== this.#sql) return;
      this.options.log.warn({ err: asServiceError(error) }, 'the database gives no notifications of commits now');
    }
  }

  /** One server at a time: the driver tries several without a pause, and goes on after its end. */
  #connect(options: { readonly max?: number; readonly onclose?: () => void } = {}): Sql {
    const { log } = this.options;
    return postgres(withoutTlsParameters(this.#url).href, {
      ssl: tlsOptions(this.#url),
      max: MAX_CONNECTIONS,
      ...options,
      connect_timeout: CONNECT_SECONDS,
      idle_timeout: IDLE_SECONDS,
      // After a failover the old primary may answer as a standby, which the driver lets pass for `read-write`.
      target_session_attrs: 'primary',
      backoff: (attempts) => Math.random() * Math.min(2, 0.05 * 2 ** attempts),
      fetch_types: false,
      onnotice: (notice) => {
        log.debug({ notice: notice['message'] }, 'the database gave a notice');
      },
      connection: {
        application_name: 'cargograph',
        statement_timeout: STATEMENT_MS,
        lock_timeout: STATEMENT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      },
      types: {
        bigint: {
          to: 20,
          from: [20],
          serialize: (value: number) => String(value),
          parse: (text: string) => Number(text),
        },
      },
    });
  }

  #transactionPool(): TransactionPool {
    return new TransactionPool((onclose) => this.#connect({ max: 1, onclose }));
  }

  async #answer<Result>(result: Promise<Result>, pool: Sql): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new NoAnswerError(`no answer within ${ANSWER_MS / 1000} s`));
        this.#replace(pool, this.#url);
      }, ANSWER_MS);
    });
    // The result may be rejected after the time limit, when nobody waits for it.
    result.catch(() => undefined);
    try {
      const value = await Promise.race([result, late]);
      this.#lastError = undefined;
      return value;
    } catch (error) {
      if (isRepeatable(error)) throw error;
      // A connection of the driver that closed while it was written to never connects again (driver-defect.ts).
      if (codeOf(error) === 'CONNECT_TIMEOUT') this.#replace(pool, this.#url);
      const failure = asServiceError(error);
      if (failure instanceof ServiceError) {
        this.#lastError = reasonOf(error);
        this.#looksElsewhere(error, pool);
      }
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  /** After an error by which the server may have ceased to be the primary. */
  #looksElsewhere(error: unknown, pool: Sql): void {
    if (codeOf(error) === READ_ONLY) this.#replace(pool, this.#url);
    if (this.#urls.length === 1 || this.#isClosed || FULL.has(String(codeOf(error)))) return;
    if (!this.#isSeeking) void this.#seek();
  }

  /** Connects to the server that takes writes, when one is found; never rejects. */
  async #seek(): Promise<void> {
    this.#isSeeking = true;
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      try {
        const found = await findPrimary(this.#urls);
        if (found !== undefined) {
          if (found !== this.#url) this.#replace(this.#sql, found);
          break;
        }
      } catch (error) {
        this.options.log.error({ err: error, database: this.name }, 'the servers of the database cannot be asked');
      }
      await sleep(Math.random() * Math.min(MAX_SEEK_MS, 50 * 2 ** attempt), undefined, { ref: false });
    }
    this.#isSeeking = false;
  }

  /** Gives up all connections of a pool: they may be to a server that cannot be reached any more. */
  #replace(pool: Sql, url: URL): void {
    if (this.#isClosed || this.#sql !== pool) return;
    this.options.log.warn({ database: this.name, server: url.host }, 'connecting to the database again');
    this.#url = url;
    const transactions = this.#transactions;
    this.#sql = this.#connect();
    this.#transactions = this.#transactionPool();
    Promise.all([pool.end({ timeout: 0 }), transactions.end()]).catch((error: unknown) => {
      this.options.log.debug({ err: error }, 'connections to the database could not be closed');
    });
    // The connection that notifications came by has ended with the others.
    if (this.#listening !== undefined) void this.#listen(this.#listening);
  }
}

const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code === undefined ? message : `${message} (${code})`;
};

function fail(error: unknown): never {
  throw asServiceError(error);
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** An error of the driver or the server; errors of the node itself, which have no code, stay as they are. */
function asServiceError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined && !(error instanceof NoAnswerError)) return error;
  if (FULL.has(String(code)))
    return new ServiceError('insufficient-storage', 'The database has no space', { cause: error });
  return new ServiceError('unavailable', 'The database cannot be used now', {
    cause: error,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
