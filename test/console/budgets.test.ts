/** What the console weighs, and how its files are served (docs: the console's budgets). */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { z } from 'zod';
import { consoleAddresses, matchAddress } from '../../src/console/addresses.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { buildConsole } from '../support/console.js';

const KILOBYTE = 1024;
const built = z.object({
  first: z.array(z.string()),
  files: z.record(
    z.string(),
    z.object({
      gzip: z.number(),
      entryPoint: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
    }),
  ),
});

describe('the console’s files', () => {
  let node: TestNode;
  let folder: string;
  let files: z.infer<typeof built>['files'];
  let first: readonly string[];

  before(async () => {
    folder = buildConsole();
    ({ files, first } = built.parse(JSON.parse(readFileSync(`${folder}/files.json`, 'utf8'))));
    node = await startTestNode();
  });
  after(() => node.stop());

  /** The files that a page brings, beside those of the first load. */
  function chunksOf(page: string): Set<string> {
    const [entry] = Object.entries(files).find(([, { entryPoint }]) => entryPoint === `console/pages/${page}.ts`) ?? [];
    const found = new Set<string>();
    const add = (file: string): void => {
      if (found.has(file) || first.includes(file)) return;
      found.add(file);
      for (const { path, kind } of files[file]?.imports ?? []) if (kind === 'import-statement') add(path);
    };
    if (entry !== undefined) add(entry);
    return found;
  }
  const sizeOf = (names: Iterable<string>): number =>
    Array.from(names).reduce((total, name) => total + (files[name]?.gzip ?? 0), 0);

  it('weigh 60 KB in 6 requests at the first load (K94), 64 KB with Home, and 472 KB in all but German and the components', () => {
    const page = gzipSync(readFileSync(`${folder}/page.html`)).length;
    const requested = [...first, ...chunksOf('home')];
    expect(page + sizeOf(first)).to.be.below(60 * KILOBYTE);
    expect(page + sizeOf(requested)).to.be.below(64 * KILOBYTE);
    expect(requested, 'beside the page').to.have.lengthOf.at.most(5);
    // One language is loaded, and the page of components by nobody who works.
    const beside = new Set(
      Object.entries(files).flatMap(([file, { entryPoint = '' }]) =>
        /^(?:catalogues:|console\/(?:pages\/design|design\/))/.test(entryPoint) ? [file] : [],
      ),
    );
    for (const file of chunksOf('design')) beside.add(file);
    for (const page of ['object', 'requests', 'home']) for (const file of chunksOf(page)) beside.delete(file);
    const all = Object.keys(files).filter((file) => !file.endsWith('.txt') && !beside.has(file));
    expect(sizeOf(all)).to.be.below(472 * KILOBYTE);
  });

  it('weigh 30 KB a page', () => {
    const pages = Object.values(files).flatMap(
      ({ entryPoint }) => /^console\/pages\/(.*)\.ts$/.exec(entryPoint ?? '')?.[1] ?? [],
    );
    expect(pages).to.include.members(['home', 'object', 'requests', 'request']);
    for (const page of pages) expect(sizeOf(chunksOf(page)), page).to.be.below(30 * KILOBYTE);
  });

  it('weigh 160 KB for the editor, with its parser', () => {
    const parts = Object.entries(files).filter(([, { entryPoint }]) =>
      /^console\/parts\/sparql\/(?:code-mirror|syntax)\.ts$/.test(entryPoint ?? ''),
    );
    expect(parts).to.have.lengthOf(2);
    expect(sizeOf(parts.map(([name]) => name))).to.be.below(160 * KILOBYTE);
  });

  it('are compressed, cacheable for a year, and bound by the policy', async () => {
    const asset = `/console/assets/${first.find((file) => file.startsWith('main-')) ?? ''}`;
    for (const [coding, expected] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { status, headers } = await fetch(node.url + asset, { headers: { 'Accept-Encoding': coding } });
      expect(status).to.equal(200);
      expect(headers.get('content-encoding')).to.equal(expected);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    }
    const page = await fetch(`${node.url}/console/`);
    expect(page.headers.get('content-security-policy')).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    );
    expect(page.headers.get('cross-origin-opener-policy')).to.equal('same-origin');
    expect(page.headers.get('permissions-policy')?.split(', ')).to.include.members([
      'camera=()',
      'geolocation=()',
      'microphone=()',
      'payment=()',
    ]);
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['x-frame-options', 'DENY'],
      ['referrer-policy', 'no-referrer'],
      ['cross-origin-resource-policy', 'same-origin'],
      ['set-cookie', null],
    ] as const)
      expect(page.headers.get(name), name).to.equal(value);
    const markup = await page.text();
    expect(markup).not.to.contain('__console__');
    expect(markup, 'inline styles and handlers').not.to.match(/<style|\sstyle=|\son\w+=/);
    for (const [script] of markup.matchAll(/<script[^>]*>/g)) expect(script).to.contain(' src="/console/assets/');
    const again = await fetch(`${node.url}/console/help`, {
      headers: { 'If-None-Match': page.headers.get('etag') ?? '' },
    });
    expect(again.status).to.equal(304);
  });

  it('are the page at every address of the console, with 404 elsewhere, for reading only', async () => {
    const status = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(`${node.url}/console${path}`, { method })).status;
    for (const pattern of Object.values(consoleAddresses)) {
      const path = pattern.replaceAll(/:(\w+)/g, 'a');
      expect(matchAddress(path), path).not.to.equal(undefined);
      expect(await status(path), path).to.equal(200);
    }
    for (const path of [
      '/nothing',
      '/logistics-objects/',
      '/logistics-objects/%E0%A4%A',
      '/assets/',
      '/assets/none.js',
    ])
      expect(await status(path), path).to.equal(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect(await status('/', method)).to.equal(405);
    expect(await status('/', 'HEAD')).to.equal(200);
  });
});
