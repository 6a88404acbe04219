/** What an act changes, as its preview shows it (K45). */
import { createHash } from 'node:crypto';
import type { Iri } from '../rdf/terms.js';
import type { ActPreview } from './schemas.js';

export type Effect = 'changes' | 'same' | 'refused';
export type Why = NonNullable<ActPreview['objects'][number]['why']>;

export interface PlannedObject {
  readonly uri: Iri;
  readonly type: Iri;
  readonly label: string | null;
  readonly effect: Effect;
  readonly why: Why | null;
  /** What the agents have before and after, for the digest. */
  readonly state?: string | undefined;
}

export interface PlannedRequest {
  readonly request: Iri;
  readonly object: Iri;
  readonly requestedBy: Iri;
  readonly kind: string;
  readonly effect: 'changes' | 'refused';
  /** Why it cannot be decided so. */
  readonly why: string | null;
}

export interface Plan {
  readonly objects: readonly PlannedObject[];
  readonly requests: readonly PlannedRequest[];
  /** Delegations that are revoked. */
  readonly falls: readonly { readonly agent: Iri; readonly object: Iri; readonly request: Iri }[];
  /** Requests of others that are rejected. */
  readonly rejects: readonly Iri[];
  /** Whether there is more than one act does. */
  readonly more: boolean;
}

/** Objects and requests of one effect, whichever the act is about. */
function countsOf({ objects, requests }: Plan): ActPreview['counts'] {
  const all = requests.length > 0 ? requests : objects;
  const count = (effect: Effect): number => all.filter((one) => one.effect === effect).length;
  return { changes: count('changes'), same: count('same'), refused: count('refused') };
}

/** @param body the act as it was asked for: another one has another digest. */
export function previewOf(plan: Plan, body: unknown): ActPreview {
  const { objects, requests, falls, rejects, more } = plan;
  const states = objects.map(({ uri, effect, why, state }) => [uri, effect, why, state]);
  const digest = createHash('sha256')
    .update(JSON.stringify([body, states, requests, falls, rejects]))
    .digest('base64url');
  const counts = countsOf(plan);
  return {
    digest: digest.slice(0, 22),
    possible: counts.changes > 0,
    objects: objects.map(({ uri, type, label, effect, why }) => ({ uri, type, label, effect, why })),
    ...{ requests, counts, falls, rejects, more },
  };
}
