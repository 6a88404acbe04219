/** The names of the ONE Record API that the client writes and reads. */

/** The namespace of the API. */
export const api = 'https://onerecord.iata.org/ns/api#';
/** The namespace of the data model that events are of, whatever model the client has. */
export const cargoNs = 'https://onerecord.iata.org/ns/cargo#';

/**
 * A version of the API.
 *
 * @since 0.3.0
 */
export type ApiVersion = '2.0.0' | '2.1.0' | '2.2.0' | '2.3.0';

/**
 * The state of an ActionRequest.
 *
 * @since 0.3.0
 */
export type RequestStatus =
  | 'REQUEST_PENDING'
  | 'REQUEST_ACCEPTED'
  | 'REQUEST_ACKNOWLEDGED'
  | 'REQUEST_REJECTED'
  | 'REQUEST_FAILED'
  | 'REQUEST_REVOKED';

/**
 * The kind of an ActionRequest.
 *
 * @since 0.3.0
 */
export type RequestKind = 'ChangeRequest' | 'AccessDelegationRequest' | 'SubscriptionRequest' | 'VerificationRequest';

/**
 * What an AccessDelegation allows.
 *
 * @since 0.3.0
 */
export type Permission =
  'GET_LOGISTICS_OBJECT' | 'PATCH_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT' | 'POST_LOGISTICS_EVENT';

/**
 * What a subscriber can be told of.
 *
 * @since 0.3.0
 */
export type SubscriptionEvent =
  | 'LOGISTICS_OBJECT_CREATED'
  | 'LOGISTICS_OBJECT_UPDATED'
  | 'LOGISTICS_EVENT_RECEIVED'
  | 'LOGISTICS_OBJECT_AVAILABLE'
  | 'LOGISTICS_OBJECT_ACCESS_GRANTED';

/** The last part of an IRI. */
export const localName = (iri: string): string => iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
