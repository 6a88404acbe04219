/** `/openapi.json`, and `/docs`, the page that shows it. */
import { createRequire } from 'node:module';
import { type RequestHandler, Router } from 'express';
import { ServiceError } from '../errors.js';
import { compressBody, isGzipped, tagsOf } from '../http/server/compression.js';
import { isNotModified } from '../http/conditions.js';
import { digest } from '../http/representation.js';
import type { OpenApiDocument } from './types.js';

function readOnly(): never {
  throw new ServiceError('method-not-allowed', 'this can be read only', { headers: { Allow: 'GET, HEAD' } });
}

/** The document as JSON; to be mounted at `/openapi.json`. */
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

/** Files of Swagger UI, served from its package: the page fetches nothing from elsewhere. */
const parts = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;
const require = createRequire(import.meta.url);

/** @param docs the path of the page, with that of the base URL. */
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
 * The page, with its own content security policy: scripts and styles from here alone, calls to this node alone, whether
 * the page was opened under its base URL or under another name of the same machine.
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

/** The page to read the description and to try calls; to be mounted at `/docs`. */
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
  for (const part of parts) {
    const file = require.resolve(`swagger-ui-dist/${part}`);
    router
      .route(`/${part}`)
      .get((_request, response) => {
        // The folder may lie below one whose name begins with a dot.
        response.sendFile(file, { maxAge: '1h', dotfiles: 'allow', acceptRanges: false });
      })
      .all(readOnly);
  }
  router.use(() => {
    throw new ServiceError('not-found', 'there is nothing at this address');
  });
  return router;
}
