/** Deletes what is held of an object (M31): statements go; numbers, digests and provenance stay, with who and when. */
import { ServiceError } from '../../errors.js';
import type { Iri } from '../../rdf/terms.js';
import type { ErasureReason } from '../../rdf/erasure-terms.js';
import { Facts } from '../facts.js';
import { node } from '../../rdf/terms.js';
import { prov } from '../../rdf/vocabulary.js';
import type { LookupEntry } from '../../store/lookup.js';
import type { Transaction } from '../../store/store.js';
import type { MirrorContext, MirrorServices } from '../mirror-services.js';
import type { Copies } from './copies.js';
import type { CopyAccess, CopyFacts } from './copy-facts.js';
import { changedHead, describeHead } from './head.js';
import type { LegalHolds } from '../../legal-holds/legal-holds.js';
import { describeProvenance, readProvenance } from './provenance.js';

/** The revisions or events in one commit. */
const CHUNK = 100;

interface PurgeOptions {
  /** What the head says afterwards. */
  readonly access?: CopyAccess;
  readonly lost?: AbortSignal;
}

const nothingHeld: Partial<CopyFacts> = {
  ...{
    held: 0,
    type: undefined,
    label: undefined,
    identifiers: [],
    etag: undefined,
    acceptedVariant: undefined,
    disputes: [],
    decidedDisputes: [],
    gaps: [],
    linksFollowed: 0,
  },
  found: { start: 0, notification: 0, sweep: 0, repair: 0 },
  ...{ events: 0, newestEvent: undefined, unreadEvents: undefined },
};

/** A copy that goes for good: an erasure (P26). */
export interface PurgedCopy {
  readonly copy: Iri;
  readonly reason: ErasureReason;
  /** Undefined for the node itself. */
  readonly by: Iri | undefined;
}

export class Purging {
  /** @param record puts an erasure on record; undefined where that is done elsewhere. */
  constructor(
    private readonly context: MirrorServices & Pick<MirrorContext, 'ext'>,
    private readonly copies: Copies,
    private readonly holds: LegalHolds,
    private readonly record?: (purged: PurgedCopy) => Promise<void>,
  ) {}

  /** As `purge`. @throws ServiceError `not-found` without a copy, `conflict` for one that is followed or held (P44). */
  async request(object: Iri, by: Iri): Promise<void> {
    const head = await this.copies.find(object);
    if (head === undefined) throw new ServiceError('not-found', { message: 'there is no copy', resource: object });
    await this.holds.assertNotHeld(this.context.store, object);
    if (head.reaches.length > 0)
      throw new ServiceError('conflict', { message: 'the copy is followed: end its follows first', resource: object });
    await this.erase({ copy: object, reason: 'OTHER', by });
  }

  /** As `purge`, as an erasure on record, if anything is held. @throws ServiceError while it cannot be recorded (P43). */
  async erase(purged: PurgedCopy, options: PurgeOptions = {}): Promise<void> {
    const head = await this.copies.find(purged.copy);
    if (head !== undefined && (head.held > 0 || head.events > 0)) await this.record?.(purged);
    await this.purge(purged.copy, purged.by, options);
  }

  /** Deletes what is held. Done again, it deletes what was left. */
  async purge(
    object: Iri,
    by: Iri | undefined,
    { access = { kind: 'unknown' }, lost }: PurgeOptions = {},
  ): Promise<void> {
    const { store, uris, lookups, clock, ext } = this.context;
    const graph = uris.copyHead(object);
    const at = clock.now();
    // The head first: nothing that is about to go is shown as held.
    await store.transact([graph], async (tx) => {
      const head = await this.copies.in(tx, object);
      const change = { ...nothingHeld, access };
      if (head !== undefined) await tx.replace(graph, describeHead(graph, changedHead(head, change, at), ext));
      lost?.throwIfAborted();
    });
    for (const [lookup, purgeOne] of [
      [lookups.mirror.revisions, (tx: Transaction, subject: Iri) => this.#revision(tx, subject, at, by)],
      [lookups.mirror.events, (tx: Transaction, subject: Iri) => this.#event(tx, subject, at, by)],
    ] as const) {
      let after: LookupEntry | undefined;
      do {
        const page: LookupEntry[] = await store.lookup(lookup, object, { limit: CHUNK, ...(after && { after }) });
        after = page.at(-1);
        await store.transact([graph], async (tx) => {
          for (const { value } of page) await purgeOne(tx, value);
          lost?.throwIfAborted();
        });
      } while (after !== undefined);
    }
  }

  /** Deletes one event. */
  async event(object: Iri, graph: Iri, lost: AbortSignal): Promise<void> {
    await this.context.store.transact([this.context.uris.copyHead(object)], async (tx) => {
      await this.#event(tx, graph, this.context.clock.now(), undefined);
      lost.throwIfAborted();
    });
  }

  async #revision(tx: Transaction, subject: Iri, at: Date, by: Iri | undefined): Promise<void> {
    const { uris } = this.context;
    const provenance = uris.provenance(subject);
    const known = readProvenance(await tx.read(provenance), subject, this.context);
    await tx.erase(subject);
    await tx.erase(uris.copyBeside(subject));
    if (known === undefined) return;
    for (let index = 1; index <= known.variants; index += 1) {
      const variant = uris.copyVariant(subject, index);
      await tx.erase(variant);
      await tx.erase(uris.copyBeside(variant));
    }
    if (known.purgedAt === undefined)
      await tx.replace(provenance, describeProvenance({ ...known, purgedAt: at, purgedBy: by }, this.context));
  }

  async #event(tx: Transaction, subject: Iri, at: Date, by: Iri | undefined): Promise<void> {
    const { uris, ext } = this.context;
    await tx.erase(subject);
    const facts = new Facts(node(subject)).date(ext.purged, at).iri(prov.wasInvalidatedBy, by);
    const provenance = uris.provenance(subject);
    const isPurged = (await tx.read(provenance)).object(node(subject), ext.purged) !== undefined;
    if (!isPurged) await tx.insert(provenance, facts.statements);
  }
}
