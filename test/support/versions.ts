/** The API versions, and the additions of each. */
import type { Graph } from '../../src/rdf/graph.js';
import { api, cargo } from './node.js';

export const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'] as const;
export type Version = (typeof versions)[number];

/** Section 1.7 of the later versions, as printed in the standard. */
const brought: Readonly<Record<Version, string>> = {
  '2.0.0': '',
  '2.1.0': `Verification VerificationRequest ErrorDetail hasActionRequest hasVerification hasVerificationRequest isRevokedAt
    REQUEST_ACKNOWLEDGED VERIFICATION_REQUEST_PENDING VERIFICATION_REQUEST_ACKNOWLEDGED VERIFICATION_REQUEST_REJECTED
    VERIFICATION_REQUEST_FAILED VERIFICATION_REQUEST_REVOKED`,
  '2.2.0': 'hasLogisticsEvent LOGISTICS_OBJECT_AVAILABLE LOGISTICS_OBJECT_ACCESS_GRANTED',
  '2.3.0': `Severity ERROR WARNING hasSeverity RequestStatusEntry hasRequestStatusSince hasRequestStatusHistory isChangedBy
    MultiStatusResponse EventCreationResult hasCreationResult hasHTTPStatus hasTotalCreated hasTotalFailed
    usesOrchestration`,
};

const newerThan = (version: Version): Set<string> =>
  new Set(
    versions
      .slice(versions.indexOf(version) + 1)
      .flatMap((later) => brought[later].split(/\s+/))
      .filter(Boolean)
      .map((name) => api + name),
  );
const newer = new Map(versions.map((version) => [version, newerThan(version)]));

const objectTypes = new Set(['Piece', 'Shipment', 'Organization', 'Company'].map((name) => cargo + name));

/** The names in a graph that a version lacks; a value is data, not a name (L36). */
export function newNames(data: Graph, version: Version): string[] {
  const names = newer.get(version) ?? new Set();
  return Array.from(data).flatMap(({ subject, predicate, object }) => {
    const types = data.types(subject);
    const isObject = types.some((type) => objectTypes.has(type));
    const numbered = [`${api}hasRevision`, `${api}hasLatestRevision`].includes(predicate.value);
    if (version === '2.0.0' && isObject && numbered) return [predicate.value];
    const isExpiry = predicate.value === `${api}expiresAt` && types.some((type) => type === `${api}AccessDelegation`);
    if (version !== '2.3.0' && isExpiry) return [predicate.value];
    const isChanged = predicate.value === `${api}hasChangedProperty`;
    const said = object.termType === 'NamedNode' || isChanged ? [object.value] : [];
    return [predicate.value, ...said].filter((name) => names.has(name));
  });
}
