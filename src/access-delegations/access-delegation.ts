/** An AccessDelegation as a value: who is to get which permissions on which objects (specification, AccessDelegation). */
import { type Permission, permissions } from '../access/authorization.js';
import type { IdSource } from '../ambient.js';
import { Fields } from '../rdf/fields.js';
import type { Graph } from '../rdf/graph.js';
import {
  factory,
  type Iri,
  type IriNode,
  namedNode,
  type NamedNode,
  node,
  type Quad,
  type Term,
  triple,
} from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';

export interface AccessDelegation {
  readonly permissions: readonly Permission[];
  readonly delegates: readonly Iri[];
  readonly objects: readonly Iri[];
  readonly description: string | undefined;
  readonly notifyRequestStatusChange: boolean;
}

/** The permissions by name, as terms. */
function permissionTerms({ api }: Vocabulary): Readonly<Record<Permission, IriNode>> {
  const { GET_LOGISTICS_OBJECT, GET_LOGISTICS_EVENT, POST_LOGISTICS_EVENT, PATCH_LOGISTICS_OBJECT } = api;
  return { GET_LOGISTICS_OBJECT, GET_LOGISTICS_EVENT, POST_LOGISTICS_EVENT, PATCH_LOGISTICS_OBJECT };
}

/**
 * Reads an AccessDelegation from a body or from the request that keeps it.
 *
 * @throws ServiceError `invalid-body` with a detail for each problem.
 */
export function readAccessDelegation(data: Graph, root: Term, vocabulary: Vocabulary): AccessDelegation {
  const { api } = vocabulary;
  const some = { least: 1, most: Infinity };
  const fields = new Fields(data, root);
  if (data.match(root, rdfTerms.type, api.AccessDelegation).size === 0) {
    fields.problem(api.AccessDelegation, 'the body must be an AccessDelegation (@type api:AccessDelegation)');
  }
  const named = new Set(fields.names(api.hasPermission, permissionTerms(vocabulary), some));
  const delegation: AccessDelegation = {
    permissions: permissions.filter((permission) => named.has(permission)),
    delegates: fields.iris(api.isRequestedFor, some),
    objects: fields.iris(api.hasLogisticsObject, some),
    description: fields.optionalText(api.hasDescription),
    notifyRequestStatusChange: fields.flag(api.notifyRequestStatusChange),
  };
  fields.finish();
  return delegation;
}

/** The statements of an AccessDelegation under a fresh identifier, as its request keeps them. */
export function describeAccessDelegation(
  { permissions: granted, delegates, objects, description, notifyRequestStatusChange }: AccessDelegation,
  { api }: Vocabulary,
  ids: IdSource,
): { root: NamedNode; statements: Quad[] } {
  const root = namedNode(`internal:${ids.next()}`);
  const statements = [
    triple(root, rdfTerms.type, api.AccessDelegation),
    ...granted.map((permission) => triple(root, api.hasPermission, api[permission])),
    ...delegates.map((delegate) => triple(root, api.isRequestedFor, node(delegate))),
    ...objects.map((object) => triple(root, api.hasLogisticsObject, node(object))),
    ...(description === undefined ? [] : [triple(root, api.hasDescription, factory.literal(description))]),
    triple(root, api.notifyRequestStatusChange, factory.literal(String(notifyRequestStatusChange), xsd.boolean)),
  ];
  return { root, statements };
}
