import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { uuidSource } from '../../src/clock.js';
import { Degradations } from '../../src/degradations.js';
import { EngineClient } from '../../src/sparql/engine/engine-client.js';
import { readState } from '../../src/sparql/engine/projection-state.js';
import { Projector } from '../../src/sparql/engine/projector.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { rulesOf } from '../sparql/engine/partner-bench.js';
import { expectProjected, latestRevision, RandomHistory } from '../sparql/engine/random-history.js';
import { base, openMemory, silent } from '../store/support/open.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { type RealEngine, type SparqlEngineName, sparqlEngines, startOrSkip } from './support/sparql-engine.js';

for (const name of Object.keys(sparqlEngines) as SparqlEngineName[]) {
  describe(`the projection into ${name}`, () => {
    let engine: RealEngine;
    let client: EngineClient;
    let store: GraphStore;
    const closers: (() => Promise<void>)[] = [];

    before(async function () {
      engine = await startOrSkip(name, this);
      client = new EngineClient(engine.settings, { log: silent });
      store = await openMemory();
      closers.push(
        () => engine.stop(),
        () => client.close(),
        () => store.close(),
      );
    });
    after(async () => {
      for (const close of closers.reverse()) await close();
    });

    it('equals the record after random commits, kills of engine and projector, and starts without data', async () => {
      const random = new Random(seeded(SEED));
      const history = new RandomHistory(store, random);
      const start = (): { stop: () => Promise<void>; projector: Projector } => {
        const ending = new AbortController();
        const projector = new Projector({
          engine: client,
          store,
          base,
          permissions: rulesOf(store).rules,
          latestRevision,
          log: silent,
          degradations: new Degradations(),
          ids: uuidSource,
          random: () => 0,
        });
        const running = projector.run(ending.signal);
        return {
          projector,
          stop: () => {
            ending.abort();
            return running;
          },
        };
      };
      let feeding = start();
      for (let round = 0; round < scaled(8); round += 1) {
        const committing = (async () => {
          for (let count = 0; count < 60; count += 1) await history.commit();
        })();
        feeding.projector.hurry();
        switch (random.below(4)) {
          case 0:
            await engine.kill();
            await engine.run();
            break;
          case 1:
            await engine.kill();
            await engine.startEmpty();
            break;
          case 2:
            // In the middle of a request: the engine goes on with it.
            await feeding.stop();
            feeding = start();
            break;
          default:
        }
        await committing;
        await caughtUp(feeding.projector);
        await expectProjected(store, client);
      }
      await feeding.stop();
    });

    async function caughtUp(projector: Projector): Promise<void> {
      const end = performance.now() + 60_000;
      for (;;) {
        projector.hurry();
        // Read from the engine: what the projector knows may be of before it was killed.
        const position = await readState(client).then(
          ({ sequence }) => sequence,
          () => undefined,
        );
        if (position === store.sequence) return;
        if (performance.now() > end) expect.fail(`the engine is at ${String(position)} of ${store.sequence}`);
        await sleep(50);
      }
    }
  });
}
