/**
 * VerificationRequests: a partner reports errors in an object, and the holder acknowledges or rejects them. This does
 * not change the object (V30 to V39).
 */
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { RequestContent, Assessment } from '../action-requests/action-requests.js';
import { ServiceError } from '../errors.js';
import type { Requestor } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import { reportOf } from '../rdf/error-description.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { node, triple } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { describeVerification, readVerification, type Verification } from './verification.js';

export const verificationRequestContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: () => [],
  object: (request) => contentFields(request, vocabulary).iri(vocabulary.api.hasLogisticsObject),
});

export class VerificationRequests {
  constructor(private readonly services: ExchangeServices) {}

  /**
   * Creates a VerificationRequest from a body: pending, or failed at once for an outdated revision or a property
   * outside of the data model (V34, L11). The revision does not matter for a requestor without read access to the
   * object (D73).
   *
   * @param head the object in the path.
   * @param allow is called in the transaction, under the object's lock, and throws if a precondition fails (D49).
   * @throws ServiceError `invalid-resource` for the cases of V32.
   */
  async submit(
    { root, data }: JsonLdDocument,
    head: Head,
    requestor: Requestor,
    allow: () => Promise<void> = () => Promise.resolve(),
  ): Promise<ActionRequest> {
    const { transactions, requests, strangers, revisions, access, vocabulary, ids, model, clock } = this.services;
    const { api } = vocabulary;
    const verification = readVerification(data, root, vocabulary);
    if (verification.object !== head.object) {
      throw new ServiceError('invalid-resource', {
        message: `hasLogisticsObject of the Verification is <${verification.object}>, which is not the Logistics Object that this request is sent to`,
        property: api.hasLogisticsObject.value,
        resource: head.object,
      });
    }
    const violations = await model.check(data, [root]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
    const isReader = await access.isAllowed(requestor, 'GET_LOGISTICS_OBJECT', head.object);
    return transactions.transact(
      [head.object],
      async (tx) => {
        await strangers.assertRoom(requestor, await strangers.strangeTo(requestor, [head.object]));
        await allow();
        const current =
          (await revisions.headIn(tx, head.object)) ?? (await this.services.objects.getOrThrow(head.object));
        const { root: content, statements } = describeVerification(data, root, vocabulary, ids);
        const request = await requests.create(
          tx,
          'VerificationRequest',
          (uri) => [
            triple(uri, api.hasLogisticsObject, node(head.object)),
            triple(uri, api.hasVerification, content),
            ...statements,
          ],
          requestor,
          clock.now(),
          this.#failure(verification, isReader ? current.latestRevision : undefined),
        );
        tx.answer(requests.answer(201, request));
        return request;
      },
      requestor.trace,
    );
  }

  /** @param latestRevision undefined if the requestor must not learn it. */
  #failure({ object, revision, properties }: Verification, latestRevision: number | undefined): Assessment | undefined {
    if (latestRevision !== undefined && revision !== latestRevision) {
      const message = `revision ${revision} was verified, but the latest revision of the Logistics Object is ${latestRevision}`;
      return { trigger: 'fail', report: reportOf(new ServiceError('conflict', { message, resource: object })) };
    }
    const unknown = properties.filter((property) => !this.services.model.isProperty(property));
    if (unknown.length === 0) return undefined;
    const details = unknown.map((property) => ({
      message: `the data model has no property <${property}>`,
      property,
      resource: object,
    }));
    return { trigger: 'fail', report: reportOf(new ServiceError('unprocessable', details)) };
  }
}
