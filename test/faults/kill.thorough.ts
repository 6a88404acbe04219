import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import {
  createPiece,
  eventBody,
  withoutRepetitions,
  freePorts,
  fastRetries,
  iriOf,
  Receiver,
  settled,
  subscribe,
  tokenFor,
} from '../support/exchange.js';
import { cargo, list, member, Party, type Reply } from '../support/node.js';
import { Random, SEED as TEST_SEED, seeded } from '../support/random.js';
import { type NodeProcess, spawnNode } from '../support/process.js';
import { scaled } from '../support/size.js';

/** For a long run: `FAULT_ROUNDS=500`. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? scaled(1));
const SEED = Number(process.env['FAULT_SEED'] ?? TEST_SEED);
const WRITERS = 6;

/** A piece as its writer knows it. */
interface KnownPiece {
  readonly uri: string;
  /** Revisions acknowledged by the 204 of an acceptance, or by its creation. */
  revision: number;
  /** Whether an acceptance was under way when the node was killed: it may have been committed. */
  inDoubt: boolean;
  readonly events: string[];
}

const contentOf = (revision: number): string => `as of revision ${revision}`;

/** One writer, and what the node acknowledged to it. */
class Writer {
  readonly pieces: KnownPiece[] = [];

  constructor(
    private readonly holder: () => Party,
    private readonly random: Random,
  ) {}

  /** Writes until the node is killed. */
  async write(): Promise<void> {
    for (;;) {
      try {
        await this.#step();
      } catch (error) {
        // The connection was closed or refused.
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }

  async #step(): Promise<void> {
    const piece = this.pieces.length === 0 || this.random.chance(0.3) ? undefined : this.random.one(this.pieces);
    if (piece === undefined) {
      const uri = await createPiece(this.holder(), { 'cargo:goodsDescription': contentOf(1) });
      this.pieces.push({ uri, revision: 1, inDoubt: false, events: [] });
    } else if (this.random.chance(0.5)) await this.#change(piece);
    else {
      const made = await this.holder().post(`${piece.uri}/logistics-events`, eventBody());
      expect(made.status, made.text).to.equal(201);
      piece.events.push(made.headers.get('location') ?? '');
    }
  }

  async #change(piece: KnownPiece): Promise<void> {
    if (piece.inDoubt) return;
    const operations = [
      remove(piece.uri, 'goodsDescription', contentOf(piece.revision)),
      add(piece.uri, 'goodsDescription', contentOf(piece.revision + 1)),
    ];
    const proposed = await this.holder().patch(piece.uri, changeBody(piece.uri, piece.revision, operations));
    expect(proposed.status, proposed.text).to.equal(201);
    piece.inDoubt = true;
    const decided = await this.holder().patch(`${proposed.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
    expect(decided.status, decided.text).to.equal(204);
    piece.revision += 1;
    piece.inDoubt = false;
  }
}

describe('a node that is killed again and again under mixed load (kill -9)', () => {
  it('has every acknowledged write and no partial one, and continues with its outbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-faults-'));
    const [port = 0] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const agent = `${url}/logistics-objects/_data-holder`;
    const receiver = await Receiver.start();
    let calls = 0;
    receiver.behaviour = (response) => {
      calls += 1;
      if (calls % 11 === 0) response.destroy();
      else response.writeHead(204).end();
    };
    const random = new Random(seeded(SEED));
    let node: NodeProcess | undefined;
    let holder = new Party(url, agent, undefined);
    const start = async (): Promise<void> => {
      node = spawnNode(folder, { ...fastRetries, PORT: String(port), STORE_URL: 'file:data' });
      await node.listening;
      holder = new Party(url, agent, await tokenFor(url, agent));
    };
    const kill = async (): Promise<void> => {
      node?.kill('SIGKILL');
      await node?.ended;
    };
    const writers = Array.from(
      { length: WRITERS },
      (_, number) => new Writer(() => holder, new Random(seeded(SEED + number))),
    );
    const pieces = (): KnownPiece[] => writers.flatMap((writer) => writer.pieces);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await start();
        if (round === 0) {
          const partner = new Party(url, receiver.agent, await tokenFor(url, receiver.agent));
          await subscribe(holder, partner, { topic: `${cargo}Piece` });
        }
        for (const piece of pieces()) await verify(holder, piece);
        const writing = Promise.all(writers.map((writer) => writer.write()));
        // Awaited after the kill.
        writing.catch(() => undefined);
        await delay(300 + random.below(900));
        await kill();
        await writing;
      }
      await start();
      for (const piece of pieces()) await verify(holder, piece);
      await settled(holder);

      // Of every creation, change and event that was acknowledged, and of those in doubt that did happen.
      const notifications = withoutRepetitions(receiver.received);
      const count = (eventType: string, object: string): number =>
        notifications.filter((one) => one.eventType === eventType && one.object === object).length;
      expect(pieces().length, 'pieces').to.be.greaterThan(WRITERS);
      for (const { uri, revision, events } of pieces()) {
        expect(count('LOGISTICS_OBJECT_CREATED', uri), uri).to.equal(1);
        expect(count('LOGISTICS_OBJECT_UPDATED', uri), uri).to.equal(revision - 1);
        expect(count('LOGISTICS_EVENT_RECEIVED', uri), uri).to.be.at.least(events.length);
      }
    } catch (error) {
      process.stdout.write(`      FAULT_SEED=${SEED}\n`);
      throw error;
    } finally {
      await kill();
      await receiver.close();
      await rm(folder, { recursive: true });
    }
  }).timeout(30_000 + ROUNDS * 20_000);
});

/** Compares a piece with what was acknowledged, and resolves what was in doubt. */
async function verify(holder: Party, piece: KnownPiece): Promise<void> {
  const read = await holder.get(piece.uri);
  expect(read.status, piece.uri).to.equal(200);
  const latest = Number(read.headers.get('latest-revision'));
  if (piece.inDoubt) expect(latest, piece.uri).to.be.within(piece.revision, piece.revision + 1);
  else expect(latest, piece.uri).to.equal(piece.revision);
  piece.revision = latest;
  piece.inDoubt = false;
  // No partial change: content and accepted requests are those of the revision.
  expect(member(read.json, 'cargo:goodsDescription'), piece.uri).to.equal(contentOf(latest));
  const trail: Reply = await holder.get(`${piece.uri}/audit-trail?status=REQUEST_ACCEPTED`);
  expect(list(member(trail.json, 'api:hasChangeRequest')).length, `${piece.uri} accepted`).to.equal(latest - 1);
  const events = await holder.get(`${piece.uri}/logistics-events`);
  const there = new Set(list(member(events.json, 'api:hasItem')).map(iriOf));
  for (const event of piece.events) expect(there.has(event), event).to.equal(true);
}
