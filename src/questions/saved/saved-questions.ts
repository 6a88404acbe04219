/** Questions and views of lists that agents have saved (K67, K71): with provenance, former revisions, and in no query. */
import { ServiceError } from '../../errors.js';
import type { Caller, Requestor } from '../../http/caller.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import type { GraphReader, Transaction } from '../../store/store.js';
import type { Transactions } from '../../transactions.js';
import type { Question } from '../question.js';
import type { Visibility } from '../schemas.js';
import { type QuestionLookups, SHARED_QUESTIONS, sharedWith } from './lookups.js';
import { describeQuestion, readQuestion, type SavedQuestion } from './saved-question.js';

/** Questions and views of an agent. */
export const MAX_SAVED = 200;
/** Former revisions of a question: an older one goes. */
export const MAX_FORMER = 10;
/** Questions of other agents in a list: those that internal agents share, and those shared with the caller by name. */
const MAX_SHARED = 300;
const MAX_NAMED = 200;

export type SavedQuestionServices = Pick<
  Services,
  'store' | 'uris' | 'ids' | 'clock' | 'parsedGraphs' | 'quarantine'
> & {
  readonly transactions: Transactions;
  readonly lookups: { readonly questions: QuestionLookups };
};

/** What an agent writes of a question. */
export interface WrittenQuestion {
  /** Its id is given by the node. */
  readonly question: Omit<Question, 'id'>;
  readonly view: string | null;
  readonly visibility: Visibility;
  readonly agents: readonly Iri[];
}

const notFound = (): ServiceError => new ServiceError('not-found', 'there is no question of this id');

const isSeenBy = ({ owner, visibility, agents }: SavedQuestion, { agent, internal }: Caller): boolean =>
  owner === agent || (visibility === 'internal' && internal) || (visibility === 'agents' && agents.includes(agent));

export class SavedQuestions {
  /** The class of questions, for the header `Type`. */
  readonly type: Iri;

  constructor(private readonly services: SavedQuestionServices) {
    this.type = iri(`${services.uris.extensions}#question`);
  }

  addressOf({ id }: Pick<SavedQuestion, 'id'>): Iri {
    return this.services.uris.questionAddress(id);
  }

  /** The questions that a caller sees: its own first, and in each part the last change first. */
  async list({
    agent,
    internal,
  }: Caller): Promise<{ readonly questions: readonly SavedQuestion[]; readonly isWhole: boolean }> {
    const { store, lookups } = this.services;
    const newest = (partition: string, limit: number) =>
      store.lookup(lookups.questions.questions, partition, { limit, reverse: true });
    const own = await newest(agent, MAX_SAVED);
    const named = await newest(sharedWith(agent), MAX_NAMED + 1);
    const shared = internal ? await newest(SHARED_QUESTIONS, MAX_SHARED + 1) : [];
    const entries = [...own, ...shared.slice(0, MAX_SHARED), ...named.slice(0, MAX_NAMED)];
    const graphs = new Set(entries.map(({ value }) => value));
    const found = await Promise.all(Array.from(graphs, (graph) => this.#find(graph)));
    const isWhole = shared.length <= MAX_SHARED && named.length <= MAX_NAMED;
    return { questions: found.filter((saved) => saved !== undefined), isWhole };
  }

  /** @returns undefined for one that the caller does not see, as for one that is not there. */
  async find(id: string, caller: Caller): Promise<SavedQuestion | undefined> {
    const uri = this.services.uris.findQuestion(id);
    const saved = uri && (await this.#find(uri));
    return saved !== undefined && isSeenBy(saved, caller) ? saved : undefined;
  }

  /**
   * A revision of a question of the caller: whom it is shared with sees the latest one.
   *
   * @throws ServiceError `not-found`, `forbidden` for one of another agent.
   */
  async revisionOrThrow(id: string, revision: number, caller: Caller): Promise<SavedQuestion> {
    const saved = await this.find(id, caller);
    if (saved === undefined) throw notFound();
    this.#assertOwn(saved, caller);
    if (saved.revision === revision) return saved;
    const former = await this.#find(this.services.uris.questionRevision(saved.uri, revision));
    if (former === undefined) throw new ServiceError('not-found', 'the question has no such revision, or no longer');
    return former;
  }

  /**
   * @param isConditional whether the request has conditions: one that does not hold is said first (D49).
   * @throws ServiceError `not-found`, `forbidden` for one of another agent.
   */
  async assertOwn(id: string, caller: Caller, isConditional: boolean): Promise<void> {
    const saved = await this.find(id, caller);
    if (saved !== undefined) this.#assertOwn(saved, caller);
    else if (!isConditional) throw notFound();
  }

  /**
   * Saves a question.
   *
   * @param assertUnchanged compares the conditions of the request (D49).
   * @throws ServiceError `unprocessable` for one more than an agent may have.
   */
  create(
    { question, ...written }: WrittenQuestion,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<SavedQuestion> {
    const { store, uris, ids, clock, lookups, transactions } = this.services;
    const { agent } = requestor;
    const id = ids.next();
    const uri = uris.question(id);
    return transactions.transact(
      [uris.questionsOf(agent)],
      async (tx) => {
        await assertUnchanged();
        if ((await store.count(lookups.questions.questions, agent)) >= MAX_SAVED)
          throw new ServiceError('unprocessable', `the authenticated agent has ${MAX_SAVED} saved questions and views`);
        const now = clock.now();
        const saved: SavedQuestion = {
          ...{ ...written, question: { ...question, id } },
          ...{ uri, id, owner: agent, created: now, modified: now, revision: 1 },
        };
        await tx.replace(uri, describeQuestion(saved, uri, undefined));
        tx.answer({ status: 201, location: this.addressOf({ id }), type: this.type });
        return saved;
      },
      requestor.trace,
    );
  }

  /** Replaces a question; its state before is a former revision. @param assertUnchanged as in `create`. */
  replace(
    id: string,
    { question, ...written }: WrittenQuestion,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
  ): Promise<SavedQuestion> {
    return this.#change(id, requestor, assertUnchanged, async (before, tx) => {
      const { uris, clock } = this.services;
      const { uri, owner, created, revision } = before;
      const now = clock.now();
      const former = uris.questionRevision(uri, revision);
      const earlier = uris.questionRevision(uri, revision - 1);
      const hasEarlier = revision > 1;
      await tx.replace(former, describeQuestion(before, former, hasEarlier ? earlier : undefined));
      if (revision > MAX_FORMER) await tx.drop(uris.questionRevision(uri, revision - MAX_FORMER));
      const saved: SavedQuestion = {
        ...{ ...written, question: { ...question, id } },
        ...{ uri, id, owner, created, modified: now < created ? created : now, revision: revision + 1 },
      };
      await tx.replace(uri, describeQuestion(saved, uri, former));
      return saved;
    });
  }

  /** Ends a question with its former revisions (B2). @param assertUnchanged as in `create`. */
  async end(id: string, requestor: Requestor, assertUnchanged: () => Promise<void>): Promise<void> {
    await this.#change(id, requestor, assertUnchanged, async ({ uri, revision }, tx) => {
      await tx.drop(uri);
      for (let number = Math.max(1, revision - MAX_FORMER); number < revision; number += 1)
        await tx.drop(this.services.uris.questionRevision(uri, number));
    });
  }

  async #change<Result>(
    id: string,
    requestor: Requestor,
    assertUnchanged: () => Promise<void>,
    work: (saved: SavedQuestion, tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const { uris, transactions } = this.services;
    const uri = uris.findQuestion(id);
    if (uri === undefined) {
      await assertUnchanged();
      throw notFound();
    }
    return transactions.transact(
      [uri],
      async (tx) => {
        const saved = await readFrom(tx, uri);
        const isSeen = saved !== undefined && isSeenBy(saved, requestor);
        if (isSeen) this.#assertOwn(saved, requestor);
        await assertUnchanged();
        if (!isSeen) throw notFound();
        return work(saved, tx);
      },
      requestor.trace,
    );
  }

  #assertOwn(saved: SavedQuestion, { agent }: Caller): void {
    if (saved.owner === agent) return;
    const resource = this.addressOf(saved);
    throw new ServiceError('forbidden', {
      message: 'only its owner changes a question, and reads its former revisions',
      resource,
    });
  }

  async #find(graph: Iri): Promise<SavedQuestion | undefined> {
    return this.services.quarantine.tolerate(() => this.services.parsedGraphs.get(graph, readQuestion));
  }
}

const readFrom = async (tx: GraphReader, uri: Iri): Promise<SavedQuestion | undefined> =>
  readQuestion(await tx.read(uri), uri);
