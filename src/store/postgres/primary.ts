/** Finds the server that takes writes among those that hold copies of a database. */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { tlsOptions, withoutTlsParameters } from './tls-options.js';

/** How long one server is given to answer. */
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

/** @returns the URL. @throws Error when its server does not answer, or only reads. */
async function requirePrimary(url: URL): Promise<URL> {
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
    // On a standby it is "on", too.
    const answer = sql<{ transaction_read_only: string }[]>`SHOW transaction_read_only`;
    const late = sleep(PROBE_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`${url.host} does not answer`);
    });
    const [row] = await Promise.race([answer, late]);
    if (row?.transaction_read_only !== 'off') throw new Error(`${url.host} takes no writes`);
    return url;
  } finally {
    timer.abort();
    await sql.end({ timeout: 0 });
  }
}
