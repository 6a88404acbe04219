/** The console's page and its files, which `npm run build` writes to dist/console; mounted at `/console`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { ServiceError } from '../errors.js';
import { isNotModified } from '../http/conditions.js';
import { assertRead } from '../http/pages.js';
import { acceptsCoding } from '../http/representation/media-ranges.js';
import { digest } from '../http/representation/representation.js';
import { compressBody } from '../http/server/compression.js';
import { matchAddress } from './addresses.js';

/** The same folder for the sources and for the compiled files. */
const BUILT = fileURLToPath(new URL('../../dist/console/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Best first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Browser features that the console never uses are denied to it, and so to injected code. */
const PERMISSIONS = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'publickey-credentials-get',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** @param connect origins of identity providers that the console calls. */
function headersOf(connect: readonly string[]): Map<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
  return new Map([
    ['Content-Security-Policy', policy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', PERMISSIONS],
  ]);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

interface Shell {
  readonly body: Buffer;
  readonly etag: string;
}

export interface ConsolePagesOptions {
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
  /** Origins of identity providers, in addition to the node's own (`connect-src`). */
  readonly connect: readonly string[];
  /** The folder that the build wrote, for tests. */
  readonly folder?: string;
}

/** Everything below `/console`: files under `/assets`, and the page at every other path, with 404 where it has nothing. */
export function consolePages({ basePath, connect, folder = BUILT }: ConsolePagesOptions): RequestHandler {
  const headers = headersOf(connect);
  const assets = join(folder, 'assets');
  let names: ReadonlySet<string> | undefined;
  let page: Shell | undefined;
  const contents = new Map<string, Buffer>();

  /** Read on first use: a node without visitors holds none of it. */
  function contentOf(file: string): Buffer {
    let content = contents.get(file);
    if (content === undefined) {
      content = readFileSync(join(assets, file));
      contents.set(file, content);
    }
    return content;
  }

  function pageOf(): Shell {
    if (page === undefined) {
      if (!existsSync(join(folder, 'page.html')))
        throw new ServiceError('not-found', 'the console is not built: run npm run build');
      const template = readFileSync(join(folder, 'page.html'), 'utf8');
      const body = Buffer.from(template.replaceAll('/__console__', escaped(`${basePath}/console`)));
      page = { body, etag: digest(body) };
    }
    return page;
  }

  /** @throws ServiceError `not-found`. */
  function sendAsset(request: Request, response: Response, name: string): void {
    names ??= new Set(
      (existsSync(assets) ? readdirSync(assets) : []).filter((file) => types[extname(file)] !== undefined),
    );
    if (!names.has(name)) throw new ServiceError('not-found', 'the console has no such file');
    const [coding, suffix] = codings.find(([each]) => acceptsCoding(request.get('accept-encoding'), each)) ?? [];
    if (coding !== undefined) response.set('Content-Encoding', coding);
    response
      .set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Type': types[extname(name)] })
      .vary('Accept-Encoding')
      .send(contentOf(name + (suffix ?? '')));
  }

  async function sendPage(request: Request, response: Response): Promise<void> {
    const { body, etag } = pageOf();
    const isCompressed = acceptsCoding(request.get('accept-encoding'), 'gzip');
    const tag = isCompressed ? `${etag}-gzip` : etag;
    const isPage = matchAddress(request.path) !== undefined;
    response.set({ ETag: `"${tag}"`, 'Cache-Control': 'no-cache' }).vary('Accept-Encoding');
    if (isPage && isNotModified(request.headers, { isTag: (each) => each === tag })) {
      response.status(304).end();
      return;
    }
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    response
      .status(isPage ? 200 : 404)
      .type('text/html')
      .send(isCompressed ? await compressBody(body) : body);
  }

  return async (request, response) => {
    response.setHeaders(headers);
    assertRead(request);
    const name = /^\/assets\/([^/]+)$/.exec(request.path)?.[1];
    if (name === undefined) await sendPage(request, response);
    else sendAsset(request, response, name);
  };
}
