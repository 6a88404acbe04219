/**
 * `npm run bench:console`: the time of console requests with many objects, one of them with many revisions, against the
 * limits of 50 ms (and 250 ms for previews) at the 99th percentile. The last column is processor time per request. Then
 * reads beside three open consoles, against reads without. `ONLY=<words>,<words>`: only the addresses with any of these
 * in their names, or `beside`; `CPU_PROF=<folder>`: with a profile of the node.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besideConsoles } from './beside-consoles.js';
import { drawingRows, type Row } from './console-drawings.js';
import { changer } from './changer.js';
import { copyUri, fill } from './fill.js';
import { load } from './load.js';
import { MeasuredNode } from './node.js';
import { change, piece } from './payloads.js';

const OBJECTS = Number(process.env['OBJECTS'] ?? 100_000);
const REVISIONS = Number(process.env['REVISIONS'] ?? 1_000);
/** Pending requests on one object, and objects that the partner may read. */
const PENDING = 100;
const READABLE = 500;
const SECONDS = Number(process.env['SECONDS'] ?? 3);
const CONNECTIONS = 2;

const random = (below: number): number => Math.floor(Math.random() * below);
const idOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

async function main(folder: string): Promise<boolean> {
  const settings = { STORE_URL: `file:${folder}`, PORT: process.env['PORT'] ?? '0', SPARQL_WARM: 'false' };
  let node = await MeasuredNode.start(settings);
  const template = await node.create({ ...piece, 'cargo:upid': 'UPID-0' });
  const base = node.url;
  await node.stop();
  await fill(folder, base, template, OBJECTS);
  process.stdout.write(`\r${OBJECTS} objects                    \n`);
  node = await MeasuredNode.start({ ...settings, PORT: new URL(base).port }, { profile: process.env['CPU_PROF'] });
  try {
    let isWithin = true;
    const only = process.env['ONLY'] ?? '';
    const rows =
      only === 'beside'
        ? []
        : (await prepare(node, base)).filter(({ name }) => only.split(',').some((words) => name.includes(words)));
    for (const { name, path, bound, headers = node.headers } of rows) {
      const before = await cpuSeconds(base);
      const { rate, p50, p99 } = await load({ url: base, path, headers, seconds: SECONDS, connections: CONNECTIONS });
      isWithin &&= p99 <= bound;
      const cpu = ((await cpuSeconds(base)) - before) / (rate * SECONDS);
      const figures = [
        `${p50} ms`.padStart(7),
        `${p99} ms`.padStart(7),
        `${Math.round(rate)}/s`.padStart(8),
        `${(cpu * 1000).toFixed(1)} ms`.padStart(9),
      ];
      process.stdout.write(`${name.padEnd(56)} ${figures.join(' ')}  ${p99 <= bound ? '' : `over ${bound} ms`}\n`);
    }
    if (only !== '' && only !== 'beside') return isWithin;
    const some = Array.from({ length: Math.min(OBJECTS, 1_000) }, (_, number) => copyUri(base, number));
    process.stdout.write(`${await besideConsoles(node, some, () => cpuSeconds(base))}\n`);
    return isWithin;
  } finally {
    await node.stop();
  }
}

/** Processor time of the node, which other work on the machine does not affect. */
async function cpuSeconds(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? NaN);
}

async function prepare(node: MeasuredNode, base: string): Promise<readonly Row[]> {
  const long = await node.create({ ...piece, 'cargo:upid': 'UPID-LONG' });
  const next = await changer(node, long);
  for (let revision = 1; revision < REVISIONS; revision += 1) await next();
  const busy = await node.create({ ...piece, 'cargo:goodsDescription': 'v1' });
  const requests: string[] = [];
  for (let number = 0; number < PENDING; number += 1)
    requests.push(await node.make('PATCH', busy, change(busy, 1, 'v1', `v${number + 2}`)));
  const agent = `${base}/logistics-objects/airline`;
  const list = {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
    '@type': 'acl:Authorization',
    'acl:agent': { '@id': agent },
    'acl:mode': { '@id': 'acl:Read' },
  };
  for (let number = 0; number < READABLE; number += 1) await node.send('PUT', `${copyUri(base, number)}/acl`, list);
  const partner = { Authorization: `Bearer ${await node.token(agent)}` };

  const [one, many] = [50, 250];
  const at = (path: string): string => `/internal${path}`;
  const objects = at('/objects');
  const longAt = at(`/objects/${idOf(long)}`);
  const copy = (): string => idOf(copyUri(base, random(OBJECTS)));
  const revision = (): number => 1 + random(REVISIONS);
  const request = (): string => idOf(requests[random(requests.length)] ?? '');
  return [
    { name: '/console/config.json', path: () => '/console/config.json', bound: one },
    { name: '/internal/me', path: () => at('/me'), bound: one },
    { name: 'objects, newest first', path: () => objects, bound: one },
    { name: 'objects, any page of the first 1,000', path: () => `${objects}?skip=${random(20) * 50}`, bound: one },
    { name: 'objects, any page of the first 10,000', path: () => `${objects}?skip=${random(10_000)}`, bound: one },
    { name: 'objects of a type, last changed first', path: () => `${objects}?type=Piece&sort=-modified`, bound: one },
    { name: 'objects by the beginning of an id', path: () => `${objects}?q=${copy().slice(0, 6)}`, bound: one },
    {
      name: 'objects that a partner may read',
      path: () => `${objects}?skip=${random(10) * 50}`,
      bound: one,
      headers: partner,
    },
    { name: 'look up an id', path: () => at(`/lookup?q=${copy()}`), bound: one },
    { name: 'look up the beginning of an id', path: () => at(`/lookup?q=${copy().slice(0, 3)}`), bound: one },
    { name: 'look up an identifier', path: () => at('/lookup?q=UPID-LONG'), bound: one },
    {
      name: 'look up, by a partner that may read little',
      path: () => at(`/lookup?q=${copy().slice(0, 2)}`),
      bound: one,
      headers: partner,
    },
    { name: 'revisions of an object', path: () => at(`/objects/${copy()}/revisions`), bound: one },
    {
      name: 'revisions of the long one, any page',
      path: () => `${longAt}/revisions?skip=${random(REVISIONS)}`,
      bound: one,
    },
    { name: 'a revision of the long one', path: () => `${longAt}/revisions/${revision()}`, bound: one },
    { name: 'the last two revisions compared', path: () => `${longAt}/diff`, bound: one },
    {
      name: 'any two revisions compared',
      path: () => `${longAt}/diff?from=${revision()}&to=${revision()}`,
      bound: one,
    },
    { name: 'requests, pending first', path: () => at('/requests'), bound: one },
    { name: 'requests, any page', path: () => at(`/requests?skip=${random(REVISIONS)}`), bound: one },
    { name: 'requests of the long object', path: () => at(`/requests?object=${encodeURIComponent(long)}`), bound: one },
    {
      name: 'requests of a kind and status',
      path: () => at('/requests?type=ChangeRequest&status=REQUEST_ACCEPTED'),
      bound: one,
    },
    { name: `a request with ${PENDING - 1} rivals`, path: () => at(`/requests/${request()}`), bound: one },
    {
      name: `preview: accept it`,
      path: () => at(`/requests/${request()}/preview?decision=REQUEST_ACCEPTED`),
      bound: many,
    },
    {
      name: `preview: reject it`,
      path: () => at(`/requests/${request()}/preview?decision=REQUEST_REJECTED`),
      bound: many,
    },
    ...(await drawingRows(node, OBJECTS, one)),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'cargograph-console-'));
try {
  if (!(await main(folder))) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
