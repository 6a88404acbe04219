/** The mirror as a task of all nodes that share a store: the holder of a lease mirrors (M45, M46). */
import { retried } from '../../async/retried.js';
import { Wakeup } from '../../async/wakeup.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { CarryingOut } from '../follows/carrying-out.js';
import { ALL } from '../lookups.js';
import type { MirrorContext } from '../mirror-services.js';
import type { MissedRevisions } from '../subscriptions/missed.js';
import type { CheckBook } from './check-book.js';
import type { Hints } from './hints.js';
import type { ServerLoop } from './server-loop.js';

const LEASE = 'mirror';
const RETRY_MS = { min: 500, max: 30_000 };
/** The longest time without a look at follows, notifications and subscriptions. */
const LONGEST_MS = 60_000;
/** Servers read at a time. */
const PAGE = 1_000;

export interface MirrorTaskParts {
  readonly carryingOut: CarryingOut;
  readonly hints: Hints;
  /** Does what is due for subscriptions. @returns the time until something is due, in milliseconds. */
  readonly subscriptions: (lost: AbortSignal) => Promise<number | undefined>;
  readonly loopOf: (server: Iri) => ServerLoop;
  readonly book: CheckBook;
  readonly missed: MissedRevisions;
}

export class MirrorTask {
  readonly #loops = new Map<Iri, { readonly loop: ServerLoop; readonly running: Promise<void> }>();
  readonly #follows = new Wakeup();
  readonly #inbox = new Wakeup();
  readonly #subscriptions = new Wakeup();
  #lost: AbortSignal | undefined;

  constructor(
    private readonly context: MirrorContext,
    private readonly parts: () => MirrorTaskParts,
  ) {}

  /** Mirrors whenever this process holds the lease, until the node stops. Never rejects. */
  async run(): Promise<void> {
    const { store, stopping } = this.context;
    await store.leases.run(LEASE, stopping, (lease) => this.#mirror(lease.lost));
  }

  /** Something may be due at a server. */
  readonly wake = (server: Iri): void => {
    const lost = this.#lost;
    if (lost === undefined || lost.aborted) return;
    const known = this.#loops.get(server);
    if (known !== undefined) {
      known.loop.wake();
      return;
    }
    const loop = this.parts().loopOf(server);
    this.#loops.set(server, { loop, running: loop.run(lost) });
  };

  /** Begins work about a copy at once (`ServerLoop.begin`). */
  readonly begin = (
    server: Iri,
    head: Iri,
    work: (lost: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> | undefined => this.#loops.get(server)?.loop.begin(head, work);

  /** A notification is to be looked at. */
  readonly noteEntry = (entry: Iri): void => {
    this.parts().hints.note([entry]);
    this.#inbox.soon(0);
  };

  async #mirror(lost: AbortSignal): Promise<void> {
    const { carryingOut, hints, subscriptions, book, missed } = this.parts();
    this.#lost = lost;
    // Read before anything else, so that nothing is missed.
    hints.noteGap();
    const following = this.#follow(lost);
    await Promise.all([
      following,
      this.#chore('the servers that are followed', lost, () => this.#wakeServers(lost)),
      this.#repeat('follows', this.#follows, lost, async () => {
        await carryingOut.run(lost);
        this.#inbox.soon(0);
        this.#subscriptions.soon(0);
        return undefined;
      }),
      this.#repeat('notifications', this.#inbox, lost, async () => {
        await hints.run(lost);
        this.#subscriptions.soon(0);
        return undefined;
      }),
      this.#chore('the times of checks', lost, () => book.run(lost)),
      this.#chore('revisions that were not notified', lost, () => missed.run(lost)),
      this.#repeat('subscriptions at partners', this.#subscriptions, lost, () => subscriptions(lost)),
    ]);
    await Promise.allSettled(Array.from(this.#loops.values(), ({ running }) => running));
    this.#loops.clear();
  }

  /** Follows the commits of all nodes. */
  async #follow(lost: AbortSignal): Promise<void> {
    const { store, uris } = this.context;
    let cursor = store.follow();
    const isLost = (): boolean => lost.aborted;
    while (!isLost()) {
      // Also when the store is reset: the changes are a gap then.
      await cursor.wait(lost);
      if (isLost()) return;
      const position = cursor;
      await this.#chore('what has changed', lost, async () => {
        const changed = await position.changes();
        cursor = changed.next;
        const graphs = changed.kind === 'gap' ? [] : [...changed.graphs];
        const isGap = changed.kind === 'gap';
        if (isGap || graphs.some((graph) => uris.isOfKind(graph, 'follow'))) this.#follows.soon(0);
        const entries = graphs.filter((graph) => uris.isOfKind(graph, 'inbox-entry'));
        if (isGap) this.parts().hints.noteGap();
        this.parts().hints.note(entries);
        if (isGap || entries.length > 0) this.#inbox.soon(0);
        if (isGap) await this.#wakeServers(lost);
      });
    }
  }

  async #wakeServers(lost: AbortSignal): Promise<void> {
    const { store, lookups, uris } = this.context;
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await store.lookup(lookups.mirror.partners, ALL, {
        limit: PAGE,
        ...(after && { after }),
      });
      after = page.at(-1);
      for (const { value } of page) {
        const server = (await store.read(value)).iri(node(value), this.context.ext.server);
        if (server !== undefined && uris.partner(server) === value && !lost.aborted) this.wake(server);
      }
    } while (after !== undefined);
  }

  /** Does a chore whenever there is work, until the lease is lost. */
  async #repeat(
    what: string,
    wakeup: Wakeup,
    lost: AbortSignal,
    work: () => Promise<number | undefined>,
  ): Promise<void> {
    while (!lost.aborted) {
      let next: number | undefined;
      await this.#chore(what, lost, async () => {
        next = await work();
      });
      await wakeup.wait(Math.min(LONGEST_MS, next ?? LONGEST_MS), lost);
    }
  }

  async #chore(what: string, lost: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { log, random } = this.context;
    await retried(work, {
      signal: lost,
      retryMs: RETRY_MS,
      random,
      onFailure: (error, failures) => {
        log.error({ err: error, failures, what }, 'the mirror could not continue, and tries again');
      },
    });
  }
}
