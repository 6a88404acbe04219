/** How rows are written: one call for each, with the sections of the published standard that they cite. */
import type { Citation, Feature, Level, Need, Row } from '../row.js';
import { type ApiVersion, since, versions } from '../versions.js';
import type { World } from '../world.js';

const site = 'https://iata-cargo.github.io/ONE-Record/stable/API-Security';

/** A page of the standard; its sections have the anchors that the site makes of their headings. */
function page(document: string, path: string): (section?: string) => Citation {
  return (section) => {
    const anchor = section
      ?.toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
    const address = `${site}/${path}/${anchor === undefined ? '' : `#${anchor}`}`;
    return { document, section: section ?? document, address };
  };
}

/** The pages of the published standard. */
export const standard = {
  server: page('Server Information', 'server-information'),
  objects: page('Logistics Objects', 'logistics-objects'),
  events: page('Logistics Events', 'logistics-events'),
  subscriptions: page('Subscriptions', 'subscriptions'),
  notifications: page('Notifications', 'notifications'),
  delegations: page('Access Delegations', 'access-delegations'),
  requests: page('Action Requests', 'action-requests'),
  verifications: page('Verifications', 'verifications'),
  guidelines: page('Implementation Guidelines', 'implementation-guidelines'),
  authentication: page('Authentication, Application Layer', 'security/authn-application-layer'),
  concepts: page('Concepts', 'concepts'),
} as const;

export interface Given {
  /** Every version without. */
  readonly versions?: readonly ApiVersion[];
  readonly feature?: Feature;
  /** The holder, and writing, without. */
  readonly needs?: readonly Need[];
}

function row(level: Level) {
  return (id: Row['id'], cites: Citation, sentence: string, holds: Row['holds'], given: Given = {}): Row => ({
    id,
    level,
    versions: given.versions ?? versions,
    ...(given.feature !== undefined && { feature: given.feature }),
    cites,
    sentence,
    needs: given.needs ?? ['holder', 'writes'],
    holds,
  });
}

export const must = row('MUST');
export const should = row('SHOULD');

/** Versions before one. */
export const before = (first: ApiVersion): readonly ApiVersion[] => versions.slice(0, versions.indexOf(first));

/** Whether the version under test is this one or newer. */
export const isSince = ({ version }: World, first: ApiVersion): boolean => since(first).includes(version);

/** A partner that the holder can give access to. */
export const withPartner: readonly Need[] = ['holder', 'partner', 'decision', 'writes'];
/** The holder, and a partner that asks. */
export const asking: readonly Need[] = ['holder', 'partner', 'writes'];
/** A partner with access beside a caller without. */
export const withStranger: readonly Need[] = ['holder', 'partner', 'stranger', 'decision', 'writes'];
/** A partner whose notifications reach the kit. */
export const receiving: readonly Need[] = ['holder', 'partner', 'decision', 'receiver', 'writes'];
