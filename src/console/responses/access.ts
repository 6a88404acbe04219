/** Who may do what, and because of what. */
import type { Page } from './objects.js';

export type Permission =
  'GET_LOGISTICS_OBJECT' | 'PATCH_LOGISTICS_OBJECT' | 'GET_LOGISTICS_EVENT' | 'POST_LOGISTICS_EVENT';

/** `GET /internal/objects/<id>/access?agent=`: who has access, and why. */
export interface AccessAnswer {
  readonly object: string;
  readonly effective: readonly EffectiveAccess[];
  readonly written: readonly WrittenAccess[];
  readonly delegations: readonly DelegatedAccess[];
  /** Lists that were replaced, the last first; for internal agents that ask about no one agent. */
  readonly replaced: readonly ReplacedAccess[];
  readonly truncated: boolean;
}

/** What had been written in an access control list until it was replaced. */
export interface ReplacedAccess {
  readonly number: number;
  readonly until: string | null;
  readonly replacedBy: string | null;
  readonly written: readonly WrittenAccess[];
}

/** Why an agent has a permission. */
export type AccessReason =
  | { readonly kind: 'internal' }
  | { readonly kind: 'written'; readonly authorization: string }
  | { readonly kind: 'group'; readonly authorization: string; readonly group: string }
  | { readonly kind: 'authenticated'; readonly authorization: string }
  | { readonly kind: 'delegation'; readonly request: string };

export interface EffectiveAccess {
  /** The agent; null stands for every authenticated agent. */
  readonly agent: string | null;
  readonly label: string | null;
  readonly permission: Permission;
  readonly because: readonly AccessReason[];
}

/** An authorization that an internal agent wrote. */
export interface WrittenAccess {
  readonly id: string;
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  readonly everyone: boolean;
  readonly permissions: readonly Permission[];
  /** Unknown for authorizations of releases that did not keep it. */
  readonly at: string | null;
  readonly by: string | null;
}

export interface DelegatedAccess {
  readonly request: string;
  readonly requestedBy: string;
  /** The delegates. */
  readonly for: readonly string[];
  readonly permissions: readonly Permission[];
  readonly acceptedBy: string | null;
  readonly at: string | null;
  readonly expiresAt: string | null;
  /** The delegation that this one rests on. */
  readonly derivedFrom: string | null;
  /** The delegations that fall with this one. */
  readonly falls: readonly string[];
}

/** `GET /internal/agents?limit=&skip=` */
export interface AgentsAnswer extends Page<AgentItem> {
  /** Agents that were refused what they have no right to in the last 30 days, the last one first; at most 100. */
  readonly refused: readonly { readonly uri: string; readonly total: number; readonly last: string }[];
}

/** What an agent was refused in the last 30 days (D75). */
export interface RefusedAttempts {
  readonly total: number;
  readonly last: string | null;
  /** Null: attempts that name no object. None in a list of agents. */
  readonly objects: readonly {
    readonly object: string | null;
    readonly kinds: Readonly<Record<string, number>>;
    readonly last: string;
  }[];
  /** Attempts on further objects. */
  readonly others: number;
}

/** `GET /internal/agent?uri=` */

export interface AgentItem {
  readonly uri: string;
  readonly label: string | null;
  /** The base of its server; null when its URI names none. */
  readonly server: string | null;
  readonly reads: {
    readonly total: number;
    readonly byType: Readonly<Record<string, number>>;
    readonly truncated: boolean;
  };
  readonly requests: { readonly total: number; readonly pending: number };
  readonly subscriptions: number;
  /** Notifications that wait for it. */
  readonly queues: { readonly count: number; readonly waiting: number };
  readonly lastHeard: string | null;
  readonly lastTold: string | null;
  /** Null for a caller that is not internal. */
  readonly refused: RefusedAttempts | null;
}

/** `GET /internal/agent/access?uri=`: all that one agent may; `DELETE` withdraws it. */
export interface AgentAccessAnswer {
  readonly agent: string;
  /** An internal agent may do everything; the items are what it may beside that. */
  readonly internal: boolean;
  readonly items: readonly {
    readonly object: string;
    readonly permissions: readonly Permission[];
    readonly because: readonly AccessReason[];
  }[];
  readonly truncated: boolean;
}

export interface WithdrawnAccess {
  readonly agent: string;
  /** Objects whose access control list no longer names the agent. */
  readonly objects: readonly string[];
  /** Delegations that were revoked. */
  readonly delegations: readonly string[];
  /** Whether there is more to withdraw than one transaction does: to be repeated. */
  readonly truncated: boolean;
}
