import { expect } from 'chai';
import { Access } from '../../src/access/access.js';
import { ReadingTimes } from '../../src/access/reading-times.js';
import type { Caller } from '../../src/http/caller.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { acl } from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { TestClock } from '../support/clock.js';
import { crate, grant, indexes, lookups, piece, uris, vocabulary } from '../store/commit-times.js';
import { openMemory } from '../store/support/open.js';
import { parsedGraphsOf } from '../store/support/parsed-graphs.js';

const airline = iri('https://airline.example/');
const everybody = iri(acl.AuthenticatedAgent.value);
const caller = (agent: Iri, internal = false): Caller => ({ agent, internal });

describe('The time since which a caller may read (W54)', () => {
  let clock: TestClock;
  let store: GraphStore;
  let times: ReadingTimes;
  beforeEach(async () => {
    clock = new TestClock('2026-03-01T00:00:00Z');
    store = await openMemory({ lookups: indexes, clock });
    const access = new Access(parsedGraphsOf(store), uris, vocabulary, clock);
    times = new ReadingTimes({ store, access, uris, lookups });
  });
  afterEach(() => store.close());

  const since = (agent: Iri = airline): Promise<number | undefined> =>
    times.since(caller(agent), 'GET_LOGISTICS_OBJECT', piece);
  const everyTime = async (...writes: (() => Promise<void>)[]): Promise<(number | undefined)[]> => {
    const found: (number | undefined)[] = [];
    for (const write of writes) {
      clock.advance(60);
      await write();
      found.push(await since());
    }
    return found;
  };

  it('is that of the commit of its authorization, and none without one', async () => {
    expect(await since()).to.equal(undefined);
    const [granted, replaced, withdrawn, again] = await everyTime(
      () => grant(store, piece, { agent: airline }),
      () => grant(store, piece, { agent: airline }, { agent: iri('https://handler.example/') }),
      () => grant(store, piece),
      () => grant(store, piece, { agent: airline }),
    );
    expect(granted).to.be.a('number');
    expect(replaced).to.equal(granted);
    expect(withdrawn).to.equal(undefined);
    expect(again).to.be.above(granted ?? NaN);
  });

  it('is the earlier one of its own authorization and that of all authenticated agents', async () => {
    const [all, both] = await everyTime(
      () => grant(store, piece, { agent: everybody }),
      () => grant(store, piece, { agent: everybody }, { agent: airline }),
    );
    expect(both).to.equal(all);
  });

  it('is not that of an authorization that has ended', async () => {
    const [own, both] = await everyTime(
      () => grant(store, piece, { agent: airline, until: '2026-03-01T01:00:00Z' }),
      () => grant(store, piece, { agent: airline, until: '2026-03-01T01:00:00Z' }, { agent: everybody }),
    );
    expect(both).to.equal(own);
    clock.advance(7_200);
    expect(await since()).to.be.above(own ?? NaN);
    await grant(store, piece, { agent: airline, until: '2026-03-01T01:00:00Z' });
    expect(await since()).to.equal(undefined);
  });

  it('is always for internal agents', async () => {
    expect(await times.since(caller(airline, true), 'GET_LOGISTICS_EVENT', piece)).to.equal(0);
  });

  it('is asked for the objects whose lists name a caller or all authenticated agents', async () => {
    await grant(store, piece, { agent: airline });
    await grant(store, crate, { agent: everybody });
    expect([...(await times.objectsOf(caller(airline)))]).to.have.members([piece, crate]);
    expect([...(await times.objectsOf(caller(iri('https://handler.example/'))))]).to.deep.equal([crate]);
  });
});
