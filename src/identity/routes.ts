/** The development identity provider over HTTP. */
import type { ErrorRequestHandler, Response } from 'express';
import express, { Router } from '../bundled/express.js';
import { ServiceError } from '../errors.js';
import { jsonBody } from '../http/representation/json-body.js';
import type { DevIdentityProvider, TokenResponse } from './dev-identity-provider.js';

/** The key set and the token endpoint; mounted at `/dev-idp`. */
export function devIdpRouter(provider: DevIdentityProvider): Router {
  const router = Router();
  router
    .route('/.well-known/jwks.json')
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=600').type('application/json').send(jsonBody(provider.jwks));
    })
    .all(() => {
      throw new ServiceError('method-not-allowed', 'the key set can be read only', { headers: { Allow: 'GET, HEAD' } });
    });
  router
    .route('/token')
    .post(express.text({ type: 'application/x-www-form-urlencoded', limit: '16kb' }), async (request, response) => {
      const body: unknown = request.body;
      // Read as text, because a parser into objects would drop a repeated field.
      const form = new URLSearchParams(typeof body === 'string' ? body : '');
      send(response, await provider.token(form, request.get('authorization')));
    })
    .all(() => {
      throw new ServiceError('method-not-allowed', 'tokens are asked for by POST', { headers: { Allow: 'POST' } });
    });
  router.use(unreadable);
  return router;
}

/** A form that cannot be read (too long, incomplete, unknown charset) gets an error of RFC 6749, too. */
const unreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (error instanceof ServiceError || typeof status !== 'number' || status >= 500) {
    next(error);
    return;
  }
  send(response, {
    status: 400,
    body: { error: 'invalid_request', error_description: 'the form cannot be read' },
  });
};

function send(response: Response, { status, body, ...rest }: TokenResponse): void {
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', ...('headers' in rest && rest.headers) })
    .type('application/json')
    .send(jsonBody(body));
}
