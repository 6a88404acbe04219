/** The ports of delivery: reading and sending entries, and writing results. */
import type { ApiVersion } from '../../api-versions.js';
import type { Iri } from '../../rdf/terms.js';
import type { LookupEntry, LookupPage } from '../../store/lookup.js';
import type { QueuedEntry } from '../outbox.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { QueueFailure, QueueName } from '../queues/queue-states.js';

/**
 * An attempt's outcome: delivered, left out by the subscription's condition, obsolete, missing from the outbox, or failed
 * with a reason for the operator.
 */
export type Outcome =
  | { readonly kind: 'confirmed' | 'filtered' | 'obsolete' | 'missing' }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** The API version of the sent notification (L8). */
      readonly version?: ApiVersion | undefined;
    };

/** The body of a notification, with its API version. */
export interface Draft {
  readonly version: ApiVersion;
  readonly body: Buffer;
}

/** A delivered entry. */
export interface Confirmation {
  readonly uri: Iri;
  /** Its queue, if the store has a failure for it. */
  readonly failed: QueueName | undefined;
  /** The confirmed delivery; undefined for an entry that was not sent, or was coalesced into another one. */
  readonly delivered: Delivered | undefined;
  /** The update that the subscription's condition left out, so that nothing was sent (K57). */
  readonly filtered?: Delivered | undefined;
}

/** A delivery that has ended. */
export interface Delivered {
  readonly entry: OutboxEntry;
  readonly attempts: number;
  readonly at: Date;
}

/** A result of delivery to be written. */
export type DeliveryNote =
  | { readonly kind: 'confirmed'; readonly confirmation: Confirmation }
  /** The reason why the first entry of a queue could not be delivered. */
  | { readonly kind: 'failed'; readonly queue: QueueFailure }
  /** The queue no longer fails. */
  | { readonly kind: 'recovered'; readonly queue: QueueName };

export interface DeliveryJournal {
  /**
   * Writes results in one transaction, in this order: confirmed entries are deleted and get receipts, failures are
   * stored or deleted.
   *
   * @throws the errors of the store; nothing is written then.
   */
  write(notes: readonly DeliveryNote[]): Promise<void>;
}

/** Entries of a queue in the store, in their order. */
export interface StoredEntries {
  readonly entries: readonly QueuedEntry[];
  readonly damaged: readonly { readonly uri: Iri; readonly error: unknown }[];
  /** The number of entries, deleted ones included. */
  readonly size: number;
  /** The last entry; undefined if no entry follows. */
  readonly last: LookupEntry | undefined;
}

export interface DeliveryOptions {
  readonly journal: DeliveryJournal;
  /** Whether an operator has paused a queue. */
  readonly isPaused: (queue: QueueName) => boolean;
  readonly retryMs: { readonly min: number; readonly max: number };
  /** The entries of a queue in the store that come after a position. */
  readonly stored: (queue: QueueName, after: LookupPage['after'], limit: number) => Promise<StoredEntries>;
  /** Reads an entry; undefined for a deleted one. */
  readonly read: (entry: Iri) => Promise<OutboxEntry | undefined>;
  /** One notification of several updates of an object, in their order. */
  readonly coalesce: (first: OutboxEntry, others: readonly OutboxEntry[]) => OutboxEntry;
  readonly attempt: (entry: OutboxEntry, signal: AbortSignal) => Promise<Outcome>;
}
