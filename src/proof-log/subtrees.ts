/** The hashes of full subtrees, cached: they never change, and those above an entry are in the proofs of many others. */
import type { Hash } from '../proofs/format/encoding.js';
import { TILE_WIDTH } from '../proofs/format/tile.js';
import type { HashReader, Subtree } from '../proofs/format/tree.js';
import type { StoreCache } from '../store/cache/store-cache.js';
import type { Store } from '../store/store.js';
import type { Tiles } from './tiles.js';

export class Subtrees {
  readonly #hashes: StoreCache<Hash>;

  constructor(store: Pick<Store, 'cache'>) {
    this.#hashes = store.cache({ share: 'subtrees', bytes: ({ length }) => length });
  }

  /** A reader of the hashes of an epoch's tree of some size, which a checkpoint covers. */
  hashes(epoch: number, tiles: Tiles, size: number): HashReader {
    const ofTiles = tiles.hashes(size);
    const read = async (subtree: Subtree): Promise<Hash> => {
      const key = `${epoch}/${subtree.level}/${subtree.index}`;
      const known = this.#hashes.get(key);
      if (known !== undefined) return known;
      const isInTile = 2 ** subtree.level < TILE_WIDTH;
      const [hash] = isInTile ? [await tiles.hashOf(subtree)] : await ofTiles([subtree]);
      if (hash === undefined) throw new RangeError(`there is no subtree ${key}`);
      // A part of a tile, or of a pool of buffers, would keep all of that in memory.
      return this.#hashes.put(key, Uint8Array.from(hash));
    };
    return (subtrees) => Promise.all(subtrees.map(read));
  }
}
