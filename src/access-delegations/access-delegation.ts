/** An AccessDelegation: the permissions on objects that are requested for agents (specification, AccessDelegation). */
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { type Permission, permissions } from '../access/authorization.js';
import type { IdSource } from '../clock.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, namedNode, type NamedNode, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/damaged-entries.js';

export interface AccessDelegation {
  readonly permissions: readonly Permission[];
  readonly delegates: readonly Iri[];
  readonly objects: readonly Iri[];
  readonly description: string | undefined;
  readonly notifyRequestStatusChange: boolean;
}

/**
 * Reads an AccessDelegation from a body.
 *
 * @throws InputError with a detail for each problem.
 */
export function readAccessDelegation(data: Graph, root: Term, vocabulary: Vocabulary): AccessDelegation {
  const { api } = vocabulary;
  const some = { min: 1, max: Infinity };
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.AccessDelegation).size === 0) {
    fields.addError(api.AccessDelegation, 'the body must be an AccessDelegation (@type api:AccessDelegation)');
  }
  const named = new Set(fields.names(api.hasPermission, permissions, api, some));
  const delegation: AccessDelegation = {
    permissions: permissions.filter((permission) => named.has(permission)),
    delegates: fields.iris(api.isRequestedFor, some),
    objects: fields.iris(api.hasLogisticsObject, some),
    description: fields.optionalText(api.hasDescription),
    notifyRequestStatusChange: fields.flag(api.notifyRequestStatusChange),
  };
  fields.throwIfInvalid();
  return delegation;
}

/**
 * Reads the delegates, permissions and objects of a stored AccessDelegation.
 *
 * @throws DamagedDataError when any of them is missing or cannot be read.
 */
export function readStoredDelegation(
  request: ActionRequest,
  vocabulary: Vocabulary,
): Pick<AccessDelegation, 'permissions' | 'delegates' | 'objects'> {
  const { api } = vocabulary;
  const fields = contentFields(request, vocabulary);
  const stated = new Set(fields.terms(api.hasPermission).map(({ value }) => value));
  const granted = permissions.filter((permission) => stated.has(api[permission].value));
  const [delegates, objects] = [fields.iris(api.isRequestedFor), fields.iris(api.hasLogisticsObject)];
  if (granted.length === 0 || delegates.length === 0 || objects.length === 0)
    throw new DamagedDataError('an AccessDelegation without delegates, permissions or objects');
  return { permissions: granted, delegates, objects };
}

/** The statements of an AccessDelegation under a new identifier, as its request stores them. */
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
