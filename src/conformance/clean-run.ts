/** Revokes what a run that was killed has left (T72: `--clean`). */
import type { Config } from './config.js';
import { UsageError } from './errors.js';
import type { Graph } from './graph.js';
import { api } from './names.js';
import { graphOf } from './read-graph.js';
import { RemoteCaller } from './remote-caller.js';
import type { Reply, Sent } from './reply.js';
import { Tokens } from './tokens.js';
import { Transport } from './transport.js';
import type { Caller } from './world.js';

export interface Cleaned {
  readonly revoked: number;
  /** Requests that could not be revoked, with the reason. */
  readonly left: readonly string[];
}

/** @throws UsageError without a list of requests, in which the run's are found. */
export async function cleanRun(config: Config & { server: string }, run: string, rate: number): Promise<Cleaned> {
  if (!/^[0-9a-f]{8}$/.test(run)) throw new UsageError(`--clean: ${run} is no id of a run`);
  const server = config.server.replace(/(?<!\/)\/+$/, '');
  const transport = new Transport({ rate, readOnly: false, signal: new AbortController().signal });
  const send = (sent: Sent, body: string | Uint8Array | undefined, authorization: string | undefined): Promise<Reply> =>
    transport.send(sent, body, authorization);
  const sender = { server, mediaType: 'application/ld+json', send };
  const callers: Caller[] = [];
  for (const name of ['holder', 'partner', 'stranger'] as const) {
    const party = config[name];
    if (party === undefined) continue;
    const tokens = new Tokens(name, party);
    const agent = await agentOf(tokens, name);
    if (agent !== undefined) callers.push(new RemoteCaller({ name, agent, token: () => tokens.get() }, sender));
  }
  const [first] = callers;
  if (first === undefined) throw new UsageError('--clean needs a holder in the configuration');
  const left: string[] = [];
  let revoked = 0;
  for (const { address, by } of await openRequests(first, run)) {
    // The one that asked for it; the holder where that one has another address now.
    const caller = callers.find(({ agent }) => by.includes(agent)) ?? first;
    const { status } = await caller.delete(address);
    if (status < 300) revoked += 1;
    else left.push(`${address} (DELETE: ${status})`);
  }
  return { revoked, left };
}

/** Without a token of its own, as where its URI was an address of the killed run, the holder revokes in its place. */
async function agentOf(tokens: Tokens, name: string): Promise<string | undefined> {
  try {
    return (await tokens.agent()) ?? '';
  } catch (error) {
    if (error instanceof UsageError && name !== 'holder') return undefined;
    throw error;
  }
}

interface OpenRequest {
  readonly address: string;
  /** The agents that asked for it. */
  readonly by: readonly string[];
}

/** Open requests about what the run made: the addresses of its objects begin with `kit-<run>-`. */
async function openRequests(caller: Caller, run: string): Promise<OpenRequest[]> {
  const whole = await caller.get('/action-requests?limit=100000');
  const reply = whole.status === 400 ? await caller.get('/action-requests') : whole;
  if (reply.status !== 200) throw new UsageError(`--clean needs GET /action-requests: ${reply.status}`);
  const addresses = new Set<string>();
  for (const { subject, object } of await graphOf(reply))
    for (const term of [subject, object]) if (/\/action-requests\/[^/?]+$/.test(term.value)) addresses.add(term.value);
  const found: OpenRequest[] = [];
  for (const address of addresses) {
    const one = await caller.get(address);
    if (one.status !== 200 || !one.text.includes(`kit-${run}-`)) continue;
    const graph = await graphOf(one);
    const valuesOf = (property: string): string[] =>
      graph.subjects(property).flatMap((subject) => graph.values(subject, property).map(({ value }) => value));
    if (isOpen(graph, valuesOf(`${api}hasRequestStatus`))) found.push({ address, by: valuesOf(`${api}isRequestedBy`) });
  }
  return found;
}

/** Pending; or a subscription or a delegation, which last after their acceptance. */
function isOpen(graph: Graph, statuses: readonly string[]): boolean {
  const isLasting = ['SubscriptionRequest', 'AccessDelegationRequest'].some(
    (type) => graph.instances(api + type).length > 0,
  );
  return statuses.some((status) => status.endsWith('PENDING') || (isLasting && status.endsWith('ACCEPTED')));
}
