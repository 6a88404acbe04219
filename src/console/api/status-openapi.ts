/** The status of the node. */
import { count, flag, listOf, mapOf, nullable, record, time } from '../../openapi/json.js';
import { string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import type { DescriptionContext, OpenApiSection } from '../../openapi/section.js';
import { jsonResponse } from './json-response.js';

export function status(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const outcome = { lastError: nullable(string) };
  return {
    paths: {
      '/internal/status': address(
        { tag, security: node.security },
        {
          get: {
            id: 'getStatus',
            summary: 'What runs here, with which settings',
            description: 'Without secrets. Figures are in `/metrics`.',
            accessLevel: 'internal',
            responses: {
              200: jsonResponse('The status.', 'Status', {
                version: '0.2.0',
                startedAt: '2026-03-01T10:00:00.000Z',
                settings: { VALIDATION: 'strict' },
                issuers: [{ issuer: node.uri('/dev-idp'), keysAt: null, lastError: null }],
                ownToken: { ok: true, lastError: null },
                analytics: { warm: true, statements: 36429, lastError: null },
              }),
            },
            errors: [400],
          },
        },
      ),
    },
    schemas: {
      Status: record({
        version: string,
        startedAt: time,
        settings: mapOf(string),
        issuers: listOf(record({ issuer: string, keysAt: nullable(time), ...outcome })),
        ownToken: record({ ok: flag, ...outcome }),
        analytics: record({ warm: flag, statements: nullable(count), ...outcome }),
      }),
    },
  };
}
