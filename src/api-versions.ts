/**
 * The registry of API versions (L1, L7): the additions of each version. Requests are read as the union of all versions;
 * answers are cut to one version by this table. No other module compares versions.
 */

/** Oldest first. */
export const apiVersions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** Features that only some versions have, with the first version of each; later versions have them too. */
const features = {
  /** A Logistics Object states its revision and the latest one in its body (V12). */
  revisionsInBody: '2.1.0',
  /** Verifications of objects, their requests, and both in audit trails (V9, V10, V17). */
  verificationRequests: '2.1.0',
  /** One event for many objects: `POST /logistics-events` (V9). */
  eventsForManyObjects: '2.3.0',
  /** An AccessDelegation is for one agent (V54). */
  oneDelegate: '2.3.0',
  /** A request reports the warnings of the operator's shapes (D76): earlier, an Error has no severity. */
  warnings: '2.3.0',
  /** A topic for which nothing is offered is an error (V72). */
  declinedProposals: '2.3.0',
  /** A Subscription equal to an existing one of the same subscriber is an error (V74). */
  distinctSubscriptions: '2.3.0',
} as const satisfies Readonly<Record<string, ApiVersion>>;

export type Feature = keyof typeof features;

interface Additions {
  /** Names of the API vocabulary: classes, properties, individuals. */
  readonly names: readonly string[];
  /** Properties that are older elsewhere, and new on instances of a class. */
  readonly propertiesOf: Readonly<Record<string, string>>;
  /** Names that replace older ones. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** Section 1.7 of the later versions. */
const additions: Readonly<Record<Exclude<ApiVersion, '2.0.0'>, Additions>> = {
  '2.1.0': {
    names: [
      'Verification',
      'VerificationRequest',
      'hasVerification',
      'hasVerificationRequest',
      'REQUEST_ACKNOWLEDGED',
      'VERIFICATION_REQUEST_PENDING',
      'VERIFICATION_REQUEST_ACKNOWLEDGED',
      'VERIFICATION_REQUEST_REJECTED',
      'VERIFICATION_REQUEST_FAILED',
      'VERIFICATION_REQUEST_REVOKED',
    ],
    propertiesOf: {},
    renamed: { ErrorDetail: 'ErrorDetails', hasActionRequest: 'hasChangeRequest', isRevokedAt: 'revokedAt' },
  },
  '2.2.0': {
    names: ['hasLogisticsEvent', 'LOGISTICS_OBJECT_AVAILABLE', 'LOGISTICS_OBJECT_ACCESS_GRANTED'],
    propertiesOf: {},
    renamed: {},
  },
  '2.3.0': {
    names: [
      'Severity',
      'ERROR',
      'WARNING',
      'hasSeverity',
      'RequestStatusEntry',
      'hasRequestStatusSince',
      'hasRequestStatusHistory',
      'isChangedBy',
      'MultiStatusResponse',
      'EventCreationResult',
      'hasCreationResult',
      'hasHTTPStatus',
      'hasTotalCreated',
      'hasTotalFailed',
      'usesOrchestration',
    ],
    propertiesOf: { expiresAt: 'AccessDelegation' },
    renamed: {},
  },
};

/** The terms that a version lacks, and its names for the others. */
export interface VersionDifference {
  readonly missing: readonly string[];
  /** For each property, the class whose instances lack it. */
  readonly missingOn: Readonly<Record<string, string>>;
  /** Older names by newer ones. */
  readonly names: Readonly<Record<string, string>>;
}

function compareWithNewest(version: ApiVersion): VersionDifference {
  const newer = apiVersions
    .slice(apiVersions.indexOf(version) + 1)
    .flatMap((later) => (later === '2.0.0' ? [] : [additions[later]]));
  return {
    missing: newer.flatMap(({ names }) => names),
    missingOn: Object.fromEntries(newer.flatMap(({ propertiesOf }) => Object.entries(propertiesOf))),
    names: Object.fromEntries(newer.flatMap(({ renamed }) => Object.entries(renamed))),
  };
}

const differences = new Map(apiVersions.map((version) => [version, compareWithNewest(version)]));

/** How a version differs from the newest one (V7). */
export function differenceOf(version: ApiVersion): VersionDifference {
  return differences.get(version) ?? compareWithNewest(version);
}

export const isOlder = (one: ApiVersion, other: ApiVersion): boolean =>
  apiVersions.indexOf(one) < apiVersions.indexOf(other);

/** The first version that has a feature. */
export function firstVersionWith(feature: Feature): ApiVersion {
  return features[feature];
}

export function hasFeature(version: ApiVersion, feature: Feature): boolean {
  return !isOlder(version, features[feature]);
}

/**
 * The oldest version in which the API has a name, for example an event type of notifications (V70, L35).
 *
 * @param name without its namespace.
 */
export function firstVersionNaming(name: string): ApiVersion {
  const first = apiVersions.find((version) => !differenceOf(version).missing.includes(name));
  if (first === undefined) throw new TypeError('the newest version lacks nothing');
  return first;
}

/** The newest of some versions. */
export function newestOf(versions: Iterable<ApiVersion>): ApiVersion | undefined {
  const given = new Set(versions);
  return apiVersions.findLast((version) => given.has(version));
}

/** A version as a caller or operator writes it, `2.3.0` or `2.3.0-dev` (V3); undefined for an unknown one. */
export function parseApiVersion(text: string): ApiVersion | undefined {
  const name = text.endsWith('-dev') ? text.slice(0, -'-dev'.length) : text;
  return apiVersions.find((version) => version === name);
}
