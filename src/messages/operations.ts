/** Messages over HTTP, for internal agents (X57 to X63). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import { jsonBody } from '../http/representation/json-body.js';
import { preferred, requireAcceptable } from '../http/representation/media-ranges.js';
import { digest } from '../http/representation/representation.js';
import { PAGE_LIMIT, pageLinks } from '../http/page-links.js';
import { MAX_LIMIT } from '../http/query-parameters.js';
import type { HandlerResult } from '../http/request-context.js';
import { jsonOperation } from '../openapi/json-operation.js';
import { referenceTo } from '../openapi/json-schema.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { headerRefs } from '../openapi/headers.js';
import { content } from '../openapi/responses.js';
import type { DescriptionContext } from '../openapi/section.js';
import { messageTerms } from '../rdf/message-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';
import { messageTypes } from './mapping/mappings.js';
import type { Messages } from './messages.js';
import type { MessageMetrics } from './metrics.js';
import {
  messageOutcomes,
  messageReport,
  type MessageReport,
  messageSummaries,
  type MessageSummary,
} from './schemas.js';
import type { StoredMessages } from './stored-messages.js';

const xmlTypes = ['application/xml', 'text/xml'] as const;

const pathParameters: Readonly<Record<string, PathParameter>> = {
  message: { description: 'The last part of the URI of the message.', schema: { type: 'string' } },
};

const MESSAGE = '8f0c2b7e5d3a4a1c9b6e7f8091a2b3c4';
const WAYBILL = '/logistics-objects/awb-125-30000001';

const summaryExample = (node: DescriptionContext): MessageSummary => ({
  message: node.uri(`/internal/messages/${MESSAGE}`),
  digest: 'sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:',
  ...{ type: 'XFWB', version: '3.00', purpose: 'Creation', messageId: '125-30000001_x' },
  issued: '2021-03-10T10:00:00.000Z',
  received: '2021-03-10T10:00:01.120Z',
  sender: ['P:REUAGT12/FRA01'],
  recipient: ['C:CCS'],
  outcome: 'applied',
  waybill: node.uri(WAYBILL),
  created: [{ object: node.uri(WAYBILL), type: 'Waybill' }],
  changed: [
    {
      object: node.uri('/logistics-objects/awb-125-30000001-shipment'),
      revision: 2,
      request: node.uri('/action-requests/5d1c'),
    },
  ],
  events: [],
  values: { total: 146, mapped: 130, header: 0, derived: 14, unmapped: 2 },
});

const reportExample = (node: DescriptionContext): MessageReport => ({
  ...summaryExample(node),
  unmapped: [
    {
      path: '/Waybill/BusinessHeaderDocument/IncludedHeaderNote[1]/ContentCode',
      ...{ value: 'C', line: 21, column: 14, reason: 'no-place' },
    },
  ],
  notes: [],
});

const flagOf = (name: string, description: string) =>
  query.mapped(query.optionalChoice(name, ['true', 'false'], { description }), (value) => value === 'true');

export function messageOperations(
  uris: UriScheme,
  { messages, stored }: { readonly messages: Messages; readonly stored: StoredMessages },
  metrics: MessageMetrics,
): DeclaredOperation[] {
  const fields = ['Cache-Control', 'Content-Language', 'Vary'] as const;
  const reportMedia = (node: DescriptionContext) => ({
    schema: referenceTo(messageReport),
    example: z.json().parse(reportExample(node)),
  });

  const messageType = messageTerms(uris.extensions).Message.value;

  const post = operation({
    method: 'POST',
    path: '/internal/messages',
    id: 'postMessage',
    summary: 'Send a Cargo-XML message',
    description:
      'XFWB, XFZB, XFHL or XFSU. Its waybill is created or changed, each object by one Change, and statuses become events, in one transaction. The report names every value that has no place. The same bytes again change nothing.',
    accessLevel: 'internal',
    negotiatesItself: true,
    query: {
      isDryRun: flagOf('dry-run', 'Whether only the report is wanted: nothing is stored.'),
      isStrict: flagOf('strict', 'Whether a value that a shape refuses refuses the message.'),
    },
    body: () => {
      const media = { schema: { type: 'string' as const }, example: '<Waybill xmlns="iata:waybill:1">…</Waybill>' };
      return { required: true, content: { 'application/xml': media, 'text/xml': media } };
    },
    errors: [409, 413, 422],
    responses: (node) => ({
      200: {
        description: 'The report of a message that came before, or of a dry run.',
        headers: {
          ...headerRefs(fields),
          Location: {
            description: 'The message that came before.',
            required: false,
            schema: { type: 'string' },
            example: node.uri(`/internal/messages/${MESSAGE}`),
          },
        },
        content: { 'application/json': reportMedia(node) },
      },
      201: content('The report; `Location` is the message.', 'application/json', reportMedia(node), [
        'Location',
        'Type',
        ...fields,
      ]),
    }),
    handle: async (context, asks): Promise<HandlerResult> => {
      requireAcceptable(context.header('accept'), 'application/json');
      const options = asks();
      const bytes = await context.received(xmlTypes);
      const begin = performance.now();
      let report: MessageReport | undefined;
      try {
        report = await messages.receive(bytes, context.caller, options);
      } finally {
        metrics.answered(report, (performance.now() - begin) / 1000, options.isDryRun);
      }
      const isNew = report.outcome !== 'duplicate' && report.outcome !== 'dry-run';
      return {
        kind: 'content',
        ...(isNew && { status: 201, type: messageType }),
        body: jsonBody(report),
        contentType: 'application/json',
        ...(report.message !== null && { headers: { Location: report.message } }),
      };
    },
  });

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/messages',
    id: 'listMessages',
    summary: 'List messages, newest first',
    description:
      'Their reports without the values that were left out. Any conditions together; `total` is null with `since` or `until`.',
    accessLevel: 'internal',
    query: {
      type: query.optionalChoice('type', messageTypes, { description: 'Only messages of this type.' }),
      waybill: query.iri('waybill', { description: 'Only messages about this waybill.' }),
      outcome: query.optionalChoice('outcome', messageOutcomes, { description: 'Only messages with this outcome.' }),
      since: query.time('since', { description: 'Only messages that came at this time or later.' }),
      until: query.time('until', { description: 'Only messages that came at this time or earlier.' }),
      page: query.page({ fallback: PAGE_LIMIT, maximum: MAX_LIMIT }),
    },
    answers: {
      description: 'The messages.',
      schema: messageSummaries,
      example: (node) => ({ items: [summaryExample(node)], total: 1 }),
      isPage: true,
      isUntagged: true,
    },
    handle: async (context, asks) => {
      const { since, until, page, ...filter } = asks();
      const bounds = { from: since?.instant.getTime(), until: until?.until.getTime() };
      const listed = await stored.list(filter, { ...page, ...bounds });
      return {
        answer: { items: [...listed.messages], total: listed.total ?? null },
        headers: pageLinks(context.address(uris.base), context.query, page, listed),
      };
    },
  });

  const get = operation({
    method: 'GET',
    path: '/internal/messages/:message',
    pathParameters,
    id: 'getMessage',
    summary: 'Read a message or its report',
    description: 'As `application/json` the report, as `application/xml` the message as it was received.',
    accessLevel: 'internal',
    negotiatesItself: true,
    errors: [406, 410],
    responses: (node) => ({
      200: {
        description: 'The report, or the message.',
        headers: headerRefs(['ETag', 'Content-Digest', ...fields]),
        content: {
          'application/json': reportMedia(node),
          'application/xml': { schema: { type: 'string' }, example: '<Waybill xmlns="iata:waybill:1">…</Waybill>' },
        },
      },
    }),
    handle: async (context): Promise<HandlerResult> => {
      const uri = uris.findMessage(context.param('message'));
      const report = uri && (await stored.report(uri));
      if (uri === undefined || report === undefined)
        throw new ServiceError('not-found', {
          message: 'this node has no message with this URI',
          ...(uri && { resource: uri }),
        });
      const accept = context.header('accept');
      const form = preferred(accept, {
        json: { type: 'application/json' },
        xml: { type: 'application/xml', aliases: ['text/xml'] },
      });
      if (form === undefined)
        throw new ServiceError('not-acceptable', 'a message is application/json (its report) or application/xml');
      if (form === 'json') {
        const body = jsonBody(report);
        return { kind: 'content', body, contentType: 'application/json', etag: digest(body) };
      }
      const body = await bytesOf(stored, uri);
      const sum = createHash('sha256').update(body).digest('base64');
      const headers = { 'Content-Digest': `sha-256=:${sum}:` };
      return { kind: 'content', body, contentType: 'application/xml', etag: digest(body), headers };
    },
  });

  return [post, list, get];
}

async function bytesOf(stored: StoredMessages, uri: Iri): Promise<Buffer> {
  const bytes = await stored.bytes(uri);
  if (bytes !== undefined) return bytes;
  if (await stored.isErased(uri))
    throw new ServiceError('erased', { message: 'the message was erased', resource: uri });
  throw new ServiceError('internal', { message: 'the stored message cannot be read', resource: uri });
}
