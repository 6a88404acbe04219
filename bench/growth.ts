/** How times and memory grow with the store and with an object's history. */
import { changer } from './changer.js';
import { load, repeat } from './load.js';
import type { MeasuredNode } from './node.js';
import { anotherPiece, piece, shipment } from './payloads.js';
import type { Report } from './report.js';

/** Starts a node on a store of this name. A store belongs to one base URL, so each has its own port. */
type Start = (store: string, portOffset: number) => Promise<MeasuredNode>;

interface Durations {
  readonly seconds: number;
  readonly warmSeconds: number;
}

/** The same operations with more objects, and on one object with more revisions. */
export async function measureGrowth(report: Report, start: Start, { seconds, warmSeconds }: Durations): Promise<void> {
  const node = await start('growth', 1);
  try {
    await repeat(warmSeconds, 1, await changer(node, await node.create(piece)));
    let objects = 0;
    for (const size of [100, 10_000, 100_000]) {
      const body = {
        ...shipment,
        'cargo:pieces': Array.from({ length: 99 }, () => ({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'x' })),
      };
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          while (objects < size) {
            objects += 100;
            await node.create(body);
          }
        }),
      );
      const object = await node.create(piece);
      report.add(`${size} objects: read`, await load({ url: object, headers: node.headers, seconds: seconds / 2 }));
      report.add(
        `${size} objects: create`,
        await load({
          url: `${node.url}/logistics-objects`,
          method: 'POST',
          headers: node.headers,
          body: () => JSON.stringify(anotherPiece(objects++)),
          seconds: seconds / 2,
          expect: 201,
        }),
      );
      report.add(
        `${size} objects: change and accept, one client`,
        await repeat(seconds / 2, 1, await changer(node, object)),
      );
    }
    const old = await node.create(piece);
    const next = await changer(node, old);
    let revision = 1;
    for (const target of [10, 100, 1000]) {
      for (; revision < target; revision++) await next();
      report.add(
        `revision ${target}: read the latest`,
        await load({ url: old, headers: node.headers, seconds: seconds / 2 }),
      );
      const at = new Date(Date.now() - 1000).toISOString().replace(/[-:]|\.\d+/g, '');
      report.add(
        `revision ${target}: read as of a time`,
        await load({ url: `${old}?at=${at}`, headers: node.headers, seconds: seconds / 2 }),
      );
      report.add(
        `revision ${target}: change and accept, one client`,
        await repeat(1, 1, async () => {
          await next();
          revision++;
        }),
      );
    }
  } finally {
    await node.stop();
  }
}

/** Start-up with what the growth measurement has left, and memory for each quad. */
export async function measureStart(report: Report, start: Start): Promise<void> {
  const empty = await start('empty', 2);
  const emptyBytes = await empty.residentBytes();
  report.add('start an empty node', { rate: 1000 / empty.startMs, p50: empty.startMs, p99: empty.startMs });
  await empty.stop();
  const full = await start('growth', 1);
  const bytes = (await full.residentBytes()) - emptyBytes;
  const health = (await (await fetch(`${full.url}/health/ready`)).json()) as { store: { quads: number } };
  await full.stop();
  const { quads } = health.store;
  report.add(`start with ${quads} quads`, { rate: 1000 / full.startMs, p50: full.startMs, p99: full.startMs });
  console.log(
    `memory: ${(bytes / quads).toFixed(0)} bytes a quad (${(bytes / 1024 ** 2).toFixed(0)} MiB more than an empty node)`,
  );
}
