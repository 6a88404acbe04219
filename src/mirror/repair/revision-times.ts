/**
 * What is known of the times of an object's revisions, and where to look for one that is missing (M34). Times are whole
 * seconds since 1970, the resolution of `at`. A partner's own words about times may be wrong; an answer about a past
 * time that contradicts them counts more.
 */

/** As of a second, the revision had at least, or at most, this number. */
interface Bound {
  readonly second: number;
  readonly number: number;
}

/** Where to look next. */
export type Lead =
  /** As of this second, by the partner's word. */
  | { readonly kind: 'ask'; readonly second: number }
  /** As of this second, half-way between what is known. */
  | { readonly kind: 'halve'; readonly second: number }
  /** These revisions came to be in one second; another one ended it. */
  | { readonly kind: 'same-second'; readonly from: number; readonly to: number }
  /** Answers do not depend on the time that is asked for. */
  | { readonly kind: 'no-history' };

/** No server of the exchange has older revisions. */
export const EARLIEST = Date.UTC(2019, 0, 1) / 1000;

export class RevisionTimes {
  readonly #answers = new Map<number, number>();
  /** The first seconds of revisions, by the partner's word. */
  readonly #starts = new Map<number, number>();
  /** Revisions are not older than their requests. */
  readonly #requests = new Map<number, number>();
  readonly #known: Bound[] = [];
  /** Whether an answer has contradicted a start: the server may not look at the time. */
  #isDoubted = false;

  /** The number that an answer as of a second had; 0 where there was no revision yet. */
  answered(second: number, number: number): void {
    this.#answers.set(second, number);
    this.#isDoubted ||= Array.from(this.#starts).some(([revision, start]) => revision <= number && start > second);
    for (const times of [this.#starts, this.#requests])
      for (const [revision, start] of times) if (revision <= number && start > second) times.delete(revision);
    for (const [revision, start] of this.#starts)
      if (revision > number && start <= second) this.#starts.delete(revision);
  }

  /** The second in which a revision came to be, by the partner's word. */
  started(number: number, second: number): void {
    for (const [asked, answer] of this.#answers) if (answer >= number ? asked < second : asked >= second) return;
    const known = this.#starts.get(number);
    if (known === undefined || second < known) this.#starts.set(number, second);
  }

  /** A revision is not older than this second. */
  requested(number: number, second: number): void {
    for (const [asked, answer] of this.#answers) if (answer >= number && asked < second) return;
    this.#requests.set(number, second);
  }

  /** At a second, a revision with this number or a later one was there. */
  existed(second: number, number: number): void {
    this.#known.push({ second, number });
  }

  /** Where to look for a revision; undefined for one of which it is not known that it ever was. */
  leadTo(number: number): Lead | undefined {
    const after = this.#after(number);
    if (after === undefined) return undefined;
    const earliest = this.#answers.get(EARLIEST);
    if (earliest !== undefined && earliest >= number) return { kind: 'no-history' };
    if (this.#isDoubted && earliest === undefined) return { kind: 'ask', second: EARLIEST };
    const before = this.#before(number);
    const first = before?.second ?? EARLIEST - 1;
    const start = this.#starts.get(number);
    if (start !== undefined && start > first && !this.#answers.has(start)) return { kind: 'ask', second: start };
    if (after.second - first <= 1) return this.#closed(number, before, after);
    const next = (this.#starts.get(number + 1) ?? Infinity) - 1;
    if (next > first && next < after.second) return { kind: 'ask', second: next };
    const isUnknown = before === undefined && earliest === undefined;
    return { kind: 'halve', second: isUnknown ? EARLIEST : first + Math.floor((after.second - first) / 2) };
  }

  /** Nothing is between the two seconds. A server that has never answered about the past may have no history. */
  #closed(number: number, before: Bound | undefined, after: Bound): Lead {
    const hasHistory = Array.from(this.#answers.values()).some((answer) => answer > 0);
    if (!hasHistory && !this.#answers.has(after.second)) return { kind: 'ask', second: after.second };
    if (!hasHistory) return { kind: 'no-history' };
    const from = Math.min(number, (before?.number ?? 0) + 1);
    return { kind: 'same-second', from, to: Math.max(number, after.number - 1) };
  }

  /** The earliest second of which it is known that a revision or a later one was there. */
  #after(number: number): Bound | undefined {
    let found: Bound | undefined;
    const take = (second: number, least: number): void => {
      if (least < number) return;
      if (found === undefined || second < found.second || (second === found.second && least < found.number))
        found = { second, number: least };
    };
    for (const [second, answer] of this.#answers) take(second, answer);
    for (const [revision, second] of this.#starts) take(second, revision);
    for (const { second, number: least } of this.#known) take(second, least);
    return found;
  }

  /** The latest second of which it is known that a revision was not there yet. */
  #before(number: number): Bound | undefined {
    let found: Bound | undefined;
    const take = (second: number, most: number): void => {
      if (most >= number) return;
      if (found === undefined || second > found.second || (second === found.second && most > found.number))
        found = { second, number: most };
    };
    for (const [second, answer] of this.#answers) take(second, answer);
    for (const times of [this.#starts, this.#requests])
      for (const [revision, second] of times) take(second - 1, revision - 1);
    return found;
  }
}
