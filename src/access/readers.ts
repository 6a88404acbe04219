/**
 * Since when agents may read the content and the events of objects: the entries of an index that the record orders by
 * the commits of access control lists (W54). Only `access` decides whether an agent may read now.
 */
import { getOrAdd } from '../collections.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, iri, isIri } from '../rdf/terms.js';
import { acl, type Vocabulary } from '../rdf/vocabulary.js';
import type { DeclaredEntry } from '../store/lookup.js';
import { readAccessEntries } from './access-entries.js';
import type { Permission } from './authorization.js';

export type ReadPermission = Extract<Permission, 'GET_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT'>;

const readPermissions: readonly ReadPermission[] = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'];

/** An agent that an access control list gives a permission to read. */
export interface Reader {
  /** The graph of the list. */
  readonly list: Iri;
  /** An agent, or `acl:AuthenticatedAgent`. */
  readonly agent: Iri;
  readonly permission: ReadPermission;
}

/** The value of a reader in the index: `<list>#<permission>/<agent>`. */
const readerValue = ({ list, agent, permission }: Reader): Iri =>
  iri(`${list}#${permission}/${encodeURIComponent(agent)}`);

/** The list of a reader's value. */
export const readerList = (value: Iri): Iri => iri(value.split('#', 1)[0] ?? value);

/** Undefined for a value that is no reader's. */
export function parseReader(value: Iri): Reader | undefined {
  const [list = '', reader = ''] = value.split('#');
  const [name, encoded = ''] = reader.split('/');
  const permission = readPermissions.find((each) => each === name);
  const agent = permission && decoded(encoded);
  return permission === undefined || agent === undefined || !isIri(list) ? undefined : { list, agent, permission };
}

function decoded(text: string): Iri | undefined {
  try {
    const agent = decodeURIComponent(text);
    return isIri(agent) ? agent : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The entries of an access control list: each reader in the partition of its agent, and in that of the list. Several
 * authorizations of the same end with the last of them.
 */
export function readerEntries(statements: Graph, list: Iri, vocabulary: Vocabulary): DeclaredEntry[] {
  const entries = new Map<string, DeclaredEntry>();
  const add = (agent: Iri, permission: ReadPermission, endsAt: number, madeAt: number | undefined): void => {
    const value = readerValue({ list, agent, permission });
    for (const partition of new Set([agent, list])) {
      const found = getOrAdd(entries, `${partition}\n${value}`, () => ({ partition, order: 0, value, endsAt, madeAt }));
      const earliest = Math.min(madeAt ?? Infinity, found.madeAt ?? Infinity);
      entries.set(`${partition}\n${value}`, {
        ...found,
        endsAt: Math.max(endsAt, found.endsAt ?? Infinity),
        madeAt: earliest === Infinity ? undefined : earliest,
      });
    }
  };
  for (const { agents, anyAuthenticated, permissions, endsAt, at } of readAccessEntries(statements, vocabulary)) {
    const named = [...agents, ...(anyAuthenticated ? [acl.AuthenticatedAgent.value] : [])].filter(isEncodable);
    for (const permission of readPermissions)
      if (permissions.has(permission)) for (const agent of named) add(agent, permission, endsAt, at?.getTime());
  }
  return [...entries.values()];
}

/** Not every IRI in a stored statement is well-formed Unicode. */
const isEncodable = (agent: string): agent is Iri => isIri(agent) && !/\p{Surrogate}/u.test(agent);
