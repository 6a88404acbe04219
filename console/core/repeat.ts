/** A write with a key is repeated until it has an answer, and is done once (K27). */

/** The key of a write (`Idempotency-Key`). Repetitions of the same write have the same key. */
export interface WriteKey {
  readonly value: string;
  /** Ends the repetition: the reader closed the dialog. */
  readonly signal?: AbortSignal;
  /** An answer is missing, so that it is not known whether the write was done. */
  readonly lost?: () => void;
}

const WAITS_MS = [1000, 2000, 4000, 8000] as const;
const LONGEST_WAIT_MS = 8000;

/** The time before a repetition: 1, 2, 4, 8, 8 … seconds. @param repetition from 0. */
export const waitBefore = (repetition: number): number => WAITS_MS[repetition] ?? LONGEST_WAIT_MS;

/** What an error says about a write. */
interface Outcome {
  /** 0 for a missing answer. */
  readonly status: number;
  readonly retryAfter: number | null;
}

/** Answers of a proxy whose node has not answered. */
const GATEWAY = new Set([502, 504]);
/** Answers that refuse to look whether the first attempt was done. */
const REFUSALS = new Set([429, 503]);

/**
 * Whether it is still not known if a write was done.
 *
 * @param isRepetition of a write whose answer was lost.
 */
export function isUnknown({ status, retryAfter }: Outcome, isRepetition: boolean): boolean {
  if (status === 0 || GATEWAY.has(status)) return true;
  // The first attempt is still under way (K24).
  if (status === 409 && retryAfter !== null) return true;
  return isRepetition && REFUSALS.has(status);
}

/**
 * Sends a write, and sends it again while its outcome is unknown.
 *
 * @param outcomeOf what an error says; undefined for other errors.
 * @param wait rejects if the reader ends the repetition.
 */
export async function untilAnswered<Answer>(
  send: () => Promise<Answer>,
  {
    outcomeOf,
    lost,
    wait,
  }: {
    readonly outcomeOf: (thrown: unknown) => Outcome | undefined;
    readonly lost: () => void;
    readonly wait: (milliseconds: number) => Promise<void>;
  },
): Promise<Answer> {
  for (let repetition = 0; ; repetition++) {
    try {
      return await send();
    } catch (thrown) {
      const outcome = outcomeOf(thrown);
      if (outcome === undefined || !isUnknown(outcome, repetition > 0)) throw thrown;
      lost();
      await wait(Math.max(waitBefore(repetition), (outcome.retryAfter ?? 0) * 1000));
    }
  }
}

/** A new key. `crypto.randomUUID` is missing on pages without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key of one of several writes of a dialog. @param name of what is written to, such as its URI. */
export function keyFor(key: WriteKey | undefined, name: string): WriteKey | undefined {
  if (key === undefined) return undefined;
  return { ...key, value: `${key.value}.${name.replace(/[^A-Za-z0-9._~:-]/g, '-').slice(-90)}` };
}
