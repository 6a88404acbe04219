/** `/feed`: what a caller may read as a Linked Data Event Stream, and what changed since a time (W50 to W62). */
import { ServiceError } from '../errors.js';
import { invalidQuery, type TimeParameter } from '../http/query-parameters.js';
import { digest } from '../http/representation/representation.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { typeNamed } from '../logistics-objects/list.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { headerRefs } from '../openapi/headers.js';
import type { Response } from '../openapi/types.js';
import { extended, type Iri, isIri } from '../rdf/terms.js';
import type { FeedDocument, ListedMember } from './documents.js';
import type { Feed } from './feed.js';
import type { DocumentKind } from './metrics.js';
import { parsePath } from './periods.js';
import type { FeedReaders } from './readers.js';
import { documentSchema, feedExample } from './schemas.js';
import { FeedSerialization, feedSyntax, feedTypes } from './serialization.js';
import { changedSince, type SinceServices } from './since.js';
import type { FeedStatements } from './statements.js';
import { ldes, tree } from './terms.js';

/** A closed document never changes, but what its caller may read does (W57, W58). */
const CLOSED = { 'Cache-Control': 'private, max-age=604800, immutable' };

export interface FeedParts extends SinceServices {
  readonly feed: Feed;
  readonly statements: FeedStatements;
  readonly readers: FeedReaders;
  readonly count: (kind: DocumentKind) => void;
}

export function feedOperations(services: ExchangeServices, parts: FeedParts): DeclaredOperation[] {
  const { uris, vocabulary, model } = services;
  const { feed, statements, readers, count } = parts;
  const serialization = new FeedSerialization(vocabulary, uris.extensions);
  const description = `<${uris.datasetDescription}>; rel="describedby"`;

  /** Writes a document, or the members since a time. */
  async function write(
    context: RequestContext,
    document: FeedDocument | undefined,
    members: readonly ListedMember[],
    headers: Readonly<Record<string, string>>,
  ): Promise<HandlerResult> {
    const syntax = feedSyntax(context.header('accept'));
    const body = await serialization.write(await statements.describe(document, members), syntax);
    readers.given(context.caller, members);
    return {
      kind: 'content',
      body,
      contentType: feedTypes[syntax],
      etag: `${digest(body)}.${syntax}`,
      type: (document === undefined || document.path === '' ? ldes.EventStream : tree.Node).value,
      headers,
    };
  }

  async function answerRoot(context: RequestContext): Promise<HandlerResult> {
    const document = await feed.root(context.caller);
    const answer = await write(context, document, document.members, {});
    count('root');
    return answer;
  }

  async function answerSince(
    context: RequestContext,
    since: TimeParameter,
    { after, types, objects }: Omit<SinceQuery, 'since'>,
  ): Promise<HandlerResult> {
    const wanted = {
      since,
      after,
      types: new Set(types.flatMap((type) => [type, ...model.descendants(type)])),
      objects,
    };
    const { members, next } = await changedSince(wanted, context.caller, parts);
    const parameters = new URLSearchParams({ ...next });
    for (const type of types) parameters.append('type', type);
    for (const object of objects) parameters.append('object', object);
    const link = next === undefined ? [] : [`<${uris.feed}?${parameters.toString()}>; rel="next"`];
    const answer = await write(context, undefined, members, { Link: [...link, description].join(', ') });
    count('since');
    return answer;
  }

  const root = operation({
    method: 'GET',
    path: '/feed',
    isNodeApi: true,
    negotiatesItself: true,
    link: description,
    id: 'getFeed',
    summary: 'Read the event stream of everything that the caller may read',
    description:
      'A Linked Data Event Stream (LDES 1.0.0, TREE) of all revisions and events that the caller may read, each once, in the order in which it came to be able to read them. The documents that it links to are found by following links. With `since` the members from that time on, the oldest first, at most 1,000 with a link to the next ones.',
    accessLevel: 'authenticated',
    query: {
      since: query.time('since', {
        description: 'Only members that the caller has been able to read since that time, in one list.',
        example: '2026-03-01T10:00:00Z',
      }),
      after: query.iri('after', {
        description: 'With `since`: the last member of the page before, as its link to the next one has it.',
      }),
      types: query.mapped(
        query.list('type', {
          description: 'With `since`: types, as short name or IRI; their subtypes count. Several are alternatives.',
        }),
        (names) => names.map((name) => typeNamed(name, vocabulary)),
      ),
      objects: query.mapped(
        query.list('object', { description: 'With `since`: the URIs of Logistics Objects. Several are alternatives.' }),
        (names) => names.map(objectNamed),
      ),
    },
    responses: (described) => ({
      200: documentResponse('The root of the stream, or the members since a time.', feedExample(described)),
    }),
    handle: (context, asks) => {
      const { since, ...narrowed } = asks();
      if (since !== undefined) return answerSince(context, since, narrowed);
      const { after, types, objects } = narrowed;
      if (after !== undefined || types.length > 0 || objects.length > 0)
        throw invalidQuery('since', 'is missing: `after`, `type` and `object` narrow what it lists');
      return answerRoot(context);
    },
  });

  async function answerDocument(context: RequestContext): Promise<HandlerResult> {
    const name = parsePath(context.param('document'));
    if (name === undefined) throw nothingHere();
    const found = await feed.document(name, context.caller);
    switch (found.kind) {
      case 'empty':
        if (name.digest === undefined) throw nothingHere();
        count('gone');
        throw new ServiceError('gone', `you may read nothing of this period any more; read on from ${uris.feed}`);
      case 'replaced':
        count('replaced');
        return {
          kind: 'redirect',
          location: extended(uris.feed, found.path),
          permanent: false,
          temporary: true,
        };
      case 'document': {
        const { document } = found;
        const answer = await write(context, document, document.members, document.isClosed ? CLOSED : {});
        count(document.isClosed ? 'closed' : 'open');
        return answer;
      }
    }
  }

  const document = operation({
    method: 'GET',
    path: '/feed/*document',
    pathParameters: {
      document: {
        description: 'The period, as a link has it: `2026/03/01`; of a closed period with a digest.',
        schema: { type: 'string' },
        example: '2026/03',
      },
    },
    isNodeApi: true,
    negotiatesItself: true,
    link: description,
    id: 'getFeedDocument',
    summary: 'Read a document of the event stream',
    description:
      'The members of a period, or links to shorter ones. A period that is over has an address that ends in a digest, and never changes there: once access to one of its members is withdrawn, the address leads to the document that took its place.',
    accessLevel: 'authenticated',
    errors: [410],
    responses: (described) => ({
      200: documentResponse('The document.', feedExample(described)),
      307: {
        description: 'The document that took the place of this one.',
        headers: headerRefs(['Location', 'Cache-Control', 'Link']),
      },
    }),
    handle: answerDocument,
  });
  return [root, document];

  /** @throws ServiceError `invalid-query` for what is no object of this node. */
  function objectNamed(name: string): Iri {
    if (isIri(name) && uris.objectId(name) !== undefined) return name;
    throw invalidQuery('object', `must be the URI of a Logistics Object of this node, not ${JSON.stringify(name)}`);
  }
}

interface SinceQuery {
  readonly since: TimeParameter;
  readonly after: Iri | undefined;
  readonly types: readonly Iri[];
  readonly objects: readonly Iri[];
}

const nothingHere = (): ServiceError => new ServiceError('not-found', 'the feed has no document at this address');

/** A document in the syntaxes with named graphs. The example is its JSON-LD. */
function documentResponse(description: string, example: ReturnType<typeof feedExample>): Response {
  return {
    description,
    headers: headerRefs(['Type', 'ETag', 'Cache-Control', 'Content-Language', 'Vary', 'Link']),
    content: {
      [feedTypes.trig]: { schema: { type: 'string' } },
      [feedTypes.nquads]: { schema: { type: 'string' } },
      [feedTypes.jsonld]: { schema: documentSchema, example },
    },
  };
}
