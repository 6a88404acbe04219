/** The resources below `/console` without a token; its JSON addresses (`/console/api`) are resources of the node. */
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { sendTagged } from '../http/pages.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import { referenceTo } from '../openapi/json-schema.js';
import { publicOperation, publicRoute } from '../openapi/public-operation.js';
import { content } from '../openapi/responses.js';
import type { PublicModule } from '../openapi/section.js';
import { consoleConfig, type ConsoleConfig } from './responses/node.js';

export const consoleTag = {
  name: 'Console',
  description:
    'The addresses of the console. All addresses below `/internal/` are also below `/console/api/` if the console is enabled.',
};

/** @param pages the console's page and its files. */
export function consoleRoute(config: ConsoleConfig, pages: RequestHandler): PublicModule {
  const body = jsonBody(config);
  const sent = { body, etag: digest(body), type: 'application/json' };
  const configPage = publicOperation({
    method: 'get',
    path: '/console/config.json',
    id: 'getConsoleConfig',
    summary: "Read the console's configuration for sign-in",
    accessLevel: 'anyone',
    responses: ({ base, namespaces }) => {
      const login = [{ name: 'Staff', issuer: 'https://login.example', clientId: 'console', scope: 'openid' }];
      const example: ConsoleConfig = { base, version: '0.2.0', namespaces, devIdp: true, login };
      return {
        200: content(
          'The configuration.',
          'application/json',
          { schema: referenceTo(consoleConfig), example: z.json().parse(example) },
          ['ETag', 'Cache-Control', 'Vary'],
        ),
      };
    },
    handle: (request, response) => sendTagged(request, response, sent),
  });
  return publicRoute({ path: '/console', tag: consoleTag, operations: [configPage], rest: pages });
}

/** The routes if the console is off. */
export function noConsole(): PublicModule {
  const rest = (): never => {
    throw new ServiceError('not-found', 'this node has no console');
  };
  return publicRoute({ path: '/console', tag: consoleTag, operations: [], rest });
}
