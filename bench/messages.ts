/** Cargo-XML messages beside the requests that do the same without them (X92), 16 clients each, in turns. */
import { z } from 'zod';
import { sampleMessages } from '../scripts/sample-messages.js';
import { load, type LoadResult, times } from './load.js';
import type { MeasuredNode } from './node.js';
import { anotherPiece, event, shipment } from './payloads.js';
import type { Report } from './report.js';

/** Waybills that statuses are about: enough for clients not to wait for each other. */
const WAYBILLS = 64;
const ROUNDS = 3;
const EXAMPLE = '10000001';
const ISSUED = /(?<=<ram:IssueDateTime>)[^<]*/;
const HAPPENED = /(?<=<ram:OccurrenceDateTime>)[^<]*/;
const MESSAGE_ID = /(?<=<ram:ID>)[^<]*/;

const messageReport = z.object({ created: z.array(z.unknown()), outcome: z.string() });

const serial = (number: number): string => String(20_000_000 + number);
/** A time of its own for each number, in the days after the example. */
const at = (number: number): string =>
  new Date(Date.UTC(2026, 2, 2) + number * 1000).toISOString().replace('.000Z', 'Z');

/** Messages made of the examples, each for the waybill with a number. */
class Examples {
  private constructor(private readonly texts: ReadonlyMap<string, string>) {}

  static async read(): Promise<Examples> {
    return new Examples(new Map((await sampleMessages()).map(({ name, xml }) => [name, xml])));
  }

  #about(name: string, waybill: number): string {
    const text = this.texts.get(name);
    if (text === undefined) throw new Error(`there is no example ${name}`);
    return text.replaceAll(EXAMPLE, serial(waybill));
  }

  xfwb(waybill: number): string {
    return this.#about('1-xfwb.xml', waybill);
  }

  /** The same waybill once more: another message, which says nothing else. */
  again(waybill: number, count: number): string {
    return this.xfwb(waybill).replace(MESSAGE_ID, `again-${count}`).replace(ISSUED, at(count));
  }

  /** A status that is another event than those before. */
  xfsu(waybill: number, count: number): string {
    return this.#about('4-xfsu-rcs.xml', waybill)
      .replace(MESSAGE_ID, `status-${count}`)
      .replace(ISSUED, at(count))
      .replace(HAPPENED, at(count));
  }
}

const total = (results: readonly LoadResult[], factor = 1): LoadResult => ({
  rate: (results.reduce((sum, { rate }) => sum + rate, 0) / results.length) * factor,
  p50: results.reduce((sum, { p50 }) => sum + p50, 0) / results.length,
  p99: Math.max(...results.map(({ p99 }) => p99)),
});

export async function measureMessages(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  const examples = await Examples.read();
  const xml = { ...node.headers, 'Content-Type': 'application/xml' };
  const messages = { url: `${node.url}/internal/messages`, method: 'POST' as const, headers: xml, expect: 201 };
  const slice = seconds / ROUNDS;
  let waybills = 0;
  let sent = 0;

  let objects = 0;
  const sendNew = async (): Promise<void> => {
    const response = await fetch(messages.url, { method: 'POST', headers: xml, body: examples.xfwb(waybills++) });
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
  const [plain, asMessages]: [LoadResult[], LoadResult[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await load({ ...events, seconds: slice }));
    asMessages.push(await load({ ...statuses, seconds: slice }));
  }
  report.add('XFSU, 16 clients', total(asMessages), {
    baseline: { what: 'plain posts of events', result: total(plain) },
    aim: { ratio: 0.4 },
  });

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
