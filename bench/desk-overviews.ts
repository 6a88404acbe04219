/** The overview of a shipment beside the shipment with its embedded objects (K94). */
import { load } from './load.js';
import type { MeasuredNode } from './node.js';
import { anotherPiece, shipment } from './payloads.js';
import type { Report } from './report.js';

/** Pieces of the shipment. */
const PIECES = 200;
/** An overview takes at most this many times as long as the shipment with its embedded objects. */
const MAX_RATIO = 3;
const CONNECTIONS = 4;

export async function measureOverviews(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  const parent = await node.create({
    ...shipment,
    'cargo:pieces': Array.from({ length: PIECES }, (_, index) => anotherPiece(index)),
  });
  const id = parent.slice(parent.lastIndexOf('/') + 1);
  const { headers } = node;
  const embedded = { url: `${parent}?embedded=true`, headers, connections: CONNECTIONS };
  const overview = { url: `${node.url}/internal/objects/${id}/overview`, headers, connections: CONNECTIONS };
  for (const read of [embedded, overview]) await load({ ...read, seconds: 2 });
  const baseline = await load({ ...embedded, seconds: seconds / 2 });
  const result = await load({ ...overview, seconds: seconds / 2 });
  report.add(`overview of a shipment with ${PIECES} pieces`, result, {
    baseline: { what: 'the same with embedded objects', result: baseline },
    aim: { ratio: 1 / MAX_RATIO },
  });
}
