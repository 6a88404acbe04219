/** Built-in questions whose rows are not those of a query alone: deliveries are in no dataset. */
import { turns } from '../async/turns.js';
import type { Caller } from '../http/caller.js';
import type { QueueList, StoredQueue } from '../notifications/queues/queue-list.js';
import type { Receipts } from '../notifications/receipts/receipts.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { xsdNs } from '../rdf/vocabulary.js';
import type { Bindings } from './parameters.js';
import type { Solution, Solutions, SolutionTerm } from './solutions.js';

export interface ComputedInput {
  /** The rows of the question's query. */
  readonly query: () => Promise<Solutions>;
  readonly bindings: Bindings;
  readonly caller: Caller;
}

export type Computed = (input: ComputedInput) => Promise<Solutions>;

export interface DeliveryParts {
  readonly queues: Pick<QueueList, 'find'>;
  readonly receipts: Pick<Receipts, 'historyOf'>;
}

const resource = (value: string): SolutionTerm => ({ type: 'uri', value });
const literal = (value: string, type = 'string'): SolutionTerm => ({ type: 'literal', value, datatype: xsdNs + type });
const seconds = (ms: number): SolutionTerm => literal(`PT${(Math.max(0, ms) / 1000).toFixed(3)}S`, 'dayTimeDuration');
const time = (value: Date): SolutionTerm => literal(value.toISOString(), 'dateTime');

/** The queues that a caller may see: partners their own. */
async function queuesFor(
  { queues }: DeliveryParts,
  { bindings, caller }: ComputedInput,
): Promise<{ readonly queues: readonly StoredQueue[]; readonly truncated: boolean }> {
  const named = bindings.get('partner')?.value;
  const asked = named !== undefined && isIri(named) ? named : undefined;
  const receiver: Iri | undefined = caller.internal ? asked : caller.agent;
  if (asked !== undefined && asked !== receiver) return { queues: [], truncated: false };
  return queues.find({ receiver, topic: undefined });
}

function notTold(parts: DeliveryParts): Computed {
  return async (input) => {
    const { queues, truncated } = await queuesFor(parts, input);
    const waiting = queues.filter((queue) => queue.waiting > 0);
    const rows = waiting.map(({ receiver, topic, waiting: count, first, failure }): Solution => ({
      by: resource(receiver),
      topic: resource(topic),
      waiting: literal(String(count), 'integer'),
      ...(first !== undefined && { oldest: time(first.createdAt) }),
      ...(failure !== undefined && { failingSince: time(failure.since) }),
      ...(failure !== undefined && { error: literal(failure.lastError) }),
    }));
    return { variables: [], rows, isTruncated: truncated };
  };
}

/** The value below which a share of sorted values is. */
const at = (sorted: readonly number[], share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

const SLOW = 0.95;

function partnerResponse(parts: DeliveryParts): Computed {
  return async (input) => {
    const { rows, isTruncated } = await input.query();
    const byPartner = new Map<string, number[]>();
    for (const { by, asked, decided } of rows) {
      const ms = new Date(decided?.value ?? '').getTime() - new Date(asked?.value ?? '').getTime();
      if (by === undefined || Number.isNaN(ms)) continue;
      byPartner.set(by.value, [...(byPartner.get(by.value) ?? []), ms]);
    }
    const found: Solution[] = [];
    for (const [partner, times] of byPartner) {
      const sorted = times.sort((one, other) => one - other);
      found.push({
        by: resource(partner),
        what: literal('decided'),
        count: literal(String(sorted.length), 'integer'),
        median: seconds(at(sorted, 0.5)),
        longest: seconds(at(sorted, SLOW)),
      });
    }
    const { queues, truncated } = await queuesFor(parts, input);
    for (const queue of queues) {
      await turns.resume(input.caller.agent);
      const { latencyMs } = await parts.receipts.historyOf(queue);
      if (latencyMs === undefined) continue;
      found.push({
        by: resource(queue.receiver),
        what: literal('confirmed'),
        count: literal(String(latencyMs.count), 'integer'),
        median: seconds(latencyMs.p50),
        longest: seconds(latencyMs.p95),
      });
    }
    const keyOf = ({ by, what }: Solution): string => `${by?.value ?? ''} ${what?.value ?? ''}`;
    found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    return { variables: [], rows: found, isTruncated: isTruncated || truncated };
  };
}

/** By the ids of the questions. */
export const computedQuestions = (parts: DeliveryParts): ReadonlyMap<string, Computed> =>
  new Map([
    ['not-told', notTold(parts)],
    ['partner-response', partnerResponse(parts)],
  ]);
