/** Previews a decision: makes it in a transaction that is rolled back, and reads what it would have written. */
import { erasureTerms } from '../rdf/erasure-terms.js';
import { grants, type Authorization, permissions, readAuthorizations } from '../access/authorization.js';
import {
  type ActionRequest,
  contentFields,
  type RequestStatus,
  type TransitionTrigger,
} from '../action-requests/action-request.js';
import type { Decisions, RequestFailure } from '../action-requests/decisions.js';
import { type Change, readStoredChange } from '../change-requests/change.js';
import { isLiteralDatatype } from '../change-requests/change-statements.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import { inLanguages } from '../languages.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, localName, node, type Quad } from '../rdf/terms.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { GraphReader } from '../store/store.js';
import { readOutboxEntry } from '../notifications/outbox-entry.js';
import { tolerant } from './request-items.js';
import type { DiffStatement, PreviewAnswer, Violation } from './responses.js';
import { compareStatements, missingFrom, Paths, termValue } from '../logistics-objects/differences/statements.js';

/** The bound of each list of an answer. */
const MAX_LISTED = 2_000;

type Granted = PreviewAnswer['grants'][number];
type Withdrawn = PreviewAnswer['withdraws'][number];

interface Previewed {
  readonly request: ActionRequest;
  readonly decision: DecidedStatus;
  readonly acceptLanguage: string | undefined;
}

/** An answer, with the language of its quotations (`Content-Language`). */
interface InLanguage {
  readonly answer: PreviewAnswer;
  readonly language: string;
}

/** The decision that leads to a status. */
export const triggers = {
  REQUEST_ACCEPTED: 'accept',
  REQUEST_ACKNOWLEDGED: 'acknowledge',
  REQUEST_REJECTED: 'reject',
  REQUEST_FAILED: 'fail',
  REQUEST_REVOKED: 'revoke',
} as const satisfies Partial<Record<RequestStatus, TransitionTrigger>>;
export type DecidedStatus = keyof typeof triggers;

/** The preview of a request that cannot be accepted. */
const failures = { fail: 'REQUEST_FAILED', reject: 'REQUEST_REJECTED' } as const;

export class DecisionPreview {
  constructor(
    private readonly services: ExchangeServices,
    private readonly decisions: Decisions,
  ) {}

  /** The effects of an agent's decision on a request now, in its preferred language (`Accept-Language`). */
  async of(
    request: ActionRequest,
    decision: DecidedStatus,
    agent: Iri,
    acceptLanguage: string | undefined,
  ): Promise<InLanguage> {
    try {
      return await this.decisions.preview(request.uri, triggers[decision], agent, (after, written, failure) =>
        this.#collect({ request, decision, acceptLanguage }, after, written, failure),
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'unprocessable') throw error;
      const { details, language } = inLanguages(error.details, acceptLanguage);
      const reason = details[0]?.message ?? error.message;
      return { answer: { ...nothing(decision, request.status), possible: false, reason }, language };
    }
  }

  async #collect(
    { request, decision, acceptLanguage }: Previewed,
    after: GraphReader,
    written: ReadonlySet<Iri>,
    failure: RequestFailure | undefined,
  ): Promise<InLanguage> {
    const { vocabulary } = this.services;
    const isChange = request.kind === 'ChangeRequest' && decision === 'REQUEST_ACCEPTED';
    const change = isChange ? tolerant(() => readStoredChange(request, vocabulary)) : undefined;
    const isApplied = failure === undefined && change !== undefined;
    const cautions = isApplied ? await this.#cautions(change, after) : [];
    const found = inLanguages([...(failure?.error.details ?? []), ...cautions].slice(0, MAX_LISTED), acceptLanguage);
    const answer: PreviewAnswer = {
      ...nothing(decision, failure === undefined ? decision : failures[failure.trigger]),
      reason: failure === undefined ? null : (found.details[0]?.message ?? failure.error.message),
      ...(isApplied && (await this.#revision(change, after))),
      violations: failure === undefined ? [] : found.details.map(violation),
      warnings: failure === undefined ? found.details.map(violation) : [],
      missing: change === undefined ? [] : await this.#missing(change),
      ...(await this.#others(request, after, written)),
      ...(await this.#permissions(after, written)),
      tells: await this.#notifications(after, written),
    };
    return { answer, language: found.language };
  }

  /** The warnings and remarks of the operator's shapes about the revision that the Change makes (D76). */
  async #cautions({ object, revision }: Change, after: GraphReader): Promise<readonly ErrorDetail[]> {
    const { model, uris } = this.services;
    if (!model.hasLocalShapes) return [];
    const { cautions } = await model.findings(await after.read(uris.revision(object, revision + 1)), [node(object)]);
    return cautions;
  }

  /** The revision that the Change makes, compared with the one before. */
  async #revision(
    { object, revision }: Change,
    after: GraphReader,
  ): Promise<Pick<PreviewAnswer, 'nextRevision' | 'statements'>> {
    const { store, uris } = this.services;
    const nextRevision = revision + 1;
    const before = await store.read(uris.revision(object, revision));
    const next = await after.read(uris.revision(object, nextRevision));
    const listed = (op: DiffStatement['op'], data: Graph, other: Graph): DiffStatement[] => {
      const paths = new Paths(data, object);
      return missingFrom(other, data)
        .sort(compareStatements)
        .map(({ subject, predicate, object: value }: Quad) => ({
          op,
          s: subject.value,
          p: predicate.value,
          o: termValue(value),
          path: paths.of(subject.value, predicate.value),
          revision: nextRevision,
        }));
    };
    const statements = [...listed('removed', before, next), ...listed('added', next, before)];
    return { nextRevision, statements: statements.slice(0, MAX_LISTED) };
  }

  /** Objects of this node that the Change links to and that do not exist. */
  async #missing({ object, operations }: Change): Promise<string[]> {
    const { uris, model, revisions } = this.services;
    const linked = operations
      .filter(({ op }) => op === 'ADD')
      .flatMap(({ p, o }) => o.filter(({ datatype, value }) => !isLiteralDatatype(p, datatype, value, model)))
      .map(({ value }) => value)
      .filter((value): value is Iri => isIri(value) && value !== object && value.startsWith(`${uris.objects}/`));
    const heads = await Promise.all(
      [...new Set(linked)].map(async (uri) => ({ uri, head: await revisions.head(uri) })),
    );
    return heads.flatMap(({ uri, head }) => (head === undefined ? [uri] : []));
  }

  /** Other requests whose status changes: competing ones are rejected, derived delegations revoked. */
  async #others(
    request: ActionRequest,
    after: GraphReader,
    written: ReadonlySet<Iri>,
  ): Promise<Pick<PreviewAnswer, 'rejects' | 'revokes' | 'rivals'>> {
    const { requests, uris } = this.services;
    const others = [...written].filter((graph) => graph !== request.uri && uris.actionRequestId(graph) !== undefined);
    const changed = await Promise.all(
      others.map(async (uri) => {
        try {
          return await requests.getOrThrowIn(after, uri);
        } catch (error) {
          if (error instanceof DamagedDataError) return undefined;
          throw error;
        }
      }),
    );
    const inStatus = (name: RequestStatus): ActionRequest[] =>
      changed
        .filter((other) => other !== undefined)
        .filter(({ status }) => status === name)
        .slice(0, MAX_LISTED);
    const rejected = inStatus('REQUEST_REJECTED');
    const { vocabulary } = this.services;
    return {
      rejects: rejected.map(({ uri }) => uri),
      revokes: inStatus('REQUEST_REVOKED').map(({ uri }) => uri),
      rivals: rejected.map((other) => ({
        request: other.uri,
        kind: other.kind,
        requestedBy: other.requestedBy,
        description: contentFields(other, vocabulary).text(vocabulary.api.hasDescription) ?? null,
      })),
    };
  }

  /** The permissions that access control lists give and take. */
  async #permissions(
    after: GraphReader,
    written: ReadonlySet<Iri>,
  ): Promise<Pick<PreviewAnswer, 'grants' | 'withdraws'>> {
    const { store, uris, vocabulary } = this.services;
    const given: Granted[] = [];
    const taken: Withdrawn[] = [];
    for (const graph of written) {
      const object = uris.aclObject(graph);
      if (object === undefined) continue;
      const before = readAuthorizations(await store.read(graph), vocabulary);
      const now = readAuthorizations(await after.read(graph), vocabulary);
      for (const { agent, permissions: names } of differing(now, before))
        given.push({ agent, object, permissions: names });
      for (const { agent, permissions: names, request } of differing(before, now))
        taken.push({ agent, object, permissions: names, request });
    }
    return { grants: given.slice(0, MAX_LISTED), withdraws: taken.slice(0, MAX_LISTED) };
  }

  /** The notifications that the decision would cause. */
  async #notifications(after: GraphReader, written: ReadonlySet<Iri>): Promise<PreviewAnswer['tells']> {
    const { uris, vocabulary } = this.services;
    const notified = new Map<string, { subscriber: string; event: string; count: number }>();
    for (const graph of written) {
      const entry = uris.isOfKind(graph, 'outbox-entry')
        ? readOutboxEntry(await after.read(graph), vocabulary, erasureTerms(uris.extensions))
        : undefined;
      if (entry === undefined) continue;
      const event = localName(entry.eventType);
      const key = `${entry.receiver} ${event}`;
      const counted = notified.get(key) ?? { subscriber: entry.receiver, event, count: 0 };
      notified.set(key, { ...counted, count: counted.count + 1 });
    }
    return [...notified.values()].slice(0, MAX_LISTED);
  }
}

/** A decision without any effect. */
export function nothing(decision: DecidedStatus, result: RequestStatus): PreviewAnswer {
  const lists = {
    statements: [],
    violations: [],
    warnings: [],
    missing: [],
    rejects: [],
    revokes: [],
    rivals: [],
    grants: [],
    withdraws: [],
    tells: [],
  };
  return { decision, possible: true, reason: null, result, nextRevision: null, ...lists };
}

function violation(detail: ErrorDetail): Violation {
  const { message, resource, property } = detail;
  const kind = 'kind' in detail && typeof detail.kind === 'string' ? detail.kind : 'other';
  const shape = 'shape' in detail && typeof detail.shape === 'string' ? detail.shape : null;
  return { kind, message, resource: resource ?? null, property: property ?? null, shape, pointer: null };
}

/** The permissions in one list of authorizations and not in the other, by delegation. */
function differing(these: readonly Authorization[], others: readonly Authorization[]): Omit<Withdrawn, 'object'>[] {
  return these.flatMap((authorization) =>
    [...authorization.agents].filter(isIri).flatMap((agent) => {
      const same = others.filter(({ derivedFrom }) => derivedFrom === authorization.derivedFrom);
      const names = permissions.filter(
        (permission) =>
          grants(authorization, permission, agent) && !same.some((other) => grants(other, permission, agent)),
      );
      return names.length === 0 ? [] : [{ agent, permissions: names, request: authorization.derivedFrom ?? null }];
    }),
  );
}
