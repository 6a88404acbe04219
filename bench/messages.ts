/** Cargo-XML messages beside the requests that do the same without them (X92), 16 clients each, in turns. */
import { z } from 'zod';
import { ExampleMessages, messageRequest, serial, WAYBILLS } from './example-messages.js';
import { load, type Load, type LoadResult, times } from './load.js';
import type { MeasuredNode } from './node.js';
import { anotherPiece, event, shipment } from './payloads.js';
import { mainThreadSeconds, processorSeconds } from './processor-time.js';
import type { Report } from './report.js';

const ROUNDS = 3;

const messageReport = z.object({ created: z.array(z.unknown()), outcome: z.string() });

const total = (results: readonly LoadResult[], factor = 1): LoadResult => ({
  rate: (results.reduce((sum, { rate }) => sum + rate, 0) / results.length) * factor,
  p50: results.reduce((sum, { p50 }) => sum + p50, 0) / results.length,
  p99: Math.max(...results.map(({ p99 }) => p99)),
});

/** A load with the processor time of the node for each of its requests, in microseconds. */
interface Cost {
  readonly result: LoadResult;
  readonly main: number;
  /** Of all threads. */
  readonly all: number;
}

async function costOf(node: MeasuredNode, options: Load): Promise<Cost> {
  const [main, all] = [mainThreadSeconds(node.pid), processorSeconds(node.pid)];
  const result = await load(options);
  const perRequest = (seconds: number): number => (seconds * 1e6) / result.requests;
  return {
    result,
    main: perRequest(mainThreadSeconds(node.pid) - main),
    all: perRequest(processorSeconds(node.pid) - all),
  };
}

/** What other work on the machine changes less than the rates: the processor time of the requests. */
function reportCosts(what: string, costs: readonly Cost[], baseline: string, ofBaseline: readonly Cost[]): void {
  const average = (some: readonly Cost[], part: 'main' | 'all'): number =>
    some.reduce((sum, cost) => sum + cost[part], 0) / some.length;
  const text = (some: readonly Cost[]): string =>
    `${average(some, 'all').toFixed(0)} µs (main thread ${average(some, 'main').toFixed(0)})`;
  const ratio = (part: 'main' | 'all'): string => (average(ofBaseline, part) / average(costs, part)).toFixed(2);
  console.log(
    `processor time of ${what}: ${text(costs)}, of ${baseline}: ${text(ofBaseline)}; by it ${ratio('all')} of the rate ` +
      `(main thread ${ratio('main')})`,
  );
}

export async function measureMessages(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  const examples = await ExampleMessages.read();
  const messages = messageRequest(node);
  const slice = seconds / ROUNDS;
  let waybills = 0;
  let sent = 0;

  let objects = 0;
  const sendNew = async (): Promise<void> => {
    const response = await fetch(messages.url, { ...messages, body: examples.xfwb(waybills++) });
    const { created, outcome } = messageReport.parse(await response.json());
    if (outcome !== 'applied') throw new Error(`an XFWB was ${outcome}`);
    objects = created.length;
  };
  await times(WAYBILLS, sendNew);

  const events = {
    url: node.url,
    path: () => `/logistics-objects/awb-123-${serial(sent++ % WAYBILLS)}-shipment/logistics-events`,
    method: 'POST' as const,
    headers: node.headers,
    body: JSON.stringify(event),
    expect: 201,
  };
  const statuses = { ...messages, body: () => examples.xfsu(sent % WAYBILLS, sent++) };
  await load({ ...events, seconds: slice });
  await load({ ...statuses, seconds: slice });
  const [plain, asMessages]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await costOf(node, { ...events, seconds: slice }));
    asMessages.push(await costOf(node, { ...statuses, seconds: slice }));
  }
  const results = (costs: readonly Cost[]): LoadResult => total(costs.map(({ result }) => result));
  report.add('XFSU, 16 clients', results(asMessages), {
    baseline: { what: 'plain posts of events', result: results(plain) },
    aim: { ratio: 0.4 },
  });
  reportCosts('an XFSU', asMessages, 'an event', plain);

  let made = 0;
  const pieces = (): unknown[] => Array.from({ length: objects - 1 }, () => anotherPiece(made++));
  const nested = {
    url: `${node.url}/logistics-objects`,
    method: 'POST' as const,
    headers: node.headers,
    body: () => JSON.stringify({ ...shipment, 'cargo:pieces': pieces() }),
    expect: 201,
  };
  const first = { ...messages, body: () => examples.xfwb(waybills++) };
  const same = { ...messages, body: () => examples.again(sent % WAYBILLS, sent++) };
  await load({ ...nested, seconds: slice });
  await load({ ...first, seconds: slice });
  await load({ ...same, seconds: slice });
  const [bodies, created, unchanged]: [LoadResult[], LoadResult[], LoadResult[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bodies.push(await load({ ...nested, seconds: slice }));
    created.push(await load({ ...first, seconds: slice }));
    unchanged.push(await load({ ...same, seconds: slice }));
  }
  report.add(`objects of XFWB (${objects} each), 16 clients`, total(created, objects), {
    baseline: { what: 'objects of nested bodies', result: total(bodies, objects) },
    aim: { ratio: 0.4 },
  });
  report.add('XFWB that changes nothing, 16 clients', total(unchanged), {
    baseline: { what: 'XFWB that creates its objects', result: total(created) },
    aim: { ratio: 2 },
  });
}
