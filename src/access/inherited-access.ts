/**
 * What `acl:default` in the list of a shipment gives to the objects that are linked to it later (K47): authorizations in
 * their lists, each derived from that of the shipment, in the commit of the link. They end and change with it.
 */
import type { Services } from '../services.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, iri, node, type Quad, type Term, triple } from '../rdf/terms.js';
import { acl, dcterms, prov, rdfTerms, vcard, xsd } from '../rdf/vocabulary.js';
import type { GraphReader, Transaction } from '../store/store.js';
import type { UriScheme } from '../uris.js';
import type { AccessLookups } from './lookups.js';

type InheritanceServices = Pick<Services, 'store' | 'uris'> & {
  readonly lookups: { readonly access: AccessLookups };
};

/** The authorizations of a list that are also for what is linked later. */
const defaultsOf = (list: Graph): Quad['subject'][] => [
  ...new Map(Array.from(list.match(null, acl.default), ({ subject }) => [subject.value, subject])).values(),
];

/** The object of this node in whose list an authorization stands. */
const objectOf = (authorization: string, uris: UriScheme): Iri | undefined =>
  uris.aclObject(iri(authorization.split('#', 1)[0] ?? authorization));

/** The name of a derived authorization: one for each source. */
function nameIn(list: Iri, source: string, uris: UriScheme): Iri {
  const whole = objectOf(source, uris) ?? '';
  return iri(`${list}#${uris.objectId(whole) ?? 'other'}-${source.slice(source.indexOf('#') + 1)}`);
}

/** Statements of an authorization that its copy has, too. */
const isCopied = ({ predicate }: Quad): boolean =>
  ![acl.accessTo, acl.default, prov.wasDerivedFrom, dcterms.created].some((other) => other.equals(predicate));

/** The authorization that an object gets from one with `acl:default`; it keeps that one's author. */
function inherited(from: Graph, source: Quad['subject'], object: Iri, uris: UriScheme, at: Date): Quad[] {
  const authorization = node(nameIn(uris.acl(object), source.value, uris));
  const members = from.objects(source, acl.agentGroup).flatMap((group) => [...from.match(group, vcard.hasMember)]);
  return [
    triple(authorization, acl.accessTo, node(object)),
    triple(authorization, prov.wasDerivedFrom, node(iri(source.value))),
    triple(authorization, dcterms.created, factory.literal(at.toISOString(), xsd.dateTime)),
    ...from
      .about(source)
      .filter(isCopied)
      .map(({ predicate, object: value }) => triple(authorization, predicate, value)),
    ...members,
  ];
}

const isFrom =
  (list: Graph, source: Term) =>
  ({ subject }: Quad): boolean =>
    list.match(subject, prov.wasDerivedFrom, source).size > 0;

/**
 * Writes what follows from a change of a list: derived authorizations change with their source, or end with it.
 *
 * @param before the list as it was, `after` its new authorizations.
 */
export async function passOn(
  { store, lookups, uris }: InheritanceServices,
  tx: Transaction,
  object: Iri,
  { before, after, at }: { readonly before: Graph; readonly after: Graph; readonly at: Date },
): Promise<void> {
  for (const source of defaultsOf(before)) {
    if (sameAs(before, after, source)) continue;
    const isDefault = after.match(source, acl.default).size > 0 && after.match(source, rdfTerms.type).size > 0;
    for (const { value: list } of await store.lookup(lookups.access.inherited, source.value)) {
      const heir = uris.aclObject(list);
      if (heir === undefined || heir === object) continue;
      const present = await tx.read(list);
      const isOfSource = isFrom(present, source);
      const others = Array.from(present).filter((statement) => !isOfSource(statement));
      if (others.length === present.size) continue;
      await tx.replace(list, [...others, ...(isDefault ? inherited(after, source, heir, uris, at) : [])]);
    }
  }
}

function sameAs(before: Graph, after: Graph, source: Quad['subject']): boolean {
  const [old, now] = [before.about(source), after.about(source)];
  const groups = after.objects(source, acl.agentGroup);
  return (
    old.length === now.length &&
    old.every((statement) => after.has(statement)) &&
    groups.every((group) => {
      const members = before.match(group, vcard.hasMember);
      return (
        members.size === after.match(group, vcard.hasMember).size && Array.from(members).every((one) => after.has(one))
      );
    })
  );
}

/** Access as what is passed on to objects that are linked later. */
export class InheritedAccess {
  constructor(private readonly services: Pick<Services, 'uris' | 'clock'>) {}

  /** Whether objects that are linked to this one get access. */
  async isPassedOn(reader: GraphReader, whole: Iri): Promise<boolean> {
    return defaultsOf(await reader.read(this.services.uris.acl(whole))).length > 0;
  }

  /** Gives an object what the list of its whole passes on, in the transaction that links the two. */
  async follow(tx: Transaction, whole: Iri, object: Iri): Promise<void> {
    const { uris, clock } = this.services;
    const from = await tx.read(uris.acl(whole));
    for (const source of defaultsOf(from)) {
      const list = await tx.read(uris.acl(object));
      if (list.match(null, prov.wasDerivedFrom, source).size > 0) continue;
      await tx.insert(uris.acl(object), inherited(from, source, object, uris, clock.now()));
    }
  }
}
