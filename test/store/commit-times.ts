/** The commit times that every record gives (W54), and the lookups whose order they are. */
import { expect } from 'chai';
import { parseReader } from '../../src/access/readers.js';
import { createLookups } from '../../src/lookups.js';
import { ALL_OBJECTS } from '../../src/logistics-objects/lookups.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../src/rdf/terms.js';
import { acl, createVocabulary, prov, rdfTerms, standardNamespaces, vcard, xsd } from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../src/uris.js';
import { TestClock } from '../support/clock.js';
import { base } from './support/open.js';

export const uris = new UriScheme(base);
export const vocabulary = createVocabulary(standardNamespaces);
export const { lookups, indexes } = createLookups(uris, vocabulary);

const dateTime = (at: string): Quad['object'] => factory.literal(at, xsd.dateTime);
export const piece = uris.object('piece');
export const crate = uris.object('crate');
const airline = iri('https://airline.example/');
const handler = iri('https://handler.example/');

/** Writes a revision or event as the exchange does: its graph and its provenance. */
export const addMember = (store: GraphStore, ...members: readonly Iri[]): Promise<void> =>
  addMadeAt(store, '2026-03-01T00:00:00.000Z', ...members);

export const addMadeAt = (store: GraphStore, at: string, ...members: readonly Iri[]): Promise<void> =>
  store.transact(members, async (tx) => {
    for (const member of members) {
      await tx.insert(member, [triple(node(member), rdfTerms.type, prov.Entity)]);
      const made = [triple(node(member), prov.generatedAtTime, dateTime(at))];
      await tx.insert(uris.provenance(member), made);
    }
  });

interface Grant {
  readonly agent: Iri;
  readonly mode?: Quad['object'];
  readonly until?: string;
  readonly group?: Iri;
}

/** Makes these the authorizations of an object's list. */
export const grant = (store: GraphStore, object: Iri, ...grants: readonly Grant[]): Promise<void> =>
  store.transact([object], (tx) => {
    const list = uris.acl(object);
    const statements = grants.flatMap(({ agent, mode = acl.Read, until, group }, index) => {
      const root = namedNode(`${list}#${String(index)}`);
      return [
        triple(root, rdfTerms.type, acl.Authorization),
        triple(root, acl.mode, mode),
        ...(group === undefined
          ? [triple(root, agent === acl.AuthenticatedAgent.value ? acl.agentClass : acl.agent, node(agent))]
          : [triple(root, acl.agentGroup, node(group)), triple(node(group), vcard.hasMember, node(agent))]),
        ...(until === undefined ? [] : [triple(root, vocabulary.api.expiresAt, dateTime(until))]),
      ];
    });
    return tx.replace(list, statements);
  });

export const membersOf = (store: GraphStore, partition: string): ReturnType<GraphStore['lookup']> =>
  store.lookup(lookups.objects.members, partition);

export const ordersOf = async (store: GraphStore, partition: string): Promise<number[]> =>
  (await membersOf(store, partition)).map(({ order }) => order);

/** Since when an agent may read the piece. */
async function since(store: GraphStore, agent: Iri): Promise<number | undefined> {
  const entries = await store.lookup(lookups.access.readers, agent);
  const found = entries.filter(({ value }) => parseReader(value)?.permission === 'GET_LOGISTICS_OBJECT');
  const inList = await store.lookup(lookups.access.readers, uris.acl(piece));
  const ofAgent = inList.filter(({ value }) => found.some((entry) => entry.value === value));
  expect(ofAgent.map(({ order, value }) => ({ order, value }))).to.deep.equal(
    found.map(({ order, value }) => ({ order, value })),
  );
  return found[0]?.order;
}

/** @param open opens an empty store with the lookups of a node; its record may have another clock. */
export function describeCommitTimes(name: string, open: (clock: TestClock) => Promise<GraphStore>): void {
  describe(`commit times (${name})`, () => {
    let clock: TestClock;
    let store: GraphStore;
    beforeEach(async () => {
      clock = new TestClock('2026-03-01T00:00:00Z');
      store = await open(clock);
    });
    afterEach(() => store.close());

    it('grow with each commit, and by a microsecond with each member of a commit (W54)', async () => {
      await addMember(store, uris.revision(piece, 1), uris.event(piece, 'e'), uris.revision(crate, 1));
      await addMember(store, uris.revision(piece, 2));
      const all = await membersOf(store, ALL_OBJECTS);
      expect(all.map(({ value }) => value)).to.deep.equal([
        uris.revision(piece, 1),
        uris.event(piece, 'e'),
        uris.revision(crate, 1),
        uris.revision(piece, 2),
      ]);
      const [first = 0, second = 0, third = 0, fourth = 0] = all.map(({ order }) => order);
      expect([second, third]).to.deep.equal([first + 1, first + 2]);
      expect(fourth).to.be.above(third);
      expect(all.every(({ order }) => Number.isSafeInteger(order))).to.equal(true);
      expect(await ordersOf(store, piece)).to.deep.equal([first, second, fourth]);
      expect(await store.count(lookups.objects.members, ALL_OBJECTS)).to.equal(4);
    });

    it('are of one member each, also when commits are written together (W54)', async () => {
      const members = Array.from({ length: 100 }, (_, index) => uris.revision(uris.object(`p-${String(index)}`), 1));
      await Promise.all(members.map((member) => addMember(store, member)));
      const orders = await ordersOf(store, ALL_OBJECTS);
      expect(new Set(orders).size).to.equal(100);
      expect(orders).to.deep.equal([...orders].sort((one, other) => one - other));
    });

    it('never decrease when the clock is set back (W54)', async () => {
      await addMember(store, uris.revision(piece, 1));
      clock.advance(-86_400);
      await addMember(store, uris.revision(piece, 2));
      const [first = 0, second = 0] = await ordersOf(store, piece);
      expect(second).to.be.above(first);
    });

    it('find a member by its time, and those between two times', async () => {
      for (const number of [1, 2, 3]) await addMember(store, uris.revision(piece, number));
      const [, second = 0] = await ordersOf(store, ALL_OBJECTS);
      const at = (from: number, until: number): ReturnType<GraphStore['lookup']> =>
        store.lookup(lookups.objects.members, ALL_OBJECTS, { from, until });
      expect((await at(second, second)).map(({ value }) => value)).to.deep.equal([uris.revision(piece, 2)]);
      expect(await at(second + 1, second)).to.deep.equal([]);
      expect(await at(second, Number.MAX_SAFE_INTEGER)).to.have.length(2);
    });

    it('of a member that is gone are gone, too', async () => {
      const [kept, gone] = [uris.revision(piece, 1), uris.revision(piece, 2)];
      await addMember(store, kept, gone);
      await store.transact([piece], (tx) => tx.drop(uris.provenance(gone)));
      for (const partition of [ALL_OBJECTS, piece]) {
        expect((await membersOf(store, partition)).map(({ value }) => value)).to.deep.equal([kept]);
        expect(await store.count(lookups.objects.members, partition)).to.equal(1);
      }
    });

    it('of a grant stay while the list is replaced, and are later after an interruption (W54)', async () => {
      await grant(store, piece, { agent: airline });
      const first = await since(store, airline);
      await grant(store, piece, { agent: handler }, { agent: airline });
      expect(await since(store, airline)).to.equal(first);
      expect(await since(store, handler)).to.be.above(first ?? NaN);
      await grant(store, piece, { agent: handler });
      expect(await since(store, airline)).to.equal(undefined);
      await grant(store, piece, { agent: handler }, { agent: airline });
      expect(await since(store, airline)).to.be.above((await since(store, handler)) ?? NaN);
    });

    it('of a group member are those of the membership, and stay for the others (W54)', async () => {
      const group = iri('https://group.example/');
      await grant(store, piece, { agent: airline, group });
      const first = await since(store, airline);
      await grant(store, piece, { agent: airline, group }, { agent: handler, group });
      expect(await since(store, airline)).to.equal(first);
      expect(await since(store, handler)).to.be.above(first ?? NaN);
    });

    it('of a grant that was renewed stay before its end, and are later after it (W54)', async () => {
      await grant(store, piece, { agent: airline, until: '2026-03-01T01:00:00Z' });
      const first = await since(store, airline);
      await grant(store, piece, { agent: airline, until: '2026-03-01T02:00:00Z' });
      expect(await since(store, airline)).to.equal(first);
      clock.advance(9_000);
      await grant(store, piece, { agent: airline, until: '2026-03-01T03:00:00Z' });
      expect(await since(store, airline)).to.be.above(first ?? NaN);
    });

    it('of content and events are separate', async () => {
      await grant(store, piece, { agent: airline, mode: vocabulary.api.GET_LOGISTICS_OBJECT });
      await grant(store, piece, { agent: airline });
      const entries = await store.lookup(lookups.access.readers, airline);
      expect(entries.map(({ value }) => parseReader(value))).to.deep.equal([
        { list: uris.acl(piece), agent: airline, permission: 'GET_LOGISTICS_OBJECT' },
        { list: uris.acl(piece), agent: airline, permission: 'GET_LOGISTICS_EVENT' },
      ]);
    });

    it('end with a list that is dropped', async () => {
      await grant(store, piece, { agent: airline }, { agent: iri(acl.AuthenticatedAgent.value) });
      expect(await since(store, iri(acl.AuthenticatedAgent.value))).to.be.above(0);
      await store.transact([piece], (tx) => tx.drop(uris.acl(piece)));
      for (const partition of [airline, acl.AuthenticatedAgent.value, uris.acl(piece)]) {
        expect(await store.lookup(lookups.access.readers, partition)).to.deep.equal([]);
        expect(await store.count(lookups.access.readers, partition)).to.equal(0);
      }
    });

    describe('that are ended', () => {
      it('get no further commits, and those before are visible (W54)', async () => {
        await addMember(store, uris.revision(piece, 1));
        const [first = 0] = await ordersOf(store, piece);
        const until = first + 5;
        clock.advance(1);
        let ended = 0;
        while (ended < until) ended = await store.closeUntil(until);
        const writing = addMember(store, uris.revision(piece, 2));
        expect(await store.closeUntil(until)).to.be.at.least(until);
        await writing;
        const [, second = 0] = await ordersOf(store, piece);
        expect(second).to.be.above(until);
      });

      it('cost no commit where this node has committed since', async () => {
        await addMember(store, uris.revision(piece, 1));
        const [first = 0] = await ordersOf(store, piece);
        const { sequence } = store;
        expect(await store.closeUntil(first - 1)).to.be.at.least(first - 1);
        expect(store.sequence).to.equal(sequence);
      });

      it('are never in the future', async () => {
        const never = Number.MAX_SAFE_INTEGER - 1;
        expect(await store.closeUntil(never)).to.be.below(never);
        await addMember(store, uris.revision(piece, 1));
        expect((await ordersOf(store, piece))[0]).to.be.below(never);
      });

      it('tell followers nothing', async () => {
        const cursor = store.follow();
        await store.closeUntil(1);
        const changed = await cursor.changes();
        expect(changed.kind === 'graphs' && changed.graphs.size).to.equal(0);
      });
    });
  });
}
