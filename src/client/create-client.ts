import { agentOf } from './agent.js';
import { Client } from './client.js';
import { Exchange } from './exchange.js';
import { Transport } from './http/transport.js';
import { Names } from './names.js';
import { checkOptions, type ClientOptions } from './options.js';
import { type Fetch, Tokens } from './tokens.js';

/**
 * A client of one ONE Record server (T38).
 *
 * @throws TypeError for a missing or wrong member, which it names.
 * @since 0.3.0
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  const { token, model, apiVersion: version, timeoutMs = 30_000, retries = 3, userAgent, idempotent = false } = options;
  // Looked up at each call, so that a program may replace it; and called without `this`, which browsers refuse.
  const fetchOnce: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const tokens = new Tokens(token, fetchOnce, timeoutMs);
  const transport = new Transport({
    fetch: fetchOnce,
    tokens,
    timeoutMs,
    retries,
    version,
    userAgent,
    idempotent,
    random: Math.random,
  });
  const agent = async (signal: AbortSignal | undefined): Promise<string | undefined> =>
    agentOf(await tokens.get(signal));
  return new Client(
    new Exchange(transport, options.server.replace(/(?<!\/)\/+$/, ''), new Names(model), version, agent),
  );
}
