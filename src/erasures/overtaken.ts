/** Erasures are planned before their transaction, which begins again if somebody writes about the same thing meanwhile. */
import { ServiceError } from '../errors.js';
import type { Iri } from '../rdf/terms.js';

/** Attempts to erase something that others write meanwhile. */
const MAX_ATTEMPTS = 5;

/** Something was written about the object since it was looked at. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** @throws ServiceError `unavailable` for what others write without a pause. */
export async function retried<Result>(attempt: () => Promise<Result>, resource: Iri): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (count === MAX_ATTEMPTS)
        throw new ServiceError('unavailable', {
          message: 'others write about this all the time; try again later',
          resource,
        });
    }
  }
}
