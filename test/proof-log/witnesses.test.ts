/** Nodes that cosign each other's logs (P23 to P25). */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { newLog } from '../../src/commands/new-log.js';
import { parseBundle } from '../../src/proofs/format/bundle.js';
import { parseCheckpoint } from '../../src/proofs/format/checkpoint.js';
import {
  COSIGNATURE,
  ED25519,
  NoteSigner,
  parseNote,
  verifySignatures,
  writeVkey,
} from '../../src/proofs/format/note.js';
import { verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { readSettings } from '../../src/settings/settings.js';
import { createPiece, eventually, fastRetries } from '../support/exchange.js';
import { list, member, startTestNode, type TestNode } from '../support/node.js';
import { freePort } from '../support/ports.js';
import { keyFrom } from '../proofs/format/support.js';

/** A node's place before it starts: its address, its keys, and their files. */
class Place {
  readonly log: NoteSigner;
  readonly witness: NoteSigner;
  readonly folder: string;

  constructor(
    name: string,
    readonly port: number,
  ) {
    this.folder = mkdtempSync(join(tmpdir(), `witness-${name}-`));
    const [log, witness] = [keyFrom(`${name} log`), keyFrom(`${name} witness`)];
    writeFileSync(this.#file('log'), log.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    writeFileSync(this.#file('witness'), witness.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    this.log = new NoteSigner(`localhost:${port}/log/1`, ED25519, log);
    this.witness = new NoteSigner(`localhost:${port}/log/witness`, COSIGNATURE, witness);
  }

  #file(name: string): string {
    return join(this.folder, `${name}.pem`);
  }

  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      PORT: String(this.port),
      PROOF_KEY_FILE: this.#file('log'),
      PROOF_WITNESS_KEY_FILE: this.#file('witness'),
      PROOF_CHECKPOINT_MS: '100',
      PROOF_WITNESS_MS: '100',
      ...fastRetries,
      ...more,
    };
  }

  start(env: Readonly<Record<string, string>>): Promise<TestNode> {
    return startTestNode({ env: this.env(env) });
  }
}

/** The newest checkpoint of a node, with the names of the witnesses that have cosigned it. */
async function checkpointOf(node: TestNode, witnesses: readonly NoteSigner[]): Promise<{ size: number; by: string[] }> {
  const { status, text } = await node.holder.get('/log/checkpoint');
  expect(status, text).to.equal(200);
  const note = parseNote(text);
  const keys = witnesses.map(({ key }) => key);
  return { size: parseCheckpoint(note.text).size, by: verifySignatures(note, keys).valid.map(({ key }) => key.name) };
}

const isDegraded = async (node: TestNode): Promise<boolean> => {
  const { json } = await node.holder.get('/health/ready');
  return list(member(json, 'degraded')).some((each) => member(each, 'key') === 'proof-log');
};

const forkedMetric = async (node: TestNode): Promise<string | undefined> =>
  /^cargograph_log_forked (\d)$/m.exec((await node.holder.get('/metrics')).text)?.[1];

const entriesMetric = async (node: TestNode): Promise<string | undefined> =>
  /^cargograph_log_entries_total (\d+)$/m.exec((await node.holder.get('/metrics')).text)?.[1];

describe('nodes that witness each other', () => {
  let forwarder: Place;
  let airline: Place;
  const running: TestNode[] = [];
  const started = async (starting: Promise<TestNode>): Promise<TestNode> => {
    const node = await starting;
    running.push(node);
    return node;
  };
  const stop = async (node: TestNode): Promise<void> => {
    running.splice(running.indexOf(node), 1);
    await node.stop();
  };
  /** The setting of a node whose log the airline cosigns. */
  const witnesses = (url = `http://localhost:${airline.port}/log/witness/`): Record<string, string> => ({
    PROOF_WITNESSES: JSON.stringify([{ url, key: writeVkey(airline.witness.key) }]),
  });
  const witnessed = (): Record<string, string> => ({ PROOF_WITNESSED: JSON.stringify([writeVkey(forwarder.log.key)]) });

  beforeEach(async () => {
    forwarder = new Place('forwarder', await freePort());
    airline = new Place('airline', await freePort());
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((node) => node.stop()));
    for (const { folder } of [forwarder, airline]) rmSync(folder, { recursive: true });
  });

  it('have their checkpoints cosigned, and their bundles (P15, P23)', async () => {
    await started(airline.start(witnessed()));
    const node = await started(forwarder.start(witnesses()));
    const piece = await createPiece(node.holder);
    const isCosigned = async (): Promise<boolean> => (await checkpointOf(node, [airline.witness])).by.length === 1;
    await eventually(isCosigned);
    await createPiece(node.holder);
    await eventually(isCosigned);
    const path = `${piece.slice(node.url.length)}/proof`;
    const bundle = parseBundle((await node.holder.get(path)).text);
    const verdict = verifyBundle(bundle, { keys: [forwarder.log.key], witnesses: [airline.witness.key] });
    expect(verdict).to.deep.include({ holds: true });
    const described = await node.anonymous.get('/.well-known/cargograph-log.json');
    expect(member(described.json, 'witnesses')).to.deep.equal([writeVkey(airline.witness.key)]);
    const metrics = (await node.holder.get('/metrics')).text;
    expect(metrics).to.match(/^cargograph_log_witness_age_seconds\{witness="localhost:\d+\/log\/witness"\} \d/m);
    expect(await forkedMetric(node)).to.equal('0');
    expect(await isDegraded(node)).to.equal(false);
  });

  it('find a log that was rolled back: nothing more is signed, writes go on (P24)', async () => {
    await started(airline.start(witnessed()));
    const first = await started(forwarder.start(witnesses()));
    for (let count = 0; count < 5; count += 1) await createPiece(first.holder);
    await eventually(async () => (await checkpointOf(first, [airline.witness])).by.length === 1);
    await stop(first);

    const folder = join(forwarder.folder, 'store');
    const again = await started(forwarder.start({ ...witnesses(), STORE_URL: `file:${folder}` }));
    await eventually(() => isDegraded(again));
    expect(await forkedMetric(again)).to.equal('1');
    const { size } = await checkpointOf(again, []);
    await createPiece(again.holder);
    await createPiece(again.holder);
    // The answer waits for a checkpoint that covers the entry: there is none.
    const piece = await createPiece(again.holder);
    expect((await again.holder.get(`${piece.slice(again.url.length)}/proof`)).status).to.equal(503);
    expect((await checkpointOf(again, [])).size).to.equal(size);
    expect((await again.holder.get('/health/ready')).status).to.equal(200);
    await stop(again);

    // Also after the next start, and without witnesses.
    const later = await started(forwarder.start({ STORE_URL: `file:${folder}` }));
    await eventually(() => isDegraded(later));
    expect((await checkpointOf(later, [])).size).to.equal(size);
  });

  it('find a log that was altered, and is as long as it was (P24)', async () => {
    await started(airline.start(witnessed()));
    const first = await started(forwarder.start(witnesses()));
    await createPiece(first.holder);
    await eventually(async () => (await checkpointOf(first, [airline.witness])).by.length === 1);
    await stop(first);
    // Another history, which is longer before the airline is asked.
    const store = { STORE_URL: `file:${join(forwarder.folder, 'store')}` };
    const alone = await started(forwarder.start(store));
    for (let count = 0; count < 9; count += 1) await createPiece(alone.holder);
    // Of all entries: a later checkpoint would have another size.
    await eventually(async () => String((await checkpointOf(alone, [])).size) === (await entriesMetric(alone)));
    expect(await isDegraded(alone)).to.equal(false);
    const { size } = await checkpointOf(alone, []);
    await stop(alone);
    const again = await started(forwarder.start({ ...witnesses(), ...store }));
    await eventually(() => isDegraded(again));
    expect((await checkpointOf(again, [])).size).to.equal(size);
  });

  const answers: Readonly<Record<string, RequestListener>> = {
    'an error': (_request, response) => response.writeHead(500).end(),
    'a redirect': (_request, response) => response.writeHead(307, { Location: 'http://localhost/' }).end(),
    'too much': (_request, response) => response.writeHead(200).end('a'.repeat(64 * 1024 + 1)),
    'a signature with another key': (_request, response) =>
      response.writeHead(200).end(forwarder.witness.sign('another text\n', new Date(0))),
    'a conflict without a size': (_request, response) => response.writeHead(409).end('many'),
    'nothing that it could read': (_request, response) => response.writeHead(200).end('— x\n'),
  };
  for (const [what, answer] of Object.entries(answers)) {
    it(`are not delayed by a witness that answers ${what} (P23)`, async () => {
      let asked = 0;
      const server: Server = createServer((request, response) => {
        asked += 1;
        request.resume();
        answer(request, response);
      }).listen(airline.port, 'localhost');
      await once(server, 'listening');
      try {
        const node = await started(forwarder.start(witnesses()));
        const piece = await createPiece(node.holder);
        const { status, text } = await node.holder.get(`${piece.slice(node.url.length)}/proof`);
        expect(status, text).to.equal(200);
        await eventually(() => Promise.resolve(asked > 2));
        expect((await checkpointOf(node, [airline.witness])).by).to.deep.equal([]);
        expect(await isDegraded(node)).to.equal(false);
        await stop(node);
      } finally {
        server.close();
      }
    });
  }

  it('end a log that a witness holds for altered (P24)', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(422).end();
    }).listen(airline.port, 'localhost');
    await once(server, 'listening');
    const onDisk = { STORE_URL: `file:${join(forwarder.folder, 'store')}` };
    try {
      const node = await started(forwarder.start({ ...witnesses(), ...onDisk }));
      await createPiece(node.holder);
      await eventually(() => isDegraded(node));
      expect(await forkedMetric(node)).to.equal('1');
      await stop(node);
    } finally {
      server.close();
    }
    // Another epoch ends it: it is signed, and nobody has seen another history of it.
    await newLog('the airline holds it for altered', readSettings(forwarder.env(onDisk)));
    const again = await started(forwarder.start(onDisk));
    await createPiece(again.holder);
    await eventually(async () => (await again.holder.get('/log/checkpoint')).status === 200);
    expect((await again.holder.get('/log/checkpoint')).text).to.match(/^localhost:\d+\/log\/2\n/);
    expect([await forkedMetric(again), await isDegraded(again)]).to.deep.equal(['0', false]);
  });
});
