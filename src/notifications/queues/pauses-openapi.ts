/** The list of pauses for operators. */
import { listOf, nullable, record } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address, type Tagged } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import { parameterRefs, timeParameter } from '../../openapi/parameters.js';
import type { DescriptionContext, SectionPart } from '../../openapi/section.js';
import { subscriber } from './queues-openapi.js';

const pause = record({
  subscriber: string,
  topic: { ...nullable(string), description: 'Null: all queues of the subscriber.' },
  by: string,
  at: string,
  reason: nullable(string),
  endedBy: nullable(string),
  endedAt: { ...nullable(string), description: 'Null: it runs.' },
});

export function deliveryPauses(node: DescriptionContext, tagged: Tagged): SectionPart {
  return {
    paths: {
      '/internal/delivery-pauses': address(tagged, {
        get: {
          id: 'listDeliveryPauses',
          summary: 'List the pauses of queues of deliveries, newest first',
          description:
            'Who paused what when and why, and who resumed it when: those that run by their beginning, then those that have ended by their end, which are kept for `RECEIPT_DAYS`. With `to`, of the pauses that ended later the 1000 that ended first are looked at.',
          accessLevel: 'internal',
          parameters: [
            { name: 'subscriber', in: 'query', description: 'Only those of this agent.', schema: { type: 'string' } },
            timeParameter('from', 'Only those that ran then or later.'),
            timeParameter('to', 'Only those that ran then or earlier.'),
            {
              name: 'limit',
              in: 'query',
              description: 'The most items to return.',
              schema: { type: 'integer', minimum: 0, maximum: 1000, default: 50 },
            },
            ...parameterRefs('skip'),
          ],
          responses: {
            200: content(
              'The pauses.',
              'application/json',
              {
                schema: schemaRef('DeliveryPauses'),
                example: {
                  items: [
                    {
                      subscriber,
                      topic: `${node.namespaces.cargo}Piece`,
                      by: node.uri('/logistics-objects/_data-holder'),
                      at: '2026-03-01T10:00:00.000Z',
                      reason: 'Maintenance at the airline until noon',
                      endedBy: node.uri('/logistics-objects/_data-holder'),
                      endedAt: '2026-03-01T12:00:00.000Z',
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
    schemas: { DeliveryPauses: record({ items: listOf(schemaRef('DeliveryPause')) }), DeliveryPause: pause },
  };
}
