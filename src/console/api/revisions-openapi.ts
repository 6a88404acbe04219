/** The revisions of an object by number. */
import { count, flag, listOf, nullable, record, revisionNumber, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { headerRefs } from '../../openapi/headers.js';
import { address } from '../../openapi/operation.js';
import { rdfResponse } from '../../openapi/responses.js';
import { count as anyCount, parameterRefs } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import type { Parameter } from '../../openapi/types.js';
import { jsonPage, jsonResponse } from './json-response.js';

const revisionParameter = (name: 'from' | 'to', description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: revisionNumber,
});

export function revisions(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const description = `${node.namespaces.cargo}goodsDescription`;
  const revision = {
    number: 2,
    at: '2026-03-01T10:00:00.400Z',
    requestedBy: node.uri(exampleIds.airline),
    decidedBy: node.uri(exampleIds.holder),
    request: node.uri(exampleIds.changeRequest),
    description: 'Add lemons',
    properties: [description],
    added: 1,
    removed: 0,
  };
  return {
    paths: {
      '/internal/objects/{id}/revisions': address(tagged, {
        get: {
          id: 'listRevisions',
          summary: 'List the revisions of an object, newest first',
          description: 'Who asked for each, who decided, and what it changed. At most 50 on a page.',
          accessLevel: 'permitted',
          parameters: parameterRefs('object', 'consoleLimit', 'skip'),
          responses: {
            200: jsonPage('The revisions.', 'Revisions', {
              object: node.uri(exampleIds.piece),
              latest: 2,
              total: 2,
              items: [revision],
            }),
          },
          errors: [400, 404],
        },
      }),
      '/internal/objects/{id}/revisions/{number}': address(tagged, {
        get: {
          id: 'getRevision',
          summary: 'Read a revision by its number',
          description: 'It never changes, and may be cached.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'number',
              in: 'path',
              required: true,
              description: 'The number of the revision, from 1 on.',
              schema: revisionNumber,
              example: 1,
            },
          ],
          responses: {
            200: {
              ...rdfResponse(
                'The revision.',
                schemaRef('LogisticsObject'),
                node.document({
                  '@id': node.uri(exampleIds.piece),
                  '@type': 'cargo:Piece',
                  'cargo:goodsDescription': 'Oranges',
                }),
              ),
              headers: headerRefs([
                'Type',
                'ETag',
                'Cache-Control',
                'Content-Language',
                'Vary',
                'Last-Modified',
                'Revision',
              ]),
            },
          },
          errors: [400, 404],
        },
      }),
      '/internal/objects/{id}/diff': address(tagged, {
        get: {
          id: 'compareRevisions',
          summary: 'Compare two revisions',
          description:
            'The statements that one of them has and the other has not. By default the latest one with the one before.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            revisionParameter(
              'from',
              'The number of the one; the other one’s predecessor by default. May be the later one.',
            ),
            revisionParameter('to', 'The number of the other; the latest one by default.'),
          ],
          responses: {
            200: jsonResponse('The difference.', 'RevisionDiff', {
              object: node.uri(exampleIds.piece),
              from: 1,
              to: 2,
              statements: [
                {
                  op: 'added',
                  s: node.uri(exampleIds.piece),
                  p: description,
                  o: { type: 'literal', value: 'Lemons' },
                  path: [description],
                  revision: 2,
                },
              ],
              revisions: [revision],
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      Revision: record({
        number: revisionNumber,
        at: time,
        requestedBy: nullable(uri),
        decidedBy: nullable(uri),
        request: nullable(uri),
        description: nullable(string),
        properties: listOf(uri),
        added: count,
        removed: count,
      }),
      Revisions: record({
        object: uri,
        latest: revisionNumber,
        total: anyCount,
        items: listOf(schemaRef('Revision')),
      }),
      TermValue: record({ type: { enum: ['uri', 'literal'] }, value: string, datatype: uri, language: string }, [
        'datatype',
        'language',
      ]),
      DiffStatement: record({
        op: { enum: ['added', 'removed'] },
        s: uri,
        p: uri,
        o: schemaRef('TermValue'),
        path: listOf(uri),
        revision: revisionNumber,
      }),
      RevisionDiff: record({
        object: uri,
        from: revisionNumber,
        to: revisionNumber,
        statements: listOf(schemaRef('DiffStatement')),
        revisions: listOf(schemaRef('Revision')),
        truncated: flag,
      }),
    },
  };
}
