import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { parseConfig } from '../../../src/conformance/config.js';
import { rows } from '../../../src/conformance/rows/index.js';
import { type Ran, runKit } from '../../../src/conformance/run.js';
import { htmlReport } from '../../../src/conformance/reports/html.js';
import { junitReport } from '../../../src/conformance/reports/junit.js';
import { terminalReport } from '../../../src/conformance/reports/terminal.js';
import { freePort } from '../../support/ports.js';
import { strangeServer } from './strange-server.js';

const json = { 'Content-Type': 'application/ld+json' };

/** Servers that answer everything wrongly, each in its way. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'nothing but a status': (response) => response.writeHead(200).end(),
  'HTML of a proxy': (response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway'),
  'JSON that nests deeply': (response) => response.writeHead(200, json).end('['.repeat(50_000) + ']'.repeat(50_000)),
  'objects that nest deeply': (response) =>
    response.writeHead(200, json).end('{"http://a.example/a":'.repeat(5000) + '1' + '}'.repeat(5000)),
  'a context that includes itself': (response) =>
    response.writeHead(200, json).end('{"@context":{"a":{"@id":"b"},"b":{"@id":"a"}},"@type":"a","b":1}'),
  'names that JavaScript has': (response) =>
    response.writeHead(200, json).end('{"__proto__":{"x":1},"constructor":1,"@type":"__proto__"}'),
  'bytes that are no text': (response) => response.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0, 0x7b, 0xc3])),
  'addresses that are none': (response) =>
    response
      .writeHead(201, { ...json, Location: 'http://[', Type: ':', Revision: 'x', 'Latest-Revision': '-1' })
      .end('{}'),
  'an address elsewhere': (response) => response.writeHead(201, { Location: 'http://127.0.0.1:1/x' }).end(),
  'a redirect to itself': (response) => response.writeHead(302, { Location: '/' }).end(),
  'a part of a body': (response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' });
    response.write('{"');
    setImmediate(() => response.destroy());
  },
};

describe('Conformance: a hostile server', () => {
  /** The ids of the checks that failed for one of them. */
  const failed = new Set<string>();

  const judged = async (answer: (response: ServerResponse) => void): Promise<Ran> => {
    const server = await strangeServer((request, response) => {
      request.resume();
      answer(response);
    });
    const port = await freePort();
    const token = { token: 'opaque', agent: `http://localhost:${port}/logistics-objects/x` };
    const config = parseConfig({ holder: token, partner: token, stranger: token }, {});
    const receiver = { listen: { host: '127.0.0.1', port } };
    try {
      return await runKit({ config: { ...config, server: server.url }, rows, versions: ['2.0.0', '2.3.0'], receiver });
    } finally {
      await server.close();
    }
  };

  for (const [name, answer] of Object.entries(answers))
    it(`that sends ${name} is judged to the end, and fails`, async () => {
      // Without an answer to the first request there is no run.
      let isFirst = true;
      const { report } = await judged((response) => {
        if (isFirst) response.end('{}');
        else answer(response);
        isFirst = false;
      });
      const results = report.versions.flatMap((version) => version.results);
      expect(results).to.have.length(2 * rows.length);
      for (const { outcome, row } of results) if (outcome === 'failed') failed.add(row.id);
      expect(results.filter(({ outcome }) => outcome === 'passed').length).to.be.lessThan(rows.length);
      for (const { outcome, reason } of results) if (outcome !== 'passed') expect(reason).to.be.a('string');
      const crashed = results.filter(({ reason }) => reason?.includes('ended in an error') === true);
      expect(crashed.map(({ row, reason }) => `${row.id}: ${reason ?? ''}`)).to.deep.equal([]);
      for (const write of [htmlReport, junitReport, terminalReport]) expect(write(report)).to.be.a('string');
    });

  it('fails every check once: none is without effect (T32)', () => {
    expect(rows.filter(({ id }) => !failed.has(id)).map(({ id }) => id)).to.deep.equal([]);
  });
});
