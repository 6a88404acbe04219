/** Makes clients of the driver, each for one server. */
import postgres from 'postgres';
import type { Logger } from 'pino';
import type { Sql } from './sql.js';
import { tlsOptions, withoutTlsParameters } from './tls-options.js';

const MAX_CONNECTIONS = 10;
const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
/** The server ends longer statements, so that a stopped process does not hold its locks. */
const STATEMENT_MS = 8_000;
const IDLE_TRANSACTION_MS = 5_000;
/** The longest pause before a connection is made again. */
const MAX_BACKOFF_SECONDS = 1;

export interface ClientOptions {
  readonly max?: number;
  readonly onclose?: () => void;
  /** The longest time for a statement; 0 for any. */
  readonly statementMs?: number;
}

/**
 * One server at a time: the driver tries several without a pause, and continues after its end.
 *
 * @param application the name of its connections for the server.
 */
export function createClient(
  url: URL,
  log: Pick<Logger, 'debug'>,
  application: string,
  { statementMs = STATEMENT_MS, ...options }: ClientOptions = {},
): Sql {
  return postgres(withoutTlsParameters(url).href, {
    ssl: tlsOptions(url),
    max: MAX_CONNECTIONS,
    ...options,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    // After a failover the old primary may answer as a standby, which the driver lets pass for `read-write`.
    target_session_attrs: 'primary',
    backoff: (attempts) => Math.random() * Math.min(MAX_BACKOFF_SECONDS, 0.05 * 2 ** attempts),
    fetch_types: false,
    onnotice: (notice) => {
      log.debug({ notice: notice['message'] }, 'the database sent a notice');
    },
    connection: {
      application_name: application,
      statement_timeout: statementMs,
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
