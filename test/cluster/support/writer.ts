/** Load on a cluster by writers that know what was acknowledged to them. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { add, changeBody, remove } from '../../support/changes.js';
import { eventBody, iriOf } from '../../support/exchange.js';
import { cargo, list, member } from '../../support/node.js';
import type { Random } from '../../support/random.js';
import type { ClusterParty } from './cluster.js';

export const contentOf = (revision: number): string => `as of revision ${revision}`;

/** A change of a piece from one revision's content to the next one's. */
export function change(piece: string, revision: number, text = contentOf(revision + 1)): unknown {
  const operations = [remove(piece, 'goodsDescription', contentOf(revision)), add(piece, 'goodsDescription', text)];
  return changeBody(piece, revision, operations);
}

/** A piece as its writer knows it. */
export class KnownPiece {
  revision = 1;
  isInDoubt = false;
  readonly events: string[] = [];
  /** How many events were sent whose answer told nothing of them. */
  doubtfulEvents = 0;

  constructor(readonly uri: string) {}

  /** Compares it with what was acknowledged. */
  async verify(holder: ClusterParty): Promise<void> {
    const read = await holder.get(this.uri);
    expect(read.status, this.uri).to.equal(200);
    const latest = Number(read.headers.get('latest-revision'));
    if (this.isInDoubt) expect(latest, this.uri).to.be.within(this.revision, this.revision + 1);
    else expect(latest, this.uri).to.equal(this.revision);
    this.revision = latest;
    this.isInDoubt = false;
    expect(member(read.json, 'cargo:goodsDescription'), this.uri).to.equal(contentOf(latest));
    const trail = await holder.get(`${this.uri}/audit-trail?status=REQUEST_ACCEPTED`);
    expect(list(member(trail.json, 'api:hasChangeRequest')).length, `${this.uri} accepted`).to.equal(latest - 1);
    const events = await holder.get(`${this.uri}/logistics-events`);
    const there = new Set(list(member(events.json, 'api:hasItem')).map(iriOf));
    for (const event of this.events) expect(there.has(event), event).to.equal(true);
    expect(there.size, `${this.uri} events`).to.be.at.most(this.events.length + this.doubtfulEvents);
  }
}

/** Writes through all nodes. What fails, or is not answered, may have been done. */
export class Writer {
  readonly pieces: KnownPiece[] = [];
  /** When writes were acknowledged, in milliseconds since the process started. */
  readonly acknowledged: number[] = [];

  constructor(
    private readonly holder: ClusterParty,
    private readonly random: Random,
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        if (await this.#step()) this.acknowledged.push(performance.now());
      } catch (error) {
        // Refused, reset, or not answered.
        if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
      }
      await delay(5);
    }
  }

  /** @returns whether a write was acknowledged. */
  async #step(): Promise<boolean> {
    const { holder, pieces, random } = this;
    if (pieces.length === 0 || random.chance(0.2)) {
      const created = await holder.post('/logistics-objects', {
        '@context': { cargo },
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': contentOf(1),
      });
      if (created.status === 201) pieces.push(new KnownPiece(created.headers.get('location') ?? ''));
      else expect(created.status, created.text).to.equal(503);
      return created.status === 201;
    }
    const piece = random.one(pieces);
    if (random.chance(0.4)) {
      piece.doubtfulEvents += 1;
      const event = await holder.post(`${piece.uri}/logistics-events`, eventBody());
      if (event.status === 201) {
        piece.doubtfulEvents -= 1;
        piece.events.push(event.headers.get('location') ?? '');
      } else expect(event.status, event.text).to.equal(503);
      return event.status === 201;
    }
    if (piece.isInDoubt) return false;
    const proposed = await holder.patch(piece.uri, change(piece.uri, piece.revision));
    if (proposed.status === 503) return false;
    expect(proposed.status, proposed.text).to.equal(201);
    piece.isInDoubt = true;
    const decided = await holder.patch(`${proposed.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
    if (decided.status === 503) return false;
    expect(decided.status, decided.text).to.equal(204);
    piece.revision += 1;
    piece.isInDoubt = false;
    return true;
  }
}
