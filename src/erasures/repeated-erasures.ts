/**
 * Erasures of the list beside the store, carried out again on a store that is older than they are (P43). Each is on record
 * as it was: its URI, time, reason and agent. Who was notified of it is notified again, as far as the store knows of
 * them: what waited to be delivered was lost with the newer store, and the request that follows is 410 in any case.
 */
import { describeTombstone } from '../access/tombstones.js';
import type { ErasureLine } from '../erasure-list/line.js';
import { ServiceError } from '../errors.js';
import { UnderLegalHold } from '../legal-holds/legal-holds.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import type { Erasure } from './erasure.js';
import type { Erasures } from './erasures.js';
import type { ErasureServices } from './lookups.js';
import { recordErasure } from './record-erasure.js';

/** What became of an erasure: `recorded` where there was nothing to erase. */
export type Repetition = 'erased' | 'recorded' | 'held';

/** Errors for what is not there, or not any more. */
const ABSENT: ReadonlySet<ServiceError['kind']> = new Set([
  'not-found',
  'conflict',
  'forbidden',
  'erased',
  'gone',
  'unprocessable',
]);

export class RepeatedErasures {
  constructor(
    private readonly services: ErasureServices,
    private readonly erasures: Pick<Erasures, 'erase'>,
  ) {}

  /** @throws ServiceError for a store that cannot be written. */
  async repeat(line: ErasureLine): Promise<Repetition> {
    const { id, what, erased, property, subject, reason, at, by, told } = line;
    const order = {
      ...{ target: { kind: what, erased, property, subject }, reason, comment: undefined, isNotified: told },
      repeats: { uri: id, at },
    };
    try {
      const requestor = { agent: by, internal: true, apiVersion: undefined };
      await this.erasures.erase(order, requestor, () => Promise.resolve());
      return 'erased';
    } catch (error) {
      if (error instanceof UnderLegalHold) return 'held';
      if (!(error instanceof ServiceError && ABSENT.has(error.kind))) throw error;
    }
    await this.#record(line);
    return 'recorded';
  }

  /** An id is used up, although the store is older than what had it (P35). */
  #record(line: ErasureLine): Promise<void> {
    const { id, erased, property, subject, reason, at, by } = line;
    const { transactions, revisions } = this.services;
    return transactions.transact([erased, id], async (tx) => {
      // Another node has carried it out meanwhile.
      if ((await tx.read(id)).size > 0) return;
      const order = { reason, comment: undefined, repeats: { uri: id, at }, receivers: 0, property, subject };
      const erasure = await recordErasure(tx, erased, order, by, this.services);
      if (property === undefined) await this.#useUp(tx, line, erasure);
      else if ((await revisions.headIn(tx, erased)) !== undefined) await revisions.addErasure(tx, erased, id, []);
    });
  }

  /** Who could read it is not known: internal agents get 410, others 403. */
  async #useUp(tx: EventTransaction, { what, erased }: ErasureLine, { uri, at, reason }: Erasure): Promise<void> {
    if (what !== 'object' && what !== 'event') return;
    const { uris, vocabulary } = this.services;
    const ext = erasureTerms(uris.extensions);
    const graph = uris.tombstone(erased);
    if ((await tx.read(graph)).size > 0) return;
    const isThere = (await tx.read(what === 'object' ? uris.head(erased) : erased)).size > 0;
    if (isThere) return;
    const readers = new Map<Iri, readonly Iri[]>();
    const tombstone = {
      ...{ resource: erased, formerType: undefined, deletedAt: at, latestRevision: undefined, readers },
      ...{ reason: ext[reason].value, erasure: uri },
    };
    await tx.replace(graph, describeTombstone(tombstone, vocabulary, ext));
  }
}
