/** What messages cost others (X93): the memory that they leave behind, and the reads beside them. */
import { join } from 'node:path';
import { ExampleMessages, messageRequest, WAYBILLS } from './example-messages.js';
import { load, type LoadResult, repeat, times } from './load.js';
import { MeasuredNode } from './node.js';
import { piece } from './payloads.js';
import { grouped } from './table.js';

const MB = 2 ** 20;
const STATUSES = 10_000;
/** The memory limit of the caches. */
const SMALL_CACHE_MB = 16;
/** As many messages at a time as the command sends (X86), beside as many readers. */
const CLIENTS = 4;
const ROUNDS = 5;
const MEMORY_ROUNDS = 4;
const SECONDS = 3;

interface Options {
  readonly folder: string;
  /** The port of the node. */
  readonly port: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

export async function measureBesideMessages({ folder, port }: Options): Promise<void> {
  const env = { STORE_URL: `file:${join(folder, 'beside')}`, PORT: String(port), BASE_URL: `http://localhost:${port}` };
  const settings = { ...env, CACHE_MB: String(SMALL_CACHE_MB), SPARQL_WARM: 'false' };
  // A large young generation is full at some measurements and empty at others.
  const node = await MeasuredNode.start(settings, { semiSpaceMb: 1 });
  try {
    const examples = await ExampleMessages.read();
    const request = messageRequest(node);
    const send = async (body: string): Promise<void> => {
      const response = await fetch(request.url, { ...request, body });
      if (response.status !== request.expect) throw new Error(`a message was answered with ${response.status}`);
      await response.arrayBuffer();
    };
    await times(WAYBILLS, (waybill) => send(examples.xfwb(waybill)));
    let sent = 0;
    const status = (): string => examples.xfsu(sent % WAYBILLS, sent++);
    const memoryAfter = async (): Promise<number> => {
      let least = Infinity;
      // Garbage is not always collected by then.
      for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
        await times(STATUSES / MEMORY_ROUNDS, () => send(status()));
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        least = Math.min(least, await node.ownBytes());
      }
      return least;
    };
    // The same number first, until the heap has its working size.
    const before = await memoryAfter();
    const after = await memoryAfter();
    console.log(
      `${grouped(STATUSES)} XFSU with CACHE_MB=${SMALL_CACHE_MB}: ${((after - before) / MB).toFixed(1)} MB more anonymous ` +
        `memory (${grouped(before / MB)} MB before)`,
    );

    const { headers } = node;
    const url = await node.create(piece);
    const read = async (): Promise<void> => {
      const response = await fetch(url, { headers });
      if (response.status !== 200) throw new Error(`a read was answered with ${response.status}`);
      await response.arrayBuffer();
    };
    // Measured here: `load` has whole milliseconds.
    const reads = (): Promise<LoadResult> => repeat(SECONDS, CLIENTS, read);
    const messages = { ...request, body: status, seconds: SECONDS, connections: CLIENTS };
    await reads();
    const [alone, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push((await reads()).p99);
      const [{ p99 }] = await Promise.all([reads(), load(messages)]);
      beside.push(p99);
    }
    const [without, withMessages] = [median(alone), median(beside)];
    console.log(
      `p99 of reads, ${CLIENTS} clients: ${without.toFixed(2)} ms, beside ${CLIENTS} clients with XFSU ` +
        `${withMessages.toFixed(2)} ms (${(withMessages / without).toFixed(1)} times; aim 3)`,
    );
  } finally {
    await node.stop();
  }
}
