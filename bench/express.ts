/**
 * The processor time that Express adds to a request: bare node:http, the same handler behind one Express middleware,
 * and a route of Express. Each server runs in a process of its own and sends the same small response.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { load } from './load.js';

const BODY = Buffer.from(JSON.stringify({ '@id': 'https://node.example/logistics-objects/piece-1' }));
const TYPE = 'application/ld+json';

const respond: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': BODY.length });
  response.end(BODY);
};

const variants = {
  'node:http': () => respond,
  'node:http behind one Express middleware': () => express().disable('x-powered-by').disable('etag').use(respond),
  'a route of Express': () =>
    express()
      .disable('x-powered-by')
      .disable('etag')
      .get('/', (_request, response) => {
        response.set('Content-Type', TYPE).send(BODY);
      }),
} satisfies Record<string, () => RequestListener>;
type Variant = keyof typeof variants;

/** The child process: sends its port, then its processor time in µs for each message. */
function serve(variant: Variant): void {
  const server = createServer(variants[variant]());
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}

/** Prints the processor time per request for each variant, as the median of alternating runs. */
export async function measureExpress(seconds: number): Promise<void> {
  const servers = await Promise.all(
    (Object.keys(variants) as Variant[]).map(async (variant) => {
      const child = fork(fileURLToPath(import.meta.url), [variant], { execArgv: ['--import', 'tsx'] });
      const receive = async (): Promise<number> => Number(((await once(child, 'message')) as unknown[])[0]);
      const url = `http://127.0.0.1:${await receive()}/`;
      const cpuTime = async (): Promise<number> => {
        const received = receive();
        child.send('cpu');
        return received;
      };
      return { variant, child, url, cpuTime, runs: [] as number[] };
    }),
  );
  try {
    for (const { url } of servers) await load({ url, headers: {}, seconds: 2 });
    for (let round = 0; round < 5; round += 1) {
      for (const { url, cpuTime, runs } of servers) {
        const before = await cpuTime();
        const { rate } = await load({ url, headers: {}, seconds: seconds / 5 });
        runs.push(((await cpuTime()) - before) / (rate * (seconds / 5)));
      }
    }
  } finally {
    for (const { child } of servers) child.kill();
  }
  for (const { variant, runs } of servers) {
    const median = runs.sort((one, other) => one - other)[2] ?? NaN;
    console.log(`${variant.padEnd(44)} ${median.toFixed(0).padStart(7)} µs of processor time per request`);
  }
}

const [, script, variant = ''] = process.argv;
if (script === fileURLToPath(import.meta.url) && variant in variants) serve(variant as Variant);
