/**
 * `npm run bench -- --check`: limits for ratios of two times that are measured in alternation on the same machine. They
 * are not tests, because other work on the machine would make them fail.
 */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { apiVersions } from '../src/api-versions.js';
import { negotiate } from '../src/http/representation/negotiation.js';
import { readJsonLd } from '../src/rdf/jsonld/reader.js';
import { lexicalError } from '../src/rdf/literals.js';
import { createVocabulary, standardNamespaces, xsdNs } from '../src/rdf/vocabulary.js';
import { summary } from './load.js';
import type { MeasuredNode } from './node.js';
import { anotherPiece, piece } from './payloads.js';

type Task = () => unknown;

/** The limit of the time for four times the input: linear is 4, quadratic 16. */
const MAX_LINEAR = 10;
const ROUNDS = 5;
const MANY_OBJECTS = 5_000;
const IDLE_CONNECTIONS = 1_000;
const OBJECTS_IN_QUERY = 40;
const ENDLESS =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n1 ?o . ?q ?r ?s . ?t ?u ?v }';

async function timed(task: Task): Promise<number> {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}

/** The times of a task that is repeated while `goOn` returns true. */
async function times(task: Task, goOn: (count: number) => boolean): Promise<readonly number[]> {
  const found: number[] = [];
  while (goOn(found.length)) found.push(await timed(task));
  return found;
}

/** The ratio of two tasks' times: the quickest of several rounds for each, in alternation. */
async function ratioOf(task: Task, other: Task): Promise<number> {
  let [best, bestOther] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    bestOther = Math.min(bestOther, await timed(other));
    best = Math.min(best, await timed(task));
  }
  return best / bestOther;
}

class Checks {
  #failed = 0;

  get failed(): number {
    return this.#failed;
  }

  report(what: string, ratio: number, max: number): void {
    const isWithin = ratio <= max;
    if (!isWithin) this.#failed += 1;
    console.log(`${isWithin ? 'ok  ' : 'FAIL'} ${what.padEnd(60)} ${ratio.toFixed(2).padStart(7)}, at most ${max}`);
  }

  /** @param task the work on an input of this length. */
  async linear(what: string, length: number, task: (length: number) => unknown): Promise<void> {
    const ratio = await ratioOf(
      () => task(4 * length),
      () => task(length),
    );
    this.report(`${what}: four times the input`, ratio, MAX_LINEAR);
  }
}

async function checkParsers(checks: Checks): Promise<void> {
  const defaults = { versions: apiVersions, version: '2.0.0', jsonLd: 'compacted' } as const;
  const ignoreError = (task: Task): void => {
    try {
      task();
    } catch {
      // Rejecting an input takes time, too.
    }
  };
  await checks.linear('Accept', 100_000, (length) => {
    for (const part of ['a/b;q=0.1,', '"', ';', 'text/turtle;q="'])
      ignoreError(() => negotiate(part.repeat(length / part.length), defaults));
  });
  await checks.linear('lexical forms', 500_000, (length) => {
    for (const name of ['dateTime', 'decimal', 'duration', 'language'])
      for (const text of ['1'.repeat(length), '-0'.repeat(length / 2)]) lexicalError(text, xsdNs + name);
  });
  const base = 'http://localhost/';
  await checks.linear('JSON-LD', 5_000, async (length) => {
    const items = Array.from({ length }, (_, number) => ({ '@id': `${base}${number}`, 'urn:p': number }));
    await readJsonLd(
      { '@id': base, 'urn:items': items },
      { vocabulary: createVocabulary(standardNamespaces), strict: false },
    );
  });
}

async function checkNode(checks: Checks, start: () => Promise<MeasuredNode>): Promise<void> {
  const node = await start();
  try {
    const object = await node.create(piece);
    const read = async (): Promise<void> => {
      await node.send('GET', object);
    };
    const p50 = async (count: number): Promise<number> => summary(await times(read, (done) => done < count), 1).p50;
    await p50(2_000);
    const few = await p50(1_000);

    const idle = await Promise.all(Array.from({ length: IDLE_CONNECTIONS }, () => openConnection(node.url)));
    checks.report(`read with ${IDLE_CONNECTIONS} idle connections, median`, (await p50(1_000)) / few, 2);
    for (const socket of idle) socket.destroy();

    await checkManyObjects(checks, node);
    await checkQueryIsolation(checks, node, read);

    const shipment = {
      ...piece,
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'x',
      'cargo:pieces': Array.from({ length: 99 }, () => ({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' })),
    };
    for (let objects = 0; objects < MANY_OBJECTS; objects += 100) await node.create(shipment);
    checks.report(`read among ${MANY_OBJECTS} objects, median`, (await p50(1_000)) / few, 2);
  } finally {
    await node.stop();
  }
}

/** Objects in one request against as many requests over one connection (W74). */
async function checkManyObjects(checks: Checks, node: MeasuredNode): Promise<void> {
  const objects: string[] = [];
  while (objects.length < OBJECTS_IN_QUERY) objects.push(await node.create(anotherPiece(objects.length)));
  const body = {
    '@context': { api: 'https://onerecord.iata.org/ns/api#' },
    '@type': 'api:LogisticsObjectsQuery',
    'api:hasLogisticsObjects': objects.map((object) => ({ '@id': object })),
  };
  const ratio = await ratioOf(
    async () => {
      for (let repeated = 0; repeated < 20; repeated += 1) await node.send('POST', '/logistics-objects/query', body);
    },
    async () => {
      for (let repeated = 0; repeated < 20; repeated += 1) for (const object of objects) await node.send('GET', object);
    },
  );
  checks.report(`${OBJECTS_IN_QUERY} objects in one request, to ${OBJECTS_IN_QUERY} requests`, ratio, 0.5);
}

/** Reads while a query runs into its limit. */
async function checkQueryIsolation(checks: Checks, node: MeasuredNode, read: () => Promise<void>): Promise<void> {
  const query = (text: string): Promise<number> =>
    fetch(`${node.url}/sparql?query=${encodeURIComponent(text)}`, {
      headers: { Authorization: node.headers['Authorization'] ?? '' },
    }).then(async (response) => {
      await response.text();
      return response.status;
    });
  await query('ASK {}');
  const quiet = summary(await times(read, (count) => count < 1_000), 1).p99;
  let isOver = false;
  const running = query(ENDLESS).finally(() => (isOver = true));
  const busy = summary(await times(read, () => !isOver), 1).p99;
  if ((await running) !== 503) throw new Error('the query has ended before its limit');
  checks.report('read beside a query without end, 99th percentile', busy / quiet, 5);
}

async function openConnection(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), 'localhost');
  await once(socket, 'connect');
  return socket.on('error', () => undefined);
}

/** Whether all times are within their limits. Prints each. */
export async function check(start: () => Promise<MeasuredNode>): Promise<boolean> {
  const checks = new Checks();
  await checkParsers(checks);
  await checkNode(checks, start);
  return checks.failed === 0;
}
