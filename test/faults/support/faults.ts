/** Faults by position: one of the next operations of a kind fails, the others do not. Nothing below them is replaced. */
import { ServiceError } from '../../../src/errors.js';
import type { OutboundOptions } from '../../../src/outbound/http-client.js';
import { OutboundError } from '../../../src/outbound/outbound-error.js';
import type { FeedPage, GraphRecord, SharedRecord } from '../../../src/store/record.js';

/** `call`: nothing is sent; `answer`: what was sent arrives, and its answer does not. */
export const faultKinds = ['write', 'read', 'reset', 'call', 'answer'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How often a fault is repeated: a disk stays full for a while. */
const repeated: Readonly<Record<FaultKind, number>> = { write: 3, read: 1, reset: 1, call: 1, answer: 1 };

const FEED_PAGE = 500;

export class Faults {
  readonly #counts = new Map<FaultKind, number>();
  #armed: { readonly kind: FaultKind; readonly position: number; readonly times: number } | undefined;

  /**
   * Counts from 0 again, and makes operations of a kind fail from a position on; undefined for none.
   *
   * @param times how many; by default as usual for the kind.
   */
  arm(kind?: FaultKind, position = 0, times = kind && repeated[kind]): void {
    this.#counts.clear();
    this.#armed = kind && { kind, position, times: times ?? 1 };
  }

  /** How many operations of a kind there were since `arm`. */
  count(kind: FaultKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  readonly record = (record: GraphRecord): GraphRecord =>
    around(record, (name) => this.#recordFault(name), record.shared && { shared: this.#shared(record.shared) });

  readonly outbound: NonNullable<OutboundOptions['around']> = async (exchange) => {
    if (this.#isDue('call')) throw new OutboundError('unreachable', 'the call was cut off');
    const response = await exchange();
    if (this.#isDue('answer')) throw new OutboundError('unreachable', 'the answer was cut off');
    return response;
  };

  #recordFault(name: string): Error | undefined {
    if (name === 'write' && this.#isDue('write')) return new ServiceError('insufficient-storage', 'there is no room');
    const isRead = name === 'text' || name === 'lookup' || name === 'count';
    return isRead && this.#isDue('read') ? new ServiceError('unavailable', 'the record does not answer') : undefined;
  }

  /**
   * The feed of a shared record says that it no longer knows what has changed. Nothing is lost by it: commits that a failover
   * takes away were acknowledged, and their loss is not the node's, while here every acknowledged one has to be there
   * afterwards. What becomes of caches and followers when commits are gone is tested on the tables themselves
   * (`lost-revision.engine.ts`, `postgres-failover.engine.ts`, `reset-followers.engine.ts`).
   */
  #shared(shared: SharedRecord): SharedRecord {
    const feed = async (after: number, limit: number): Promise<FeedPage> => {
      if (!this.#isDue('reset')) return shared.feed(after, limit);
      let latest = after;
      for (;;) {
        const page = await shared.feed(latest, FEED_PAGE);
        if (page.kind === 'gap') return page;
        latest = page.entries.at(-1)?.sequence ?? latest;
        if (page.entries.length < FEED_PAGE) return { kind: 'gap', latest };
      }
    };
    return around(shared, () => undefined, { feed });
  }

  #isDue(kind: FaultKind): boolean {
    const count = this.count(kind) + 1;
    this.#counts.set(kind, count);
    if (this.#armed?.kind !== kind) return false;
    const { position, times } = this.#armed;
    return count >= position && count < position + times;
  }
}

/** The same object, some of whose methods fail and some of whose members are others. */
export function around<Target extends object>(
  target: Target,
  fault: (method: string) => Error | undefined,
  members: Partial<Target> = {},
): Target {
  return new Proxy(target, {
    get: (_, name): unknown => {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name);
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]): unknown => {
        const error = typeof name === 'string' ? fault(name) : undefined;
        return error === undefined ? Reflect.apply(value, target, parameters) : Promise.reject(error);
      };
    },
  });
}
