/**
 * The effect of each attack on other agents' reads and on the node's memory (`npm run bench -- --only hostile`), from
 * one connection and from ten: the 99th percentile, against that of the same run without the attack. `ONLY=words`
 * selects the attacks whose names contain these words.
 * Clients and node share the processors, so part of a ratio is the system's: control rows measure that part, with
 * processes that only compute or clients that only read. "Loop" is the lateness of timers in the node's event loop.
 */
import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { hostileBodies } from './hostile-bodies.js';
import type { HostileOrder, HostileTask } from './hostile-client.js';
import { summary } from './load.js';
import { figure, type MeasuredNode } from './node.js';
import { change, piece } from './payloads.js';
import { Table } from './table.js';

/** The other agent: one of the node's internal agents, so that it needs no permissions. */
export const READING_AGENT = 'https://other.example/agent';

const CLIENT = fileURLToPath(new URL('hostile-client.ts', import.meta.url));

const STRANGERS = 50;
const CHANGES_OF_EACH = 20;

/** The interval between two reads of the other agent. */
const PAUSE_MS = 2;

/** The period of the timer behind `nodejs_eventloop_lag_*`, which counts as lateness there. */
const TIMER_MS = 10;

interface Measured {
  readonly p99: number;
  readonly loopP99: number;
  readonly loopMax: number;
  readonly peakMiB: number;
}

class Reader {
  readonly #client: Client;

  constructor(
    private readonly node: MeasuredNode,
    private readonly path: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.#client = new Client(node.url);
  }

  async measure(seconds: number): Promise<Measured> {
    const times: number[] = [];
    let peak = 0;
    // A request for these figures resets them.
    await this.node.figures();
    const until = performance.now() + seconds * 1000;
    for (let count = 0; performance.now() < until; count += 1) {
      const begin = performance.now();
      const { statusCode, body } = await this.#client.request({
        method: 'GET',
        path: this.path,
        headers: this.headers,
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`the other agent's read: ${statusCode}`);
      times.push(performance.now() - begin);
      if (count % 20 === 0) peak = Math.max(peak, await this.node.residentBytes());
      await delay(PAUSE_MS);
    }
    const figures = await this.node.figures();
    const late = (name: string): number =>
      Math.max(0, figure(figures, `nodejs_eventloop_lag_${name}_seconds`) * 1e3 - TIMER_MS);
    return {
      p99: summary(times, seconds).p99,
      loopP99: late('p99'),
      loopMax: late('max'),
      peakMiB: peak / 1024 ** 2,
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Creates many pending requests of other agents on an object. */
async function leaveRequests(node: MeasuredNode, object: string): Promise<void> {
  for (let stranger = 0; stranger < STRANGERS; stranger += 1) {
    const token = await node.token(`https://stranger.example/${stranger}`);
    const headers = { ...node.headers, Authorization: `Bearer ${token}` };
    const body = JSON.stringify(change(object, 1, 'one', 'another'));
    for (let count = 0; count < CHANGES_OF_EACH; count += 1) await fetch(object, { method: 'PATCH', headers, body });
  }
}

async function tasks(node: MeasuredNode, object: string, quiet: string): Promise<Record<string, HostileTask>> {
  const path = new URL(object).pathname;
  const named = async (name: string): Promise<Record<string, string>> => ({
    ...node.headers,
    Authorization: `Bearer ${await node.token(`https://evil.example/${name}`)}`,
  });
  const query = async (body: string, name: string, patienceMs?: number): Promise<HostileTask> => ({
    kind: 'request',
    method: 'POST',
    path: '/sparql',
    headers: { ...(await named(name)), 'Content-Type': 'application/sparql-query', Accept: 'text/csv' },
    body,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  const read = (address: string): HostileTask => ({
    kind: 'request',
    method: 'GET',
    path: address,
    headers: node.headers,
  });
  const bodies: Record<string, HostileTask> = {};
  for (const [name, body] of Object.entries(hostileBodies(object)))
    bodies[name] = { kind: 'request', method: 'PATCH', path, headers: await named(encodeURIComponent(name)), body };
  const endless = `SELECT (COUNT(*) AS ?n) { ${Array.from({ length: 15 }, (_, n) => `VALUES ?v${n} { 0 1 2 3 4 5 6 7 8 9 }`).join(' ')} }`;
  return {
    'control: processes that only compute': { kind: 'compute' },
    'control: reads of one object': read(new URL(quiet).pathname),
    'pipelined /health/ready, not read': { kind: 'pipeline', path: '/health/ready' },
    'pipelined /docs, not read': { kind: 'pipeline', path: '/docs/swagger-ui-bundle.js' },
    'pipelined 401, not read': { kind: 'pipeline', path: '/nothing' },
    ...bodies,
    'heads at a byte a second': { kind: 'slow' },
    'a query of 800 KB': await query(`ASK { ${'a.'.repeat(400_000)} }`, 'text'),
    'queries that hang up': await query(endless, 'hangs-up', 200),
    'an audit trail of strangers': read(`${path}/audit-trail`),
    'pages of requests since a time': read('/action-requests?since=20200101T000000Z&limit=10'),
  };
}

/** Prints the table. */
export async function measureHostile(node: MeasuredNode, seconds: number): Promise<void> {
  const object = await node.create(piece);
  await leaveRequests(node, object);
  const quiet = await node.create(piece);
  const reader = new Reader(node, new URL(quiet).pathname, {
    Authorization: `Bearer ${await node.token(READING_AGENT)}`,
  });
  const only = process.env['ONLY'];
  const table = new Table([
    'beside',
    'connections',
    'idle p99 ms',
    'p99 ms',
    'ratio',
    'loop p99',
    'loop max',
    'RSS MiB',
  ]);
  console.log(table.head());
  await reader.measure(seconds);
  try {
    for (const [name, task] of Object.entries(await tasks(node, object, quiet)))
      for (const connections of task.kind === 'compute' ? [1, 2] : [1, 10]) {
        if (only !== undefined && !name.includes(only)) continue;
        const idle = await reader.measure(seconds);
        // A connection that needs processor time gets a process of its own.
        const clients = Array.from({ length: task.kind === 'compute' ? connections : 1 }, () =>
          fork(CLIENT, [], { execArgv: ['--import', 'tsx'] }),
        );
        const order: HostileOrder = { url: node.url, connections, task };
        for (const client of clients) client.send(order);
        await delay(1_000);
        const beside = await reader.measure(seconds);
        for (const client of clients) client.kill('SIGKILL');
        await delay(500);
        const ms = [idle.p99, beside.p99, beside.p99 / idle.p99, beside.loopP99, beside.loopMax];
        console.log(table.row([name, connections, ...ms.map((value) => value.toFixed(1)), beside.peakMiB.toFixed(0)]));
      }
  } finally {
    await reader.close();
  }
}
