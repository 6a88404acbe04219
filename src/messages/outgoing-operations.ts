/** Messages of a waybill over HTTP, with the report of what they could not carry (X75 to X81). */
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { preferred, requireAcceptable } from '../http/representation/media-ranges.js';
import { digest } from '../http/representation/representation.js';
import { invalidQuery } from '../http/query-parameters.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import { pathObject, redirect } from '../logistics-objects/path-object.js';
import { jsonBody } from '../http/representation/json-body.js';
import { referenceTo } from '../openapi/json-schema.js';
import { headerRefs } from '../openapi/headers.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { content, moved } from '../openapi/responses.js';
import type { DescriptionContext } from '../openapi/section.js';
import { partyName } from '../settings/settings-schema.js';
import type { MessageServices } from './lookups.js';
import { messageTypes } from './mapping/mappings.js';
import { type Asked, type Outgoing, parseParty } from './outgoing.js';
import { type LossReport, lossReport } from './schemas.js';
import type { Loss } from './writing/carriage.js';
import type { WrittenMessage } from './writing/write-message.js';

/** Values of each kind that a report names (X81). */
const MAX_REPORTED = 1000;

const pathParameters: Readonly<Record<string, PathParameter>> = {
  type: {
    description: 'The type of the message.',
    schema: { type: 'string', enum: [...messageTypes] },
    example: 'XFWB',
  },
};

/** Of the whole, at most 1,000 of each kind. */
function reportOf({ lost, missing, rounded, order, assumed }: Loss): LossReport {
  const some = <Item>(items: readonly Item[]): Item[] => items.slice(0, MAX_REPORTED);
  return {
    total: lost.length,
    missing: some(missing),
    lost: some(lost),
    rounded: some(rounded),
    order: some(order),
    assumed: some(assumed),
  };
}

const reportExample = (node: DescriptionContext): LossReport => ({
  total: 1,
  missing: ['/Waybill/MessageHeaderDocument/ConversationID'],
  lost: [
    {
      object: node.uri('/logistics-objects/awb-125-30000001-piece-1'),
      property: 'https://onerecord.iata.org/ns/cargo#upid',
      value: 'U1',
      reason: 'no-element',
    },
  ],
  rounded: [],
  order: [],
  assumed: [],
});

export function outgoingOperations(services: MessageServices, outgoing: Outgoing): DeclaredOperation[] {
  const { objects, access, uris, clock } = services;

  const asks = {
    version: query.text('version', {
      description: 'The version of the message; the newest one without it.',
      example: '3.00',
    }),
    at: query.pastTime(clock, 'As the objects were at that time, `YYYYMMDDThhmmssZ`.'),
    recipient: query.mapped(
      query.text('recipient', {
        description: 'The recipient, `<scheme>:<id>`; the sender without it.',
        example: 'P:REUAGT12/FRA01',
      }),
      (text) => {
        if (text === undefined) return undefined;
        if (!partyName.safeParse(text).success) throw invalidQuery('recipient', 'must be <scheme>:<id>');
        return parseParty(text);
      },
    ),
    event: query.iri('event', { description: 'Of a XFSU: only the status that this event is.' }),
  };

  async function write(
    context: RequestContext,
    type: string,
    suffix: string,
    asked: () => Asked,
  ): Promise<WrittenMessage | HandlerResult> {
    const head = await objects.getOrThrow(pathObject(context, uris));
    // Access is decided before anything is said of the object.
    await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
    const elsewhere = redirect(head, suffix);
    if (elsewhere !== undefined) return elsewhere;
    const mapping = outgoing.mapping(type);
    const values = asked();
    if (values.version !== undefined && !mapping.versions.includes(values.version))
      throw invalidQuery('version', `must be one of ${mapping.versions.join(', ')}`);
    if (values.event !== undefined && type !== 'XFSU') throw invalidQuery('event', 'is for XFSU alone');
    return outgoing.write(head, mapping, context.caller, values);
  }

  const common = {
    pathParameters,
    accessLevel: 'permitted' as const,
    isNodeApi: true as const,
    negotiatesItself: true as const,
    query: asks,
    errors: [422] as const,
  };

  const message = operation({
    ...common,
    method: 'GET',
    path: '/logistics-objects/:id/messages/:type',
    id: 'getWaybillAsMessage',
    summary: 'Read a waybill as a Cargo-XML message',
    description:
      'XFWB, XFZB, XFHL or XFSU from the waybill and the objects that it links to. Needs GET_LOGISTICS_OBJECT, and GET_LOGISTICS_EVENT on the shipment for XFSU. What the caller may not read is left out.',
    responses: () => ({
      200: {
        description: 'The message; the same objects give the same bytes.',
        headers: {
          ...headerRefs(['ETag', 'Cache-Control', 'Content-Language', 'Vary']),
          'Message-Loss': {
            description: 'The number of values of the objects that are not in the message.',
            required: true,
            schema: { type: 'integer', minimum: 0 },
            example: 1,
          },
        },
        content: {
          'application/xml': {
            schema: { type: 'string' },
            example: '<rsm:Waybill xmlns:rsm="iata:waybill:1">…</rsm:Waybill>',
          },
        },
      },
      ...moved,
    }),
    handle: async (context, asked): Promise<HandlerResult> => {
      const type = context.param('type');
      const written = await write(context, type, `/messages/${type}`, asked);
      if ('kind' in written) return written;
      if (!isXmlAccepted(context)) throw new ServiceError('not-acceptable', 'a message is application/xml');
      const headers = { 'Message-Loss': String(written.loss.lost.length) };
      return {
        kind: 'content',
        body: written.xml,
        contentType: 'application/xml',
        etag: digest(written.xml),
        headers,
      };
    },
  });

  const report = operation({
    ...common,
    method: 'GET',
    path: '/logistics-objects/:id/messages/:type/report',
    id: 'getWaybillMessageReport',
    summary: 'Read what a message of a waybill could not carry',
    description: 'What the message lacks, and what the objects say that is not in it. At most 1,000 of each.',
    responses: (node) => ({
      200: content(
        'The report.',
        'application/json',
        { schema: referenceTo(lossReport), example: z.json().parse(reportExample(node)) },
        ['ETag', 'Cache-Control', 'Content-Language', 'Vary'],
      ),
      ...moved,
    }),
    handle: async (context, asked): Promise<HandlerResult> => {
      const type = context.param('type');
      const written = await write(context, type, `/messages/${type}/report`, asked);
      if ('kind' in written) return written;
      requireAcceptable(context.header('accept'), 'application/json');
      const body = jsonBody(reportOf(written.loss));
      return { kind: 'content', body, contentType: 'application/json', etag: digest(body) };
    },
  });

  return [message, report];
}

function isXmlAccepted(context: RequestContext): boolean {
  const offers = { xml: { type: 'application/xml', aliases: ['text/xml'] } };
  return preferred(context.header('accept'), offers) !== undefined;
}
