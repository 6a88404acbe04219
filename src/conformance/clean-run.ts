/** Revokes what a run that was killed has left (T72: `--clean`). */
import type { Config } from './config.js';
import { UsageError } from './errors.js';
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

const open = /PENDING|ACCEPTED/;

/** @throws UsageError without a list of requests, in which the run's are found. */
export async function cleanRun(config: Config & { server: string }, run: string, rate: number): Promise<Cleaned> {
  if (!/^[0-9a-f]{8}$/.test(run)) throw new UsageError(`--clean: ${run} is no id of a run`);
  const server = config.server.replace(/\/+$/, '');
  const transport = new Transport({ rate, readOnly: false, signal: new AbortController().signal });
  const send = (sent: Sent, body: string | Uint8Array | undefined, authorization: string | undefined): Promise<Reply> =>
    transport.send(sent, body, authorization);
  const sender = { server, mediaType: 'application/ld+json', send };
  const left: string[] = [];
  let revoked = 0;
  for (const name of ['holder', 'partner', 'stranger'] as const) {
    const party = config[name];
    if (party === undefined) continue;
    const tokens = new Tokens(name, party);
    const caller = new RemoteCaller({ name, agent: await tokens.agent(), token: () => tokens.get() }, sender);
    for (const request of await openRequests(caller, run)) {
      const { status } = await caller.delete(request);
      if (status < 300) revoked += 1;
      else left.push(`${request} (DELETE: ${status})`);
    }
  }
  return { revoked, left };
}

/** Requests of a caller that are about what the run made: the addresses of its objects begin with `kit-<run>-`. */
async function openRequests(caller: Caller, run: string): Promise<string[]> {
  const reply = await caller.get('/action-requests');
  if (reply.status !== 200) throw new UsageError(`--clean needs GET /action-requests: ${reply.status}`);
  const graph = await graphOf(reply);
  const addresses = new Set<string>();
  for (const { subject, object } of graph)
    for (const term of [subject, object]) if (term.value.includes('/action-requests/')) addresses.add(term.value);
  const found: string[] = [];
  for (const address of addresses) {
    const one = await caller.get(address);
    if (one.status !== 200 || !one.text.includes(`kit-${run}-`)) continue;
    const own = await graphOf(one);
    const statuses = own
      .subjects(`${api}hasRequestStatus`)
      .flatMap((subject) => own.values(subject, `${api}hasRequestStatus`));
    const by = own.subjects(`${api}isRequestedBy`).flatMap((subject) => own.values(subject, `${api}isRequestedBy`));
    if (statuses.some(({ value }) => open.test(value)) && by.some(({ value }) => value === caller.agent))
      found.push(address);
  }
  return found;
}
