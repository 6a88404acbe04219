/** `/console/config.json`, which Express serves. */
import { z } from 'zod';
import { referenceTo } from '../openapi/json-schema.js';
import { address } from '../openapi/operation.js';
import { content } from '../openapi/responses.js';
import type { DescriptionContext } from '../openapi/section.js';
import type { PathItem } from '../openapi/types.js';
import { consoleConfig, type ConsoleConfig } from './responses/node.js';

export function describeConfig(node: DescriptionContext, tag: string): PathItem {
  const example: ConsoleConfig = {
    base: node.base,
    version: '0.2.0',
    namespaces: node.namespaces,
    devIdp: true,
    login: [{ name: 'Staff', issuer: 'https://login.example', clientId: 'console', scope: 'openid' }],
  };
  return address(
    { tag, security: node.security },
    {
      get: {
        id: 'getConsoleConfig',
        summary: 'What the console needs before sign-in',
        accessLevel: 'anyone',
        responses: {
          200: content(
            'The configuration.',
            'application/json',
            { schema: referenceTo(consoleConfig), example: z.json().parse(example) },
            ['ETag', 'Cache-Control'],
          ),
        },
      },
    },
  );
}
