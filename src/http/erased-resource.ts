/** The answer to a request for an erased resource, which depends on who asks (P32). */
import { ServiceError, type Tombstone } from '../errors.js';
import type { Caller } from './caller.js';

/**
 * A resource was erased. By itself it is the refusal that anybody gets for what they may not read: who could read the
 * resource gets `seenBy`.
 */
export class ErasedResource extends ServiceError {
  /** @param isReader whether a caller could read the resource when it was erased; internal agents always can. */
  constructor(
    private readonly erased: Tombstone,
    private readonly isReader: (caller: Caller) => boolean,
  ) {
    super('forbidden', {
      message:
        'the authenticated agent does not hold the permission in the access control list of this Logistics Object',
      resource: erased.resource,
    });
  }

  /** The error for a caller: 410 with the tombstone for those who could read it, else 403. */
  seenBy(caller: Caller): ServiceError {
    if (!caller.internal && !this.isReader(caller)) return this;
    const { resource, deletedAt, reason } = this.erased;
    return new ServiceError(
      'erased',
      { message: `erased on ${deletedAt.toISOString().replace(/\.\d+/, '')}`, resource },
      {
        headers: { Link: `<${reason.slice(0, reason.indexOf('#'))}>; rel="describedby"` },
        tombstone: this.erased,
      },
    );
  }
}

/** An error as a caller gets it. */
export const seenBy = (error: unknown, caller: Caller): unknown =>
  error instanceof ErasedResource ? error.seenBy(caller) : error;
