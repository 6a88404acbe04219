/** What is old enough to be erased by `RETENTION` (P45), found by lookups in the order of time: nothing else is read. */
import { turns } from '../../async/turns.js';
import { ALL_HOLDS } from '../../legal-holds/lookups.js';
import { LegalHolds } from '../../legal-holds/legal-holds.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { filterPartition } from '../../messages/lookups.js';
import type { MessageType } from '../../messages/mapping/mappings.js';
import { readStoredMessage } from '../../messages/message.js';
import { messageTerms } from '../../rdf/message-terms.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { IndexedLookup, LookupEntry } from '../../store/lookup.js';
import type { ErasureServices } from '../lookups.js';
import { findObjectData } from '../object-data.js';
import { daysBefore, type RetentionRules } from './rules.js';

/** What a rule is about, when it has last changed, and after how many days it goes. */
export type Outdated = {
  readonly uri: Iri;
  readonly since: Date;
  readonly days: number;
} & (
  | { readonly kind: 'object'; readonly type: Iri; readonly head: Head }
  | { readonly kind: 'message'; readonly type: MessageType }
);

/** Entries of a lookup that are read at a time. */
const PAGE = 100;

export type CandidateServices = Pick<
  ErasureServices,
  | 'store'
  | 'lookups'
  | 'uris'
  | 'vocabulary'
  | 'revisions'
  | 'dataHolder'
  | 'parsedGraphs'
  | 'quarantine'
  | 'clock'
  | 'transactions'
>;

export class RetentionCandidates {
  readonly #holds: LegalHolds;

  constructor(
    private readonly services: CandidateServices,
    private readonly rules: RetentionRules,
  ) {
    this.#holds = new LegalHolds(services);
  }

  /** All that is old enough at a time, what is held included; the data holder's own object is not. */
  async *at(at: Date): AsyncGenerator<Outdated, void, undefined> {
    const { lookups } = this.services;
    for (const type of this.rules.types) {
      const days = this.rules.daysOf([type]) ?? Infinity;
      const until = daysBefore(at, days) - 1;
      for await (const object of this.#entries(lookups.objects.byChange, type, until)) {
        const found = await this.services.quarantine.tolerate(() => this.object(object, at));
        if (found !== undefined) yield found;
      }
    }
    for (const [type, days] of this.rules.ofMessages)
      // What was applied became a waybill, with which it goes.
      for (const outcome of ['stale', 'unchanged'] as const) {
        const partition = filterPartition({ type, outcome });
        for await (const message of this.#entries(lookups.messages.messages, partition, daysBefore(at, days) - 1)) {
          const found = await this.services.quarantine.tolerate(() => this.message(message, { type, days }));
          if (found !== undefined) yield found;
        }
      }
  }

  /** An object that is old enough: neither a revision nor an event is newer than the longest rule says. */
  async object(object: Iri, at: Date): Promise<Outdated | undefined> {
    const { store, uris, revisions, dataHolder } = this.services;
    const head = object === dataHolder ? undefined : await revisions.head(object);
    if (head === undefined) return undefined;
    const latest = await store.read(uris.revision(object, head.latestRevision));
    const days = this.rules.daysOf([head.type, ...latest.types(node(object))]);
    if (days === undefined) return undefined;
    const since = Math.max(head.modified.getTime(), await this.#lastEvent(object));
    if (since >= daysBefore(at, days)) return undefined;
    return { kind: 'object', head, uri: object, type: head.type, since: new Date(since), days };
  }

  /** A message that is there, and never became a waybill: one that came too late, or about a waybill that there is not. */
  async message(
    message: Iri,
    { type, days }: { readonly type: MessageType; readonly days: number },
  ): Promise<Outdated | undefined> {
    const { store, uris, revisions } = this.services;
    const stored = readStoredMessage(await store.read(message), message, messageTerms(uris.extensions));
    if (stored === undefined || stored.isErased) return undefined;
    const isOfWaybill = stored.outcome !== 'stale' && (await revisions.head(stored.waybill)) !== undefined;
    return isOfWaybill ? undefined : { kind: 'message', uri: message, type, since: stored.received, days };
  }

  /** Whether it, or a message that would go with it, is under legal hold (P44). */
  async isHeld(found: Outdated): Promise<boolean> {
    const { store, lookups } = this.services;
    if ((await store.count(lookups.holds.holds, ALL_HOLDS)) === 0) return false;
    if ((await this.#holds.find(found.uri)) !== undefined) return true;
    if (found.kind === 'message') return false;
    const { messages } = await findObjectData(found.head, this.services);
    for (const message of messages) if ((await this.#holds.find(message)) !== undefined) return true;
    return false;
  }

  /** The time of the last event: of its recording, or of its creation where a store of an earlier release has no other. */
  async #lastEvent(object: Iri): Promise<number> {
    const { store, lookups } = this.services;
    const last = { limit: 1, reverse: true };
    const [recorded] = await store.lookup(lookups.events.byRecording, object, last);
    if (recorded !== undefined) return recorded.order;
    const [created] = await store.lookup(lookups.events.byCreation, object, {
      ...last,
      until: Number.MAX_SAFE_INTEGER - 1,
    });
    return created?.order ?? -Infinity;
  }

  async *#entries(lookup: IndexedLookup, partition: string, until: number): AsyncGenerator<Iri, void, undefined> {
    let after: LookupEntry | undefined;
    do {
      const page: LookupEntry[] = await this.services.store.lookup(lookup, partition, {
        ...{ limit: PAGE, until },
        ...(after !== undefined && { after }),
      });
      for (const { value } of page) {
        await turns.next();
        yield value;
      }
      after = page.at(-1);
    } while (after !== undefined);
  }
}
