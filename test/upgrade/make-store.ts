/**
 * `npx tsx test/upgrade/make-store.ts <checkout>`: has the program of an earlier version, built in a checkout of it, hold an
 * exchange, and writes its store and what it exports of it into this folder. Once for each version whose stores are
 * migrated: both files are then as that version wrote them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { add, changeBody, remove } from '../support/changes.js';
import { accept, delegate, eventBody, eventually, partyFor, subscribe, tokenFor } from '../support/exchange.js';
import { cargo, context, list, member, Party, type Reply } from '../support/node.js';
import { verificationBody } from '../support/verifications.js';
import { agentOf, BASE, id, PARTNER, storeFiles } from './stored-exchange.js';

const [, , checkout = ''] = process.argv;
const program = join(checkout, 'dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'cargograph-store-'));
const data = join(folder, 'data');
const env = {
  PATH: process.env['PATH'] ?? '',
  PORT: new URL(BASE).port,
  STORE_URL: `file:${data}`,
  BASE_URL: BASE,
  LOG_LEVEL: 'error',
};

function expectStatus(status: number, reply: Reply): Reply {
  if (reply.status !== status) throw new Error(`${String(reply.status)} instead of ${String(status)}: ${reply.text}`);
  return reply;
}

async function exchange(): Promise<void> {
  const holder = new Party(BASE, agentOf('_data-holder'), await tokenFor(BASE, agentOf('_data-holder')));
  const partner = await partyFor(BASE, PARTNER);
  const create = async (name: string, more: object = {}): Promise<void> => {
    const object = { '@context': context, '@id': id(name), '@type': 'cargo:Piece', ...more };
    expectStatus(201, await holder.post('/logistics-objects', object));
  };
  const ask = async (operations: Parameters<typeof changeBody>[2], revision: number): Promise<string> => {
    const body = changeBody(id('piece'), revision, operations);
    return expectStatus(201, await holder.patch('/logistics-objects/piece', body)).headers.get('location') ?? '';
  };
  await create('first');
  await create('second');
  const contained = (name: string): object => ({ 'cargo:containedPieces': { '@id': id(name) } });
  const weight = {
    '@type': 'cargo:Value',
    'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '1.5' },
  };
  await create('piece', { ...contained('first'), 'cargo:upid': 'UPID-77', 'cargo:grossWeight': weight });
  await delegate(holder, partner, { objects: [id('piece')], delegates: [PARTNER] });
  await subscribe(holder, partner, { topic: `${cargo}Piece` });
  await accept(holder, await ask([add(id('piece'), 'goodsDescription', 'Oranges')], 1));
  const links = [
    remove(id('piece'), 'containedPieces', id('first'), 'Piece'),
    add(id('piece'), 'containedPieces', id('second'), 'Piece'),
  ];
  await accept(holder, await ask(links, 2));
  await ask([add(id('piece'), 'slac', '3', 'xsd:integer')], 3);
  const rejected = await ask([add(id('piece'), 'slac', '4', 'xsd:integer')], 3);
  expectStatus(204, await holder.patch(`${rejected}?status=REQUEST_REJECTED`));
  expectStatus(201, await holder.post('/logistics-objects/piece/logistics-events', eventBody()));
  const verification = verificationBody(id('piece'), 3);
  expectStatus(
    201,
    await partner.post('/logistics-objects/piece', verification, {
      'Content-Type': 'application/ld+json; version=2.3.0',
    }),
  );
  const notification = {
    '@context': context,
    '@id': `${PARTNER}/notifications/1`,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    'api:hasLogisticsObject': { '@id': `${PARTNER}/pieces/1` },
  };
  expectStatus(204, await partner.post('/notifications', notification));
  // The partner cannot be reached: what it is to be told waits.
  await eventually(async () => list(member((await holder.get('/internal/deliveries')).json, 'items')).length > 0);
}

const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
for await (const chunk of child.stdout) if (String(chunk).includes('listening on')) break;
try {
  await exchange();
} finally {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
const run = (...args: string[]): void => void execFileSync(process.execPath, [program, ...args], { env });
run('backup', join(folder, 'backup'));
run('export', join(folder, 'store.nq'));
const version = execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' }).trim();
const files = storeFiles(version);
writeFileSync(files.store, gzipSync(readFileSync(join(folder, 'backup', 'store.mdb')), { level: 9 }));
writeFileSync(files.dump, gzipSync(readFileSync(join(folder, 'store.nq')), { level: 9 }));
rmSync(folder, { recursive: true });
