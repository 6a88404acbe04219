/** What a receiver of notifications is given (T48). */
import type { SubscriptionEvent } from '../vocabulary.js';
import type { Notification } from './notification.js';

/**
 * An identity provider whose tokens are accepted.
 *
 * @since 0.3.0
 */
export interface TrustedIssuer {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** The address of its key set. */
  readonly jwksUri: string;
  /** What the `aud` of a token must contain; any without it. */
  readonly audience?: string;
}

/**
 * The claims of a verified token.
 *
 * @since 0.3.0
 */
export interface Claims {
  readonly iss: string;
  /** The sender. */
  readonly logistics_agent_uri: string;
  readonly [claim: string]: unknown;
}

/**
 * Where the ids of notifications are that have been processed, for several processes or for longer than one.
 *
 * @since 0.3.0
 */
export interface Seen {
  has(id: string): boolean | Promise<boolean>;
  add(id: string): unknown;
}

/**
 * A subscription that a publisher may make, in the answer to its `GET /subscriptions`.
 *
 * @since 0.3.0
 */
export interface Offer {
  /** The URI of the organization that subscribes. */
  readonly subscriber: string;
  readonly topicType: 'LOGISTICS_OBJECT_TYPE' | 'LOGISTICS_OBJECT_IDENTIFIER';
  /** The IRI of a class, or the URI of an object. */
  readonly topic: string;
  readonly events: readonly SubscriptionEvent[];
  readonly sendBody?: boolean;
  readonly notifyRequestStatusChange?: boolean;
}

/**
 * What `createReceiver` is given.
 *
 * @since 0.3.0
 */
export interface ReceiverOptions {
  readonly issuers: readonly TrustedIssuer[];
  /** Who may send: URIs, or a function. */
  readonly agents: Iterable<string> | ((agent: string, claims: Claims) => boolean | Promise<boolean>);
  /** Processes a notification. Where it rejects, the sender gets 500 and sends it again. */
  readonly onNotification: (notification: Notification, claims: Claims) => unknown;
  /** By default the last 10,000 ids, in this process. */
  readonly seen?: Seen;
  /** What it subscribes to, for each topic that a publisher asks for. */
  readonly offers?:
    | readonly Offer[]
    | ((
        asked: { readonly topicType: string; readonly topic: string },
        claims: Claims,
      ) => readonly Offer[] | Promise<readonly Offer[]>);
  /** The size of a body in bytes: 1 MB without it. */
  readonly limit?: number;
  /** Receives errors of `onNotification`, `agents`, `seen` and `offers`, which the sender is not told. */
  readonly onError?: (error: unknown) => void;
  /** For key sets; the global `fetch` without it. */
  readonly fetch?: typeof globalThis.fetch;
  /** The present time; the system's without it. */
  readonly now?: () => Date;
}

/** @throws TypeError that names a wrong or missing member. */
export function checkOptions({ issuers, agents, onNotification, limit }: Partial<ReceiverOptions>): void {
  const check = (isRight: boolean | undefined, member: string): void => {
    if (isRight !== true) throw new TypeError(`createReceiver: ${member} is missing or wrong`);
  };
  const given: readonly Partial<TrustedIssuer>[] = issuers ?? [];
  check(given.length > 0, 'issuers');
  for (const [index, { issuer, jwksUri = '', audience }] of given.entries()) {
    check(typeof issuer === 'string' && issuer !== '', `issuers[${index}].issuer`);
    check(/^https?:/.test(jwksUri) && URL.canParse(jwksUri), `issuers[${index}].jwksUri`);
    check(audience !== '', `issuers[${index}].audience`);
  }
  check(new Set(given.map(({ issuer }) => issuer)).size === given.length, 'issuers (one of them twice)');
  // A text is iterable, too: letter by letter.
  const isList = typeof agents === 'object' && Symbol.iterator in agents;
  check(isList || typeof agents === 'function', 'agents');
  check(typeof onNotification === 'function', 'onNotification');
  check(limit === undefined || (Number.isSafeInteger(limit) && limit > 0), 'limit');
}
