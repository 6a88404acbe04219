/** Who reads the feed, and how far it has come (W76). In memory: a start of the node forgets it. */
import type { Clock } from '../clock.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import type { Place } from './view.js';

/** The most partners that are remembered. */
const MOST_READERS = 10_000;

export interface FeedReader {
  readonly agent: Iri;
  readonly internal: boolean;
  /** When it last read a document. */
  readonly at: Date;
  /** The newest feed time that it was given, in microseconds since 1970; undefined if it was given no member. */
  readonly newest: number | undefined;
}

export class FeedReaders {
  /** The one that read last is the last. */
  readonly #readers = new Map<Iri, FeedReader>();

  constructor(private readonly clock: Clock) {}

  /** A caller has read a document with these members. */
  given({ agent, internal }: Caller, members: readonly Place[]): void {
    const known = this.#readers.get(agent)?.newest;
    const newest = members.reduce<number | undefined>(
      (latest, { time }) => (latest === undefined || time > latest ? time : latest),
      known,
    );
    this.#readers.delete(agent);
    this.#readers.set(agent, { agent, internal, at: this.clock.now(), newest });
    const [first] = this.#readers.keys();
    if (this.#readers.size > MOST_READERS && first !== undefined) this.#readers.delete(first);
  }

  /** The last one that read is the first. */
  get all(): readonly FeedReader[] {
    return [...this.#readers.values()].reverse();
  }
}
