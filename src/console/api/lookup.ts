/** `GET /internal/lookup`: the resource that a text names. */
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { exampleIds } from '../../openapi/section.js';
import { foundItems, type LookupAnswer, lookupGroups } from '../responses/objects.js';
import type { ConsoleServices } from '../services.js';

const MAX_RESULTS = 20;
/** No URI of this node is longer. */
const MAX_TEXT = 2_000;

export const lookUp = ({ find }: ConsoleServices): DeclaredOperation =>
  jsonOperation({
    method: 'GET',
    path: '/internal/lookup',
    id: 'lookUp',
    summary: 'Find resources by URI, id, business identifier, flight or words',
    description:
      'A URI of this node, an id or its beginning, or a business identifier or its beginning: air waybill number (with or without prefix and dash), UPID, ULD number, vehicle registration, references. Case, blanks, dashes, dots and slashes do not matter, nor `AWB` before a number; four or more characters also find the end of an identifier. A flight, also with its day: `LH8400/22NOV`, `LH8400 2026-11-22`. Names, titles and goods by words or their beginnings, in any case, with or without accents. Terms of the data model by name. Only resources that the caller may read; for internal agents also copies of partners’ objects, after own ones.',
    accessLevel: 'authenticated',
    query: {
      text: query.filledText('q', {
        description: 'The text to look up.',
        maxLength: MAX_TEXT,
        missing: 'is needed: the text to look up',
        example: '123-12345675',
      }),
      limit: query.integer('limit', {
        description: 'The maximum number of items.',
        maximum: MAX_RESULTS,
        fallback: MAX_RESULTS,
      }),
    },
    answers: {
      description:
        'The results: exact matches, beginnings of identifiers, names, goods, ends of identifiers, terms of the data model; within these shipments and waybills first, then the newest.',
      schema: foundItems,
      example: (node): LookupAnswer => ({
        items: [
          {
            uri: node.uri(exampleIds.piece),
            kind: 'object',
            group: 'piece',
            type: `${node.namespaces.cargo}Piece`,
            label: 'UPID-7',
            matched: { by: 'identifier', text: 'UPID7', property: `${node.namespaces.cargo}upid` },
            shipment: null,
            detail: 'Oranges · 20 kg',
          },
        ],
        searched: [...lookupGroups],
        understood: { as: 'text', text: 'UPID-7' },
        more: false,
      }),
    },
    handle: async ({ caller }, asks) => {
      const { text, limit } = asks();
      return { answer: { ...(await find.find(text, caller, limit)), searched: [...lookupGroups] } };
    },
  });
