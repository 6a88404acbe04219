/** What is checked of a Change when it arrives, before it is compared with the object. */
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { type Change, readSubmittedChange, type SubmittedChange } from './change.js';
import type { ChangeServices } from './lookups.js';

/**
 * The Change in a body.
 *
 * @param head the object in the path.
 * @throws ServiceError `invalid-resource`
 */
export async function submittedChange(
  { root, data }: Pick<JsonLdDocument, 'root' | 'data'>,
  head: Head,
  { vocabulary, model }: Pick<ChangeServices, 'vocabulary' | 'model'>,
): Promise<SubmittedChange> {
  const submitted = readSubmittedChange(data, root, vocabulary);
  const { change, unprocessable } = submitted;
  if (change.object !== head.object) {
    throw new ServiceError('invalid-resource', {
      message: `hasLogisticsObject of the Change is <${change.object}>, which is not the Logistics Object that this request is sent to`,
      property: vocabulary.api.hasLogisticsObject.value,
      resource: head.object,
    });
  }
  // An unprocessable op or p must not make the body invalid as well (D16).
  const reportedBelow = new Set<string | undefined>(unprocessable.map(({ property }) => property));
  const violations = (await model.check(data, [root])).filter(
    ({ kind, property }) => !(kind === 'value' && reportedBelow.has(property)),
  );
  if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
  return submitted;
}

/**
 * Errors for the named verification requests that are no VerificationRequests about this object (V40).
 *
 * @param only a requestor that may not read the object: requests of others are hidden from it (D73).
 */
export async function unknownVerifications(
  { object, verificationRequests }: Change,
  only: Caller | undefined,
  { requests, vocabulary }: Pick<ChangeServices, 'requests' | 'vocabulary'>,
): Promise<ErrorDetail[]> {
  const found = await requests.readable(verificationRequests);
  const readable = new Set(
    found
      .filter((request) => only === undefined || requests.mayRead(request, only))
      .filter((request) => request.kind === 'VerificationRequest' && requests.objectOf(request) === object)
      .map(({ uri }) => uri),
  );
  return verificationRequests
    .filter((uri) => !readable.has(uri))
    .map((uri) => ({
      message: `hasVerificationRequest must be the URI of a request to verify this Logistics Object; <${uri}> is not`,
      property: vocabulary.api.hasVerificationRequest.value,
      resource: object,
    }));
}
