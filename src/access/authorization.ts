/** Authorizations of an object's access control list: the W3C `acl:` vocabulary as this node interprets it (D24, D46). */
import type { Graph } from '../rdf/graph.js';
import { instantOf } from '../rdf/literals.js';
import type { Iri, Term } from '../rdf/terms.js';
import { acl, prov, rdfTerms, vcard, type Vocabulary } from '../rdf/vocabulary.js';

export const permissions = [
  'GET_LOGISTICS_OBJECT',
  'GET_LOGISTICS_EVENT',
  'POST_LOGISTICS_EVENT',
  'PATCH_LOGISTICS_OBJECT',
] as const;

/** The permissions that an agent may have on an object (specification, AccessDelegation). */
export type Permission = (typeof permissions)[number];

/** The agents and the permissions of an authorization. */
export interface Authorization {
  readonly agents: ReadonlySet<string>;
  /** For every caller with a valid token (`acl:AuthenticatedAgent`). */
  readonly anyAuthenticated: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** The AccessDelegationRequest that granted it; undefined for an authorization that the holder wrote. */
  readonly derivedFrom: Iri | undefined;
  /** The authorization with `acl:default` that it comes from, in the list of a shipment (K47). */
  readonly inheritedFrom: Iri | undefined;
  /** Whether what is linked to the object later gets it, too (`acl:default`, K47). */
  readonly isDefault: boolean;
  /** When it expires (V51), in milliseconds since 1970; Infinity for never. */
  readonly endsAt: number;
}

const aclModes = new Map<string, readonly Permission[]>([
  [acl.Read.value, ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT']],
  [acl.Append.value, ['POST_LOGISTICS_EVENT']],
  [acl.Write.value, ['PATCH_LOGISTICS_OBJECT']],
  // The list itself is for internal agents only, so Control allows nothing here.
  [acl.Control.value, []],
]);

/** The permissions of a mode (D46); undefined for an unknown mode. */
export function permissionsOf(mode: Term, { api }: Vocabulary): readonly Permission[] | undefined {
  const permission = permissions.find((name) => api[name].equals(mode));
  return permission === undefined ? aclModes.get(mode.value) : [permission];
}

/** Whether an authorization gives an agent a permission, as long as it has not ended. */
export function grants(
  { agents, anyAuthenticated, permissions: granted }: Authorization,
  permission: Permission,
  agent: Iri,
): boolean {
  return granted.has(permission) && (anyAuthenticated || agents.has(agent));
}

/** Whether a name is that of an authorization: a part of a list. Action requests have no fragment. */
export const isAuthorizationName = (name: string): boolean => name.includes('/acl#');

/** The authorizations that a graph states; the members of a group are stated in the same graph (D46). */
export function readAuthorizations(data: Graph, vocabulary: Vocabulary): Authorization[] {
  return Array.from(data.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => {
    const named = data.objects(subject, acl.agent);
    const members = data.objects(subject, acl.agentGroup).flatMap((group) => data.objects(group, vcard.hasMember));
    const source = data.iri(subject, prov.wasDerivedFrom);
    const isInherited = source !== undefined && isAuthorizationName(source);
    const isDefault = data.object(subject, acl.default) !== undefined;
    // With `acl:default` alone it is for other objects only (WAC).
    const isForThis = !isDefault || data.object(subject, acl.accessTo) !== undefined;
    const modes = isForThis ? data.objects(subject, acl.mode) : [];
    return {
      agents: new Set([...named, ...members].map((agent) => agent.value)),
      anyAuthenticated: data
        .objects(subject, acl.agentClass)
        .some((agentClass) => agentClass.equals(acl.AuthenticatedAgent)),
      permissions: new Set(modes.flatMap((mode) => permissionsOf(mode, vocabulary) ?? [])),
      derivedFrom: isInherited ? undefined : source,
      inheritedFrom: isInherited ? source : undefined,
      isDefault,
      endsAt: endOf(data.objects(subject, vocabulary.api.expiresAt)),
    };
  });
}

/** The earliest of several times. A time that cannot be read ends the authorization: access is denied by default. */
function endOf(times: readonly Term[]): number {
  const instants = times.map(({ value }) => instantOf(value));
  return instants.some(Number.isNaN) ? -Infinity : Math.min(Infinity, ...instants);
}
