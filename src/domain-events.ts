/**
 * What happens to the things of the exchange, as the rooms tell each other: the room in which it happens announces it
 * in the transaction that makes it so, and whoever has to hear of it writes in the same transaction (D28).
 */
import type { Iri } from './rdf/terms.js';
import type { ApiName } from './rdf/vocabulary.js';
import type { Transaction } from './store/store.js';

/** All types that an object states. */
type Types = readonly [Iri, ...Iri[]];

export type DomainEvent =
  | { readonly kind: 'object-created'; readonly object: Iri; readonly types: Types; readonly revision: number }
  | {
      readonly kind: 'object-updated';
      readonly object: Iri;
      readonly types: Types;
      readonly revision: number;
      readonly changedProperties: readonly Iri[];
    }
  | { readonly kind: 'event-received'; readonly object: Iri; readonly types: Types; readonly event: Iri }
  | {
      /** An action request was made or has changed its status, and its requestor asked to be told (D30, D41). */
      readonly kind: 'status-changed';
      readonly request: Iri;
      /** For example `CHANGE_REQUEST_ACCEPTED`. */
      readonly eventType: ApiName;
      readonly requestedBy: Iri;
      /** The Logistics Object that the request is about, where it is about one. */
      readonly object: Iri | undefined;
    };

export type Publish = (tx: Transaction, happening: DomainEvent) => Promise<void>;
