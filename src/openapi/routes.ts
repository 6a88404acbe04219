/** `/openapi.json`, and `/docs`, the page that shows it. */
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { compressBody, isGzipped, tagsOf } from '../http/server/compression.js';
import { isNotModified } from '../http/conditions.js';
import { readOnly } from '../http/pages.js';
import { digest } from '../http/representation.js';
import type { OpenApiDocument } from './types.js';

/** The document as JSON; mounted at `/openapi.json`. */
export function openApiRouter(document: OpenApiDocument): RequestHandler {
  const body = Buffer.from(JSON.stringify(document));
  const etag = digest(body);
  const router = Router();
  router
    .route('/')
    .get(async (request, response) => {
      const acceptEncoding = request.get('accept-encoding');
      const tags = tagsOf(etag, body, acceptEncoding);
      const notModified = isNotModified(request.headers, { isTag: (tag) => tags.includes(tag) });
      response.set({ ETag: `"${tags[0]}"`, 'Cache-Control': 'no-cache' }).vary('Accept-Encoding');
      if (notModified) {
        response.status(304).end();
        return;
      }
      const isCompressed = isGzipped(body, acceptEncoding);
      if (isCompressed) response.set('Content-Encoding', 'gzip');
      response.type('application/json').send(isCompressed ? await compressBody(body) : body);
    })
    .all(readOnly);
  return router;
}

/** Files of Swagger UI, served from its package: the page loads nothing from other servers. */
const swaggerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const require = createRequire(import.meta.url);

/** @param docs the path of the page, including that of the base URL. */
const page = (docs: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Cargograph: the API of this node</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${docs}/swagger-ui.css">
  </head>
  <body>
    <main id="swagger-ui"></main>
    <noscript>This page needs JavaScript; the description itself is at openapi.json.</noscript>
    <script src="${docs}/swagger-ui-bundle.js"></script>
    <script src="${docs}/start.js"></script>
  </body>
</html>
`;

const start = (document: string): string => `SwaggerUIBundle(${JSON.stringify({
  url: document,
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  // Without this Swagger UI sends the document to validator.swagger.io.
  validatorUrl: null,
})});
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

/** The page with the description, to try calls; mounted at `/docs`. */
export function docsRouter(baseUrl: string): RequestHandler {
  const base = new URL(baseUrl);
  const path = base.pathname.replace(/\/$/, '');
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Content-Security-Policy', policy(base));
    next();
  });
  const text = (address: string, type: string, body: string): void => {
    router
      .route(address)
      .get((_request, response) => {
        response.type(type).set('Cache-Control', 'no-cache').send(body);
      })
      .all(readOnly);
  };
  text('/', 'text/html', page(`${path}/docs`));
  text('/start.js', 'text/javascript', start(`${path}/openapi.json`));
  for (const name of swaggerFiles) {
    const file = require.resolve(`swagger-ui-dist/${name}`);
    router
      .route(`/${name}`)
      .get((_request, response) => {
        // A folder above may have a name that begins with a dot.
        response.sendFile(file, { maxAge: '1h', dotfiles: 'allow', acceptRanges: false });
      })
      .all(readOnly);
  }
  return router;
}
