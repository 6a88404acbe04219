/** Access control lists over HTTP, for internal agents (operator contract; D46). */
import { stateOf } from '../http/conditions.js';
import type { RequestContext } from '../http/request-context.js';
import { contentType } from '../http/representation/negotiation.js';
import { entityTag, stateTag } from '../http/representation/representation.js';
import { schemaRef } from '../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import { jsonLdBody, rdfResponse } from '../openapi/responses.js';
import { type Iri, isNamedNode } from '../rdf/terms.js';
import { acl, rdfTerms } from '../rdf/vocabulary.js';
import type { Services } from '../services.js';
import type { AccessLists } from './access-lists.js';
import { accessListExample } from './schemas.js';

const schema = schemaRef('AccessControlList');

/** @param requireObject the object of a path; throws `not-found` when this node has none. */
export function accessListOperations(
  { representations }: Pick<Services, 'representations'>,
  lists: AccessLists,
  requireObject: (context: RequestContext) => Promise<Iri>,
): DeclaredOperation[] {
  const read = operation({
    method: 'GET',
    path: '/logistics-objects/:id/acl',
    unknownQuery: 'refused',
    id: 'getAccessControlList',
    summary: 'Read the access control list of a Logistics Object',
    description: 'The authorizations of the holder and of accepted delegations.',
    requires: requireObject,
    accessLevel: 'internal',
    responses: (node) => ({ 200: rdfResponse('The list.', schema, accessListExample(node)) }),
    handle: async (context) => {
      const data = await lists.read(await requireObject(context));
      const roots = Array.from(data.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => subject);
      const body = await representations.writeGraph(data, roots.filter(isNamedNode), context.form);
      return {
        kind: 'content',
        body,
        contentType: contentType(context.form),
        etag: entityTag(body, context.form, stateTag(data)),
        type: acl.Authorization.value,
      };
    },
  });

  const write = operation({
    method: 'PUT',
    path: '/logistics-objects/:id/acl',
    unknownQuery: 'refused',
    id: 'putAccessControlList',
    summary: 'Replace the access control list of a Logistics Object',
    description:
      'Replaces the authorizations of the holder; those of delegations stay until the delegations are revoked. A document without an authorization removes all access, and is rejected unless `clear` is true.',
    requires: requireObject,
    accessLevel: 'internal',
    query: { clear: query.flag('clear', { description: 'Whether a document without any authorization is accepted.' }) },
    body: (node) => jsonLdBody(schema, accessListExample(node)),
    responses: () => ({ 204: { description: 'The list is replaced.' } }),
    handle: async (context, asks) => {
      const object = await requireObject(context);
      const { clear } = asks();
      const allow = context.preconditions(await lists.read(object), (list) => stateOf(stateTag(list)));
      const { data } = await context.statements();
      await lists.write(object, data, { by: context.caller.agent, clear, allow });
      return { kind: 'no-content' };
    },
  });

  return [read, write];
}
