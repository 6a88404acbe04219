/** Operations for operators: health, metrics, the OpenAPI document and its page. */
import { anyObject, schemaRef, string } from './json-ld.js';
import { address } from './operation.js';
import { content } from './responses.js';
import type { OpenApiSection, DescriptionContext } from './section.js';

export function monitoring(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Running', description: 'How the node is, and pages for people.' };
  const tagged = { tag: tag.name, security: node.security };
  const page = { schema: string, example: '<!doctype html>…' };
  const health = (status: string) => ({
    schema: schemaRef('Health'),
    example: {
      status,
      reads: status === 'ready',
      writes: status === 'ready',
      store: { graphs: 21, statements: 139, sequence: 14 },
      eventLoopDelay: { meanMs: 0.1, p99Ms: 1.2, maxMs: 4.5 },
    },
  });
  return {
    tag,
    paths: {
      '/health/live': address(tagged, {
        get: {
          id: 'isLive',
          summary: 'Whether the node lives',
          accessLevel: 'anyone',
          responses: {
            200: content('It does.', 'application/json', { schema: schemaRef('Health'), example: { status: 'live' } }),
          },
        },
      }),
      '/health/ready': address(tagged, {
        get: {
          id: 'isReady',
          summary: 'Whether the node is ready for requests',
          accessLevel: 'anyone',
          responses: {
            200: content(
              'It is; `read-only` while it takes no changes, and `reason` tells why. All but `status` is for internal agents and callers on the same machine.',
              'application/json',
              health('ready'),
            ),
            503: content('It is not, and `reason` tells why.', 'application/json', health('not ready'), [
              'Retry-After',
            ]),
          },
        },
      }),
      '/metrics': address(tagged, {
        get: {
          id: 'getMetrics',
          summary: 'Figures for Prometheus',
          accessLevel: 'local',
          responses: {
            200: content(
              'The figures.',
              'text/plain',
              {
                schema: string,
                example: '# HELP cargograph_store_quads Statements in memory.\ncargograph_store_quads 139\n',
              },
              ['Cache-Control'],
            ),
          },
          errors: [405, 429],
        },
      }),
      '/openapi.json': address(tagged, {
        get: {
          id: 'getOpenApi',
          summary: 'This description',
          accessLevel: 'anyone',
          responses: {
            200: content(
              'OpenAPI 3.1.',
              'application/json',
              {
                schema: anyObject,
                example: { openapi: '3.1.1', info: { title: 'Cargograph', version: '1.0.0' } },
              },
              ['ETag', 'Cache-Control', 'Vary'],
            ),
          },
          errors: [405, 429],
        },
      }),
      '/docs': address(tagged, {
        get: {
          id: 'getDocs',
          summary: 'A page to read this description and to try calls',
          accessLevel: 'anyone',
          responses: { 200: content('The page.', 'text/html', page, ['Cache-Control']) },
          errors: [405, 429],
        },
      }),
    },
    schemas: {
      Health: {
        type: 'object',
        properties: {
          status: { type: 'string', enum: ['live', 'ready', 'read-only', 'not ready', 'starting'] },
          reads: { type: 'boolean', description: 'Whether reads are answered.' },
          writes: { type: 'boolean', description: 'Whether changes are taken: not while the disk is full.' },
          reason: string,
          degraded: {
            type: 'array',
            description: 'What the node does without while it serves: what was set aside, what cannot be done now.',
            items: {
              type: 'object',
              properties: { key: string, reason: string, count: { type: 'integer', minimum: 1 } },
              required: ['key', 'reason', 'count'],
            },
          },
          filling: {
            type: 'array',
            description:
              'The datasets of queries that are being filled. While one is, queries that need it get 503 with `Retry-After`.',
            items: {
              type: 'object',
              properties: {
                agent: { type: 'string', format: 'uri', description: 'Whose it is; absent: that of internal agents.' },
                namedGraphs: { type: 'boolean', description: 'Whether it has the named graphs: the history.' },
                statements: { type: 'integer', minimum: 0, description: 'How many it has so far.' },
                expectedStatements: {
                  type: 'integer',
                  minimum: 0,
                  description: 'About how many it will have; absent at its beginning.',
                },
                seconds: { type: 'integer', minimum: 0, description: 'How long it has been filled.' },
              },
              required: ['namedGraphs', 'statements', 'seconds'],
            },
          },
          store: { ...anyObject, description: 'Figures of the store.' },
          eventLoopDelay: { ...anyObject, description: 'How late timers come, in milliseconds.' },
          keySets: {
            type: 'array',
            description: 'For internal agents only: the key set of each trusted identity provider.',
            items: {
              type: 'object',
              properties: {
                issuer: string,
                jwksUri: string,
                state: {
                  type: 'string',
                  enum: ['current', 'outdated', 'missing'],
                  description: '`outdated`: keys of an earlier fetch are used. `missing`: there are none.',
                },
                keys: { type: 'integer', minimum: 0, description: 'How many keys can be used.' },
                fetchedAt: { type: 'string', format: 'date-time' },
                error: { type: 'string', description: 'Why the last fetch failed.' },
              },
              required: ['issuer', 'state', 'keys'],
            },
          },
        },
        required: ['status'],
      },
    },
  };
}
