/** Access to a whole shipment, given and withdrawn (K46, K47). */
import type { AccessLists } from '../access/access-lists.js';
import { grants, type Permission, readAuthorizations, type Authorization } from '../access/authorization.js';
import type { AgentAccess } from '../access-delegations/withdrawal.js';
import { contentFields } from '../action-requests/action-request.js';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { FoundObject } from '../overviews/object-source.js';
import { type Iri, namedNode, node, type Quad, triple } from '../rdf/terms.js';
import { acl, rdfTerms } from '../rdf/vocabulary.js';
import type { Graph } from '../rdf/graph.js';
import type { GraphReader } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import type { Plan, PlannedObject, Why } from './plan.js';
import type { WholeObjects } from './whole-objects.js';

/** Objects that are written in a step. */
const IN_STEP = 10;

export interface Gift {
  readonly agents: readonly Iri[];
  readonly permissions: readonly Permission[];
  readonly later: boolean;
}

/** What agents have in a list, for the comparison of before and after. */
function stateOf(list: Graph, agents: readonly Iri[], authorizations: readonly Authorization[]): string {
  return agents
    .map((agent) => {
      const own = authorizations.filter(({ agents: named }) => named.has(agent));
      const held = own.map(({ permissions, isDefault, endsAt }) =>
        [[...permissions].sort(), isDefault, endsAt].join(' '),
      );
      return `${agent}: ${held.sort().join(', ')}`;
    })
    .concat(list.match(null, acl.default).size > 0 ? ['default'] : [])
    .join('; ');
}

export class AccessActs {
  constructor(
    private readonly services: ExchangeServices,
    private readonly parts: { readonly lists: AccessLists; readonly agentAccess: AgentAccess },
  ) {}

  /** Gives agents the permissions that they lack, each object's list keeping who and when. */
  async give(
    tx: EventTransaction,
    { shipment, objects }: WholeObjects,
    gift: Gift,
    by: Iri,
  ): Promise<Pick<Plan, 'objects'>> {
    if (gift.later && shipment === undefined)
      throw new ServiceError('unprocessable', 'the object belongs to no shipment: later is for what is linked to one');
    const planned: PlannedObject[] = [];
    const isInScope = new Set(objects.map(({ uri }) => uri));
    const all = gift.later && shipment !== undefined && !isInScope.has(shipment.uri) ? [shipment, ...objects] : objects;
    for (const [index, object] of all.entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      const isShipment = gift.later && object.uri === shipment?.uri;
      planned.push(
        await this.#giveOn(tx, object, { ...gift, later: isShipment, isHere: isInScope.has(object.uri) }, by),
      );
    }
    return { objects: planned };
  }

  async #giveOn(
    tx: EventTransaction,
    object: FoundObject,
    { agents, permissions, later, isHere }: Gift & { readonly isHere: boolean },
    by: Iri,
  ): Promise<PlannedObject> {
    const { revisions, internalAgents, vocabulary } = this.services;
    if ((await revisions.head(object.uri))?.moved !== undefined) return row(object, 'refused', 'moved');
    const before = await this.#authorizations(tx, object.uri);
    const isFor = (authorization: Authorization): boolean => authorization.endsAt === Infinity;
    const has = (agent: Iri): boolean =>
      permissions.every((name) => before.some((one) => isFor(one) && grants(one, name, agent))) || !isHere;
    const list = await tx.read(this.services.uris.acl(object.uri));
    const passesOn = (agent: Iri): boolean =>
      !later || permissions.every((name) => defaultsIn(list, agent).has(vocabulary.api[name].value));
    const partners = agents.filter((agent) => !internalAgents.has(agent));
    const lacking = partners.filter((agent) => !has(agent) || !passesOn(agent));
    if (lacking.length === 0) return row(object, 'same', partners.length === 0 ? 'is-internal' : 'has-it');
    await this.parts.lists.amend(tx, object.uri, by, (authorizations) => [
      ...authorizations,
      ...this.#authorization(object.uri, { agents: lacking, permissions, later, isHere }),
    ]);
    const after = await this.#authorizations(tx, object.uri);
    const [old, now] = [stateOf(list, agents, before), stateOf(list, agents, after)];
    return { ...row(object, 'changes', null), state: `${old} | ${now}` };
  }

  #authorization(object: Iri, { agents, permissions, later, isHere }: Gift & { readonly isHere: boolean }): Quad[] {
    const { uris, ids, vocabulary } = this.services;
    const authorization = namedNode(`${uris.acl(object)}#${ids.next()}`);
    return [
      triple(authorization, rdfTerms.type, acl.Authorization),
      ...(isHere ? [triple(authorization, acl.accessTo, node(object))] : []),
      ...(later ? [triple(authorization, acl.default, node(object))] : []),
      ...agents.map((agent) => triple(authorization, acl.agent, node(agent))),
      ...permissions.map((name) => triple(authorization, acl.mode, vocabulary.api[name])),
    ];
  }

  /** Withdraws all permissions of agents, with what was delegated to them for these objects (D23). */
  async withdraw(
    tx: EventTransaction,
    { objects }: WholeObjects,
    agents: readonly Iri[],
    by: Iri,
  ): Promise<Pick<Plan, 'objects' | 'falls'>> {
    const uris = objects.map(({ uri }) => uri);
    const states = new Map<Iri, string>();
    for (const { uri } of objects) states.set(uri, await this.#stateIn(tx, uri, agents));
    const [named, revoked] = [new Set<Iri>(), new Set<Iri>()];
    for (const agent of agents) {
      await turns.next();
      const withdrawn = await this.parts.agentAccess.withdrawFrom(tx, agent, uris, by);
      for (const object of withdrawn.objects) named.add(object);
      for (const request of withdrawn.delegations) revoked.add(request);
    }
    const planned: PlannedObject[] = [];
    for (const object of objects) {
      const after = await this.#authorizations(tx, object.uri);
      const isForEveryone = after.some(({ anyAuthenticated, permissions }) => anyAuthenticated && permissions.size > 0);
      const state = states.get(object.uri);
      planned.push(
        named.has(object.uri)
          ? { ...row(object, 'changes', isForEveryone ? 'for-everyone' : null), state }
          : row(object, 'same', isForEveryone ? 'for-everyone' : 'has-none'),
      );
    }
    return { objects: planned, falls: await this.#falls([...revoked].sort()) };
  }

  async #falls(revoked: readonly Iri[]): Promise<Plan['falls']> {
    const { requests, vocabulary } = this.services;
    const { api } = vocabulary;
    return (await requests.readable(revoked)).flatMap((request) => {
      const fields = contentFields(request, vocabulary);
      return fields
        .iris(api.isRequestedFor)
        .flatMap((agent) =>
          fields.iris(api.hasLogisticsObject).map((object) => ({ agent, object, request: request.uri })),
        );
    });
  }

  async #authorizations(reader: GraphReader, object: Iri): Promise<Authorization[]> {
    return readAuthorizations(await reader.read(this.services.uris.acl(object)), this.services.vocabulary);
  }

  async #stateIn(reader: GraphReader, object: Iri, agents: readonly Iri[]): Promise<string> {
    const list = await reader.read(this.services.uris.acl(object));
    return stateOf(list, agents, readAuthorizations(list, this.services.vocabulary));
  }
}

/** The modes that a list passes on to an agent. */
function defaultsIn(list: Graph, agent: Iri): Set<string> {
  const named = Array.from(list.match(null, acl.default), ({ subject }) => subject).filter(
    (subject) => list.match(subject, acl.agent, node(agent)).size > 0,
  );
  return new Set(named.flatMap((subject) => list.objects(subject, acl.mode)).map(({ value }) => value));
}

export function row(
  { uri, type, label }: FoundObject,
  effect: PlannedObject['effect'],
  why: Why | null,
): PlannedObject {
  return { uri, type, label: label ?? null, effect, why };
}
