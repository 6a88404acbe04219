/** Examples of data for the console's drawings. */
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { AccessTimelineAnswer, LifeAnswer, LinksAnswer } from '../responses.js';

const at = '2026-03-01T09:00:00.000Z';
const shipmentPath = '/logistics-objects/shipment-1';

export function linksExample(node: DescriptionContext): LinksAnswer {
  const { cargo } = node.namespaces;
  const [piece, shipment] = [node.uri(exampleIds.piece), node.uri(shipmentPath)];
  const seen = { here: true, readable: true, missing: false };
  return {
    object: piece,
    nodes: [
      { uri: piece, type: `${cargo}Piece`, label: 'Oranges', ...seen },
      { uri: shipment, type: `${cargo}Shipment`, label: 'Fruit', ...seen },
    ],
    edges: [{ from: shipment, to: piece, property: `${cargo}pieces` }],
    more: { [shipment]: 2 },
    truncated: false,
  };
}

export function lifeExample(node: DescriptionContext): LifeAnswer {
  const { cargo } = node.namespaces;
  const [piece, holder] = [node.uri(exampleIds.piece), node.uri(exampleIds.holder)];
  return {
    object: piece,
    lanes: [
      {
        uri: piece,
        type: `${cargo}Piece`,
        label: 'Oranges',
        revisions: [{ number: 1, at, by: holder, request: null }],
        events: [
          {
            uri: node.uri(exampleIds.event),
            code: 'https://onerecord.iata.org/ns/code-lists/StatusCode#RCS',
            timeType: `${cargo}ACTUAL`,
            happened: '2026-03-01T08:15:00.000Z',
            recorded: '2026-03-01T09:30:00.000Z',
            by: holder,
            revision: 1,
          },
        ],
        requests: [
          {
            uri: node.uri(exampleIds.changeRequest),
            kind: 'ChangeRequest',
            status: 'REQUEST_PENDING',
            requestedBy: node.uri(exampleIds.airline),
            requestedAt: '2026-03-01T10:00:00.000Z',
            decidedBy: null,
            decidedAt: null,
            builtOn: 1,
            operations: [
              {
                op: 'ADD',
                s: node.uri(exampleIds.piece),
                p: `${cargo}upid`,
                o: { type: 'literal', value: 'UPID-7' },
                path: [`${cargo}upid`],
              },
            ],
            operationCount: 1,
          },
        ],
      },
    ],
    parties: [{ uri: holder, label: 'Example Data Holder' }],
    truncated: false,
  };
}

export function accessTimelineExample(node: DescriptionContext): AccessTimelineAnswer {
  const { cargo } = node.namespaces;
  return {
    object: node.uri(exampleIds.piece),
    type: `${cargo}Piece`,
    label: 'Oranges',
    property: `${cargo}goodsDescription`,
    values: [{ revision: 1, at, by: node.uri(exampleIds.holder), value: [{ type: 'literal', value: 'Oranges' }] }],
    parties: [
      {
        uri: node.uri(exampleIds.airline),
        label: 'Example Air',
        readable: [{ from: at, until: null, because: 'written', request: null }],
        known: [
          {
            revision: 1,
            asked: false,
            couldRead: at,
            status: 'confirmed',
            written: at,
            confirmed: '2026-03-01T09:00:02.000Z',
            attempts: 1,
            lastError: null,
          },
        ],
      },
    ],
    receiptDays: 90,
    truncated: false,
  };
}
