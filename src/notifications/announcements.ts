/** Announcements: an internal agent tells an organization of an object that may interest it (V67, L25). */
import { z } from 'zod';
import { assertInternal } from '../http/caller.js';
import { ServiceError } from '../errors.js';
import type { HandlerResult, RequestContext, Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { isIri } from '../rdf/terms.js';
import { serverBaseOf } from '../subscriptions/subscription.js';

const announcement = z.strictObject({ receiver: z.string(), logisticsObject: z.string() });

export function announcementRoutes({ transactions, objects }: ExchangeServices): Resource[] {
  async function announce(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const body = announcement.safeParse(await context.json());
    const { receiver, logisticsObject: object } = body.data ?? {};
    if (receiver === undefined || object === undefined || !isIri(receiver) || !isIri(object))
      throw new ServiceError(
        'invalid-body',
        'the body must be {"receiver": "<organization URI>", "logisticsObject": "<URI>"}',
      );
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
  }

  return [{ path: '/internal/announcements', methods: { POST: announce } }];
}
