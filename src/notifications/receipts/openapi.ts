/** Receipts of deliveries for operators. */
import { count, listOf, nullable, record } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address, type Tagged } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import { parameterRefs, timeParameter } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type SectionPart } from '../../openapi/section.js';
import type { SchemaObject } from '../../openapi/types.js';

const schemas: Readonly<Record<string, SchemaObject>> = {
  Receipts: record({ items: listOf(schemaRef('Receipt')) }),
  Receipt: record({
    notification: string,
    received: { ...nullable(string), description: 'The entry of the inbox that was handed on to the back end.' },
    eventType: string,
    object: nullable(string),
    revision: nullable(count),
    subscriber: string,
    topic: string,
    createdAt: string,
    attempts: count,
    confirmedAt: string,
    status: { enum: ['confirmed', 'skipped'] },
    skippedBy: nullable(string),
    reason: nullable(string),
  }),
};

export function receipts(node: DescriptionContext, tagged: Tagged): SectionPart {
  return {
    paths: {
      '/internal/receipts': address(tagged, {
        get: {
          id: 'listReceipts',
          summary: 'List receipts of deliveries, newest first',
          description:
            'Who was told what when, and after how many attempts; kept for `RECEIPT_DAYS`. With both `subscriber` and `object`, the newest 2000 receipts of the object are looked at.',
          accessLevel: 'internal',
          parameters: [
            { name: 'subscriber', in: 'query', description: 'Only those of this agent.', schema: { type: 'string' } },
            { name: 'object', in: 'query', description: 'Only those about this object.', schema: { type: 'string' } },
            timeParameter('from', 'Only those confirmed then or later.'),
            timeParameter('to', 'Only those confirmed then or earlier.'),
            {
              name: 'limit',
              in: 'query',
              description: 'The most items to return.',
              schema: { ...count, maximum: 1000, default: 50 },
            },
            ...parameterRefs('skip', 'after', 'before'),
          ],
          responses: {
            200: content(
              'The receipts.',
              'application/json',
              {
                schema: schemaRef('Receipts'),
                example: {
                  items: [
                    {
                      notification: 'urn:uuid:33121ab9-2743-464b-96b5-fcaf3fec1eee',
                      received: null,
                      eventType: 'LOGISTICS_OBJECT_UPDATED',
                      object: node.uri(exampleIds.piece),
                      revision: 2,
                      subscriber: 'https://airline.example/logistics-objects/_data-holder',
                      topic: `${node.namespaces.cargo}Piece`,
                      createdAt: '2026-03-01T10:00:00.400Z',
                      attempts: 1,
                      confirmedAt: '2026-03-01T10:00:00.450Z',
                      status: 'confirmed',
                      skippedBy: null,
                      reason: null,
                    },
                  ],
                },
              },
              ['Cache-Control', 'Content-Language', 'Vary', 'Link'],
            ),
          },
          errors: [400],
        },
      }),
    },
    schemas,
  };
}
