/** Asks the servers of a database, on separate connections, which of them accepts writes, and what it is doing. */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { SUSPICIOUS_MS } from './answer-watch.js';
import { tlsOptions, withoutTlsParameters } from './tls-options.js';

/** The time limit for the answer of one server. */
const PROBE_MS = 1_500;

/** The first server to answer that takes writes; undefined when none does. */
export async function findPrimary(urls: readonly URL[]): Promise<URL | undefined> {
  try {
    return await Promise.any(urls.map(requirePrimary));
  } catch (error) {
    if (error instanceof AggregateError) return undefined;
    throw error;
  }
}

/**
 * Whether a server holds connections of an application that have been idle for suspiciously long.
 *
 * @throws Error without an answer, or from a compatible database without this information.
 */
export async function isIdle(url: URL, application: string): Promise<boolean> {
  const [row] = await ask(
    url,
    async (sql) => sql<{ idle: boolean | null }[]>`
      SELECT bool_and(state LIKE 'idle%' AND state_change < clock_timestamp() - ${SUSPICIOUS_MS} * interval '1 ms') AS idle
      FROM pg_stat_activity WHERE application_name = ${application}`,
  );
  return row?.idle === true;
}

/** @returns the URL. @throws Error when its server does not answer, or only reads. */
async function requirePrimary(url: URL): Promise<URL> {
  // On a standby it is "on", too.
  const [row] = await ask(url, async (sql) => sql<{ transaction_read_only: string }[]>`SHOW transaction_read_only`);
  if (row?.transaction_read_only !== 'off') throw new Error(`${url.host} takes no writes`);
  return url;
}

async function ask<Result>(url: URL, question: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(withoutTlsParameters(url).href, {
    ssl: tlsOptions(url),
    max: 1,
    connect_timeout: Math.ceil(PROBE_MS / 1000),
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: 'cargograph' },
  });
  const timer = new AbortController();
  try {
    const late = sleep(PROBE_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`${url.host} does not answer`);
    });
    return await Promise.race([question(sql), late]);
  } finally {
    timer.abort();
    await sql.end({ timeout: 0 });
  }
}
