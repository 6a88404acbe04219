import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { pino } from 'pino';
import { uuidSource } from '../../src/clock.js';
import { accessLog } from '../../src/http/server/access-log.js';
import { readTrace } from '../../src/tracing/request-trace.js';
import { createPiece } from '../support/exchange.js';
import { member, Party, startTestNode, type Json, type Reply, type TestNode } from '../support/node.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the log of requests', () => {
  let node: TestNode;
  const lines: Json[] = [];
  before(async () => {
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Json) });
    const env = { TRUSTED_PROXIES: '127.0.0.1,::1' };
    node = await startTestNode({ log, env });
  });
  after(() => node.stop());
  /** The line of an answer, which is written after it is received. */
  const lineOf = async ({ headers }: Reply): Promise<Json> => {
    for (;;) {
      const id = headers.get('x-request-id');
      const line = lines.find((each) => member(each, 'requestId') === id && member(each, 'msg') === 'request');
      if (line !== undefined) return line;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('names the agent, the address, the status and a new request id', async () => {
    const airline = await node.party('airline');
    const reply = await airline.get('/logistics-objects/none?access_token=secret', {
      headers: { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' },
    });
    expect(reply.headers.get('x-request-id')).to.match(UUID);
    const line = await lineOf(reply);
    expect(line).to.include({
      method: 'GET',
      url: '/logistics-objects/none?access_token=…',
      status: 404,
      agent: airline.agent,
      remoteAddress: '203.0.113.7',
      reason: 'this node has no Logistics Object with this URI',
    });
  });

  it('has the whole address of public pages, too', async () => {
    for (const path of ['/health/ready', '/docs/', '/openapi.json?x=1', '/dev-idp/.well-known/jwks.json'])
      expect(await lineOf(await node.anonymous.get(path))).to.include({ url: path, status: 200 });
  });

  it('names what was asked for by the pattern of its address, too (W78)', async () => {
    const object = await createPiece(node.holder);
    for (const [path, route] of [
      [`${object}/revisions/1`, '/logistics-objects/:id/revisions/:number'],
      [`${object}/timemap`, '/logistics-objects/:id/timemap'],
      [`${object}/changes?from=0&to=1`, '/logistics-objects/:id/changes'],
      ['/rdf-graph-store?graph=urn:x', '/rdf-graph-store'],
    ] as const)
      expect(await lineOf(await node.holder.get(path))).to.include({ route });
    expect(await lineOf(await node.holder.get('/nowhere'))).to.not.have.property('route');
  });

  it('names the trace of the caller', async () => {
    const line = await lineOf(await node.holder.get('/nowhere', { headers: { traceparent: TRACEPARENT } }));
    expect(line).to.include({ requestId: TRACE, traceparent: TRACEPARENT });
  });

  it('has the reason of an error, and never the content of a body', async () => {
    const wrong = await node.holder.post('/logistics-objects', { '@type': 'hidden-text' });
    expect(wrong.status).to.equal(400);
    expect(await lineOf(wrong))
      .to.have.property('reason')
      .that.matches(/^Invalid/)
      .and.does.not.contain('hidden');
    const denied = await new Party(node.url, '', 'not.a.token').get('/');
    expect(await lineOf(denied)).to.include({ status: 401, reason: 'the token is not a well-formed JWT' });
    expect(await lineOf(denied)).to.not.have.property('agent');
  });

  it('has no line for a read at info, and one for a write', async () => {
    await createPiece(node.holder);
    const created = lines.find((line) => member(line, 'method') === 'POST' && member(line, 'status') === 201);
    expect(created).to.include({ level: 30, agent: node.holder.agent, url: '/logistics-objects' });
    const read = await node.holder.get('/');
    expect(await lineOf(read)).to.include({ level: 20, status: 200 });
  });

  it('has 502, 503 and 507 as warnings, errors of callers as information, and other errors of the node as errors', () => {
    const levels: unknown[] = [];
    const log = pino(
      { level: 'debug' },
      { write: (line: string) => void levels.push(member(JSON.parse(line) as Json, 'level')) },
    );
    const logRequest = accessLog(log, () => '203.0.113.7');
    const trace = readTrace(undefined, undefined, uuidSource);
    const observed = { target: '/', route: '/', isStream: false, trace, start: 0 };
    for (const status of [500, 501, 502, 503, 505, 507])
      logRequest(new IncomingMessage(new Socket()), undefined, observed, status);
    expect(levels).to.deep.equal([50, 30, 40, 40, 30, 40]);
  });

  it('lets browsers read the request id', async () => {
    const reply = await node.anonymous.get('/health/live', { headers: { Origin: 'https://app.example' } });
    expect(reply.headers.get('access-control-expose-headers')).to.contain('X-Request-Id');
    const preflight = await node.anonymous.send('OPTIONS', '/', { headers: { Origin: 'https://app.example' } });
    expect(preflight.headers.get('x-request-id')).to.match(UUID);
  });
});
