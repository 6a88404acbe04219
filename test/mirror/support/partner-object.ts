/** What a partner of a test holds: objects with all their revisions and events, and subscriptions. */
import type { Clock } from '../../../src/clock.js';
import type { JsonObject } from '../../support/world.js';

/** The members of an object or event as JSON-LD, without `@context`, `@id` and the numbers of revisions. */
export type Members = JsonObject;

export interface PartnerRevision {
  readonly number: number;
  /** When it came to be. */
  readonly at: Date;
  /** When the change was requested; a change may wait for its acceptance. */
  readonly requestedAt: Date;
  readonly members: Members;
}

export interface PartnerEvent {
  readonly uri: string;
  readonly at: Date;
  readonly members: Members;
}

/** What the partner answers about an object, to this node. */
export type PartnerAccess =
  | { readonly kind: 'granted' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'absent' }
  /** 410; with a reason the body is a tombstone, by the local name of the reason's term. */
  | { readonly kind: 'gone'; readonly reason?: string }
  | { readonly kind: 'moved'; readonly target: string; readonly status?: 301 | 302 | 307 | 308 };

export class PartnerObject {
  access: PartnerAccess = { kind: 'granted' };
  readonly revisions: PartnerRevision[] = [];
  readonly events: PartnerEvent[] = [];
  /** Further entries of the audit trail, by the name of their property. */
  readonly auditEntries: [property: string, value: JsonObject][] = [];
  #eventsMade = 0;

  constructor(
    readonly uri: string,
    private readonly clock: Clock,
    members: Members,
  ) {
    this.revise(members);
  }

  get latest(): PartnerRevision {
    const latest = this.revisions.at(-1);
    if (latest === undefined) throw new Error(`${this.uri} has no revision`);
    return latest;
  }

  /**
   * Makes the next revision now.
   *
   * @param members added to those of the revision before; an undefined value takes a member away.
   */
  revise(members: Members, requestedAt = this.clock.now()): PartnerRevision {
    const before = this.revisions.at(-1);
    const revision = {
      number: (before?.number ?? 0) + 1,
      at: this.clock.now(),
      requestedAt,
      members: { ...before?.members, ...members },
    };
    this.revisions.push(revision);
    return revision;
  }

  /** Makes a number of revisions, each of which says which one it is, all in the same instant. */
  reviseTimes(count: number, property = 'cargo:goodsDescription'): void {
    for (let made = 0; made < count; made += 1) this.revise({ [property]: `revision ${this.revisions.length + 1}` });
  }

  postEvent(members: Members = {}): PartnerEvent {
    this.#eventsMade += 1;
    const event = { uri: `${this.uri}/logistics-events/${this.#eventsMade}`, at: this.clock.now(), members };
    this.events.push(event);
    return event;
  }

  /** The revision at the end of a second; undefined before the first. */
  asOf(time: Date): PartnerRevision | undefined {
    const end = Math.floor(time.getTime() / 1000) * 1000 + 999;
    return this.revisions.findLast(({ at }) => at.getTime() <= end);
  }

  /** Puts other data in the place of a revision: what a partner does that changes its past. */
  rewrite(number: number, members: Members): void {
    const index = this.revisions.findIndex((revision) => revision.number === number);
    const before = this.revisions[index];
    if (before === undefined) throw new Error(`${this.uri} has no revision ${number}`);
    this.revisions[index] = { ...before, members };
  }

  /** Forgets the newest revisions, as a server that was restored from an older backup. */
  goBack(to: number): void {
    this.revisions.splice(to);
  }
}

export const subscriptionStatuses = [
  'REQUEST_PENDING',
  'REQUEST_ACCEPTED',
  'REQUEST_REJECTED',
  'REQUEST_REVOKED',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A SubscriptionRequest at the partner. */
export interface PartnerSubscription {
  readonly uri: string;
  readonly subscriber: string;
  /** By its short name. */
  readonly topicType: string;
  readonly topic: string;
  /** By their short names. */
  readonly eventTypes: readonly string[];
  readonly sendsBody: boolean;
  readonly expiresAt: Date | undefined;
  /** The version of the request. */
  readonly version: string;
  readonly requestedAt: Date;
  status: SubscriptionStatus;
}
