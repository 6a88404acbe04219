/** Reads the times of revisions from an audit trail, in windows that halve if an answer is too large (M34). */
import type { AuditedChange, AuditTrail } from '../fetching/audit-trail.js';
import type { Answered, TimeWindow } from '../fetching/fetch-object.js';
import { EARLIEST } from './revision-times.js';
import { compactTime } from '../fetching/seconds.js';

/** The most requests for one audit trail. */
const MAX_WINDOWS = 20;

interface Seconds {
  readonly from: number;
  readonly to: number;
}

/**
 * The accepted changes; those of a window that cannot be had are missing.
 *
 * @param ask without a window: all of them.
 */
export async function auditedTimes(
  ask: (window?: TimeWindow) => Promise<Answered<AuditTrail>>,
  until: number,
): Promise<readonly AuditedChange[]> {
  const changes: AuditedChange[] = [];
  const waiting: (Seconds | undefined)[] = [undefined];
  for (let asked = 0; waiting.length > 0 && asked < MAX_WINDOWS; asked += 1) {
    const window = waiting.pop();
    const answer = await ask(window && { from: compactTime(window.from), to: compactTime(window.to) });
    if (answer.kind === 'answer') changes.push(...answer.value.changes);
    else if (answer.kind === 'poison' && answer.poison.reason === 'too-large')
      waiting.push(...halves(window ?? { from: EARLIEST, to: until }));
    // Without an audit trail there are no times.
    else if (answer.kind !== 'poison') break;
  }
  return changes;
}

/** The later half last: it is asked first. */
function halves({ from, to }: Seconds): Seconds[] {
  if (from >= to) return [];
  const middle = from + Math.floor((to - from) / 2);
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ];
}
