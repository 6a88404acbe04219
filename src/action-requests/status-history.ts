/**
 * The history of a request's status: an entry for each past status, with the agent that ended it (V47, V48). Requests
 * that earlier releases stored in another form are converted when they are read.
 */
import { errorKinds } from '../errors.js';
import type { IdSource } from '../clock.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { compareTexts } from '../rdf/order.js';
import { type Iri, isIri, type NamedNode, namedNode, node, type Quad, type Quad_Object, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { ActionRequest } from './action-request.js';

/** A request's statements without its current status, which becomes an entry of the history. */
export function statusLeft(
  { uri, data }: ActionRequest,
  endedBy: Iri,
  { api }: Vocabulary,
  ids: IdSource,
): readonly Quad[] {
  const root = node(uri);
  const present = new Set<string>([api.hasRequestStatus.value, api.hasRequestStatusSince.value]);
  const isPresent = ({ subject, predicate }: Quad): boolean => present.has(predicate.value) && subject.equals(root);
  const entry = namedNode(`internal:${ids.next()}`);
  return [
    ...Array.from(data).filter((quad) => !isPresent(quad)),
    triple(root, api.hasRequestStatusHistory, entry),
    triple(entry, rdfTerms.type, api.RequestStatusEntry),
    ...Array.from(data)
      .filter(isPresent)
      .map(({ predicate, object }) => triple(entry, predicate, object)),
    triple(entry, api.isChangedBy, node(endedBy)),
  ];
}

/** The titles of this node's own errors (D33). */
const ownTitles = new Set<string>(Object.values(errorKinds).map(({ title }) => title));

interface Entry {
  readonly term: Quad_Object;
  readonly status: string;
  readonly since: string;
  readonly agent: string;
}

interface Context {
  readonly vocabulary: Vocabulary;
  readonly dataHolder: Iri;
  readonly internalAgents: ReadonlySet<Iri>;
}

/**
 * The statements of a stored request in the current form, with history entries in the order of time (V50). The earlier
 * form differs in four points: the current status has an entry, too; an entry names the agent that began its status;
 * automatic steps have the requestor's name (V49); errors of the node have no severity (V21).
 */
export function inPresentForm(data: Graph, { vocabulary, dataHolder, internalAgents }: Context): Graph {
  const { api } = vocabulary;
  const [requestor] = data.match(null, api.isRequestedBy);
  if (requestor === undefined) return data;
  const root = requestor.subject;
  const status = data.object(root, api.hasRequestStatus)?.value;
  /** Statuses may begin at the same time: pending is always first, the current one last. */
  const rank = (entry: Entry): number =>
    entry.status === api.REQUEST_PENDING.value ? 0 : entry.status === status ? 2 : 1;
  const entries = data
    .objects(root, api.hasRequestStatusHistory)
    .map((term): Entry => {
      const value = (property: NamedNode): string => data.object(term, property)?.value ?? '';
      return {
        term,
        status: value(api.hasRequestStatus),
        since: value(api.hasRequestStatusSince),
        agent: value(api.isChangedBy),
      };
    })
    .sort((a, b) => rank(a) - rank(b) || compareTexts(a.since, b.since));
  const isEarlier = entries.some((entry) => entry.status === status);
  if (!isEarlier && entries.length < 2) return data;

  const requestedAt = data.object(root, api.isRequestedAt)?.value;
  /**
   * The agent that ended a status in the earlier form: the one that began the next status. Only internal agents decide.
   */
  const endedBy = (index: number): Iri | undefined => {
    const next = entries[index + 1];
    if (next === undefined || !isIri(next.agent)) return undefined;
    if (next.status === api.REQUEST_REVOKED.value) return next.agent;
    const isAtOnce = next.agent === requestor.object.value && next.since === requestedAt;
    return isAtOnce || !internalAgents.has(next.agent) ? dataHolder : next.agent;
  };
  const terms = new Set(entries.map(({ term }) => term.value));
  const retained = Array.from(data).filter(
    ({ subject, object }) => !terms.has(subject.value) && !terms.has(object.value),
  );
  // Errors of the node had no severity then (V21); the titles of callers' errors are their own.
  const severities = (isEarlier ? data.objects(root, api.hasError) : []).flatMap((error) =>
    error.termType === 'NamedNode' &&
    ownTitles.has(data.object(error, api.hasTitle)?.value ?? '') &&
    data.object(error, api.hasSeverity) === undefined
      ? [triple(error, api.hasSeverity, api.ERROR)]
      : [],
  );
  const history = entries
    .filter((entry) => entry.status !== status)
    .flatMap(({ term }, index) => {
      const agent = isEarlier ? endedBy(index) : undefined;
      return [
        triple(root, api.hasRequestStatusHistory, term),
        ...data
          .about(term)
          .map((quad) =>
            quad.predicate.equals(api.isChangedBy) && agent !== undefined
              ? triple(quad.subject, quad.predicate, node(agent))
              : quad,
          ),
      ];
    });
  return graphOf([...retained, ...severities, ...history]);
}
