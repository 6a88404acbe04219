/**
 * The connection to PostgreSQL: a pool, time limits, and errors as the rest of the node knows them. Nothing here knows
 * what is stored.
 */
import postgres from 'postgres';
import type { Logger } from 'pino';
import { codeOf, ServiceError } from '../../errors.js';
import { tlsOptions } from './tls-options.js';

/** The types of parameters and results: sequences are numbers. */
interface Types extends Record<string, unknown> {
  readonly bigint: number;
}
export type Sql = postgres.Sql<Types>;
export type SqlTransaction = postgres.TransactionSql<Types>;

const MAX_CONNECTIONS = 10;
const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
/** How long an answer is awaited before all connections are given up: the network may have been cut. */
const ANSWER_MS = 10_000;
/** The server ends what takes longer, so that a process that was stopped does not keep its locks. */
const STATEMENT_MS = 8_000;
const IDLE_TRANSACTION_MS = 5_000;
/** For a caller whose request failed because of the database. */
const RETRY_AFTER_SECONDS = 2;

/** SQLSTATE: the server has no space (class 53, but 53300, which is about connections). */
const FULL = new Set(['53100', '53200']);
/** Serialization failures and deadlocks: the same statements may succeed when they are sent again. */
const REPEATABLE = new Set(['40001', '40P01']);

export interface DatabaseOptions {
  /** `postgres://…`, with its credentials. */
  readonly url: string;
  readonly log: Logger;
}

/** Whether a transaction failed for concurrency alone, and can be repeated. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(String(codeOf(error)));

/** The name of a database for logs and errors: without credentials and options. */
export function describeUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

export class Database {
  readonly name: string;
  #sql: Sql;
  #isClosed = false;
  #lastError: string | undefined;

  constructor(private readonly options: DatabaseOptions) {
    this.name = describeUrl(options.url);
    this.#sql = this.#connect();
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
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#answer(work(this.#sql), this.#sql);
  }

  /**
   * Runs statements in a transaction (READ COMMITTED). Errors as `run`; one that is repeatable is thrown as it is.
   *
   * @param options.isLong whether only its single statements have a time limit.
   */
  transaction<Result>(
    work: (sql: SqlTransaction) => Promise<Result>,
    { isLong = false }: { readonly isLong?: boolean } = {},
  ): Promise<Result> {
    const pool = this.#sql;
    // The driver unwraps arrays of promises, which its type expresses and a type parameter cannot.
    const result = new Promise<Result>((resolve, reject) => {
      pool
        .begin(async (sql) => {
          const value = await work(sql);
          return () => value;
        })
        .then((value) => {
          resolve(value());
        }, reject);
    });
    return isLong ? result.catch(fail) : this.#answer(result, pool);
  }

  /**
   * Calls a listener for each notification of a channel with its payload, and without one after a reconnection. Databases
   * of the same protocol may have no notifications: then it is never called.
   */
  async listen(channel: string, listener: (payload?: string) => void): Promise<void> {
    try {
      await this.#sql.listen(channel, listener, () => {
        listener();
      });
    } catch (error) {
      this.options.log.warn({ err: asServiceError(error) }, 'the database gives no notifications of commits');
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 5 });
  }

  #connect(): Sql {
    const { url, log } = this.options;
    const address = new URL(url);
    const ssl = tlsOptions(address);
    for (const parameter of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']) address.searchParams.delete(parameter);
    return postgres(address.href, {
      ssl,
      max: MAX_CONNECTIONS,
      connect_timeout: CONNECT_SECONDS,
      idle_timeout: IDLE_SECONDS,
      // After a failover the old primary may answer as a standby.
      target_session_attrs: 'read-write',
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

  async #answer<Result>(result: Promise<Result>, pool: Sql): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new NoAnswerError(`no answer within ${ANSWER_MS / 1000} s`));
        this.#replace(pool);
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
      if (codeOf(error) === 'CONNECT_TIMEOUT') this.#replace(pool);
      const failure = asServiceError(error);
      if (failure instanceof ServiceError) this.#lastError = reasonOf(error);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives up all connections of a pool: they may be to a server that cannot be reached any more. */
  #replace(pool: Sql): void {
    if (this.#isClosed || this.#sql !== pool) return;
    this.options.log.warn({ database: this.name }, 'the database does not answer: connecting again');
    this.#sql = this.#connect();
    pool.end({ timeout: 0 }).catch((error: unknown) => {
      this.options.log.debug({ err: error }, 'connections to the database could not be closed');
    });
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
