/** `GET` of named graphs: one operation for each row of the table of graph kinds with an address (W1 to W8). */
import { graphKinds } from '../graph-kinds.js';
import { IMMUTABLE } from '../http/immutable.js';
import type { Content, RequestContext } from '../http/request-context.js';
import { contentType, formOfGraph } from '../http/representation/negotiation.js';
import { entityTag, stateTag } from '../http/representation/representation.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Mementos } from '../logistics-objects/mementos.js';
import { pathObject } from '../logistics-objects/path-object.js';
import { readPiece } from '../logistics-objects/schemas.js';
import type { HeaderName } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation, type PathParameter } from '../openapi/operation.js';
import { rdfResponse, seePage } from '../openapi/responses.js';
import type { Iri } from '../rdf/terms.js';
import { graphNamed, type Graphs, nothingHere } from './graphs.js';
import { graphExample } from './schemas.js';

const id = { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' } as const;
const pathParameters: Readonly<Record<string, PathParameter>> = {
  number: { description: 'The number, from 1 on.', schema: { type: 'integer', minimum: 1 }, example: 1 },
  event: { description: "The event's id: the last part of its URI.", schema: id },
};
const copyParameters: Readonly<Record<string, PathParameter>> = {
  ...pathParameters,
  key: { description: "A hash of the URI of the partner's object.", schema: id },
  event: { description: "A hash of the event's URI.", schema: id },
  variant: { description: 'The number of the variant.', schema: id },
  id: { description: 'The last part of the name of the graph.', schema: id },
};

type Row = (typeof graphKinds)[number];

/** Those of the mirror. */
const isInternal = ({ path }: Row): boolean => path.startsWith('/internal/');

const isOfObject = ({ path }: Row): boolean => path.includes('{object}');

/** The operation of `revision-provenance` is `readRevisionProvenanceGraph`. */
const operationId = ({ kind }: Row): string =>
  `read${kind.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Graph`;

export interface GraphOperations {
  readonly graphs: Graphs;
  readonly mementos: Mementos;
}

export function graphOperations(
  services: ExchangeServices,
  { graphs, mementos }: GraphOperations,
): DeclaredOperation[] {
  const { settings, uris, representations, formDefaults } = services;

  /** The object that decides who reads a graph; a tombstone outlives its object. */
  const objectOf = (row: Row, context: RequestContext): Iri | undefined =>
    isOfObject(row) && !row.kind.endsWith('tombstone') ? pathObject(context, uris) : undefined;

  /** The name of the graph at an address. */
  const nameOf = ({ path }: Row, context: RequestContext): string =>
    uris.base + path.replace(/\{(\w+)\}/g, (_, name: string) => context.param(name === 'object' ? 'id' : name));

  async function answer(row: Row, context: RequestContext): Promise<Content> {
    const { graph, kind } = graphNamed(nameOf(row, context), services);
    // An escaped slash in a number or an id would lead to another kind of graph.
    if (kind.kind !== row.kind) throw nothingHere();
    const fields = kind.opens === 'immutable' ? IMMUTABLE : {};
    if (kind.kind === 'revision') {
      const content = await mementos.answer(await graphs.revision(kind), context.form);
      return { ...content, headers: { ...content.headers, ...fields } };
    }
    const form = formOfGraph(context.form, formDefaults);
    const { data, roots, type, revision } = await graphs.read(graph, kind);
    // What a partner stated is given as it was received (M23).
    const body = await representations.writeGraph(data, roots, form, isInternal(row));
    return {
      kind: 'content',
      body,
      contentType: contentType(form),
      etag: entityTag(body, form, stateTag(data)),
      type,
      ...(revision !== undefined && { lastModified: revision.createdAt }),
      headers: { ...(revision !== undefined && { Revision: String(revision.number) }), ...fields },
    };
  }

  const opening = (row: Row): DeclaredOperation =>
    operation({
      method: 'GET',
      path: row.path.replace('{object}', '{id}').replace(/\{(\w+)\}/g, ':$1'),
      pathParameters: isOfObject(row) ? pathParameters : copyParameters,
      isNodeApi: true,
      id: operationId(row),
      summary: `Read the graph of a ${row.kind.replaceAll('-', ' ')}`,
      description: [
        `It holds: ${row.holds}. The statements are those that a query finds in the graph with this name, in all API versions.`,
        row.opens === 'immutable' ? 'It never changes, and may be kept.' : '',
        row.readers === 'object' ? 'Needs GET_LOGISTICS_OBJECT.' : '',
        row.readers === 'events' ? 'Needs GET_LOGISTICS_EVENT.' : '',
      ]
        .filter(Boolean)
        .join(' '),
      accessLevel: row.readers === 'internal' ? 'internal' : 'permitted',
      // That there are addresses below `/internal/` is no secret: they are 403 for others (M25).
      ...(!isInternal(row) && {
        requires: (context: RequestContext) =>
          graphs.assertReadable(row.readers, objectOf(row, context), context.caller),
      }),
      errors: [415],
      responses: (described) => ({
        200: rdfResponse(
          'The graph.',
          schemaRef(row.kind === 'revision' ? 'LogisticsObject' : 'Graph'),
          row.kind === 'revision' ? readPiece(described) : graphExample(described),
          fieldsOf(row),
        ),
        ...(row.kind === 'revision' && seePage),
      }),
      handle: async (context) => {
        context.requireReadableContentType();
        return answer(row, context);
      },
    });

  return graphKinds
    .filter(({ opens }) => opens === 'immutable' || opens === 'current')
    .filter((row) => settings.mirror.isOn || !isInternal(row))
    .map(opening);
}

/** Header fields in addition to those of every RDF resource. */
function fieldsOf({ kind }: Row): readonly HeaderName[] {
  if (kind === 'revision') return ['Revision', 'Last-Modified', 'Memento-Datetime', 'Link'];
  return kind === 'revision-provenance' ? ['Revision', 'Last-Modified'] : [];
}
