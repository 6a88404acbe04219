/**
 * An object's access control list as its holder writes it (D24, D46). Authorizations of delegations are not
 * overwritten.
 */
import type { Services } from '../services.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import { PropertyReader, display } from '../rdf/property-reader.js';
import type { Graph } from '../rdf/graph.js';
import { skolemize } from '../rdf/skolemize.js';
import { type Iri, namedNode, type Quad, type Term } from '../rdf/terms.js';
import { acl, prov, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import { AccessListHistory, isDerived, isProvenance } from './access-list-history.js';
import { permissionsOf } from './authorization.js';
import type { AccessLookups } from './lookups.js';

export class AccessLists {
  readonly #history: AccessListHistory;

  constructor(
    private readonly services: Pick<Services, 'store' | 'uris' | 'vocabulary' | 'ids' | 'clock'> & {
      readonly lookups: { readonly access: AccessLookups };
    },
  ) {
    this.#history = new AccessListHistory(services);
  }

  /** The statements of an object's list. */
  read(object: Iri): Promise<Graph> {
    return this.services.store.read(this.services.uris.acl(object));
  }

  /**
   * Replaces the holder's own authorizations in an object's list. Authorizations of accepted delegations stay until the
   * delegations are revoked; the body may repeat them, since a list contains them when it is read. Each authorization
   * states its author and time, and the previous list is retained.
   *
   * @param clear whether a document without any authorization is accepted: it removes all access (D60).
   * @param by the author.
   * @param allow receives the list before its replacement, and throws if a precondition fails.
   * @throws ServiceError `invalid-resource` with a detail for each incomplete or unknown authorization; `invalid-body`
   * for a document without any, unless `clear` is set.
   */
  async write(
    object: Iri,
    body: Graph,
    { by, clear, allow }: { readonly by: Iri; readonly clear: boolean; readonly allow: (present: Graph) => void },
  ): Promise<void> {
    if (!clear && body.match(null, rdfTerms.type, acl.Authorization).size === 0) {
      const message = 'the document has no acl:Authorization: to remove all entries, send it with ?clear=true';
      throw new ServiceError('invalid-body', { message, resource: object });
    }
    const { store, uris } = this.services;
    const list = uris.acl(object);
    await store.transact([uris.accessDelegations, object], async (tx) => {
      const present = await tx.read(list);
      allow(present);
      const derived = Array.from(present).filter((statement) => isDerived(present, statement));
      const derivedNames = new Set(derived.map(({ subject }) => subject.value));
      const written = await this.#history.replace(tx, object, present, {
        authorizations: this.#authorizations(object, body, derivedNames),
        by,
      });
      await tx.replace(list, [...derived, ...written]);
    });
  }

  /**
   * Changes the holder's own authorizations of a list, in a transaction with the lock keys of `write`.
   *
   * @param change gets the authorizations without their authors and times.
   */
  async amend(
    tx: Transaction,
    object: Iri,
    by: Iri,
    change: (authorizations: readonly Quad[]) => readonly Quad[],
  ): Promise<void> {
    const list = this.services.uris.acl(object);
    const present = await tx.read(list);
    const derived = Array.from(present).filter((statement) => isDerived(present, statement));
    const own = Array.from(present).filter(
      (statement) => !isDerived(present, statement) && !isProvenance(statement.predicate),
    );
    const written = await this.#history.replace(tx, object, present, { authorizations: change(own), by });
    await tx.replace(list, [...derived, ...written]);
  }

  #authorizations(object: Iri, body: Graph, derived: ReadonlySet<string>): Quad[] {
    const { uris, vocabulary, ids } = this.services;
    const list = uris.acl(object);
    const problems: ErrorDetail[] = [];
    for (const { subject } of body.match(null, rdfTerms.type, acl.Authorization)) {
      if (!derived.has(subject.value)) check(new PropertyReader(body, subject, problems), object, vocabulary);
    }
    const isAuthorization = (term: Term): boolean => body.match(term, rdfTerms.type, acl.Authorization).size > 0;
    for (const { subject, predicate } of body) {
      if (predicate.value.startsWith(ACL_NS) && !isAuthorization(subject)) {
        problems.push({
          message: `${display(subject)} must be an acl:Authorization, because it has ${predicate.value}`,
        });
      }
    }
    if (problems.length > 0) throw new ServiceError('invalid-resource', problems);

    const retained = Array.from(body).filter(
      ({ subject, predicate }) =>
        !derived.has(subject.value) && !isProvenance(predicate) && !predicate.equals(prov.wasDerivedFrom),
    );
    return skolemize(retained, (term) => {
      const isRenamed = term.termType === 'BlankNode' || (isAuthorization(term) && !term.value.startsWith(`${list}#`));
      return isRenamed ? namedNode(`${list}#${ids.next()}`) : undefined;
    });
  }
}

const ACL_NS = acl.Authorization.value.slice(0, acl.Authorization.value.indexOf('#') + 1);

function check(fields: PropertyReader, object: Iri, vocabulary: Vocabulary): void {
  for (const target of fields.iris(acl.accessTo)) {
    if (target !== object) fields.addError(acl.accessTo, `accessTo must be this Logistics Object, not <${target}>`);
  }
  for (const target of fields.iris(acl.default)) {
    if (target !== object) fields.addError(acl.default, `default must be this Logistics Object, not <${target}>`);
  }
  // A group may be a nested node without an IRI.
  const groups = fields.terms(acl.agentGroup);
  for (const group of groups) {
    if (group.termType === 'Literal')
      fields.addError(acl.agentGroup, `agentGroup must be a group or its IRI, not ${display(group)}`);
  }
  const agents = fields.iris(acl.agent);
  const classes = fields.iris(acl.agentClass);
  for (const agentClass of classes) {
    if (agentClass !== acl.AuthenticatedAgent.value) {
      fields.addError(acl.agentClass, `agentClass must be acl:AuthenticatedAgent, not <${agentClass}>`);
    }
  }
  if (agents.length + groups.length + classes.length === 0) {
    fields.addError(acl.agent, 'an authorization needs acl:agent, acl:agentGroup or acl:agentClass');
  }
  // An authorization ends as a delegation does (V51).
  fields.optionalInstant(vocabulary.api.expiresAt);
  for (const mode of fields.terms(acl.mode, { min: 1, max: Infinity })) {
    if (permissionsOf(mode, vocabulary) === undefined) {
      fields.addError(
        acl.mode,
        `mode must be a permission of the API or acl:Read, acl:Append, acl:Write or acl:Control, not ${display(mode)}`,
      );
    }
  }
}
