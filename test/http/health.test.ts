import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { Degradations } from '../../src/degradations.js';
import { ServiceError } from '../../src/errors.js';
import { healthPages } from '../../src/monitoring/health.js';
import type { FillProgress } from '../../src/monitoring/readiness.js';
import { iri } from '../../src/rdf/terms.js';

describe('/health/ready', () => {
  const status = { reads: true, writes: true, graphs: 1, statements: 1, sequence: 1 };
  const degradations = new Degradations();
  let fillings: readonly FillProgress[] = [];
  const delay = { meanMs: 0, p99Ms: 0, maxMs: 0 };
  const internal = {
    authenticate: (authorization: string | undefined) => {
      if (authorization === 'Bearer wrong') return Promise.reject(new ServiceError('unauthenticated', 'wrong token'));
      return Promise.resolve({ agent: iri('https://a.example/agent'), internal: authorization === 'Bearer internal' });
    },
    keySets: () => [{ issuer: 'https://idp.example', state: 'missing' as const, keys: 0, error: 'no route' }],
  };
  const app = express();
  const pages = healthPages({ status: () => status }, { delay }, degradations, () => fillings, internal);
  for (const { path, handler } of pages.publicRoutes) app.use(path, handler);
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
  const read = async (authorization?: string, more = {}): Promise<{ status: number; json: unknown }> => {
    const headers = { ...(authorization !== undefined && { authorization }), ...more };
    const response = await fetch(url, { headers });
    return { status: response.status, json: await response.json() };
  };

  it('has no `degraded` member without degradations', async () => {
    const { json } = await read();
    expect(json).to.include({ status: 'ready' }).and.to.not.have.property('degraded');
  });

  it('shows the state of key sets to internal agents only', async () => {
    expect((await read('Bearer internal')).json)
      .to.have.property('keySets')
      .that.deep.equals(internal.keySets());
    for (const authorization of [undefined, 'Bearer partner', 'Bearer wrong']) {
      const { status: code, json } = await read(authorization);
      expect(code).to.equal(200);
      expect(json, String(authorization))
        .to.deep.equal((await read()).json)
        .and.not.have.property('keySets');
    }
  });

  it('shows the progress of datasets to internal agents and callers on the same machine only', async () => {
    const partner = 'https://a.example/partner';
    fillings = [
      { namedGraphs: true, statements: 1000, expectedStatements: 4000, seconds: 3 },
      { agent: partner, namedGraphs: false, statements: 0, seconds: 0 },
    ];
    const proxied = { 'X-Forwarded-For': '203.0.113.7' };
    for (const told of [await read(), await read('Bearer internal', proxied)])
      expect(told.json).to.have.property('filling').that.deep.equals(fillings);
    for (const authorization of [undefined, 'Bearer partner', 'Bearer wrong'])
      expect((await read(authorization, proxied)).json).to.deep.equal({ status: 'ready' });
    fillings = [];
    expect((await read()).json).to.not.have.property('filling');
  });

  it('shows everybody else the status only, and internal agents behind a proxy the figures, too', async () => {
    for (const field of ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via']) {
      const proxied = { [field]: 'for=203.0.113.7' };
      for (const authorization of [undefined, 'Bearer partner', 'Bearer wrong'])
        expect(await read(authorization, proxied)).to.deep.equal({ status: 200, json: { status: 'ready' } });
      expect((await read('Bearer internal', proxied)).json).to.include.keys('store', 'eventLoopDelay', 'keySets');
    }
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
