/** The agents with access to an object, and the reasons. */
import { type AccessEntry, agentsOf, becauseOf, permissionsFor, readAccessEntries } from '../access/access-entries.js';
import { AccessListHistory } from '../access/access-list-history.js';
import { permissions } from '../access/authorization.js';
import { cascadeOf } from '../access-delegations/cascade.js';
import { readStoredDelegation } from '../access-delegations/access-delegation.js';
import type { Caller } from '../http/caller.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import { statusEntries } from './request-history.js';
import type { AccessAnswer, DelegatedAccess, EffectiveAccess, ReplacedAccess, WrittenAccess } from './responses.js';
import type { ConsoleServices } from './services.js';

/** Bounds of one answer. */
const MAX_AGENTS = 100;
const MAX_WRITTEN = 200;
const MAX_DELEGATIONS = 100;
const MAX_REPLACED = 20;

/**
 * The agents with access to an object.
 *
 * @param agent limits the answer to one agent.
 * @param caller a partner gets its own part.
 */
export async function accessTo(
  services: ConsoleServices,
  object: Iri,
  agent: Iri | undefined,
  caller: Caller,
): Promise<AccessAnswer> {
  const { store, uris, vocabulary, access, internalAgents } = services;
  const only = caller.internal ? agent : caller.agent;
  const entries = readAccessEntries(await store.read(uris.acl(object)), vocabulary);
  const current = entries.filter(({ endsAt }) => access.hasNotEnded(endsAt));
  const named = only === undefined ? agentsOf(current) : [only];
  const effective = await Promise.all(
    [...(only === undefined ? [...internalAgents] : []), ...named.slice(0, MAX_AGENTS)].map((one) =>
      effectiveOf(services, current, one, caller),
    ),
  );
  const everyone = permissionsFor(current, undefined).map(({ permission, because }): EffectiveAccess => ({
    agent: null,
    label: null,
    permission,
    because,
  }));
  const isAsked = (entry: AccessEntry): boolean =>
    only === undefined || becauseOf(entry, only).length > 0 || becauseOf(entry, undefined).length > 0;
  const written = current.filter((entry) => entry.derivedFrom === undefined && isAsked(entry));
  const requests = [...new Set(current.filter(isAsked).flatMap(({ derivedFrom }) => derivedFrom ?? []))];
  const delegations = await Promise.all(
    requests.slice(0, MAX_DELEGATIONS).map((request) => delegated(services, request, caller)),
  );
  return {
    object,
    effective: [...effective.flat(), ...(only === undefined ? everyone : [])],
    written: written.slice(0, MAX_WRITTEN).map((entry) => writtenBy(entry, caller)),
    delegations: delegations.flatMap((delegation) => delegation ?? []),
    replaced: caller.internal && agent === undefined ? await replaced(services, object) : [],
    truncated: named.length > MAX_AGENTS || written.length > MAX_WRITTEN || requests.length > MAX_DELEGATIONS,
  };
}

async function effectiveOf(
  { labels, internalAgents }: ConsoleServices,
  entries: readonly AccessEntry[],
  agent: Iri,
  caller: Caller,
): Promise<EffectiveAccess[]> {
  const label = await labels.label(agent, caller);
  const given = new Map(permissionsFor(entries, agent).map(({ permission, because }) => [permission, because]));
  const isInternal = internalAgents.has(agent);
  return permissions.flatMap((permission) => {
    const because = given.get(permission) ?? [];
    const reasons = isInternal ? [{ kind: 'internal' } as const, ...because] : because;
    return reasons.length === 0 ? [] : [{ agent, label, permission, because: reasons }];
  });
}

/** An authorization; a partner does not learn its other agents. */
function writtenBy(entry: AccessEntry, caller: Caller): WrittenAccess {
  const { id, named, groups, anyAuthenticated, at, by } = entry;
  const isVisible = (agent: Iri): boolean => caller.internal || agent === caller.agent;
  return {
    id,
    agents: named.filter(isVisible),
    groups: groups.filter(({ members }) => caller.internal || members.includes(caller.agent)).map(({ group }) => group),
    everyone: anyAuthenticated,
    permissions: permissions.filter((permission) => entry.permissions.has(permission)),
    later: entry.isDefault,
    inheritedFrom: caller.internal ? (entry.inheritedFrom ?? null) : null,
    at: at?.toISOString() ?? null,
    by: caller.internal ? (by ?? null) : null,
  };
}

/** A delegation; undefined for a damaged one. The delegates of a request may read it. */
async function delegated(services: ConsoleServices, uri: Iri, caller: Caller): Promise<DelegatedAccess | undefined> {
  const { requests, vocabulary } = services;
  const request = await requests.find(uri);
  if (request === undefined) return undefined;
  try {
    const { delegates, permissions: granted, expiresAt } = readStoredDelegation(request, vocabulary);
    const accepted = statusEntries(request, vocabulary).find(({ status }) => status === 'REQUEST_ACCEPTED');
    return {
      request: uri,
      requestedBy: request.requestedBy,
      for: delegates,
      permissions: granted,
      acceptedBy: accepted?.by ?? null,
      at: accepted?.since ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      derivedFrom: request.data.iris(node(uri), prov.wasDerivedFrom)[0] ?? null,
      falls: caller.internal ? await cascadeOf(services, uri) : [],
    };
  } catch (error) {
    if (error instanceof DamagedDataError) return undefined;
    throw error;
  }
}

async function replaced(services: ConsoleServices, object: Iri): Promise<ReplacedAccess[]> {
  const lists = await new AccessListHistory(services).replaced(object, MAX_REPLACED);
  return lists.map(({ number, list, at, by }) => ({
    number,
    until: at?.toISOString() ?? null,
    replacedBy: by ?? null,
    written: readAccessEntries(list, services.vocabulary).map((entry) =>
      writtenBy(entry, { agent: services.dataHolder, internal: true }),
    ),
  }));
}
