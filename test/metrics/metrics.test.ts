import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { z } from 'zod';
import {
  respondWith,
  createPiece,
  eventually,
  fastRetries,
  Receiver,
  subscribe,
  partyFor,
} from '../support/exchange.js';
import { programVersion } from '../../src/version.js';
import { add, changeBody } from '../support/changes.js';
import { cargo, member, Party, startTestNode, type TestNode } from '../support/node.js';

/** Metrics of a node with a disk only. */
const ON_DISK = [
  'store_disk_bytes',
  'store_disk_free_bytes',
  'store_oldest_reading_seconds',
  'store_backup_age_seconds',
];
/** Of a node that standbys may follow. */
const WITH_STANDBY = ['standbys', 'standby_missing_commits'];
/** Of a node whose store is in a database. */
const IN_DATABASE = ['store_database_outages_total', 'store_database_reconnects_total'];
const WITH_ENGINE = ['position', 'behind', 'filled_graphs', 'failures', 'updates_total', 'statements_total'].map(
  (name) => `sparql_engine_${name}`,
);

/** A metric's values by their labels. */
function valuesOf(text: string, name: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`cargograph_${name}`) && !line.startsWith('#'));
  return new Map(
    lines.flatMap((line) => {
      const [, found, labels = '', value] = /^cargograph_(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return found === name ? [[labels, Number(value)]] : [];
    }),
  );
}

describe('GET /metrics', () => {
  let node: TestNode;
  const text = async (): Promise<string> => {
    const reply = await node.anonymous.get('/metrics');
    expect(reply.status).to.equal(200);
    return reply.text;
  };
  const metric = async (name: string): Promise<Map<string, number>> => valuesOf(await text(), name);

  before(async () => {
    node = await startTestNode({ env: fastRetries });
  });
  after(() => node.stop());

  it('answers callers on the same machine without a token, in the format of Prometheus', async () => {
    const { status, headers } = await node.anonymous.get('/metrics');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
  });

  it('answers internal agents from anywhere, and others neither directly nor through a proxy', async () => {
    const partner = await node.party('airline');
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.7' },
      { 'X-Forwarded-For': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { Via: '1.1 proxy' },
    ]) {
      expect((await node.anonymous.get('/metrics', { headers })).status).to.equal(401);
      expect((await partner.get('/metrics', { headers })).status).to.equal(403);
      expect((await node.holder.get('/metrics', { headers })).status).to.equal(200);
    }
  });

  it('is read only', async () => {
    const { status, headers } = await node.holder.post('/metrics', {});
    expect(status).to.equal(405);
    expect(headers.get('allow')).to.equal('GET, HEAD');
    expect((await node.anonymous.send('HEAD', '/metrics')).status).to.equal(200);
  });

  it('counts and times requests by route template, method and status', async () => {
    await createPiece(node.holder, { '@id': `${node.url}/logistics-objects/counted` });
    await node.holder.get('/logistics-objects/counted');
    await node.holder.get('/logistics-objects/not-there');
    await node.anonymous.get('/logistics-objects/counted');
    await node.holder.send('PROPFIND', '/logistics-objects/counted');
    await node.anonymous.get('/nowhere/at/all');
    const counted = await metric('http_requests_total');
    const of = (method: string, status: number, route = '/logistics-objects/:id'): number | undefined =>
      counted.get(`method="${method}",route="${route}",status="${status}"`);
    expect(of('GET', 200)).to.equal(1);
    expect(of('GET', 404)).to.equal(1);
    expect(of('GET', 401)).to.equal(1);
    expect(of('other', 405)).to.equal(1);
    expect(of('POST', 201, '/logistics-objects')).to.equal(1);
    expect(of('GET', 401, 'none')).to.equal(1);
    expect(
      (await metric('http_request_duration_seconds_count')).get('method="GET",route="/logistics-objects/:id"'),
    ).to.equal(3);
    // No URL, and nothing else that a caller chooses, becomes a label.
    expect(await text()).to.not.match(/counted"|not-there|nowhere|PROPFIND/);
  });

  it('counts commits and flushes', async () => {
    // A checkpoint of the log of proofs is a commit, too, and comes by itself.
    const other = await startTestNode({ env: { PROOF_LOG: 'false' } });
    try {
      const count = async (name: string): Promise<number> =>
        valuesOf((await other.anonymous.get('/metrics')).text, name).get('') ?? 0;
      const before = await count('store_commits_total');
      await createPiece(other.holder);
      expect(await count('store_commits_total')).to.equal(before + 1);
      expect(await count('store_flush_seconds_count')).to.be.greaterThan(0);
      expect(await count('store_flushed_commits_total')).to.equal(before + 1);
    } finally {
      await other.stop();
    }
  });

  it('has graphs, quads, memory and the event loop', async () => {
    await createPiece(node.holder);
    const after = await text();
    expect(Object.fromEntries(valuesOf(after, 'store_ready'))).to.deep.equal({
      'access="reads"': 1,
      'access="writes"': 1,
    });
    expect(valuesOf(after, 'store_quads').get('')).to.be.greaterThan(10);
    expect(valuesOf(after, 'store_graphs').get('')).to.be.greaterThan(3);
    expect(after)
      .to.match(/^process_resident_memory_bytes \d{8,}$/m)
      .and.to.match(/^nodejs_heap_size_used_bytes \d+/m);
    expect(valuesOf(after, 'event_loop_delay_seconds').has('statistic="p99"')).to.equal(true);
  });

  it('has the number and age of the notifications that wait for each subscriber', async () => {
    const receiver = await Receiver.start();
    try {
      receiver.behaviour = respondWith(503);
      await subscribe(node.holder, await partyFor(node.url, receiver.agent), { topic: `${cargo}Piece` });
      await createPiece(node.holder);
      await createPiece(node.holder);
      const label = `subscriber="${receiver.agent}"`;
      await eventually(async () => ((await metric('outbox_failing_attempts')).get(label) ?? 0) > 1);
      node.clock.advance(90);
      expect((await metric('outbox_depth')).get(label)).to.equal(2);
      expect((await metric('outbox_age_seconds')).get(label)).to.be.at.least(90);
      receiver.behaviour = respondWith(204);
      await eventually(async () => !(await metric('outbox_depth')).has(label));
      expect((await metric('outbox_age_seconds')).has(label)).to.equal(false);
      const attempts = await metric('delivery_attempt_seconds_count');
      expect(attempts.get('outcome="confirmed"')).to.equal(2);
      expect(attempts.get('outcome="failed"')).to.be.greaterThan(1);
    } finally {
      await receiver.close();
    }
  });

  it('has pending requests by kind, rejected tokens by reason, and the versions of the program', async () => {
    const piece = await createPiece(node.holder);
    const pending = async (): Promise<number> =>
      (await metric('requests_pending')).get('kind="ChangeRequest"') ?? Number.NaN;
    const before = await pending();
    const asked = await node.holder.patch(piece, changeBody(piece, 1, [add(piece, 'upid', 'x')]));
    expect(await pending()).to.equal(before + 1);
    await node.holder.patch(`${asked.headers.get('location') ?? ''}?status=REQUEST_REJECTED`);
    expect(await pending()).to.equal(before);

    const rejected = (await metric('tokens_rejected_total')).get('reason="malformed"') ?? Number.NaN;
    await new Party(node.url, '', 'not.a.token').get('/');
    await node.anonymous.get('/');
    const counts = await metric('tokens_rejected_total');
    expect(counts.get('reason="malformed"')).to.equal(rejected + 1);
    expect(counts.get('reason="missing"')).to.be.greaterThan(0);
    expect(counts.get('reason="expired"')).to.equal(0);
    const [versions] = (await metric('build_info')).keys();
    expect(versions).to.equal(`version="${programVersion()}",node="${process.versions.node}"`);
  });

  it('keeps the metrics of two nodes in one process apart', async () => {
    const other = await startTestNode();
    try {
      const own = await metric('store_commits_total');
      const { text: others } = await other.anonymous.get('/metrics');
      expect(valuesOf(others, 'store_commits_total').get('')).to.be.lessThan(own.get('') ?? 0);
    } finally {
      await other.stop();
    }
  });

  it('has the delay of the event loop, as /health/ready', async () => {
    // The node runs in this process, so the test can block its event loop.
    for (const until = performance.now() + 400; performance.now() < until;);
    const late = async (): Promise<number> => {
      const { json } = await node.anonymous.get('/health/ready');
      expect(json).to.have.property('eventLoopDelay').that.has.all.keys('meanMs', 'p99Ms', 'maxMs');
      return Number(member(member(json, 'eventLoopDelay'), 'maxMs'));
    };
    await eventually(async () => (await late()) >= 300);
    const delay = (await metric('event_loop_delay_seconds')).get('statistic="max"') ?? 0;
    expect(delay).to.be.within(0.3, 60);
  });
});

describe('docs/operations.md', () => {
  it('names metrics that the node has, as docs/alerts.yml does', async () => {
    const node = await startTestNode();
    try {
      const documents = ['operations.md', 'alerts.yml'].map((name) =>
        readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8'),
      );
      const manual = (await Promise.all(documents)).join('\n');
      const asked = new Set(Array.from(manual.matchAll(/cargograph_(\w+)/g), ([, name = '']) => stem(name)));
      const { text } = await node.anonymous.get('/metrics');
      const had = Array.from(text.matchAll(/^# TYPE cargograph_(\w+) /gm), ([, name = '']) => name);
      expect(asked.size).to.be.greaterThan(8);
      expect([...had, ...ON_DISK, ...WITH_STANDBY, ...IN_DATABASE, ...WITH_ENGINE]).to.include.members([...asked]);
    } finally {
      await node.stop();
    }
  });

  it('quotes messages that are in the sources', async () => {
    const manual = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const sources = fileURLToPath(new URL('../../src', import.meta.url));
    const files = await readdir(sources, { recursive: true });
    const texts = files.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(sources, name), 'utf8'));
    const said = (await Promise.all(texts)).join('\n');
    const table = manual.slice(manual.indexOf('## What to do when'), manual.indexOf('## Backup'));
    // In code marks, and of several words: a message of the node, or a part of one between placeholders.
    const quoted = Array.from(table.matchAll(/`([^`]*)`/g), ([, text = '']) => text)
      .filter((text) => /^[a-zA-Z]+(?: \S+){2,}$/.test(text) && !/^(?:GET|DELETE|node) /.test(text))
      .flatMap((text) => text.split(/ ?(?:…|<pid>) ?/).filter((part) => part.includes(' ')));
    expect(quoted.length).to.be.greaterThan(10);
    for (const text of quoted) expect(said.includes(text), text).to.equal(true);
  });
});

const panel = z.looseObject({
  id: z.number(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
});

describe('docs/grafana-dashboard.json', () => {
  it('gives each panel an id and a place of its own', async () => {
    const text = await readFile(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
    const { panels } = z.looseObject({ panels: z.array(panel) }).parse(JSON.parse(text));
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).to.equal(cells.length);
  });

  it('shows metrics that the node has, and all of its own', async () => {
    const node = await startTestNode();
    try {
      const dashboard = await readFile(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8');
      const asked = new Set(Array.from(dashboard.matchAll(/cargograph_(\w+)\{/g), ([, name = '']) => stem(name)));
      const { text: metrics } = await node.anonymous.get('/metrics');
      const had = new Set(Array.from(metrics.matchAll(/^# TYPE cargograph_(\w+) /gm), ([, name = '']) => name));
      // Only a node with a disk, with a database or with a SPARQL engine has these.
      for (const name of [...ON_DISK, ...IN_DATABASE, ...WITH_ENGINE]) had.add(name);
      expect([...asked].sort()).to.deep.equal([...had].sort());
    } finally {
      await node.stop();
    }
  });
});

/** A histogram's name without the suffix of its series. */
function stem(name: string): string {
  return name.replace(/_(bucket|count|sum)$/, '');
}
