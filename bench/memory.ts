/** Whether writes leak memory in a node. */
import { join } from 'node:path';
import { changer } from './changer.js';
import { times } from './load.js';
import { MeasuredNode } from './node.js';
import { event, smallPiece } from './payloads.js';
import { grouped } from './table.js';

const MB = 2 ** 20;
/** Objects that are changed throughout. */
const HOT = 40;
const WRITES = 20_000;
const ROUNDS = 2;
/** The memory limit of the caches. */
const SMALL_CACHE_MB = 16;

interface MemoryOptions {
  readonly folder: string;
  /** The port of the node. */
  readonly port: number;
}

/** Prints the memory that changes and events on a few objects leave behind, with small caches. */
export async function measureMemory({ folder, port }: MemoryOptions): Promise<void> {
  const env = { STORE_URL: `file:${join(folder, 'memory')}`, PORT: String(port), BASE_URL: `http://localhost:${port}` };
  const settings = { ...env, CACHE_MB: String(SMALL_CACHE_MB), SPARQL_WARM: 'false' };
  // A large young generation is full at some measurements and empty at others.
  const node = await MeasuredNode.start(settings, { semiSpaceMb: 1 });
  try {
    const objects = await Promise.all(
      Array.from({ length: HOT }, async (_, index) => {
        const uri = await node.create(smallPiece('hot', index));
        return { uri, next: await changer(node, uri) };
      }),
    );
    const write = async (count: number): Promise<number> => {
      const free = [...objects];
      await times(count / 2, async () => {
        const own = free.pop();
        if (own === undefined) throw new Error('more clients than objects');
        await own.next();
        await node.make('POST', `${own.uri}/logistics-events`, event);
        free.push(own);
      });
      // Until the garbage collector has run.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return node.ownBytes();
    };
    // The same number first, until the heap has its working size.
    let before = await write(WRITES);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const after = await write(WRITES);
      console.log(
        `${grouped(WRITES)} changes and events on ${HOT} objects with CACHE_MB=${SMALL_CACHE_MB}: ` +
          `${((after - before) / MB).toFixed(1)} MB more anonymous memory (${grouped(before / MB)} MB before)`,
      );
      before = after;
    }
  } finally {
    await node.stop();
  }
}
