/**
 * The tiles of an epoch (P9): hashes of leaves come from the entries; those of whole subtrees of 256, 65,536 … leaves are
 * kept beside them, from the checkpoint on that is the first to cover them. So no start and no proof reads the log.
 */
import { type Hash, readHash, toBase64 } from '../proofs/format/encoding.js';
import { entryOf } from '../proofs/format/record.js';
import { hashesFromTiles, hashOfTile, type Tile, TILE_WIDTH, tileWidth } from '../proofs/format/tile.js';
import type { HashReader, Subtree } from '../proofs/format/tree.js';
import type { LogValue, ProofLogReader } from '../store/proof-log.js';
import type { Epoch } from './epochs.js';

/** Keys are in the order of their numbers. */
export const padded = (number: number): string => String(number).padStart(16, '0');

/** The hashes of a tile of a higher level are values with this prefix. */
const prefixOf = (epoch: number, level: number, tile: number): string => `tree/${epoch}/${level}/${padded(tile)}/`;

/** The key of the hash of a whole subtree. @param level of tiles, from 1. @param index among those of its level. */
export const subtreeKey = (epoch: number, level: number, index: number): string =>
  prefixOf(epoch, level, Math.floor(index / TILE_WIDTH)) + padded(index % TILE_WIDTH);

export class Tiles {
  /** Hashes that are not stored yet. */
  readonly #pending = new Map<string, Hash>();

  constructor(
    private readonly log: ProofLogReader,
    private readonly epoch: Pick<Epoch, 'number' | 'start'>,
  ) {}

  /** A reader of the hashes of a tree. */
  hashes(size: number): HashReader {
    return hashesFromTiles(size, (tiles) => Promise.all(tiles.map((tile) => this.read(tile))));
  }

  /** The hash of a subtree below a whole tile, from its leaves alone. @throws RangeError for one that is not there. */
  async hashOf({ level, index }: Subtree): Promise<Hash> {
    const width = 2 ** level;
    const from = this.epoch.start + index * width;
    const leaves = await this.log.entries(from, from + width);
    return hashOfTile(
      complete(
        leaves.map(({ leaf }) => leaf),
        width,
      ),
    );
  }

  /** A tile's bytes: hashes, or entries as C2SP tlog-tiles bundles them. @throws RangeError for one that is not there. */
  async read({ level, index, width }: Tile): Promise<Buffer> {
    const from = this.epoch.start + index * TILE_WIDTH;
    if (level === 'entries') {
      const entries = await this.log.entries(from, from + width);
      return complete(
        entries.map(({ record }) => Buffer.concat([LENGTH, entryOf(record)])),
        width,
      );
    }
    if (level === 0)
      return complete(
        (await this.log.entries(from, from + width)).map(({ leaf }) => leaf),
        width,
      );
    const prefix = prefixOf(this.epoch.number, level, index);
    const stored = await this.log.values({ prefix, limit: width });
    const hashes = stored.map(({ value }) => readHash(value, 'the hash of a subtree'));
    for (let at = hashes.length; at < width; at += 1) {
      const pending = this.#pending.get(prefix + padded(at));
      if (pending !== undefined) hashes.push(readHash(toBase64(pending), 'the hash of a subtree'));
    }
    return complete(hashes, width);
  }

  /** The hashes of the subtrees that are whole in the larger tree and not in the smaller one, to be stored. */
  async completed(from: number, to: number): Promise<LogValue[]> {
    const values: LogValue[] = [];
    for (let level = 1; TILE_WIDTH ** level <= to; level += 1) {
      const [first, end] = [from, to].map((size) => Math.floor(size / TILE_WIDTH ** level));
      for (let index = first ?? 0; index < (end ?? 0); index += 1) {
        const hash = hashOfTile(await this.read({ level: level - 1, index, width: TILE_WIDTH }));
        const key = subtreeKey(this.epoch.number, level, index);
        this.#pending.set(key, hash);
        values.push({ key, value: toBase64(hash) });
      }
    }
    return values;
  }
}

/** The length of an entry, as a bundle of entries has it in front of each. */
const LENGTH = Buffer.of(0, 32);

function complete(hashes: readonly Uint8Array[], width: number): Buffer {
  if (hashes.length !== width) throw new RangeError('the log has fewer entries than the tile');
  return Buffer.concat(hashes);
}

/** The tile that a tree of a size has at a place; undefined for one that it does not have. */
export function tileIn(size: number, tile: Tile): Tile | undefined {
  return tileWidth(tile.level, tile.index, size) >= tile.width ? tile : undefined;
}
