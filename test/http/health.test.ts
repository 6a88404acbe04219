import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { Degradations } from '../../src/degradations.js';
import { healthRouter } from '../../src/http/monitoring/health-routes.js';

describe('/health/ready', () => {
  const status = { ready: true, graphs: 1, statements: 1, sequence: 1 };
  const degradations = new Degradations();
  const delay = { meanMs: 0, p99Ms: 0, maxMs: 0 };
  const app = express().use('/health', healthRouter({ status: () => status }, { delay }, degradations));
  const server = createServer((request, response) => {
    app(request, response);
  });
  let url: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/health/ready`;
  });
  after(() => server.close());
  const read = async (): Promise<{ status: number; json: unknown }> => {
    const response = await fetch(url);
    return { status: response.status, json: await response.json() };
  };

  it('has no `degraded` member without degradations', async () => {
    const { json } = await read();
    expect(json).to.include({ status: 'ready' }).and.to.not.have.property('degraded');
  });

  it('stays 200 and lists each degradation with key, reason and latest count until it is cleared', async () => {
    degradations.report('one', 'entries were set aside', 1);
    degradations.report('two', 'threads cannot be made', 4);
    degradations.report('one', 'entries were set aside', 3);
    const { status: code, json } = await read();
    expect(code).to.equal(200);
    expect(json)
      .to.have.property('degraded')
      .that.deep.equals([
        { key: 'one', reason: 'entries were set aside', count: 3 },
        { key: 'two', reason: 'threads cannot be made', count: 4 },
      ]);
    degradations.clear('two');
    degradations.report('one', 'entries were set aside', 0);
    expect((await read()).json).to.not.have.property('degraded');
  });
});
