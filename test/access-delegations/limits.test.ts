/** How much of the access of an agent, and of the cascade of a delegation, is examined at once. */
import { expect } from 'chai';
import { cascadeOf } from '../../src/access-delegations/cascade.js';
import { AgentAccess, MAX_LISTS } from '../../src/access-delegations/withdrawal.js';
import { ActionRequests } from '../../src/action-requests/action-requests.js';
import { uuidSource } from '../../src/clock.js';
import { Degradations } from '../../src/degradations.js';
import type { Requestor } from '../../src/http/caller.js';
import { createLookups } from '../../src/lookups.js';
import { type Iri, iri, node, triple } from '../../src/rdf/terms.js';
import { acl, createVocabulary, prov, rdfTerms } from '../../src/rdf/vocabulary.js';
import { requestContents } from '../../src/sparql/request-contents.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { Quarantine } from '../../src/store/quarantine.js';
import { Transactions } from '../../src/transactions.js';
import { UriScheme } from '../../src/uris.js';
import { base, object, openMemory, silent } from '../store/support/open.js';
import { parsedGraphsOf } from '../store/support/parsed-graphs.js';
import { TestClock } from '../support/clock.js';

const vocabulary = createVocabulary();
const uris = new UriScheme(base);
const { lookups, indexes } = createLookups(uris, vocabulary);
const [holder, airline] = [object('holder'), object('airline')];

describe('the number', () => {
  const clock = new TestClock();
  let store: GraphStore;
  let requests: ActionRequests;
  let transactions: Transactions;
  beforeEach(async () => {
    store = await openMemory({ lookups: indexes });
    transactions = new Transactions(store, () => Promise.resolve());
    requests = new ActionRequests(
      {
        parsedGraphs: parsedGraphsOf(store),
        uris,
        vocabulary,
        ids: uuidSource,
        quarantine: new Quarantine({ log: silent, degradations: new Degradations() }),
        dataHolder: holder,
        internalAgents: new Set([holder]),
      },
      requestContents(vocabulary),
    );
  });
  afterEach(() => store.close());

  /** Pending delegations that derive from these. */
  const derive = (count: number, ...sources: readonly Iri[]): Promise<Iri[]> =>
    transactions.transact([uris.accessDelegations], async (tx) => {
      const made: Iri[] = [];
      for (let number = 0; number < count; number += 1) {
        const content = node(iri(`internal:${uuidSource.next()}`));
        const { uri } = await requests.create(
          tx,
          'AccessDelegationRequest',
          (request) => [
            triple(request, vocabulary.api.hasAccessDelegation, content),
            ...sources.map((source) => triple(request, prov.wasDerivedFrom, node(source))),
          ],
          { agent: airline, apiVersion: undefined },
          clock.now(),
        );
        made.push(uri);
      }
      return made;
    });
  const deriveOne = async (...sources: readonly Iri[]): Promise<Iri> =>
    (await derive(1, ...sources))[0] ?? expect.fail('nothing was created');

  describe('of delegations in a cascade', () => {
    const cascade = (delegation: Iri): Promise<Iri[]> => cascadeOf({ store, lookups, requests }, delegation);

    it('is that of all which derive from it, directly or through others, up to 200', async () => {
      const first = await deriveOne();
      const second = await deriveOne(first);
      const direct = [second, ...(await derive(149, first))];
      const further = await derive(49, second);
      expect(await cascade(first)).to.have.members([...direct, ...further]);
      const last = await deriveOne(direct.at(-1) ?? second);
      expect(await cascade(first)).to.have.members([...direct, ...further, last]);
      await derive(10, second);
      const limited = await cascade(first);
      expect(limited).to.have.length(200).and.include.members(direct);
      expect(limited).to.not.include(first);
    });

    it('counts a delegation once that derives from several of them', async () => {
      const first = await deriveOne();
      const direct = await derive(2, first);
      const both = await deriveOne(...direct);
      expect(await cascade(first))
        .to.have.length(3)
        .and.have.members([...direct, both]);
    });
  });

  describe('of access control lists that name an agent', () => {
    const caller: Requestor = { agent: holder, internal: true, apiVersion: undefined };
    const access = (): AgentAccess =>
      new AgentAccess(
        { transactions, store, lookups, requests, uris, vocabulary, clock, log: silent },
        { revoke: () => Promise.reject(new Error('there are no delegations')) },
      );

    /** Writes lists of objects that name an agent, or every authenticated one. */
    const write = (names: readonly string[], agent: Iri = airline): Promise<void> =>
      store.transact(names.map(object), async (tx) => {
        for (const name of names) {
          const list = uris.acl(object(name));
          const authorization = node(iri(`${list}#1`));
          const isEveryone = agent === acl.AuthenticatedAgent.value;
          await tx.insert(list, [
            triple(authorization, rdfTerms.type, acl.Authorization),
            triple(authorization, acl.accessTo, node(object(name))),
            triple(authorization, isEveryone ? acl.agentClass : acl.agent, node(agent)),
            triple(authorization, acl.mode, vocabulary.api.GET_LOGISTICS_OBJECT),
          ]);
        }
      });
    const numbered = (count: number): string[] =>
      Array.from({ length: count }, (_, number) => `piece-${String(number).padStart(4, '0')}`);

    it('is 500 in an answer, which says whether there are more', async () => {
      await write(numbered(MAX_LISTS));
      const whole = await access().lists(airline);
      expect(whole.lists.map((list) => list.object)).to.deep.equal(numbered(MAX_LISTS).map(object));
      expect(whole.truncated).to.equal(false);
      await write(['other']);
      const { lists, truncated } = await access().lists(airline);
      expect(lists.map((list) => list.object)).to.deep.equal(['other', ...numbered(MAX_LISTS - 1)].map(object));
      expect(truncated).to.equal(true);
      for (const { entries } of lists) expect(entries.map(({ named }) => named)).to.deep.equal([[airline]]);
    });

    it('has the lists for every agent in the order of their objects, too', async () => {
      await write(['b', 'd']);
      await write(['a', 'c'], iri(acl.AuthenticatedAgent.value));
      const { lists } = await access().lists(airline);
      expect(lists.map((list) => list.object)).to.deep.equal(['a', 'b', 'c', 'd'].map(object));
    });

    it('is 500 in a withdrawal, whose repetition withdraws the rest', async () => {
      await write(numbered(MAX_LISTS + 1));
      const withdraw = (): ReturnType<AgentAccess['withdraw']> =>
        access().withdraw(airline, caller, () => Promise.resolve());
      const first = await withdraw();
      expect([first.objects.length, first.delegations, first.truncated]).to.deep.equal([MAX_LISTS, [], true]);
      const rest = await withdraw();
      expect(rest).to.deep.equal({ objects: [object('piece-0500')], delegations: [], truncated: false });
      expect((await access().lists(airline)).lists).to.deep.equal([]);
    });
  });
});
