/** Drafts and templates of agents (K14): no part of the exchange, and kept until they end (K15). */
import { ServiceError } from '../errors.js';
import type { Caller, Requestor } from '../http/caller.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { Transaction } from '../store/store.js';
import type { Transactions } from '../transactions.js';
import type { UriScheme } from '../uris.js';
import { describeDraft, describeValues, type Draft, readDraft, readValues } from './draft.js';
import { type DraftLookups, SHARED_TEMPLATES } from './lookups.js';
import type { DraftBody } from './schemas.js';

/** Drafts and templates of an agent. */
export const MAX_DRAFTS = 200;
/** Templates of other agents in a list. */
const MAX_SHARED = 200;

export type DraftServices = Services & {
  readonly transactions: Transactions;
  readonly lookups: { readonly drafts: DraftLookups };
};

/** Whether a caller may read an object of this node, and so have a copy of it. @throws ServiceError `forbidden`, `not-found` */
export type AssertReadable = (caller: Caller, object: Iri) => Promise<void>;

const isShared = ({ kind, visibility }: Pick<Draft, 'kind' | 'visibility'>): boolean =>
  kind === 'template' && visibility === 'internal';

const notFound = (): ServiceError => new ServiceError('not-found', 'there is no draft at this address');

export class Drafts {
  readonly #type: Iri;

  constructor(
    private readonly services: DraftServices,
    private readonly assertReadable: AssertReadable,
  ) {
    this.#type = iri(`${services.uris.extensions}#draft`);
  }

  /** The agent's own drafts and templates, and for internal agents the shared templates; the last change first. */
  async list(
    { agent, internal }: Caller,
    kind: Draft['kind'] | undefined,
  ): Promise<{ readonly drafts: readonly Draft[]; readonly isWhole: boolean }> {
    const { store, lookups } = this.services;
    const own = await store.lookup(lookups.drafts.drafts, agent, { limit: MAX_DRAFTS, reverse: true });
    const shared = internal
      ? await store.lookup(lookups.drafts.drafts, SHARED_TEMPLATES, { limit: MAX_SHARED + 1, reverse: true })
      : [];
    const graphs = new Set([...own, ...shared.slice(0, MAX_SHARED)].map(({ value }) => value));
    const found = await Promise.all(Array.from(graphs, (graph) => this.#find(graph)));
    const drafts = found
      .filter((draft) => draft !== undefined)
      .filter((draft) => kind === undefined || draft.kind === kind)
      .sort((one, other) => other.modified.getTime() - one.modified.getTime() || (one.uri < other.uri ? -1 : 1));
    return { drafts, isWhole: shared.length <= MAX_SHARED };
  }

  /** @throws ServiceError `not-found` for a draft of another agent, too. */
  async getOrThrow(id: string, caller: Caller): Promise<Draft> {
    const uri = this.services.uris.findDraft(id);
    const draft = uri && (await this.#find(uri));
    if (draft !== undefined && (draft.owner === caller.agent || (caller.internal && isShared(draft)))) return draft;
    throw notFound();
  }

  /**
   * @param isConditional whether the request has conditions: one that does not hold is said first (D49).
   * @throws ServiceError `not-found`, `forbidden` for a template of another agent.
   */
  async assertOwn(id: string, caller: Caller, isConditional: boolean): Promise<void> {
    const uri = this.services.uris.findDraft(id);
    const draft = uri && (await this.#find(uri));
    if (draft !== undefined) this.#assertOwn(draft, caller);
    else if (!isConditional) throw notFound();
  }

  /** What was typed into a draft. */
  async values({ uri }: Draft): Promise<DraftBody['values']> {
    const { parsedGraphs, uris } = this.services;
    const graph = uris.draftValues(uri);
    const values = await parsedGraphs.get(graph, readValues);
    if (values === undefined) throw new DamagedDataError(`the draft <${graph}> cannot be read`);
    return values;
  }

  /**
   * Keeps a new draft.
   *
   * @param assertUnchanged compares the conditions of the request (D49).
   * @throws ServiceError `unprocessable` for one more than an agent may have, `forbidden` and `not-found` for the copy of an
   * object that the agent may not read.
   */
  async create(
    { values, ...body }: DraftBody,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Draft> {
    const { store, uris, ids, clock, lookups, transactions } = this.services;
    this.#assertVisibility(body, requestor);
    await this.#assertSource(body, requestor);
    const { agent } = requestor;
    const id = ids.next();
    const uri = uris.draft(id);
    return transactions.transact(
      [uris.draftsOf(agent), ...sourceOf(body)],
      async (tx) => {
        await assertUnchanged();
        await this.#assertSource(body, requestor, tx);
        if ((await store.count(lookups.drafts.drafts, agent)) >= MAX_DRAFTS)
          throw new ServiceError('unprocessable', `the authenticated agent has ${MAX_DRAFTS} drafts and templates`);
        const now = clock.now();
        const draft: Draft = { ...body, copyOf: body.copyOf, uri, id, owner: agent, created: now, modified: now };
        await tx.replace(uri, describeDraft(draft));
        await tx.replace(uris.draftValues(uri), describeValues(uris.draftValues(uri), values));
        tx.answer({ status: 201, location: uri, type: this.#type });
        return draft;
      },
      requestor.trace,
    );
  }

  /** Replaces a draft, which stays the copy of the object that it was made from. @param assertUnchanged as in `create`. */
  async replace(
    id: string,
    { values, ...body }: DraftBody,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<Draft> {
    this.#assertVisibility(body, requestor);
    await this.#assertSource(body, requestor);
    const change = async (former: Draft, tx: Transaction): Promise<Draft> => {
      await this.#assertSource(body, requestor, tx);
      const { uri, owner, created, copyOf = body.copyOf } = former;
      const now = this.services.clock.now();
      const draft: Draft = { ...body, copyOf, uri, id, owner, created, modified: now < created ? created : now };
      const typed = this.services.uris.draftValues(uri);
      await tx.replace(uri, describeDraft(draft));
      await tx.replace(typed, describeValues(typed, values));
      return draft;
    };
    return this.#change(id, requestor, assertUnchanged, change, sourceOf(body));
  }

  /** Ends a draft. @param assertUnchanged as in `create`. */
  async end(id: string, requestor: Requestor, assertUnchanged: () => Promise<void>): Promise<void> {
    await this.#change(id, requestor, assertUnchanged, ({ uri }, tx) => dropDraft(tx, uri, this.services.uris));
  }

  /** The class of drafts, for the header `Type`. */
  get type(): Iri {
    return this.#type;
  }

  async #change<Result>(
    id: string,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
    work: (draft: Draft, tx: Transaction) => Promise<Result>,
    locks: readonly Iri[] = [],
  ): Promise<Result> {
    const { uris, transactions } = this.services;
    const uri = uris.findDraft(id);
    if (uri === undefined) {
      await assertUnchanged();
      throw notFound();
    }
    return transactions.transact(
      [uris.draftsOf(requestor.agent), uri, ...locks],
      async (tx) => {
        const draft = readDraft(await tx.read(uri), uri);
        if (draft !== undefined) this.#assertOwn(draft, requestor);
        await assertUnchanged();
        if (draft === undefined) throw notFound();
        return work(draft, tx);
      },
      requestor.trace,
    );
  }

  /** @throws ServiceError `not-found` for the draft of another agent, `forbidden` for a shared template. */
  #assertOwn(draft: Draft, { agent, internal }: Caller): void {
    if (draft.owner === agent) return;
    if (internal && isShared(draft))
      throw new ServiceError('forbidden', { message: 'only its owner changes a template', resource: draft.uri });
    throw notFound();
  }

  /**
   * The object that a draft is made from goes with it when it is erased: it must be here, also when the draft is written.
   *
   * @param tx has the object's lock key.
   */
  async #assertSource({ copyOf }: Pick<DraftBody, 'copyOf'>, caller: Caller, tx?: Transaction): Promise<void> {
    const { uris } = this.services;
    if (copyOf === undefined || uris.objectId(copyOf) === undefined) return;
    if (tx === undefined || (await tx.read(uris.head(copyOf))).size === 0) await this.assertReadable(caller, copyOf);
  }

  #assertVisibility({ kind, visibility }: Pick<DraftBody, 'kind' | 'visibility'>, { internal }: Caller): void {
    if (visibility === 'own') return;
    if (kind === 'draft')
      throw new ServiceError('invalid-body', 'the `visibility` of a draft is `own`: templates can be `internal`');
    if (!internal) throw new ServiceError('forbidden', 'templates of internal agents are made by internal agents');
  }

  async #find(uri: Iri): Promise<Draft | undefined> {
    return this.services.quarantine.tolerate(() => this.services.parsedGraphs.get(uri, readDraft));
  }
}

const sourceOf = ({ copyOf }: Pick<DraftBody, 'copyOf'>): readonly Iri[] => (copyOf === undefined ? [] : [copyOf]);

/** Drops a draft with what was typed. */
export async function dropDraft(
  tx: Pick<Transaction, 'drop'>,
  uri: Iri,
  uris: Pick<UriScheme, 'draftValues'>,
): Promise<void> {
  await tx.drop(uri);
  await tx.drop(uris.draftValues(uri));
}
