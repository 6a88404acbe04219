/** The authorizations of an access control list with their agents, permissions, source, author and time. */
import type { Graph } from '../rdf/graph.js';
import { graphOf } from '../rdf/graph.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { acl, dcterms, prov, rdfTerms, vcard, type Vocabulary } from '../rdf/vocabulary.js';
import { type Authorization, permissions, type Permission, readAuthorizations } from './authorization.js';

export interface AccessEntry extends Authorization {
  readonly id: Iri;
  /** Agents that it names itself. */
  readonly named: readonly Iri[];
  readonly groups: readonly { readonly group: Iri; readonly members: readonly Iri[] }[];
  /** The time and author; undefined for an authorization of a delegation, and for one of an early release. */
  readonly at: Date | undefined;
  readonly by: Iri | undefined;
}

/** Why an authorization gives something to an agent. */
export type Because =
  | { readonly kind: 'written' | 'authenticated'; readonly authorization: Iri }
  | { readonly kind: 'group'; readonly authorization: Iri; readonly group: Iri }
  | { readonly kind: 'delegation'; readonly request: Iri };

/** The authorizations of a list, in the order of their IRIs. */
export function readAccessEntries(list: Graph, vocabulary: Vocabulary): AccessEntry[] {
  const ids = Array.from(list.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => subject);
  return ids
    .flatMap((subject): AccessEntry[] => {
      const id = subject.value;
      // One at a time, with the members of its groups.
      const groups = list
        .objects(subject, acl.agentGroup)
        .flatMap((term) =>
          isIri(term.value) ? [{ group: term.value, members: list.iris(term, vcard.hasMember) }] : [],
        );
      const members = list.objects(subject, acl.agentGroup).flatMap((group) => [...list.match(group, vcard.hasMember)]);
      const [authorization] = readAuthorizations(graphOf([...list.about(subject), ...members]), vocabulary);
      if (!isIri(id) || authorization === undefined) return [];
      const named = list.iris(subject, acl.agent);
      const [at, by] = [list.date(subject, dcterms.created), list.iri(subject, prov.wasAttributedTo)];
      return [{ ...authorization, id, named, groups, at, by }];
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * The reasons why an authorization applies to an agent; undefined: to every authenticated agent. Empty if it does not
 * apply.
 */
export function becauseOf(entry: AccessEntry, agent: Iri | undefined): Because[] {
  const { id, named, groups, anyAuthenticated, derivedFrom } = entry;
  const isFor = agent === undefined ? anyAuthenticated : anyAuthenticated || entry.agents.has(agent);
  if (!isFor) return [];
  if (derivedFrom !== undefined) return [{ kind: 'delegation', request: derivedFrom }];
  const ofGroups = groups.filter(({ members }) => agent !== undefined && members.includes(agent));
  return [
    ...(anyAuthenticated ? [{ kind: 'authenticated', authorization: id } as const] : []),
    ...(agent !== undefined && named.includes(agent) ? [{ kind: 'written', authorization: id } as const] : []),
    ...ofGroups.map(({ group }) => ({ kind: 'group', authorization: id, group }) as const),
  ];
}

/** The agents that authorizations name, themselves or as members of groups. */
export function agentsOf(entries: readonly AccessEntry[]): Iri[] {
  const agents = entries.flatMap((entry) => [...entry.agents]).filter(isIri);
  return [...new Set(agents)].sort();
}

/** The permissions that authorizations give an agent, with the reasons. */
export function permissionsFor(
  entries: readonly AccessEntry[],
  agent: Iri | undefined,
): { readonly permission: Permission; readonly because: readonly Because[] }[] {
  return permissions.flatMap((permission) => {
    const because = entries
      .filter((entry) => entry.permissions.has(permission))
      .flatMap((entry) => becauseOf(entry, agent));
    return because.length === 0 ? [] : [{ permission, because }];
  });
}
