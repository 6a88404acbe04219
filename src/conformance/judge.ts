/** Judges a server by one row. */
import { curl } from './curl.js';
import { codeOf, ServerGone, UsageError } from './errors.js';
import { missingFeature } from './features.js';
import { CantTell, Failed, Inapplicable, type Outcome, Untested } from './outcome.js';
import { RemoteWorld, type Session } from './remote-world.js';
import { describe, type Sent } from './reply.js';
import type { Result } from './report.js';
import type { Need, Row } from './row.js';

export interface Judging {
  readonly session: Session;
  readonly readOnly: boolean;
  /** Aborts with the reason why the rest is untested. */
  readonly signal: AbortSignal;
}

type Verdict = Pick<Result, 'outcome' | 'reason' | 'expected' | 'came' | 'curl'>;

/** Why a row cannot be asked with this configuration (T11). */
function lacking({ needs }: Row, { session, readOnly }: Judging): string | undefined {
  const { identities, decide, receiver } = session;
  const reasons: Readonly<Record<Need, () => string | undefined>> = {
    holder: () => (identities.holder === undefined ? 'the configuration has no holder' : undefined),
    partner: () => (identities.partner === undefined ? 'the configuration has no partner' : undefined),
    stranger: () => (identities.stranger === undefined ? 'the configuration has no stranger' : undefined),
    decision: () => (decide === 'none' ? 'nobody decides requests (decide: none)' : undefined),
    rejection: () => (decide === 'request' ? undefined : `only the holder can reject requests (decide: ${decide})`),
    receiver: () => (typeof receiver === 'string' ? receiver : undefined),
    writes: () => (readOnly ? 'the run only reads (--read-only)' : undefined),
  };
  for (const need of needs) {
    const reason = reasons[need]();
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const failedBy = (expected: string, came: string, request: Sent | undefined): Verdict => ({
  outcome: 'failed',
  reason: `expected ${expected}; came ${came}`,
  expected,
  came,
  ...(request !== undefined && { curl: curl(request) }),
});

function verdictOf(error: unknown, world: RemoteWorld): Verdict {
  const other = (outcome: Exclude<Outcome, 'passed' | 'failed'>, reason: string): Verdict => ({ outcome, reason });
  const last = world.last;
  if (error instanceof Failed) return failedBy(error.expected, error.came, error.request ?? last?.request);
  if (error instanceof Inapplicable) return other('inapplicable', error.message);
  if (error instanceof Untested || error instanceof UsageError) return other('untested', error.message);
  if (error instanceof ServerGone) return other('untested', `the server is gone: ${error.message}`);
  // A row resolved a text of the server that is no address.
  if (codeOf(error) === 'ERR_INVALID_URL') return failedBy('an address', 'a text that is none', last?.request);
  const reason = error instanceof Error ? error.message : String(error);
  const came = last === undefined ? '' : ` (last answer: ${describe(last)})`;
  return other('cantTell', error instanceof CantTell ? reason : `the check ended in an error: ${reason}${came}`);
}

/** The outcome of a row; it never rejects. */
export async function judge(row: Row, judging: Judging): Promise<Result> {
  const begin = performance.now();
  const { session, signal } = judging;
  const world = new RemoteWorld(session);
  const ended = (verdict: Verdict): Result => ({
    row,
    version: session.version,
    ...verdict,
    seconds: (performance.now() - begin) / 1000,
  });
  if (!row.versions.includes(session.version))
    return ended({ outcome: 'inapplicable', reason: `it holds in ${row.versions.join(', ')}` });
  if (signal.aborted) return ended({ outcome: 'untested', reason: String(signal.reason) });
  const reason = lacking(row, judging);
  if (reason !== undefined) return ended({ outcome: 'untested', reason });
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => {
      reject(new Untested(String(signal.reason)));
    };
  });
  signal.addEventListener('abort', interrupt);
  try {
    await Promise.race([hold(row, world), interrupted]);
    return ended({ outcome: 'passed' });
  } catch (error) {
    return ended(verdictOf(error, world));
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

async function hold(row: Row, world: RemoteWorld): Promise<void> {
  const { feature } = row;
  if (feature !== undefined) {
    const missing = await missingFeature(feature, world);
    if (missing !== undefined) throw new Inapplicable(missing);
  }
  await row.holds(world);
}
