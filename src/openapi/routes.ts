/** `/openapi.json`, and `/docs`, the page that shows it. */
import { createRequire } from 'node:module';
import { Router } from '../bundled/express.js';
import { z } from 'zod';
import { getOrAdd } from '../collections.js';
import { type ApiVersion, newestOf, parseApiVersion } from '../api-versions.js';
import { jsonBody } from '../http/representation/json-body.js';
import { assertRead, sendTagged } from '../http/pages.js';
import { invalidQuery } from '../http/query-parameters.js';
import { digest } from '../http/representation/representation.js';
import { cutDocument, markNewer } from './api-version.js';
import { anyObject, string } from './json-ld.js';
import { publicOperation, publicRoute, runningTag } from './public-operation.js';
import { mapped, type QueryParameter, text } from './query.js';
import { content } from './responses.js';
import type { PublicModule } from './section.js';
import type { JsonValue, OpenApiDocument } from './types.js';

interface Served {
  readonly body: Buffer;
  readonly etag: string;
}

function served(document: JsonValue): Served {
  const body = jsonBody(document);
  return { body, etag: digest(body) };
}

/** The API version that is described. */
const versionParameter = (versions: readonly ApiVersion[]): QueryParameter<ApiVersion | undefined> =>
  mapped(
    text('version', {
      description: 'The API version to describe; by default all of them.',
      schema: { type: 'string', enum: versions },
    }),
    (named) => {
      if (named === undefined) return undefined;
      const version = parseApiVersion(named);
      if (version !== undefined && versions.includes(version)) return version;
      throw invalidQuery('version', `must be one of ${versions.join(', ')}`);
    },
  );

/**
 * The document as JSON, of all offered versions or of the one in `?version=`. Each is created at its first request: all
 * of them take a tenth of a second, which would delay the start.
 */
export function openApiPage(
  describeAll: () => OpenApiDocument,
  api: string,
  versions: readonly ApiVersion[],
): PublicModule {
  let made: JsonValue | undefined;
  const marked = (): JsonValue => (made ??= markNewer(z.json().parse(JSON.parse(JSON.stringify(describeAll())))));
  const newest = newestOf(versions);
  const each = new Map<ApiVersion | undefined, Served>();
  const describe = (version: ApiVersion | undefined): Served =>
    getOrAdd(each, version, () => {
      if (version !== undefined) return served(cutDocument(marked(), version, api));
      return served(newest === undefined ? marked() : cutDocument(marked(), newest, api, true));
    });
  const description = publicOperation({
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'Read this description',
    accessLevel: 'anyone',
    query: { version: versionParameter(versions) },
    responses: () => ({
      200: content(
        'OpenAPI 3.1.',
        'application/json',
        { schema: anyObject, example: { openapi: '3.1.1', info: { title: 'Cargograph', version: '1.0.0' } } },
        ['ETag', 'Cache-Control', 'Vary'],
      ),
    }),
    handle: (request, response, { version }) =>
      sendTagged(request, response, { ...describe(version), type: 'application/json' }),
  });
  return publicRoute({ path: '/openapi.json', tag: runningTag, operations: [description] });
}

/** Files of Swagger UI, served from its package: the page loads nothing from other servers. */
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const require = createRequire(import.meta.url);

/**
 * @param docs the path of the page, including that of the base URL.
 * @param version undefined for all versions.
 */
const htmlOf = (docs: string, version: ApiVersion | undefined, versions: readonly ApiVersion[]): string => {
  const choices = [undefined, ...versions].map((choice) => {
    const current = choice === version ? ' aria-current="page"' : '';
    const query = choice === undefined ? '' : `?version=${choice}`;
    return `<a href="${docs}${query}"${current}>${choice ?? 'all'}</a>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Cargograph: the API of this node</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${docs}/swagger-ui.css">
    <link rel="stylesheet" href="${docs}/page.css">
  </head>
  <body>
    <nav aria-label="API version">API version: ${choices.join(' ')}</nav>
    <main id="swagger-ui"></main>
    <noscript>This page needs JavaScript; the description itself is at openapi.json.</noscript>
    <script src="${docs}/swagger-ui-bundle.js"></script>
    <script src="${docs}/start.js"></script>
  </body>
</html>
`;
};

const style = `nav { font: 16px/1.5 sans-serif; max-width: 1460px; margin: 0 auto; padding: 12px 20px; color: #1f2937; }
nav a { display: inline-block; margin-left: 8px; padding: 2px 10px; border: 1px solid #6b7280; border-radius: 4px; color: #1d4ed8; }
nav a[aria-current] { background: #1d4ed8; border-color: #1d4ed8; color: #fff; text-decoration: none; }
`;

/** The description has the version of the page. */
const start = (
  document: string,
): string => `SwaggerUIBundle({ url: ${JSON.stringify(document)} + location.search, ...${JSON.stringify({
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  // Without this Swagger UI sends the document to validator.swagger.io.
  validatorUrl: null,
})} });
`;

/**
 * The content security policy of the page: scripts and styles of this node only, and calls only to it, by its base URL or
 * by the name under which the page was opened.
 */
function policy(baseUrl: URL): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${baseUrl.origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page with the description of the chosen API version, to try calls, and its files. */
export function docsPage(baseUrl: string, versions: readonly ApiVersion[]): PublicModule {
  const base = new URL(baseUrl);
  const path = base.pathname.replace(/\/$/, '');
  const docs = publicOperation({
    method: 'get',
    path: '/docs',
    id: 'getDocs',
    summary: 'Open a page with this description, which can send requests',
    accessLevel: 'anyone',
    query: { version: versionParameter(versions) },
    responses: () => ({
      200: content('The page.', 'text/html', { schema: string, example: '<!doctype html>…' }, ['Cache-Control']),
    }),
    handle: (_request, response, { version }) => {
      response
        .type('text/html')
        .set('Cache-Control', 'no-cache')
        .send(htmlOf(`${path}/docs`, version, versions));
    },
  });
  const files = Router();
  files.use((request, _response, next) => {
    assertRead(request);
    next();
  });
  const written = [
    ['/page.css', 'text/css', style],
    ['/start.js', 'text/javascript', start(`${path}/openapi.json`)],
  ] as const;
  for (const [address, type, body] of written)
    files.get(address, (_request, response) => {
      response.type(type).set('Cache-Control', 'no-cache').send(body);
    });
  for (const name of swaggerFiles) {
    const file = require.resolve(`swagger-ui-dist/${name}`);
    files.get(`/${name}`, (_request, response) => {
      // A folder above may have a name that begins with a dot.
      response.sendFile(file, { maxAge: '1h', dotfiles: 'allow', acceptRanges: false });
    });
  }
  const headers = { 'Content-Security-Policy': policy(base) };
  return publicRoute({ path: '/docs', tag: runningTag, headers, operations: [docs], rest: files });
}
