/** A node that is killed again and again while what is stored gets its entries in the log of proofs (P51). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { fill } from '../../bench/fill.js';
import { checkLog } from '../../src/commands/check-log.js';
import { EntryRules } from '../../src/log-rules.js';
import { parseRecord } from '../../src/proofs/format/record.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { withOfflineStore } from '../../src/store/folder/dump.js';
import { UriScheme } from '../../src/uris.js';
import { loggedGraphs } from '../support/entered.js';
import { createPiece, eventually, partyFor } from '../support/exchange.js';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { checkNewest } from '../store/proof-log-contract.js';

const OBJECTS = 2_000;

describe('a node that is killed while what is stored gets its entries', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'backfill-kill-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has exactly one entry for each graph in the end, which fits it', async () => {
    const random = new Random(seeded(SEED));
    const [port, store] = [await freePort(), join(folder, 'store')];
    const base = `http://localhost:${port}`;
    const spawn = (log: string): NodeProcess =>
      spawnNode(folder, { PORT: String(port), STORE_URL: `file:${store}`, PROOF_LOG: log });
    const stop = async (node: NodeProcess): Promise<void> => {
      node.kill('SIGTERM');
      await node.ended;
    };
    const holderOf = (): ReturnType<typeof partyFor> => partyFor(base, `${base}/logistics-objects/_data-holder`);
    const left = async (): Promise<number> => {
      const text = await (await fetch(`${base}/metrics`)).text();
      return Number(/^cargograph_log_backfill\{state="left"\} (\d+)$/m.exec(text)?.[1] ?? NaN);
    };

    const first = spawn('false');
    await first.listening;
    const template = await createPiece(await holderOf());
    await stop(first);
    await fill(store, base, template, OBJECTS);

    let unfinished = 0;
    for (let kill = 0; kill < scaled(3); kill += 1) {
      const node = spawn('true');
      await node.listening;
      await createPiece(await holderOf());
      await delay(random.upTo(150));
      if ((await left()) > 0) unfinished += 1;
      node.kill('SIGKILL');
      await node.ended;
      // It throws where anything is wrong.
      await checkLog([], readSettings({ PORT: String(port), STORE_URL: `file:${store}` }));
    }
    expect(unfinished, 'kills while entries were left').to.be.above(0);
    const last = spawn('true');
    await last.listening;
    await eventually(async () => (await left()) === 0);
    await stop(last);

    const uris = new UriScheme(iri(base));
    const rules = new EntryRules(uris, createVocabulary(standardNamespaces), uris.object('_data-holder'));
    await withOfflineStore(store, async (file) => {
      const entries = await file.log.entries(0, file.log.count);
      const logged = entries.map(({ record }) => parseRecord(record)).filter(({ kind }) => kind !== 'log');
      const graphs = Array.from(file.graphs(), ({ graph }) => graph);
      expect(logged.map(({ graph }) => graph).sort()).to.deep.equal(loggedGraphs(base, graphs));
      expect(logged.length).to.be.above(OBJECTS);
      for (const { graph } of logged) await checkNewest({ proofLog: file.log }, graph, rules);
    });
  }).timeout(scaled(400_000));
});
