/** Writes by one client and by 16, in a small store and in a large one, beside bare durable writes of the same bytes. */
import { readFileSync } from 'node:fs';
import type { MeasuredNode } from '../node.js';
import { anotherPiece } from '../payloads.js';
import { median } from '../time-travel/figures.js';
import { bareAppends, bareTogether } from './yardsticks.js';
import { ms, rate, ratio, Rows } from './rows.js';
import type { FilledNode } from './stores.js';
import { inTurns, type Side } from './turns.js';
import { changes, creates, events, nestedCreates } from './works.js';

interface WritesOptions {
  readonly small: FilledNode;
  readonly large: FilledNode;
  readonly folder: string;
  readonly seconds: number;
  readonly rounds: number;
}

/** What 16 clients reach on two idle cores, of the issue. */
const AIMS = { creates: 3_000, changes: 1_000, nested: 5_000, events: 5_000 };
/** A create by one client takes at most so many bare durable writes. */
const MOST_WRITES = 3;
const LEAST_OF_SMALL = 0.9;
const MANY = 16;

/** Bytes that a process has handed to the system, as Linux counts them; NaN elsewhere. */
function bytesInCalls({ pid }: MeasuredNode): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${String(pid)}/io`, 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
}

/** Creates in a batch, and batches: the median leaves out what is written now and then for many commits. */
const BATCH = 10;
const BATCHES = 15;

/** The bytes of a create by one client: with its answer, so rather too many. */
async function bytesOfCreate({ node }: FilledNode): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const before = bytesInCalls(node);
    for (let number = 0; number < BATCH; number += 1) await node.create(anotherPiece(batch * BATCH + number));
    batches.push((bytesInCalls(node) - before) / BATCH);
  }
  const bytes = Math.round(median(batches));
  return Number.isNaN(bytes) ? 2_048 : bytes;
}

/** @returns the rows that miss their aims, and the bytes of a bare write. */
export async function measureWrites({ small, large, folder, seconds, rounds }: WritesOptions): Promise<{
  readonly missed: readonly string[];
  readonly bytes: number;
}> {
  const bytes = await bytesOfCreate(small);
  console.log(`\na bare write has ${String(bytes)} bytes, as the calls of a create`);
  const titles = ['writes, a second', 'bare write', 'small store', 'large store', 'large / small', 'bare / small'];
  const rows = new Rows([...titles, 'ms of processor, small', 'large']);
  const kinds: [string, (filled: FilledNode) => Side | Promise<Side>, number][] = [
    ['create', creates, AIMS.creates],
    ['change and accept', changes, AIMS.changes],
    ['objects of nested bodies', nestedCreates, AIMS.nested],
    ['post an event', events, AIMS.events],
  ];
  for (const [what, sideOf, aim] of kinds) {
    const nodes = [await sideOf(small), await sideOf(large)];
    for (const clients of [1, MANY]) {
      const bare: Side = { work: clients === 1 ? bareAppends(folder, bytes) : bareTogether(bytes) };
      const [one, other, write] = await inTurns([...nodes, bare], { seconds, clients, rounds });
      if (one === undefined || other === undefined || write === undefined) throw new Error('three sides have figures');
      const isFirst = what === 'create' && clients === 1;
      const times = write.rate / one.rate;
      const target = isFirst
        ? { found: times, target: { most: MOST_WRITES } }
        : clients === MANY
          ? { found: one.rate, target: { least: aim } }
          : undefined;
      const name = `${what}, ${clients === 1 ? 'one client' : `${String(clients)} clients`}`;
      const share = other.rate / one.rate;
      const cells = [rate(write.rate), rate(one.rate), rate(other.rate), ratio(share), ratio(times)];
      rows.add([name, ...cells, ms(one.processorMs), ms(other.processorMs)], target);
      if (clients === MANY)
        rows.add([`  of it: large / small`, '', '', '', ratio(share)], {
          found: share,
          target: { least: LEAST_OF_SMALL },
        });
    }
  }
  return { missed: rows.missed, bytes };
}
