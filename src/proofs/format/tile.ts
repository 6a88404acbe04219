/** Tiles of the tree (C2SP tlog-tiles, P9): their paths, and the hashes of subtrees that they hold. */
import { type Hash, HASH_BYTES, readNumber } from './encoding.js';
import { FormatError } from './format-error.js';
import { type HashReader, rootOfHashes, type Subtree } from './tree.js';

/** The number of hashes of a full tile. */
export const TILE_WIDTH = 256;
/** The levels of the tree from one level of tiles to the next: 256 is 2 ** 8. */
const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;

/** Some hashes side by side, or the entries of some leaves. */
export interface Tile {
  readonly level: number | 'entries';
  readonly index: number;
  /** 256, or less for the last one of a level. */
  readonly width: number;
}

/** The path of a tile: `1/x001/x234/067.p/8`. */
export function writeTilePath({ level, index, width }: Tile): string {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return `${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/;

/**
 * Reads the path of a tile.
 *
 * @throws FormatError for a malformed one, also for another form of the same index.
 */
export function parseTilePath(path: string): Tile {
  const [, level = '', index = '', width = String(TILE_WIDTH)] = PATH.exec(path) ?? [];
  const tile: Tile = {
    level: level === 'entries' ? level : readNumber(level, 'the level of the tile'),
    index: readNumber(index.replace(/[x/]/g, '').replace(/^0+(?=[0-9])/, ''), 'the index of the tile'),
    width: readNumber(width, 'the width of the tile'),
  };
  const isPartial = path.includes('.p/');
  if (tile.width < 1 || tile.width > TILE_WIDTH || isPartial === (tile.width === TILE_WIDTH))
    throw new FormatError('the width of the tile is not from 1 to 255');
  if (tile.level !== 'entries' && tile.level > MAX_LEVEL) throw new FormatError('the level of the tile is beyond 63');
  if (writeTilePath(tile) !== path) throw new FormatError('the index of the tile is not in its form');
  return tile;
}

/** The width that a tile has in a tree; 0 where it has none. */
export function tileWidth(level: number | 'entries', index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** The tiles of hashes that a tree has and the smaller one had not, lowest level first. */
export function tilesBetween(from: number, to: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0; TILE_WIDTH ** level <= to; level += 1) {
    const perTile = TILE_WIDTH ** (level + 1);
    for (let index = Math.floor(from / perTile); index * perTile < to; index += 1) {
      const width = tileWidth(level, index, to);
      if (width > tileWidth(level, index, from)) tiles.push({ level, index, width });
    }
  }
  return tiles;
}

/** The hash at the level above of a full tile, or that of some of its hashes. @param bytes hashes, one after another. */
export function hashOfTile(bytes: Uint8Array): Hash {
  const hashes: Hash[] = [];
  for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.subarray(at, at + HASH_BYTES));
  return rootOfHashes(hashes);
}

/**
 * A reader of the hashes of a tree from its tiles.
 *
 * @param size of a tree that the tiles belong to; no proof may be beyond it.
 * @param readTiles gives the hashes of each tile, one after another.
 */
export function hashesFromTiles(
  size: number,
  readTiles: (tiles: readonly Tile[]) => Promise<readonly Uint8Array[]>,
): HashReader {
  return async (subtrees) => {
    const tiles = new Map<string, Tile>();
    const places = subtrees.map((subtree) => {
      const { level, index, ...place } = placeOf(subtree);
      const tile = { level, index, width: tileWidth(level, index, size) };
      const path = writeTilePath(tile);
      tiles.set(path, tile);
      return { path, ...place };
    });
    const contents = await readTiles([...tiles.values()]);
    const byPath = new Map(Array.from(tiles.keys(), (path, at) => [path, contents[at]]));
    return places.map(({ path, from, count }) => {
      const bytes = byPath.get(path)?.subarray(from * HASH_BYTES, (from + count) * HASH_BYTES);
      if (bytes?.length !== count * HASH_BYTES) throw new RangeError(`the tile ${path} has no such hashes`);
      return hashOfTile(bytes);
    });
  };
}

/** Where the hashes of a subtree are: `count` of a tile, beginning with the one at `from`. */
function placeOf({ level, index }: Subtree): { level: number; index: number; from: number; count: number } {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return { level: tileLevel, index: Math.floor(first / TILE_WIDTH), from: first % TILE_WIDTH, count };
}
