/** A row of the table of conformance: one statement of the published standard, and the check that holds a server to it (T8, T28). */
import type { ApiVersion } from './versions.js';
import type { World } from './world.js';

/** Areas of the table, in the order of every output (T7). */
export const areas = {
  server: 'Server information',
  tokens: 'Tokens',
  objects: 'Logistics Objects',
  negotiation: 'Media types and versions',
  revisions: 'Revisions',
  changes: 'Change Requests',
  requests: 'Action Requests',
  audit: 'Audit trails',
  events: 'Logistics Events',
  delegations: 'Access Delegations',
  subscriptions: 'Subscriptions',
  notifications: 'Notifications',
  deliveries: 'Deliveries to partners that misbehave',
  verifications: 'Verifications',
  errors: 'Errors',
  head: 'HEAD and conditions',
} as const;
export type Area = keyof typeof areas;
export const areaNames: readonly Area[] = Object.keys(areas) as Area[];

export type Level = 'MUST' | 'SHOULD';

/** What a server may lack (T12): its rows are inapplicable together, with the answer that showed it. */
export type Feature =
  | 'turtle'
  | 'n-triples'
  | 'embedded'
  | 'events-for-many'
  | 'paging'
  | 'proposed-subscriptions'
  | 'verifications'
  | 'lists';

/**
 * What a row needs of the configuration; without it the row is untested. `decision`: the holder decides requests;
 * `rejection`: it can also reject them (not where the server decides by itself); `receiver`: deliveries reach the kit.
 */
export type Need = 'holder' | 'partner' | 'stranger' | 'decision' | 'rejection' | 'receiver' | 'writes';

/** The public document that says it. */
export interface Citation {
  readonly document: string;
  readonly section: string;
  readonly address?: string;
}

export interface Row {
  /** `<area>.<name>`: stable, never used again for something else. */
  readonly id: `${Area}.${string}`;
  readonly level: Level;
  /** The versions that it holds in. */
  readonly versions: readonly ApiVersion[];
  readonly feature?: Feature;
  readonly cites: Citation;
  /** What the standard says, in our own words. */
  readonly sentence: string;
  readonly needs: readonly Need[];
  /** Resolves if the server keeps the statement; else throws what `outcome.ts` names. */
  readonly holds: (world: World) => Promise<void>;
}

const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

export function areaOf({ id }: Pick<Row, 'id'>): Area {
  const name = id.slice(0, id.indexOf('.'));
  if (!isArea(name)) throw new Error(`${id} is in no area`);
  return name;
}
