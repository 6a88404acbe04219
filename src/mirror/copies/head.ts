/** The head of a copy: everything that changes about it, in one small graph (M25). */
import { parseApiVersion } from '../../api-versions.js';
import type { Graph } from '../../rdf/graph.js';
import type { MirrorTerms } from '../../rdf/mirror-terms.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, namedNode, type NamedNode, node, type Quad } from '../../rdf/terms.js';
import { dcterms, rdfs } from '../../rdf/vocabulary.js';
import { DamagedDataError } from '../../store/quarantine.js';
import { Facts } from '../facts.js';
import { unreachableReasons } from '../partners/unreachable.js';
import {
  type CopyAccess,
  type CopyFacts,
  type CopyHead,
  type Decision,
  type Dispute,
  disputeKinds,
  type Due,
  type FoundBy,
  foundBys,
  gapReasons,
  type Poison,
  poisonReasons,
  priorities,
  takes,
} from './copy-facts.js';
import { stateOf } from './copy-state.js';

/** The head after a change of its facts: the time of its state moves with the state. */
export function changedHead(before: CopyHead, change: Partial<CopyFacts>, at: Date): CopyHead {
  const after = { ...before, ...change };
  const [one, other] = [stateOf(before), stateOf(after)];
  const isSame = one.state === other.state && one.reason === other.reason;
  return { ...after, since: isSame ? before.since : at };
}

export function describeHead(graph: Iri, head: CopyHead, ext: MirrorTerms): Quad[] {
  const { access, due, poison, state, reason } = { ...head, ...stateOf(head) };
  const facts = new Facts(node(graph))
    .iri(ext.copyOf, head.object)
    .iri(ext.server, head.server)
    .date(dcterms.created, head.createdAt)
    .iri(ext.type, head.type)
    .text(rdfs.label, head.label)
    .texts(dcterms.identifier, head.identifiers)
    .text(ext.state, state)
    .text(ext.reason, reason)
    .date(ext.since, head.since)
    .text(ext.access, access.kind)
    .text(ext.accessReason, 'reason' in access ? access.reason : undefined)
    .address(ext.movedTo, 'target' in access ? access.target : undefined)
    .text(ext.silence, head.silence)
    .text(ext.poison, poison?.reason)
    .text(ext.place, poison?.place)
    .date(ext.checked, head.checkedAt)
    .date(ext.heard, head.heardAt)
    .count(ext.revisionHeld, head.held)
    .count(ext.revisionSeen, head.seen)
    .flag(ext.counted, head.isCounted)
    .text(ext.etag, head.etag)
    .text(ext.apiVersion, head.version)
    .address(ext.timeMap, head.timeMap)
    .iri(ext.acceptedVariant, head.acceptedVariant)
    .count(ext.linksFollowed, head.linksFollowed)
    .count(ext.events, head.events)
    .date(ext.newestEvent, head.newestEvent)
    .date(ext.due, due?.at)
    .text(ext.priority, due?.priority)
    .text(ext.foundBy, due?.foundBy)
    .count(ext.attempts, due?.attempts)
    .iri(ext.hint, due?.hint);
  const part = (name: string, property: keyof MirrorTerms, write: (part: Facts) => void): void => {
    const root = namedNode(`${graph}#${name}`);
    facts.iri(ext[property], root.value).about(root, write);
  };
  const { unreadEvents } = head;
  if (unreadEvents !== undefined)
    part('unread-events', 'unreadEvents', (one) =>
      one.text(ext.reason, unreadEvents.reason).text(ext.place, unreadEvents.place),
    );
  for (const { follow, distance, truncated } of head.reaches)
    part(follow.slice(follow.lastIndexOf('/') + 1), 'reach', (one) =>
      one.iri(ext.follow, follow).count(ext.distance, distance).count(ext.truncated, truncated),
    );
  for (const gap of head.gaps)
    part(`gap-${gap.from}`, 'gap', (one) =>
      one
        .count(ext.from, gap.from)
        .count(ext.to, gap.to)
        .text(ext.reason, gap.reason)
        .count(ext.tried, gap.tried)
        .date(ext.next, gap.next),
    );
  const describeDispute = (one: Facts, dispute: Dispute): Facts =>
    one
      .text(ext.kind, dispute.kind)
      .date(ext.since, dispute.since)
      .count(ext.revision, dispute.revision)
      .text(ext.reason, dispute.text);
  for (const [index, dispute] of head.disputes.entries())
    part(`dispute-${index + 1}`, 'dispute', (one) => describeDispute(one, dispute));
  for (const [index, dispute] of head.decidedDisputes.entries())
    part(`decided-${index + 1}`, 'decidedDispute', (one) =>
      describeDecision(describeDispute(one, dispute), dispute.decision, ext),
    );
  for (const by of foundBys)
    if (head.found[by] > 0)
      part(`found-${by}`, 'found', (one) => one.text(ext.foundBy, by).count(ext.count, head.found[by]));
  return facts.statements;
}

export const describeDecision = (facts: Facts, { at, by, take, note }: Decision, ext: MirrorTerms): Facts =>
  facts.date(ext.decided, at).iri(ext.decidedBy, by).text(ext.take, take).text(ext.note, note);

/** Undefined where nothing has been decided. */
export function readDecision(facts: StoredPropertyReader, ext: MirrorTerms): Decision | undefined {
  const at = facts.date(ext.decided);
  if (at === undefined) return undefined;
  const take = oneOf(takes, facts.text(ext.take)) ?? 'received';
  return { at, by: facts.iri(ext.decidedBy), take, note: facts.text(ext.note) };
}

const oneOf = <const Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

/** Heads that have been read: each index of a commit asks for the same two (`lookupChanges`). */
const known = new WeakMap<Graph, { readonly graph: Iri; readonly head: CopyHead }>();

/** @throws DamagedDataError for a graph that is no head; undefined for an empty one. */
export function readHead(data: Graph, graph: Iri, ext: MirrorTerms): CopyHead | undefined {
  if (data.size === 0) return undefined;
  const found = known.get(data);
  if (found?.graph === graph) return found.head;
  const head = parseHead(data, graph, ext);
  known.set(data, { graph, head });
  return head;
}

function parseHead(data: Graph, graph: Iri, ext: MirrorTerms): CopyHead {
  const facts = new StoredPropertyReader(data, node(graph));
  const [object, server] = [facts.iri(ext.copyOf), facts.iri(ext.server)];
  const [createdAt, since] = [facts.date(dcterms.created), facts.date(ext.since)];
  if (object === undefined || server === undefined || createdAt === undefined || since === undefined)
    throw new DamagedDataError(`<${graph}> is no head of a copy`);
  const parts = (property: keyof MirrorTerms): StoredPropertyReader[] =>
    facts.iris(ext[property]).map((part) => facts.of(node(part)));
  const poisonOf = (part: StoredPropertyReader | undefined, reason: NamedNode): Poison | undefined => {
    const known = oneOf(poisonReasons, part?.text(reason));
    return known && { reason: known, place: part?.text(ext.place) ?? '' };
  };
  return {
    object,
    server,
    createdAt,
    since,
    type: facts.iri(ext.type),
    label: facts.text(rdfs.label),
    identifiers: facts.texts(dcterms.identifier),
    access: readAccess(facts, ext),
    poison: poisonOf(facts, ext.poison),
    unreadEvents: poisonOf(parts('unreadEvents')[0], ext.reason),
    disputes: parts('dispute')
      .flatMap((part) => readDispute(part, ext))
      .sort((one, other) => one.since.getTime() - other.since.getTime()),
    decidedDisputes: parts('decidedDispute')
      .flatMap((part) => {
        const decision = readDecision(part, ext);
        return decision === undefined ? [] : readDispute(part, ext).map((dispute) => ({ ...dispute, decision }));
      })
      .sort((one, other) => one.decision.at.getTime() - other.decision.at.getTime()),
    silence: oneOf(unreachableReasons, facts.text(ext.silence)),
    checkedAt: facts.date(ext.checked),
    heardAt: facts.date(ext.heard),
    held: facts.integer(ext.revisionHeld) ?? 0,
    seen: facts.integer(ext.revisionSeen) ?? 0,
    isCounted: facts.flag(ext.counted),
    etag: facts.text(ext.etag),
    version: parseApiVersion(facts.text(ext.apiVersion) ?? ''),
    timeMap: facts.terms(ext.timeMap)[0]?.value,
    acceptedVariant: facts.iri(ext.acceptedVariant),
    due: readDue(facts, ext),
    reaches: parts('reach')
      .flatMap((part) => {
        const [follow, distance] = [part.iri(ext.follow), part.integer(ext.distance)];
        const truncated = part.integer(ext.truncated);
        return follow === undefined || distance === undefined
          ? []
          : [{ follow, distance, ...(truncated !== undefined && { truncated }) }];
      })
      .sort((one, other) => (one.follow < other.follow ? -1 : 1)),
    linksFollowed: facts.integer(ext.linksFollowed) ?? 0,
    gaps: parts('gap')
      .flatMap((part) => {
        const [from, to] = [part.integer(ext.from), part.integer(ext.to)];
        const reason = oneOf(gapReasons, part.text(ext.reason));
        if (from === undefined || to === undefined || reason === undefined) return [];
        return [{ from, to, reason, tried: part.integer(ext.tried) ?? 0, next: part.date(ext.next) }];
      })
      .sort((one, other) => one.from - other.from),
    found: readFound(parts('found'), ext),
    events: facts.integer(ext.events) ?? 0,
    newestEvent: facts.date(ext.newestEvent),
  };
}

function readDispute(part: StoredPropertyReader, ext: MirrorTerms): Dispute[] {
  const [kind, since] = [oneOf(disputeKinds, part.text(ext.kind)), part.date(ext.since)];
  if (kind === undefined || since === undefined) return [];
  return [{ kind, since, revision: part.integer(ext.revision), text: part.text(ext.reason) ?? '' }];
}

function readFound(parts: readonly StoredPropertyReader[], ext: MirrorTerms): CopyFacts['found'] {
  const countOf = (by: FoundBy): number => parts.find((part) => part.text(ext.foundBy) === by)?.integer(ext.count) ?? 0;
  return {
    start: countOf('start'),
    notification: countOf('notification'),
    sweep: countOf('sweep'),
    repair: countOf('repair'),
  };
}

function readAccess(facts: StoredPropertyReader, ext: MirrorTerms): CopyAccess {
  const kind = oneOf(['unknown', 'granted', 'refused', 'frozen'], facts.text(ext.access)) ?? 'unknown';
  const reason = facts.text(ext.accessReason);
  if (kind === 'refused') return { kind, reason: oneOf(['forbidden', 'not-found'], reason) ?? 'forbidden' };
  if (kind !== 'frozen') return { kind };
  if (reason !== 'moved') return { kind, reason: oneOf(['forbidden', 'gone', 'erased'], reason) ?? 'forbidden' };
  const [target] = facts.terms(ext.movedTo);
  return { kind, reason, target: target?.value ?? '' };
}

function readDue(facts: StoredPropertyReader, ext: MirrorTerms): Due | undefined {
  const [at, priority] = [facts.date(ext.due), oneOf(priorities, facts.text(ext.priority))];
  if (at === undefined || priority === undefined) return undefined;
  const foundBy = oneOf(foundBys, facts.text(ext.foundBy)) ?? 'sweep';
  return { at, priority, foundBy, attempts: facts.integer(ext.attempts) ?? 0, hint: facts.iri(ext.hint) };
}
