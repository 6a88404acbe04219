/** The development identity provider over HTTP. */
import type { ErrorRequestHandler, Response } from 'express';
import express from '../bundled/express.js';
import { ServiceError } from '../errors.js';
import { jsonBody } from '../http/representation/json-body.js';
import { optionalHeaders } from '../openapi/headers.js';
import { anyObject, schemaRef, string } from '../openapi/json-ld.js';
import { publicOperation, publicRoute } from '../openapi/public-operation.js';
import { content } from '../openapi/responses.js';
import type { PublicModule } from '../openapi/section.js';
import type { JsonValue, Response as DescribedResponse, Schema } from '../openapi/types.js';
import type { DevIdentityProvider, TokenResponse } from './dev-identity-provider.js';

const json = (description: string, schema: keyof typeof schemas, example: JsonValue): DescribedResponse =>
  content(description, 'application/json', { schema: schemaRef(schema), example }, ['Cache-Control']);

const refusal = (description: string, error: string, message: string): DescribedResponse =>
  json(description, 'TokenRefusal', { error, error_description: message });

const schemas = {
  JsonWebKeySet: {
    type: 'object',
    properties: { keys: { type: 'array', items: anyObject } },
    required: ['keys'],
  },
  TokenRequest: {
    type: 'object',
    description: 'Alternatively the client may use Basic authentication.',
    properties: {
      grant_type: { type: 'string', const: 'client_credentials' },
      client_id: string,
      client_secret: string,
      logistics_agent_uri: { type: 'string', description: 'Another agent to act for.' },
      audience: string,
    },
    required: ['grant_type'],
  },
  Token: {
    type: 'object',
    properties: {
      access_token: string,
      expires_in: { type: 'integer' },
      token_type: { type: 'string', const: 'Bearer' },
    },
    required: ['access_token', 'expires_in', 'token_type'],
  },
  TokenRefusal: {
    type: 'object',
    properties: { error: string, error_description: string },
    required: ['error', 'error_description'],
  },
} as const satisfies Readonly<Record<string, Schema>>;

const FORM = 'application/x-www-form-urlencoded';

/** The key set and the token endpoint. */
export function devIdpPages(provider: DevIdentityProvider): PublicModule {
  const keys = publicOperation({
    method: 'get',
    path: '/dev-idp/.well-known/jwks.json',
    id: 'getDevelopmentKeys',
    summary: "Read the keys that verify the provider's tokens",
    accessLevel: 'anyone',
    responses: () => ({
      200: json('A JSON Web Key Set.', 'JsonWebKeySet', {
        keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'Ts9r8Duh', n: 'oc1FnlTt8k1K', e: 'AQAB' }],
      }),
    }),
    handle: (_request, response) => {
      response.set('Cache-Control', 'public, max-age=600').type('application/json').send(jsonBody(provider.jwks));
    },
  });
  const unauthenticated = refusal(
    'The client is unknown or its secret is wrong; with a challenge for one that used Basic authentication.',
    'invalid_client',
    'the client is unknown or its secret is wrong',
  );
  const token = publicOperation({
    method: 'post',
    path: '/dev-idp/token',
    id: 'getDevelopmentToken',
    summary: 'Get a token',
    description: 'Client credentials grant. `holder` is the data holder; any other client is itself.',
    accessLevel: 'anyone',
    body: {
      required: true,
      content: {
        [FORM]: {
          schema: schemaRef('TokenRequest'),
          example: { grant_type: 'client_credentials', client_id: 'holder', client_secret: 'holder-secret' },
        },
      },
    },
    parser: express.text({ type: FORM, limit: '16kb' }),
    responses: () => ({
      200: json('The token.', 'Token', {
        access_token: 'eyJhbGciOiJSUzI1NiIs…',
        expires_in: 3600,
        token_type: 'Bearer',
      }),
      400: refusal('The request is not one for a token.', 'invalid_request', 'the form field grant_type is missing'),
      401: {
        ...unauthenticated,
        headers: { ...unauthenticated.headers, ...optionalHeaders(['WWW-Authenticate']) },
      },
    }),
    handle: async (request, response) => {
      const body: unknown = request.body;
      // Read as text, because a parser into objects would drop a repeated field.
      const form = new URLSearchParams(typeof body === 'string' ? body : '');
      send(response, await provider.token(form, request.get('authorization')));
    },
  });
  return publicRoute({
    path: '/dev-idp',
    isUnlimited: true,
    tag: {
      name: 'Development identity provider',
      description: "Everybody's secret is their own name with `-secret`: not for production.",
    },
    operations: [keys, token],
    schemas,
    rest: unreadable,
  });
}
/** An unreadable form (too long, incomplete, unknown charset) also gets an error of RFC 6749. */
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
