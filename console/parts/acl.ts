/** An access control list as rows of a form: parsed from its statements, and serialized as JSON-LD. */
import type { Permission } from '../../src/console/responses.js';
import { config, localName, shared } from '../core/index.js';
import type { Statement } from './statements.js';

const ACL = 'http://www.w3.org/ns/auth/acl#';
const PROV = 'http://www.w3.org/ns/prov#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** An authorization. */
export interface AclRow {
  /** Undefined for an unsaved authorization. An authorization with the same id keeps its author and time. */
  readonly id?: string;
  readonly agents: readonly string[];
  readonly everyone: boolean;
  readonly permissions: readonly Permission[];
  readonly expiresAt?: string;
  /** Whether it is also for what is linked to the shipment later: then the object, and whether it is for this one. */
  readonly later?: { readonly object: string; readonly isHere: boolean };
}

export interface AclForm {
  readonly rows: readonly AclRow[];
  /** Groups, which the form does not display. */
  readonly hasGroups: boolean;
}

/** The permissions, in the order of the form. */
export const permissions: readonly Permission[] = [
  'GET_LOGISTICS_OBJECT',
  'GET_LOGISTICS_EVENT',
  'PATCH_LOGISTICS_OBJECT',
  'POST_LOGISTICS_EVENT',
];

const modes: Readonly<Record<string, readonly Permission[]>> = {
  [`${ACL}Read`]: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
  [`${ACL}Append`]: ['POST_LOGISTICS_EVENT'],
  [`${ACL}Write`]: ['PATCH_LOGISTICS_OBJECT'],
};

const permissionsOf = (mode: string): readonly Permission[] =>
  modes[mode] ?? permissions.filter((permission) => localName(mode) === permission);

/** The rows of a list, without the authorizations of delegations. */
export function readAcl(statements: readonly Statement[]): AclForm {
  const subjects = statements
    .filter(({ p, o }) => p === RDF_TYPE && o.value === `${ACL}Authorization`)
    .map(({ s }) => s);
  const values = (subject: string, property: string): string[] =>
    statements.filter(({ s, p }) => s === subject && p === property).map(({ o }) => o.value);
  const written = subjects.filter((subject) => values(subject, `${PROV}wasDerivedFrom`).length === 0);
  return {
    hasGroups: written.some((subject) => values(subject, `${ACL}agentGroup`).length > 0),
    rows: written.map((subject): AclRow => {
      const granted = values(subject, `${ACL}mode`).flatMap(permissionsOf);
      const [later] = values(subject, `${ACL}default`);
      const isHere = values(subject, `${ACL}accessTo`).length > 0;
      const [expiresAt] = values(subject, `${config().namespaces.api}expiresAt`);
      return {
        id: subject,
        agents: values(subject, `${ACL}agent`),
        everyone: values(subject, `${ACL}agentClass`).length > 0,
        permissions: permissions.filter((permission) => granted.includes(permission)),
        ...(expiresAt !== undefined && { expiresAt }),
        ...(later !== undefined && { later: { object: later, isHere } }),
      };
    }),
  };
}

/** A line of the form may be empty, or have spaces around the URI. */
const named = (agents: readonly string[]): string[] =>
  agents.map((agent) => agent.trim()).filter((agent) => agent !== '');

export const isComplete = ({ agents, everyone, permissions: granted }: AclRow): boolean =>
  (named(agents).length > 0 || everyone) && granted.length > 0;

/** The list as JSON-LD. */
export function writeAcl(rows: readonly AclRow[]): string {
  const body = {
    '@context': { api: config().namespaces.api, acl: ACL, xsd: XSD },
    '@graph': rows.map(({ id, agents, everyone, permissions: granted, expiresAt, later }) => ({
      ...(id !== undefined && { '@id': id }),
      '@type': 'acl:Authorization',
      ...(named(agents).length > 0 && { 'acl:agent': named(agents).map((agent) => ({ '@id': agent })) }),
      ...(later !== undefined && { 'acl:default': { '@id': later.object } }),
      ...(later?.isHere && { 'acl:accessTo': { '@id': later.object } }),
      ...(everyone && { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } }),
      'acl:mode': granted.map((permission) => ({ '@id': `api:${permission}` })),
      ...(expiresAt !== undefined && { 'api:expiresAt': { '@type': 'xsd:dateTime', '@value': expiresAt } }),
    })),
  };
  return JSON.stringify(body, undefined, 2);
}

export const permissionNames = (granted: readonly Permission[]): string =>
  granted.map((one) => shared.permissions[one]).join(', ');
