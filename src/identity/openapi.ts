/** The OpenAPI section of the development identity provider. */
import { optionalHeaders } from '../openapi/headers.js';
import { anyObject, schemaRef, string } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { content } from '../openapi/responses.js';
import type { OpenApiSection, DescriptionContext } from '../openapi/section.js';
import type { MediaType, Response } from '../openapi/types.js';

/** A response that may ask for Basic authentication. */
function challenged(response: Response): Response {
  return { ...response, headers: { ...response.headers, ...optionalHeaders(['WWW-Authenticate']) } };
}

const json = (description: string, media: MediaType): Response =>
  content(description, 'application/json', media, ['Cache-Control']);

export function devIdentityProvider(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Development identity provider',
    description: "Everybody's secret is their own name with `-secret`: not for production.",
  };
  const tagged = { tag: tag.name, security: node.security };
  const tokenError = (error: string, description: string) => ({
    schema: schemaRef('TokenRefusal'),
    example: { error, error_description: description },
  });
  return {
    tag,
    paths: {
      '/dev-idp/.well-known/jwks.json': address(tagged, {
        get: {
          id: 'getDevelopmentKeys',
          summary: 'The keys that verify its tokens',
          accessLevel: 'anyone',
          responses: {
            200: json('A JSON Web Key Set.', {
              schema: schemaRef('JsonWebKeySet'),
              example: {
                keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'Ts9r8Duh', n: 'oc1FnlTt8k1K', e: 'AQAB' }],
              },
            }),
          },
          errors: [405],
        },
      }),
      '/dev-idp/token': address(tagged, {
        post: {
          id: 'getDevelopmentToken',
          summary: 'Get a token',
          description: 'Client credentials grant. `holder` is the data holder; any other client is itself.',
          accessLevel: 'anyone',
          body: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: schemaRef('TokenRequest'),
                example: { grant_type: 'client_credentials', client_id: 'holder', client_secret: 'holder-secret' },
              },
            },
          },
          responses: {
            200: json('The token.', {
              schema: schemaRef('Token'),
              example: { access_token: 'eyJhbGciOiJSUzI1NiIs…', expires_in: 3600, token_type: 'Bearer' },
            }),
            400: json(
              'The request is not one for a token.',
              tokenError('invalid_request', 'the form field grant_type is missing'),
            ),
            401: challenged(
              json(
                'The client is unknown or its secret is wrong; with a challenge for one that used Basic authentication.',
                tokenError('invalid_client', 'the client is unknown or its secret is wrong'),
              ),
            ),
          },
          errors: [405],
        },
      }),
    },
    schemas: {
      JsonWebKeySet: {
        type: 'object',
        properties: { keys: { type: 'array', items: anyObject } },
        required: ['keys'],
      },
      TokenRequest: {
        type: 'object',
        description: 'The client may authenticate by Basic authentication instead.',
        properties: {
          grant_type: { type: 'string', const: 'client_credentials' },
          client_id: string,
          client_secret: string,
          logistics_agent_uri: { type: 'string', description: 'Another agent to speak for.' },
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
    },
  };
}
