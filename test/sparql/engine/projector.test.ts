import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { uuidSource } from '../../../src/clock.js';
import { Degradations } from '../../../src/degradations.js';
import { EngineClient, EngineError } from '../../../src/sparql/engine/engine-client.js';
import { readState } from '../../../src/sparql/engine/projection-state.js';
import { Projector } from '../../../src/sparql/engine/projector.js';
import type { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { base, openFolder, openMemory, silent, withFolder } from '../../store/support/open.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { EngineServer } from './engine-server.js';
import { rulesOf } from './partner-bench.js';
import { expectProjected, latestRevision, RandomHistory } from './random-history.js';

describe('the projection into a SPARQL engine', () => {
  let server: EngineServer;
  let engine: EngineClient;
  let store: GraphStore;
  let degradations: Degradations;
  let projector: Projector;
  const never = new AbortController().signal;

  beforeEach(async () => {
    server = await EngineServer.start();
    engine = new EngineClient(server.settings, { log: silent });
    store = await openMemory();
    degradations = new Degradations();
    projector = projectorOf(store);
  });
  afterEach(async () => {
    await engine.close();
    await server.stop();
    await store.close();
  });

  function projectorOf(source: GraphStore): Projector {
    const random = seeded(SEED);
    return new Projector({
      engine,
      store: source,
      base,
      permissions: rulesOf(source).rules,
      latestRevision,
      log: silent,
      degradations,
      ids: uuidSource,
      random,
    });
  }

  it('equals the record after random commits in rounds of any length', async () => {
    const random = new Random(seeded(SEED));
    const history = new RandomHistory(store, random);
    for (let round = 0; round < scaled(25); round += 1) {
      for (let count = random.below(8); count > 0; count -= 1) await history.commit();
      if (random.chance(0.1)) server.empty();
      await projector.round(never);
      await expectProjected(store, engine);
      expect((await readState(engine)).sequence).to.equal(store.sequence);
    }
  });

  it('equals the record after updates that were cut off, whether they were carried out or not', async () => {
    const random = new Random(seeded(SEED));
    const history = new RandomHistory(store, random);
    for (let round = 0; round < scaled(25); round += 1) {
      for (let count = random.below(6); count > 0; count -= 1) await history.commit();
      server.interfere = (kind, text, response) => {
        if (kind === 'query' || !random.chance(0.6)) return false;
        if (random.chance(0.5)) server.update(text);
        response.destroy();
        return true;
      };
      await projector.round(never).catch(() => undefined);
      server.interfere = () => false;
      // Not after each failure: the next round follows from the position that the failed one has left.
      if (!random.chance(0.5)) continue;
      await projector.round(never);
      await expectProjected(store, engine);
    }
  });

  it('is repaired after a late update of a process that no longer feeds the engine', async () => {
    const random = new Random(seeded(SEED));
    const history = new RandomHistory(store, random);
    for (let count = 0; count < 40; count += 1) await history.commit();
    await projector.round(never);
    for (let count = 0; count < 10; count += 1) await history.commit();
    server.updates.length = 0;
    await projector.round(never);
    const late = server.updates.at(-1) ?? '';
    for (let count = 0; count < 20; count += 1) await history.commit();
    await projector.round(never);
    server.update(late);
    await projector.round(never);
    await expectProjected(store, engine);
  });

  it('is made from nothing where the feed no longer reaches back, and where the store was restored', () =>
    withFolder(async (folder) => {
      const first = await openFolder(folder, { feedLength: 5 });
      const random = new Random(seeded(SEED));
      const history = new RandomHistory(first, random);
      for (let count = 0; count < 10; count += 1) await history.commit();
      await projectorOf(first).round(never);
      for (let count = 0; count < 10; count += 1) await history.commit();
      await projectorOf(first).round(never);
      await expectProjected(first, engine);
      await first.close();

      // Another store with as many commits.
      const other = new RandomHistory(store, new Random(seeded(SEED + 1)), Date.UTC(2026, 1, 1));
      for (let count = 0; count < 30; count += 1) await other.commit();
      await projector.round(never);
      await expectProjected(store, engine);
    }));

  it('is made from N-Quads where the engine has an address for them, and anew when that was cut off', async () => {
    await engine.close();
    engine = new EngineClient({ ...server.settings, loadUrl: server.loadUrl }, { log: silent });
    const history = new RandomHistory(store, new Random(seeded(SEED)));
    for (let count = 0; count < 30; count += 1) await history.commit();
    // Half of the lines are there when the connection breaks.
    server.interfere = (kind, text, response) => {
      if (kind !== 'load') return false;
      const quads = text.split('\n');
      server.load(quads.slice(0, quads.length / 2).join('\n'));
      response.destroy();
      return true;
    };
    const failure = await projectorOf(store)
      .round(never)
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineError);
    expect((await readState(engine)).sequence).to.equal(undefined);
    // A request whose connection broke at once is sent a second time.
    const before = server.loads.length;

    server.interfere = () => false;
    await projectorOf(store).round(never);
    expect(server.loads).to.have.length(before + 1);
    await expectProjected(store, engine);
    expect((await readState(engine)).sequence).to.equal(store.sequence);

    // What follows is sent as updates.
    await history.commit();
    await projectorOf(store).round(never);
    expect(server.loads).to.have.length(before + 1);
    await expectProjected(store, engine);
  });

  it('never deletes data of another origin', async () => {
    server.update('INSERT DATA { <urn:a> <urn:b> <urn:c> }');
    await new RandomHistory(store, new Random(seeded(SEED))).commit();
    const ending = new AbortController();
    const running = projector.run(ending.signal);
    while (projector.status.failures === 0) await sleep(5);
    expect(degradations.list()).to.have.length(1);
    expect(degradations.list()[0]?.reason).to.contain('project --from-empty');
    expect(server.updates).to.deep.equal([]);
    ending.abort();
    await running;
  });

  it('continues when the engine is back, also without data', async () => {
    const history = new RandomHistory(store, new Random(seeded(SEED)));
    await history.commit();
    let isDown = true;
    server.interfere = (_kind, _text, response) => {
      if (isDown) response.destroy();
      return isDown;
    };
    const ending = new AbortController();
    const running = projector.run(ending.signal);
    while (projector.status.failures < 2) await sleep(5);
    expect(degradations.list()).to.have.length(1);
    expect(projector.status.position).to.equal(undefined);
    isDown = false;
    while (projector.status.position !== store.sequence) await sleep(5);
    expect(degradations.list()).to.deep.equal([]);
    server.empty();
    await history.commit();
    projector.hurry();
    while (projector.status.position !== store.sequence || projector.status.filled !== undefined) await sleep(5);
    await expectProjected(store, engine);
    ending.abort();
    await running;
  });

  it('sends a graph that is larger than a request in several', async () => {
    const random = new Random(seeded(SEED));
    const history = new RandomHistory(store, random);
    await projector.round(never);
    for (let count = 0; count < 2_500; count += 1) await history.commit();
    server.updates.length = 0;
    await projector.round(never);
    expect(server.updates.length).to.be.greaterThan(1);
    expect(Math.max(...server.updates.map(({ length }) => length))).to.be.lessThan(1_500_000);
    await expectProjected(store, engine);
  });
});
