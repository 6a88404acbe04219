/** An AccessDelegation: the permissions on objects that are requested for agents (specification, AccessDelegation). */
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { type Permission, permissions } from '../access/authorization.js';
import type { IdSource } from '../clock.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, namedNode, type NamedNode, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';

export interface AccessDelegation {
  readonly permissions: readonly Permission[];
  readonly delegates: readonly Iri[];
  readonly objects: readonly Iri[];
  readonly description: string | undefined;
  /** When the permissions expire (V51); undefined for a delegation without expiry. */
  readonly expiresAt: Date | undefined;
  readonly notifyRequestStatusChange: boolean;
}

/**
 * Reads an AccessDelegation from a body.
 *
 * @param maxDelegates the maximum number of delegates (V54).
 * @throws InputError with a detail for each problem.
 */
export function readAccessDelegation(
  data: Graph,
  root: Term,
  vocabulary: Vocabulary,
  maxDelegates = Infinity,
): AccessDelegation {
  const { api } = vocabulary;
  const some = { min: 1, max: Infinity };
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.AccessDelegation).size === 0) {
    fields.addError(api.AccessDelegation, 'the body must be an AccessDelegation (@type api:AccessDelegation)');
  }
  const named = new Set(fields.names(api.hasPermission, permissions, api, some));
  const delegation: AccessDelegation = {
    permissions: permissions.filter((permission) => named.has(permission)),
    delegates: fields.iris(api.isRequestedFor, { min: 1, max: maxDelegates }),
    objects: fields.iris(api.hasLogisticsObject, some),
    description: fields.optionalText(api.hasDescription),
    expiresAt: fields.optionalInstant(api.expiresAt),
    notifyRequestStatusChange: fields.flag(api.notifyRequestStatusChange),
  };
  fields.throwIfInvalid();
  return delegation;
}

/**
 * Reads the delegates, permissions, objects and expiry of a stored AccessDelegation.
 *
 * @throws DamagedDataError when any of the first three is missing, or any of them cannot be read.
 */
export function readStoredDelegation(
  request: ActionRequest,
  vocabulary: Vocabulary,
): Pick<AccessDelegation, 'permissions' | 'delegates' | 'objects' | 'expiresAt'> {
  const { api } = vocabulary;
  const fields = contentFields(request, vocabulary);
  const stated = new Set(fields.terms(api.hasPermission).map(({ value }) => value));
  const granted = permissions.filter((permission) => stated.has(api[permission].value));
  const [delegates, objects] = [fields.iris(api.isRequestedFor), fields.iris(api.hasLogisticsObject)];
  if (granted.length === 0 || delegates.length === 0 || objects.length === 0)
    throw new DamagedDataError('an AccessDelegation without delegates, permissions or objects');
  const expiresAt = fields.date(api.expiresAt);
  if (expiresAt === undefined && fields.terms(api.expiresAt).length > 0)
    throw new DamagedDataError('an AccessDelegation whose expiry cannot be read');
  return { permissions: granted, delegates, objects, expiresAt };
}

/** The statements of an AccessDelegation under a new identifier, as its request stores them. */
export function describeAccessDelegation(
  { permissions: granted, delegates, objects, description, expiresAt, notifyRequestStatusChange }: AccessDelegation,
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
    ...(expiresAt === undefined
      ? []
      : [triple(root, api.expiresAt, factory.literal(expiresAt.toISOString(), xsd.dateTime))]),
    triple(root, api.notifyRequestStatusChange, factory.literal(String(notifyRequestStatusChange), xsd.boolean)),
  ];
  return { root, statements };
}
