/** The client of src/client in a browser, bundled as a program does (T33). */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { closeNow } from '../../support/exchange.js';
import { startTestNode, type TestNode, token } from '../../support/node.js';
import { startBrowser } from './browser.js';

const source = fileURLToPath(new URL('../../../src/client/', import.meta.url));

/** A program that creates, reads and changes, and misses an object. */
const PROGRAM = `import { createClient, NotFoundError } from './index.ts';
const { server, token } = globalThis.options;
const ns = 'https://onerecord.iata.org/ns/cargo#';
const model = {
  namespace: ns,
  classes: { Piece: { superclasses: ['LogisticsObject'] }, LogisticsObject: {} },
  properties: { goodsDescription: { range: ['xsd:string'] }, slac: { range: ['xsd:integer'] } },
  codes: {},
};
const client = createClient({ server, token: () => token, model, apiVersion: '2.3.0' });
const { uri } = await client.create({ '@type': 'Piece', goodsDescription: 'Books', slac: 3 });
const read = await client.read(uri);
const request = await client.change(read, (draft) => { draft.slac = 4; });
await client.accept(request.uri);
const revisions = [];
for await (const revision of client.revisions(uri)) revisions.push((await revision.read()).value.slac);
const error = await client.read(uri + '-missing').catch((one) => one);
globalThis.result = {
  value: [read.value['@type'], read.value.goodsDescription, read.value.slac],
  revisions,
  error: [error instanceof NotFoundError, error.status, typeof error.requestId],
};`;

describe('client: in a browser', () => {
  let browser: Browser | undefined;
  let node: TestNode;
  let page: Server;
  before(async function () {
    browser = await startBrowser(this);
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: source, loader: 'ts' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outdir: '/',
      write: false,
    });
    const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
    page = createServer(({ url = '' }, response) => {
      const script = files.get(url);
      response.writeHead(200, { 'Content-Type': script === undefined ? 'text/html' : 'text/javascript' });
      response.end(script ?? '<!doctype html><title>client</title>');
    });
    page.listen(0, '127.0.0.1');
    await once(page, 'listening');
    node = await startTestNode({ env: { CORS_ORIGINS: address() } });
  });
  after(async () => {
    await browser?.close();
    if (browser === undefined) return;
    await node.stop();
    await closeNow(page);
  });
  const address = (): string => `http://127.0.0.1:${(page.address() as AddressInfo).port}`;

  it('T33: it creates, reads and changes objects of a node that allows its origin', async () => {
    const tab = await browser?.newPage();
    if (tab === undefined) throw new Error('no page');
    await tab.goto(address());
    const options = JSON.stringify({ server: node.url, token: await token(node.url, 'holder') });
    await tab.evaluate(
      `globalThis.options = ${options}; import('/stdin.js').catch((error) => { globalThis.result = String(error); })`,
    );
    await tab.waitForFunction('globalThis.result !== undefined');
    expect(await tab.evaluate('globalThis.result')).to.deep.equal({
      value: ['Piece', 'Books', 3],
      revisions: [4, 3],
      error: [true, 404, 'string'],
    });
  });
});
