/** Domain events: changes by a use case, published in the same transaction (D28). */
import type { ErasureReason } from './rdf/erasure-terms.js';
import type { Iri } from './rdf/terms.js';
import type { ApiName } from './rdf/vocabulary.js';

/** All types that an object states. */
type Types = readonly [Iri, ...Iri[]];

export type DomainEvent =
  | {
      readonly kind: 'object-created';
      readonly object: Iri;
      readonly types: Types;
      readonly revision: number;
      /** Shipments that pass access or subscriptions on to what names them (K47, K48): those that this may name. */
      readonly wholes?: readonly Iri[];
    }
  | {
      readonly kind: 'object-updated';
      readonly object: Iri;
      readonly types: Types;
      readonly revision: number;
      readonly changedProperties: readonly Iri[];
    }
  | {
      /** An object, an event or a property of it was erased: who is notified was found before (P36). */
      readonly kind: 'object-erased';
      readonly at: Date;
      readonly object: Iri;
      readonly types: Types;
      readonly changedProperties: readonly Iri[];
      readonly reason: ErasureReason;
      readonly receivers: readonly {
        readonly receiver: Iri;
        readonly topic: Iri;
        readonly subscription: Iri | undefined;
        /** Whether it wants an event type of its own (A7). */
        readonly includesErasures: boolean;
      }[];
    }
  | { readonly kind: 'event-received'; readonly object: Iri; readonly types: Types; readonly event: Iri }
  | {
      /** An accepted delegation gives agents access to an object (V66). */
      readonly kind: 'access-granted';
      readonly request: Iri;
      readonly object: Iri;
      readonly delegates: readonly Iri[];
    }
  /** An internal agent announces an object to an organization (V67). */
  | { readonly kind: 'object-announced'; readonly object: Iri; readonly receiver: Iri }
  | {
      /** An action request was created or has changed its status, and its requestor asked to be notified (D30, D41). */
      readonly kind: 'status-changed';
      readonly request: Iri;
      /** For example `CHANGE_REQUEST_ACCEPTED`. */
      readonly eventType: ApiName;
      readonly requestedBy: Iri;
      /** The Logistics Object that the request is about, if any. */
      readonly object: Iri | undefined;
    };
