/** `GET /logistics-objects/<id>/changes`: the difference between two states of an object (W41 to W44). */
import { changeExample } from '../action-requests/schemas.js';
import type { IdSource } from '../clock.js';
import { ServiceError } from '../errors.js';
import { IMMUTABLE } from '../http/immutable.js';
import { assertPast, invalidQuery, parseTime } from '../http/query-parameters.js';
import { contentType } from '../http/representation/negotiation.js';
import { digest, entityTag } from '../http/representation/representation.js';
import type { Content, RequestContext } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { pathObject } from '../logistics-objects/path-object.js';
import type { Head } from '../logistics-objects/revisions.js';
import { optionalHeaders } from '../openapi/headers.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { rdfResponse } from '../openapi/responses.js';
import { graphOf } from '../rdf/graph.js';
import { describeChange } from './change.js';
import { asChange, asRdfPatch, asSparqlUpdate, differenceOf, type State } from './differences.js';

const SPARQL_UPDATE = 'application/sparql-update';
const RDF_PATCH = 'application/rdf-patch';

/** A revision by number, 0 for the time before the object, or the revision that was valid until the end of a second. */
type Version = { readonly number: number } | { readonly until: Date };

const NUMBER = /^(?:0|[1-9][0-9]{0,14})$/;

export function readDifferences({
  objects,
  access,
  revisions,
  uris,
  store,
  model,
  vocabulary,
  representations,
  clock,
}: ExchangeServices): DeclaredOperation {
  const version = (name: string, description: string): query.QueryParameter<Version | undefined> =>
    query.mapped(query.text(name, { description }), (text) => {
      if (text === undefined) return undefined;
      if (NUMBER.test(text)) return { number: Number(text) };
      const time = parseTime(text);
      if (time === undefined)
        throw invalidQuery(name, 'must be a revision number, 0, or a time such as 20260301T100000Z');
      assertPast(name, time, clock);
      return time;
    });

  /** @throws ServiceError `not-found` for a revision that the object does not have. */
  async function numberOf(head: Head, asked: Version): Promise<number> {
    if ('until' in asked) return (await revisions.validAt(head, asked.until))?.number ?? 0;
    if (asked.number <= head.latestRevision) return asked.number;
    const message = `the Logistics Object has ${head.latestRevision} revisions, and no revision ${asked.number}`;
    throw new ServiceError('not-found', { message, resource: head.object });
  }

  const state = async ({ object }: Head, revision: number): Promise<State> => ({
    revision,
    data: revision === 0 ? graphOf([]) : await store.read(uris.revision(object, revision)),
  });

  async function render(context: RequestContext, head: Head, from: State, to: State): Promise<Content> {
    if (context.otherType !== undefined) {
      const write = context.otherType === RDF_PATCH ? asRdfPatch : asSparqlUpdate;
      const body = Buffer.from(write(differenceOf(from.data, to.data)));
      return { kind: 'content', body, contentType: context.otherType, etag: digest(body) };
    }
    const { form } = context;
    const change = asChange(head.object, from, to, model, vocabulary);
    const { root, statements } = describeChange(change, vocabulary, numberedIds());
    const body = await representations.write({ root, data: graphOf(statements) }, form);
    const type = vocabulary.api.Change.value;
    return { kind: 'content', body, contentType: contentType(form), etag: entityTag(body, form), type };
  }

  return operation({
    method: 'GET',
    path: '/logistics-objects/:id/changes',
    id: 'getDifferences',
    summary: 'Read the difference between two states of a Logistics Object',
    description:
      'The set difference of two revisions as a Change, a SPARQL Update of the default graph, or an RDF Patch. `to` may be the earlier one. A Change starts at a revision and has operations: from before the first revision (`from=0`) and between equal states the response is 422. Needs GET_LOGISTICS_OBJECT.',
    accessLevel: 'permitted',
    isNodeApi: true,
    otherTypes: [SPARQL_UPDATE, RDF_PATCH],
    query: {
      from: version(
        'from',
        'A revision number (0: before the object), or a time; the revision before `to` without it.',
      ),
      to: version('to', 'A revision number (0: before the object), or a time; the latest revision without it.'),
    },
    errors: [415, 422],
    responses: (described) => {
      const change = rdfResponse('The difference.', schemaRef('Change'), described.document(changeExample(described)));
      const text = { schema: { type: 'string' } } as const;
      return {
        200: {
          ...change,
          // The texts have no class.
          headers: { ...change.headers, ...optionalHeaders(['Type']) },
          content: { ...change.content, [SPARQL_UPDATE]: text, [RDF_PATCH]: text },
        },
      };
    },
    handle: async (context, asks) => {
      const object = pathObject(context, uris);
      const head = await objects.getOrThrow(object);
      await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', object);
      context.requireReadableContentType();
      const asked = asks();
      const to = await numberOf(head, asked.to ?? { number: head.latestRevision });
      if (asked.from === undefined && to === 0)
        throw invalidQuery('from', 'must be given: there is nothing before `to`');
      const from = await numberOf(head, asked.from ?? { number: to - 1 });
      const content = await render(context, head, await state(head, from), await state(head, to));
      const isFinal = [asked.from, asked.to].every((one) => one !== undefined && 'number' in one);
      // Between revisions by number it never changes (W44).
      return isFinal ? { ...content, headers: IMMUTABLE } : content;
    },
  });
}

/** Identifiers that are in order as texts, and the same each time. */
function numberedIds(): IdSource {
  let next = 0;
  return { next: () => String(next++).padStart(7, '0') };
}
