/** The headers and bodies that a proxy must not change: reads and writes go through it to a node. */
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, fetch, type RequestInit } from 'undici';
import { type NodeProcess, spawnNode } from '../../../test/support/process.js';

/** A node behind a proxy at `baseUrl`; it listens on `port`. */
export async function nodeBehind(folder: string, baseUrl: string, port: number): Promise<NodeProcess> {
  const node = spawnNode(folder, {
    PORT: String(port),
    BASE_URL: baseUrl,
    STORE_URL: 'memory:',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await node.listening;
  return node;
}

async function tokenOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from('holder:holder-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/**
 * Reads and writes through a proxy.
 *
 * @param ca of the proxy's certificate, if it has one.
 * @throws AssertionError for a response that the proxy has changed.
 */
export async function readThrough(baseUrl: string, nodePort: number, ca?: string): Promise<void> {
  const dispatcher = new Agent({ connect: ca === undefined ? {} : { ca } });
  const token = await tokenOf(nodePort);
  const send = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(path.startsWith('http') ? path : baseUrl + path, {
      ...init,
      dispatcher,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  const jsonLd = { 'Content-Type': 'application/ld+json' };
  const piece = {
    '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': 'Printed brochures',
  };
  try {
    await started(() => send('/health/live'));
    const created = await send('/logistics-objects', { method: 'POST', body: JSON.stringify(piece) }, jsonLd);
    assert.equal(created.status, 201);
    const location = created.headers.get('location') ?? '';
    assert.ok(location.startsWith(`${baseUrl}/logistics-objects/`), location);
    const read = await send(location);
    assert.equal(read.status, 200);
    assert.match(await read.text(), /Printed brochures/);
    const again = await send(location, {}, { 'If-None-Match': read.headers.get('etag') ?? '' });
    assert.equal(again.status, 304, 'a conditional read');
    assert.equal((await send('/logistics-objects/a%2Fb')).status, 404, 'an encoded slash');

    const large = await send('/logistics-objects', { method: 'POST', body: `"${'x'.repeat(1_200_000)}"` }, jsonLd);
    assert.equal(large.status, 413);
    assert.match(await large.text(), /api:Error/, 'the error of the node');
    const metrics = await fetch(`${baseUrl}/metrics`, { dispatcher });
    assert.equal(metrics.status, 404, '/metrics');

    const stream = await send('/internal/notifications/stream', { signal: AbortSignal.timeout(10_000) });
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
    await stream.body?.cancel();
  } finally {
    await dispatcher.destroy();
  }
}

/** Waits until the proxy listens. */
async function started(ask: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { status } = await ask();
      assert.equal(status, 200);
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    }
  }
}
