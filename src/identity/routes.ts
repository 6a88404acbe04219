/** The development identity provider over HTTP, to be mounted at `/dev-idp`. */
import express, { type ErrorRequestHandler, type Response, Router } from 'express';
import { ServiceError } from '../errors.js';
import type { DevIdentityProvider, TokenAnswer } from './dev-identity-provider.js';

/** Its addresses are the key set and the token address; it reads request bodies itself. */
export function devIdpRouter(provider: DevIdentityProvider): Router {
  const router = Router();
  router
    .route('/.well-known/jwks.json')
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=600').json(provider.jwks);
    })
    .all(() => {
      throw new ServiceError('method-not-allowed', 'the key set can be read only', { headers: { Allow: 'GET, HEAD' } });
    });
  router
    .route('/token')
    .post(express.text({ type: 'application/x-www-form-urlencoded', limit: '16kb' }), async (request, response) => {
      const body: unknown = request.body;
      // Read as text, since a parser into objects would lose a field that is there twice.
      const form = new URLSearchParams(typeof body === 'string' ? body : '');
      send(response, await provider.token(form, request.get('authorization')));
    })
    .all(() => {
      throw new ServiceError('method-not-allowed', 'tokens are asked for by POST', { headers: { Allow: 'POST' } });
    });
  router.use(unreadable);
  return router;
}

/** A form that cannot be read (too long, cut off, an unknown charset) is answered as the standard has it, too. */
const unreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (error instanceof ServiceError || typeof status !== 'number' || status >= 500) {
    next(error);
    return;
  }
  const description = 'the form cannot be read';
  send(response, { status: 400, body: { error: 'invalid_request', error_description: description } });
};

function send(response: Response, answer: TokenAnswer): void {
  response
    .status(answer.status)
    .set({ 'Cache-Control': 'no-store', ...('headers' in answer ? answer.headers : {}) })
    .json(answer.body);
}
