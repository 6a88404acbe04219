/** Announcements: an internal agent notifies an organization of an object that may interest it (V67, L25). */
import { ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { jsonBodyOf } from '../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../openapi/operation.js';
import { exampleIds } from '../openapi/section.js';
import { isIri } from '../rdf/terms.js';
import { serverBaseOf } from '../subscriptions/subscription.js';
import { announcement } from './schemas.js';

const FORM = '{"receiver": "<organization URI>", "logisticsObject": "<URI>"}';

const body = jsonBodyOf(announcement, FORM, (node) => ({
  receiver: 'https://airline.example/logistics-objects/_data-holder',
  logisticsObject: node.uri(exampleIds.piece),
}));

export function announceLogisticsObject({ transactions, objects }: ExchangeServices): DeclaredOperation {
  return operation({
    method: 'POST',
    path: '/internal/announcements',
    id: 'announceLogisticsObject',
    summary: 'Notify an organization that an object is available',
    description:
      'Sends LOGISTICS_OBJECT_AVAILABLE, which exists from API version 2.2.0 on. It does not grant access to the object.',
    accessLevel: 'internal',
    body: body.describe,
    errors: [422],
    responses: () => ({ 204: { description: 'The notification will be sent.' } }),
    handle: async (context) => {
      const { receiver, logisticsObject: object } = await body.read(context);
      if (!isIri(receiver) || !isIri(object)) throw new ServiceError('invalid-body', `the body must be ${FORM}`);
      if (serverBaseOf(receiver) === undefined) {
        const message =
          'the receiver has no address for notifications: it must be an http(s) URI with /logistics-objects/ in it (D27)';
        throw new ServiceError('unprocessable', { message, resource: receiver });
      }
      if (!(await objects.exists(object))) {
        const message = 'only Logistics Objects of this node can be announced; it has none with this URI';
        throw new ServiceError('unprocessable', { message, resource: object });
      }
      await objects.assertNotMoved(object);
      await transactions.transact(
        [],
        (tx) => {
          tx.raise({ kind: 'object-announced', object, receiver });
          return Promise.resolve();
        },
        context.caller.trace,
      );
      return { kind: 'no-content' };
    },
  });
}
