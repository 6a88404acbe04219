/** Messages made of the examples of the documentation, each for the waybill with a number. */
import { sampleMessages } from '../scripts/sample-messages.js';
import type { MeasuredNode } from './node.js';

/** Waybills that statuses are about: enough for clients not to wait for each other. */
export const WAYBILLS = 64;

const EXAMPLE = '10000001';
const ISSUED = /(?<=<ram:IssueDateTime>)[^<]*/;
const HAPPENED = /(?<=<ram:OccurrenceDateTime>)[^<]*/;
const MESSAGE_ID = /(?<=<ram:ID>)[^<]*/;

export const serial = (number: number): string => String(20_000_000 + number);
/** A time of its own for each number, in the days after the example. */
const at = (number: number): string =>
  new Date(Date.UTC(2026, 2, 2) + number * 1000).toISOString().replace('.000Z', 'Z');

export class ExampleMessages {
  private constructor(private readonly texts: ReadonlyMap<string, string>) {}

  static async read(): Promise<ExampleMessages> {
    return new ExampleMessages(new Map((await sampleMessages()).map(({ name, xml }) => [name, xml])));
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

/** A request with a message that the node takes. */
export const messageRequest = ({ url, headers }: MeasuredNode) =>
  ({
    url: `${url}/internal/messages`,
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/xml' },
    expect: 201,
  }) as const;
