/**
 * The history of an access control list. Each written authorization has its author and time; each replaced list has a
 * graph of its own. Authorizations of delegations are recorded in their requests.
 */
import { ServiceError } from '../errors.js';
import type { Services } from '../services.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, type NamedNode, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { acl, dcterms, prov, rdfTerms, vcard, xsd } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import { passOn } from './inherited-access.js';
import type { AccessLookups } from './lookups.js';

/** Whether a property records the author or the time of an authorization. */
export function isProvenance(property: NamedNode | Term): boolean {
  return property.equals(dcterms.created) || property.equals(prov.wasAttributedTo);
}

/** Whether a statement of a list is of an authorization that a delegation grants. */
export function isDerived(list: Graph, { subject }: Quad): boolean {
  return list.match(subject, prov.wasDerivedFrom).size > 0;
}

/** A list that was replaced. */
export interface ReplacedList {
  readonly number: number;
  /** The authorizations that had been written. */
  readonly list: Graph;
  readonly at: Date | undefined;
  readonly by: Iri | undefined;
}

export class AccessListHistory {
  constructor(
    private readonly services: Pick<Services, 'store' | 'uris' | 'clock'> & {
      readonly lookups: { readonly access: AccessLookups };
    },
  ) {}

  /**
   * The statements that replace the written authorizations of a list. Changed authorizations get the author and the
   * time; if any changed, the previous ones are stored in a graph.
   *
   * @throws ServiceError `unprocessable` for an object that was erased meanwhile.
   * @param present the list as the transaction sees it, which has the object as a lock key.
   */
  async replace(
    tx: Transaction,
    object: Iri,
    present: Graph,
    { authorizations, by }: { readonly authorizations: readonly Quad[]; readonly by: Iri },
  ): Promise<Quad[]> {
    const { uris, clock } = this.services;
    // The object may have been erased since it was found.
    if ((await tx.read(uris.tombstone(object))).size > 0)
      throw new ServiceError('unprocessable', { message: 'the Logistics Object was erased', resource: object });
    const at = clock.now();
    const next = graphOf(authorizations);
    const written = Array.from(next.match(null, rdfTerms.type, acl.Authorization), ({ subject }) => subject);
    const records = written.flatMap((subject) =>
      contentOf(next, subject) === contentOf(present, subject)
        ? Array.from(present.about(subject)).filter(({ predicate }) => isProvenance(predicate))
        : recordOf(subject, at, by),
    );
    const statements = [...authorizations, ...records];
    const previous = Array.from(present).filter((statement) => !isDerived(present, statement));
    const isSame = previous.length === statements.length && statements.every((statement) => present.has(statement));
    if (previous.length > 0 && !isSame) await this.#keep(tx, object, previous, at, by);
    await passOn(this.services, tx, object, { before: present, after: graphOf(statements), at });
    return statements;
  }

  /** Lists of an object that were replaced, the last first. */
  async replaced(object: Iri, limit: number): Promise<ReplacedList[]> {
    const { store, lookups } = this.services;
    const entries = await store.lookup(lookups.access.replacedLists, object, { limit, reverse: true });
    return Promise.all(
      entries.map(async ({ order, value }) => {
        const list = await store.read(value);
        const root = node(value);
        return {
          number: order,
          list,
          at: list.date(root, prov.invalidatedAtTime),
          by: list.iri(root, prov.wasAttributedTo),
        };
      }),
    );
  }

  async #keep(tx: Transaction, object: Iri, previous: readonly Quad[], at: Date, by: Iri): Promise<void> {
    const { store, lookups, uris } = this.services;
    const graph = uris.aclRevision(object, (await store.count(lookups.access.replacedLists, object)) + 1);
    await tx.insert(graph, [
      ...previous,
      triple(node(graph), prov.invalidatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
      triple(node(graph), prov.wasAttributedTo, node(by)),
    ]);
  }
}

/** The content of an authorization, with the members of its groups, as one text. */
function contentOf(list: Graph, authorization: Term): string {
  const groups = list
    .objects(authorization, acl.agentGroup)
    .flatMap((group) => [...list.match(group, vcard.hasMember)]);
  return [...list.about(authorization), ...groups]
    .filter(({ predicate }) => !isProvenance(predicate))
    .map(({ subject, predicate, object }) => `${subject.value} ${predicate.value} ${object.termType} ${object.value}`)
    .sort()
    .join('\n');
}

function recordOf(authorization: Quad['subject'], at: Date, by: Iri): Quad[] {
  return [
    triple(authorization, dcterms.created, factory.literal(at.toISOString(), xsd.dateTime)),
    triple(authorization, prov.wasAttributedTo, node(by)),
  ];
}
