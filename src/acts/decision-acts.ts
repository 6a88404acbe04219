/** All pending requests of partners about a shipment, decided one by one (K50, C16). */
import { type ActionRequest, approvalOf, type RequestKind, requestKinds } from '../action-requests/action-request.js';
import type { Decisions } from '../action-requests/decisions.js';
import { aboutPartition, requestorPartition } from '../action-requests/lookups.js';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { ErrorReport } from '../rdf/error-description.js';
import type { Iri } from '../rdf/terms.js';
import type { SubscriptionServices } from '../subscriptions/lookups.js';
import type { ChangeAnswer, EventTransaction, KeyedRequest } from '../transactions.js';
import { type Act, MAX_DECIDED } from './act.js';
import type { Plan, PlannedRequest } from './plan.js';
import type { ActResult } from './schemas.js';
import type { WholeObjects } from './whole-objects.js';

type Deciding = Extract<Act, { readonly act: 'decide' }>;
type Decided = ActResult['results'][number];

/** Requests of one partition that are read. */
const MAX_READ = MAX_DECIDED + 1;

export class DecisionActs {
  constructor(
    private readonly services: SubscriptionServices,
    private readonly decisions: Decisions,
  ) {}

  /** The requests that an act decides, oldest first, and what becomes of each. */
  async plan(act: Deciding, { objects }: WholeObjects, caller: Caller): Promise<Plan> {
    const { requests } = this.services;
    const found = await this.#pending(
      act,
      objects.map(({ uri }) => uri),
    );
    const planned: PlannedRequest[] = [];
    const rejects = new Set<Iri>();
    for (const { request, object } of found.slice(0, MAX_DECIDED)) {
      await turns.next();
      const refusal = rejects.has(request.uri)
        ? 'another request for the same revision is accepted before it'
        : await this.#refusal(request, act, caller, rejects);
      planned.push({
        ...{ request: request.uri, object, requestedBy: request.requestedBy, kind: request.kind },
        ...{ effect: refusal === null ? 'changes' : 'refused', why: refusal },
      });
    }
    const others = [...rejects].filter((uri) => !planned.some(({ request }) => request === uri));
    const listed = objects.map(({ uri, type, label }) => {
      const effect = planned.some((one) => one.object === uri && one.effect === 'changes') ? 'changes' : 'same';
      return { uri, type, label: label ?? null, effect, why: null } as const;
    });
    const readable = await requests.readable(others);
    return {
      objects: listed.filter(({ effect }) => effect === 'changes'),
      requests: planned,
      falls: [],
      rejects: readable.map(({ uri }) => uri),
      more: found.length > MAX_DECIDED,
    };
  }

  /** Decides them, each in its own transaction: one that fails does not stop the rest. */
  async perform(act: Deciding, plan: Plan, caller: Caller): Promise<ActResult> {
    const results: Decided[] = [];
    const answer = (): ActResult => {
      const failed = results.filter(({ error }) => error !== null).length;
      return { done: results.length - failed, failed, results: [...results], more: plan.more };
    };
    const key = caller.trace?.key && new SharedKey(caller.trace.key, answer);
    const trace = caller.trace && { ...caller.trace, key };
    for (const { request, object } of plan.requests) {
      await turns.next();
      results.push(await this.#decide(act, { request, object }, { ...caller, trace }, results));
    }
    // Failures after the last success are in the answer, too.
    if (key !== undefined) {
      key.next = undefined;
      const write = (tx: EventTransaction): Promise<void> => {
        tx.answer({ status: 200 });
        return Promise.resolve();
      };
      await this.services.transactions.transact([], write, trace);
    }
    return answer();
  }

  async #decide(
    { decision, reason }: Deciding,
    { request, object }: { readonly request: Iri; readonly object: Iri },
    caller: Caller,
    results: Decided[],
  ): Promise<Decided> {
    const { requests } = this.services;
    const status = async (): Promise<string> => (await requests.find(request))?.status ?? 'REQUEST_FAILED';
    try {
      const found = await requests.getOrThrow(request);
      const outcome = decision === 'accept' ? approvalOf(found) : 'reject';
      const after = requests.nextStatus(found, outcome);
      const done = { request, object, status: after, error: null };
      const key = caller.trace?.key;
      const shared = key instanceof SharedKey ? key : undefined;
      if (shared !== undefined) shared.next = () => results.concat(done);
      await this.decisions.decide(
        request,
        outcome,
        caller,
        () => undefined,
        reason === undefined ? undefined : reportOf(reason),
      );
      if (shared !== undefined) shared.isOurs = true;
      return done;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return { request, object, status: await status(), error: error.message };
    }
  }

  async #refusal(
    request: ActionRequest,
    { decision }: Deciding,
    { agent }: Caller,
    rejects: Set<Iri>,
  ): Promise<string | null> {
    const { requests, uris } = this.services;
    const outcome = decision === 'accept' ? approvalOf(request) : 'reject';
    try {
      return await this.decisions.preview(request.uri, outcome, agent, async (after, written, failure) => {
        if (failure !== undefined) return failure.error.message;
        for (const graph of written) {
          if (graph === request.uri || uris.actionRequestId(graph) === undefined) continue;
          if ((await requests.getOrThrowIn(after, graph)).status === 'REQUEST_REJECTED') rejects.add(graph);
        }
        return null;
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      return error.message;
    }
  }

  /** @throws ServiceError `unprocessable` for a named request about another object. */
  async #pending(
    { agents, requests: named }: Deciding,
    objects: readonly Iri[],
  ): Promise<{ readonly request: ActionRequest; readonly object: Iri }[]> {
    const { requests, store, lookups } = this.services;
    const found = new Map<Iri, Iri>();
    const add = async (partition: string, lookup: typeof lookups.requests.byObject, object: Iri): Promise<void> => {
      for (const { value } of await store.lookup(lookup, partition, { limit: MAX_READ })) found.set(value, object);
    };
    for (const object of objects) {
      const kinds = requestKinds.filter((kind): kind is RequestKind => kind !== 'SubscriptionRequest');
      for (const kind of kinds) {
        const pending = aboutPartition(object, kind, 'REQUEST_PENDING');
        for (const agent of agents) await add(requestorPartition(agent, pending), lookups.requests.byObject, object);
        if (agents.length === 0) await add(pending, lookups.requests.byObject, object);
      }
      for (const agent of agents) await add(requestorPartition(agent, object), lookups.subscriptions.pending, object);
    }
    if (named !== undefined) {
      const other = named.find((uri) => !found.has(uri));
      if (other !== undefined)
        throw new ServiceError('unprocessable', {
          message: 'the request is not a pending one of these partners about the whole of this object',
          resource: other,
        });
    }
    const asked = named ?? [...found.keys()];
    const read = await requests.readable(asked);
    return read
      .filter(({ status }) => status === 'REQUEST_PENDING')
      .sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime() || (one.uri < other.uri ? -1 : 1))
      .flatMap((request) => {
        const object = found.get(request.uri);
        return object === undefined ? [] : [{ request, object }];
      });
  }
}

const reportOf = (reason: string): ErrorReport => ({ title: reason, details: [{ message: reason }] });

/** The key of an act whose decisions are transactions of their own: each commit has what was done until then (B10). */
class SharedKey implements KeyedRequest {
  /** The results with that of the decision under way. */
  next: (() => Decided[]) | undefined;
  /** Whether one of the decisions has been committed with it. */
  isOurs = false;

  constructor(
    private readonly key: KeyedRequest,
    private readonly soFar: () => ActResult,
  ) {}

  get graph(): Iri {
    return this.key.graph;
  }

  get answered(): ChangeAnswer | undefined {
    return this.key.answered;
  }

  assertFirst(...[tx]: Parameters<KeyedRequest['assertFirst']>): Promise<void> {
    return this.isOurs ? Promise.resolve() : this.key.assertFirst(tx);
  }

  async keep(...[tx]: Parameters<KeyedRequest['keep']>): Promise<void> {
    const answer = this.soFar();
    const results = this.next?.() ?? answer.results;
    const failed = results.filter(({ error }) => error !== null).length;
    const json = {
      more: answer.more ?? false,
      done: results.length - failed,
      failed,
      results: results.map(withoutText),
    };
    await this.key.keep(tx, { status: 200, json });
  }
}

/** Counts, URIs and statuses are kept; the text of an error may have values (K23). */
const withoutText = ({ request = '', object = '', status, error }: Decided): Record<string, string | null> => ({
  ...{ request, object, status },
  error: error === null || error === undefined ? null : status,
});
