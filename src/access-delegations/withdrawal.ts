/** All that one agent may, found by the access control lists that name it, and its withdrawal in one transaction. */
import { type AccessEntry, readAccessEntries } from '../access/access-entries.js';
import { AccessListHistory, isDerived, isProvenance } from '../access/access-list-history.js';
import { objectsOf } from '../action-requests/lookups.js';
import type { Requestor } from '../http/caller.js';
import type { DelegationServices } from './lookups.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { type Iri, iri, type Quad } from '../rdf/terms.js';
import { acl, rdfTerms, vcard } from '../rdf/vocabulary.js';
import type { EventTransaction } from '../transactions.js';
import type { AccessDelegations } from './access-delegations.js';
import { readStoredDelegation } from './access-delegation.js';
import { cascadeOf } from './cascade.js';

/** Objects that one answer or one transaction is about. */
export const MAX_LISTS = 500;

/** An object whose access control list names an agent. */
export interface NamingList {
  readonly object: Iri;
  readonly entries: readonly AccessEntry[];
}

interface Withdrawn {
  /** The objects whose list named the agent. */
  readonly objects: readonly Iri[];
  readonly delegations: readonly Iri[];
  /** Whether objects are left: the caller repeats the withdrawal. */
  readonly truncated: boolean;
}

type WithdrawnIn = Pick<Withdrawn, 'objects' | 'delegations'>;

type WithdrawalServices = Pick<
  DelegationServices,
  'transactions' | 'store' | 'lookups' | 'requests' | 'uris' | 'vocabulary' | 'clock' | 'log'
>;

export class AgentAccess {
  readonly #records: AccessListHistory;

  constructor(
    private readonly services: WithdrawalServices,
    private readonly delegations: Pick<AccessDelegations, 'revoke'>,
  ) {
    this.#records = new AccessListHistory(services);
  }

  /**
   * The lists that name an agent, and those for every authenticated agent, in the order of their objects' URIs.
   *
   * @returns at most `MAX_LISTS`.
   */
  async lists(agent: Iri): Promise<{ readonly lists: readonly NamingList[]; readonly truncated: boolean }> {
    const [own, everyone] = await Promise.all([this.#objects(agent), this.#objects(acl.AuthenticatedAgent.value)]);
    const objects = [...new Set([...own, ...everyone])].sort();
    const lists = await Promise.all(objects.slice(0, MAX_LISTS).map((object) => this.#list(object)));
    return { lists, truncated: objects.length > MAX_LISTS };
  }

  /**
   * Withdraws all permissions of an agent. Written authorizations lose the agent, delegations for it alone are revoked
   * together with those that derive from them, and delegations for several agents no longer grant it anything. Access
   * of all authenticated agents stays.
   *
   * @param assertUnchanged compares the conditions of the request with the agent's current permissions (D49).
   */
  async withdraw(
    agent: Iri,
    { agent: by, trace }: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Withdrawn> {
    const { transactions, uris } = this.services;
    const found = await this.#objects(agent);
    const objects = found.slice(0, MAX_LISTS);
    const withdrawn = await transactions.transact(
      [uris.accessDelegations, ...objects],
      async (tx) => {
        await assertUnchanged();
        return this.#withdrawFrom(tx, { agent, by }, objects, undefined);
      },
      trace,
    );
    this.services.log.info({ agent, by, objects: withdrawn.objects.length }, 'all access of an agent was withdrawn');
    return { ...withdrawn, truncated: found.length > MAX_LISTS };
  }

  /**
   * Withdraws an agent's permissions on some objects, in a transaction with the lock keys of `withdraw`: also what was
   * delegated to it for them, and what it delegated (D23, K46). A delegation that names other objects or agents, too,
   * stays for these.
   *
   * @returns the objects whose list named the agent, and the delegations that were revoked.
   */
  withdrawFrom(tx: EventTransaction, agent: Iri, objects: readonly Iri[], by: Iri): Promise<WithdrawnIn> {
    return this.#withdrawFrom(tx, { agent, by }, objects, new Set(objects));
  }

  /** @param within the objects that may lose delegations; undefined for all. */
  async #withdrawFrom(
    tx: EventTransaction,
    { agent, by }: { readonly agent: Iri; readonly by: Iri },
    objects: readonly Iri[],
    within: ReadonlySet<Iri> | undefined,
  ): Promise<WithdrawnIn> {
    const { uris, vocabulary } = this.services;
    // The store may run this again after a conflict: nothing outside of it is changed.
    const naming: Iri[] = [];
    const delegations = new Set<Iri>();
    for (const object of objects) {
      const list = await tx.read(uris.acl(object));
      if (!namesAgent(list, agent)) continue;
      naming.push(object);
      for (const { derivedFrom, agents } of readAccessEntries(list, vocabulary))
        if (derivedFrom !== undefined && agents.has(agent)) delegations.add(derivedFrom);
    }
    const revoked = new Set<Iri>();
    for (const delegation of delegations)
      for (const request of await this.#revocable(delegation, agent, within))
        await this.#revoke(tx, request, by, revoked);
    for (const object of naming) await this.#removeFrom(tx, object, agent, by);
    return { objects: naming, delegations: [...revoked] };
  }

  async #objects(agent: string): Promise<Iri[]> {
    const { store, lookups, uris } = this.services;
    // Requests that name the agent come before the lists, in the order of the graphs' names.
    const after = { order: 0, value: iri(`${uris.objects}/`) };
    const entries = await store.lookup(lookups.access.agents, agent, { after, limit: MAX_LISTS + 1 });
    return entries.flatMap(({ value }) => uris.aclObject(value) ?? []);
  }

  async #list(object: Iri): Promise<NamingList> {
    const { store, uris, vocabulary } = this.services;
    return { object, entries: readAccessEntries(await store.read(uris.acl(object)), vocabulary) };
  }

  /**
   * The delegations to revoke: this one if it is for the agent and these objects alone, otherwise those about them that
   * the agent derived from it.
   */
  async #revocable(delegation: Iri, agent: Iri, within: ReadonlySet<Iri> | undefined): Promise<Iri[]> {
    const { requests, vocabulary } = this.services;
    const request = await requests.find(delegation);
    if (request === undefined) return [];
    const { delegates, objects } = readStoredDelegation(request, vocabulary);
    const isForOthers = delegates.some((delegate) => delegate !== agent);
    if (!isForOthers && objects.every((object) => within?.has(object) ?? true)) return [delegation];
    const { store, lookups } = this.services;
    const derived = await store.lookup(lookups.delegations.derived, delegation, { limit: MAX_LISTS });
    const read = await requests.readable(derived.map(({ value }) => value));
    return read
      .filter(({ requestedBy }) => requestedBy === agent)
      .filter(({ data }) => objectsOf(data, vocabulary).some((object) => within?.has(object) ?? true))
      .map(({ uri }) => uri);
  }

  async #revoke(tx: EventTransaction, uri: Iri, by: Iri, revoked: Set<Iri>): Promise<void> {
    const { requests, clock } = this.services;
    const request = await requests.getOrThrowIn(tx, uri);
    // A delegation derived from another one has been revoked with it.
    if (request.status !== 'REQUEST_ACCEPTED' && request.status !== 'REQUEST_PENDING') return;
    const decision = { agent: by, at: clock.now() };
    for (const revocation of [uri, ...(await cascadeOf(this.services, uri))]) revoked.add(revocation);
    if (request.status === 'REQUEST_ACCEPTED') await this.delegations.revoke(tx, request, decision);
    await requests.transition(tx, request, 'revoke', decision);
  }

  async #removeFrom(tx: EventTransaction, object: Iri, agent: Iri, by: Iri): Promise<void> {
    const list = this.services.uris.acl(object);
    const present = await tx.read(list);
    const others = withoutAgent(present, agent);
    if (others.length === present.size) return;
    const derived = others.filter((statement) => isDerived(present, statement));
    const authorizations = others.filter(
      (statement) => !derived.includes(statement) && !isProvenance(statement.predicate),
    );
    const written = await this.#records.replace(tx, object, present, { authorizations, by });
    await tx.replace(list, [...derived, ...written]);
  }
}

/** Whether a statement names the agent, as such or as a member of a group. */
const isOf =
  (agent: Iri) =>
  ({ predicate, object }: Quad): boolean =>
    object.value === agent && (predicate.equals(acl.agent) || predicate.equals(vcard.hasMember));

const namesAgent = (list: Graph, agent: Iri): boolean => Array.from(list).some(isOf(agent));

/** A list without an agent, and without the authorizations that were for it alone. */
function withoutAgent(list: Graph, agent: Iri): Quad[] {
  const isOfAgent = isOf(agent);
  const others = Array.from(list).filter((statement) => !isOfAgent(statement));
  const rest = graphOf(others);
  const isForSomeone = (authorization: Quad['subject']): boolean =>
    rest.objects(authorization, acl.agent).length > 0 ||
    rest.objects(authorization, acl.agentClass).length > 0 ||
    rest.objects(authorization, acl.agentGroup).some((group) => rest.match(group, vcard.hasMember).size > 0);
  const ended = new Set(
    Array.from(list.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => subject)
      .filter((subject) => !isForSomeone(subject))
      .map(({ value }) => value),
  );
  return others.filter(({ subject }) => !ended.has(subject.value));
}
