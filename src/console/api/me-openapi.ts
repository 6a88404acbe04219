/** `/console/config.json` and `/internal/me`. */
import { apiVersions } from '../../api-versions.js';
import { flag, listOf, nullable, record, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import type { DescriptionContext, OpenApiSection } from '../../openapi/section.js';
import { exampleIds } from '../../openapi/section.js';
import { jsonResponse } from './json-response.js';

export function me(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const config = {
    base: node.base,
    version: '0.2.0',
    namespaces: { ...node.namespaces },
    devIdp: true,
    login: [{ name: 'Staff', issuer: 'https://login.example', clientId: 'console', scope: 'openid' }],
  };
  return {
    paths: {
      '/console/config.json': address(tagged, {
        get: {
          id: 'getConsoleConfig',
          summary: 'What the console needs before sign-in',
          accessLevel: 'anyone',
          responses: {
            200: content(
              'The configuration.',
              'application/json',
              { schema: schemaRef('ConsoleConfig'), example: config },
              ['ETag', 'Cache-Control'],
            ),
          },
        },
      }),
      '/internal/me': address(tagged, {
        get: {
          id: 'getMe',
          summary: 'Who the caller is for this node',
          accessLevel: 'authenticated',
          responses: {
            200: jsonResponse('The caller.', 'Me', {
              agent: node.uri(exampleIds.airline),
              label: 'Example Air',
              internal: false,
              issuer: node.uri('/dev-idp'),
              expiresAt: '2026-03-01T11:00:00.000Z',
              dataHolder: node.uri(exampleIds.holder),
              apiVersions: [...apiVersions],
              validation: 'strict',
              eventPosting: 'acl',
              autoAccept: 'none',
            }),
          },
          errors: [400],
        },
      }),
    },
    schemas: {
      ConsoleConfig: record({
        base: uri,
        version: string,
        namespaces: record({ api: uri, cargo: uri, codeLists: uri }),
        devIdp: flag,
        login: listOf(
          record({ name: string, issuer: uri, clientId: string, scope: string, audience: string }, ['audience']),
        ),
      }),
      Me: record({
        agent: uri,
        label: nullable(string),
        internal: flag,
        issuer: string,
        expiresAt: nullable(time),
        dataHolder: uri,
        apiVersions: listOf(string),
        validation: { enum: ['strict', 'lenient'] },
        eventPosting: { enum: ['acl', 'any'] },
        autoAccept: { enum: ['none', 'holder', 'all'] },
      }),
    },
  };
}
