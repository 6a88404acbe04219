import { expect } from 'chai';
import { parseBundle } from '../../src/proofs/format/bundle.js';
import { parseVkey, type VerifierKey } from '../../src/proofs/format/note.js';
import { verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { toBase64 } from '../../src/proofs/format/encoding.js';
import { leafHash, rootOfHashes } from '../../src/proofs/format/tree.js';
import { Subtrees } from '../../src/proof-log/subtrees.js';
import { padded, Tiles } from '../../src/proof-log/tiles.js';
import type { ProofLogReader } from '../../src/store/proof-log.js';
import { openMemory } from '../store/support/open.js';
import { list, member, textIn } from '../support/node.js';
import { TestContext } from '../support/world.js';

/** Entries of the log: within a tile, in one of them and the next, and in three. */
const SIZES = [3, 20, 255, 258, 530];
const AT_ONCE = 16;

describe('The cache of subtrees', () => {
  it('keeps the hashes alone, not the tiles that they are parts of', async () => {
    const store = await openMemory();
    try {
      const leaves = Array.from({ length: 600 }, (_, position) => leafHash(Buffer.from(String(position))));
      const log: ProofLogReader = {
        size: () => Promise.resolve(leaves.length),
        entries: (from, until) =>
          Promise.resolve(
            leaves.slice(from, until).map((leaf, index) => ({ position: from + index, leaf, record: '' })),
          ),
        newest: () => Promise.resolve(undefined),
        positions: () => Promise.resolve([]),
        value: () => Promise.resolve(undefined),
        values: ({ prefix }) =>
          Promise.resolve(
            [0, 1].map((index) => ({
              key: `${prefix}${padded(index)}`,
              value: toBase64(rootOfHashes(leaves.slice(index * 256, (index + 1) * 256))),
            })),
          ),
      };
      const read = new Subtrees(store).hashes(1, new Tiles(log, { number: 1, start: 0 }), leaves.length);
      for (const level of [0, 1, 7, 8, 9]) {
        const wanted = { level, index: 0 };
        const [hash] = await read([wanted]);
        expect(Buffer.from(hash ?? [])).to.deep.equal(Buffer.from(rootOfHashes(leaves.slice(0, 2 ** level))));
        expect(await read([wanted])).to.deep.equal([hash]);
        expect(hash?.buffer.byteLength, `level ${String(level)}`).to.equal(32);
      }
    } finally {
      await store.close();
    }
  });
});

describe('Proofs in a log that grows', () => {
  let world: TestContext;
  let key: VerifierKey;
  before(async () => {
    world = await TestContext.start({ env: { PROOF_CHECKPOINT_MS: '100' } });
    const { json } = await world.anonymous.get('/.well-known/cargograph-log.json');
    key = parseVkey(textIn(member(list(member(json, 'keys'))[0], 'key')));
  });
  after(() => world.stop());

  /** @returns the size of the tree that proves it. */
  async function proven(path: string): Promise<{ index: number; size: number }> {
    const reply = await world.holder.get(path);
    expect(reply.status, reply.text).to.equal(200);
    const verdict = verifyBundle(parseBundle(reply.text), { keys: [key], witnesses: [] });
    if (!verdict.holds) expect.fail(`${path}, step ${verdict.step}: ${verdict.reason}`);
    return { index: verdict.proven.index, size: verdict.proven.checkpoint.size };
  }

  it('hold for entries at all places, with subtrees that earlier proofs have read', async () => {
    for (const wanted of SIZES) {
      let newest: { index: number; size: number };
      do {
        const pieces = await Promise.all(Array.from({ length: AT_ONCE }, () => world.piece()));
        newest = await proven(`${pieces.at(-1) ?? ''}/proof`);
      } while (newest.size < wanted);
      const { size } = newest;
      const places = [0, 1, 2, newest.index, Math.floor(size / 2), Math.floor(size / 3), 254, 255, 256, 511, 512];
      for (const index of places.filter((place) => place < size))
        expect((await proven(`/log/1/entries/${String(index)}`)).index).to.equal(index);
    }
  });
});
