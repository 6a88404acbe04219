import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { isTracingConfigured } from '../../src/tracing/opentelemetry.js';
import { createPiece, eventually, fastRetries, Receiver, subscribe, tokenFor } from '../support/exchange.js';
import { cargo, Party } from '../support/node.js';
import { type NodeProcess, spawnNode } from '../support/process.js';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  name: z.string(),
  kind: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
/** The body of an export (OTLP/HTTP with JSON). */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
type ReceivedSpan = z.output<typeof span>;

const valueOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];

describe('OpenTelemetry', () => {
  let folder: string;
  let collector: Server;
  let receiver: Receiver;
  let node: NodeProcess;
  const spans: ReceivedSpan[] = [];
  const services = new Set<unknown>();
  const named = (name: string): ReceivedSpan[] => spans.filter((each) => each.name === name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-tracing-'));
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        expect(request.url).to.equal('/v1/traces');
        const { resourceSpans } = exported.parse(JSON.parse(Buffer.concat(chunks).toString()));
        for (const { resource, scopeSpans } of resourceSpans) {
          services.add(valueOf(resource, 'service.name'));
          spans.push(...scopeSpans.flatMap((scope) => scope.spans));
        }
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    receiver = await Receiver.start();
    node = spawnNode(folder, {
      ...fastRetries,
      PORT: '0',
      STORE_URL: 'file:data',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'forwarder',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    await node.listening;
  });
  after(async () => {
    node.kill('SIGKILL');
    await node.ended;
    await receiver.close();
    collector.close();
    await rm(folder, { recursive: true });
  });

  it('sends spans of requests, transactions, flushes, validations, deliveries and queries, in one trace', async () => {
    const url = await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    const holder = new Party(url, agent, await tokenFor(url, agent));
    const partner = new Party(url, receiver.agent, await tokenFor(url, receiver.agent));
    await subscribe(holder, partner, { topic: `${cargo}Piece` });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const piece = { '@context': { cargo }, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'hidden-text' };
    const created = await holder.post('/logistics-objects', piece, { traceparent });
    expect(created.status).to.equal(201);
    await createPiece(holder);
    await holder.get(`/sparql?query=${encodeURIComponent('ASK { ?s ?p "hidden-text" }')}`);
    await holder.get('/logistics-objects/none');
    const names = ['transaction', 'flush', 'validation', 'delivery', 'query', 'POST /logistics-objects', 'GET /sparql'];
    await eventually(() =>
      Promise.resolve(names.every((name) => named(name).length > 0) && named('delivery').length > 1),
    );
    expect([...services]).to.deep.equal(['forwarder']);

    const request = named('POST /logistics-objects').find((each) => each.traceId === traceId);
    expect(request).to.include({ parentSpanId: '00f067aa0ba902b7', kind: 2 });
    if (request === undefined) return;
    expect(valueOf(request, 'cargograph.agent')).to.equal(agent);
    expect(Number(valueOf(request, 'http.response.status_code'))).to.equal(201);
    for (const name of ['transaction', 'validation', 'delivery']) {
      const own = named(name).find((each) => each.traceId === traceId);
      expect(own, name).to.include({ parentSpanId: request.spanId });
    }
    // A request without a trace begins one, and its delivery is in it.
    const [other] = named('POST /logistics-objects').filter((each) => each.traceId !== traceId);
    expect(named('delivery').map((each) => each.traceId)).to.include(other?.traceId);
    // The partner continues the trace of the delivery.
    const delivery = named('delivery').find((each) => each.traceId === traceId);
    const sent = receiver.received.map(({ headers }) => headers['traceparent']);
    expect(sent).to.include(`00-${traceId}-${delivery?.spanId}-01`);
    expect(JSON.stringify(spans)).to.not.contain('hidden-text');
  });

  it('sends the last spans when the node stops', async () => {
    node.kill('SIGTERM');
    expect((await node.ended).code).to.equal(0);
    expect(named('GET /logistics-objects/:id').map((each) => valueOf(each, 'http.response.status_code'))).to.not.be
      .empty;
  });

  for (const [env, expected] of [
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'x' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
  ] as const)
    it(`is ${expected ? '' : 'not '}loaded with ${JSON.stringify(env)}`, () => {
      expect(isTracingConfigured(env)).to.equal(expected);
    });
});
