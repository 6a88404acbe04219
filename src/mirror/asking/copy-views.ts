/** Copies and their revisions as answers (M50, M51). */
import type { Gap } from '../copies/copy-facts.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { Copies } from '../copies/copies.js';
import { stateOf } from '../copies/copy-state.js';
import type { CopyProvenance } from '../copies/provenance.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Partners } from '../partners/partners.js';
import type { CopiedRevisionItem, CopiedRevisionsAnswer, CopyItem, HeldRevisionItem } from './schemas.js';

export const textOf = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** The highest revision that is known; 0 for none. */
export const highestKnown = ({ held, seen }: CopyHead): number => Math.max(held, seen);

/** A revision that is or was held. */
export const heldItem = (provenance: CopyProvenance): HeldRevisionItem => ({
  revision: provenance.number,
  graph: provenance.subject,
  received: provenance.receivedAt.toISOString(),
  valid: textOf(provenance.validAt),
  foundBy: provenance.foundBy,
  notification: provenance.hint ?? null,
  ...{ digest: provenance.digest, statements: provenance.statements, variants: provenance.variants },
  digestAfterErasure: provenance.digestAfterErasure ?? null,
  erased: textOf(provenance.erasedAt),
  purged: textOf(provenance.purgedAt),
});

const missingItem = ({ from, to, reason, tried, next }: Gap): CopiedRevisionItem => ({
  ...{ from, to, reason, tried },
  next: textOf(next),
});

export class CopyViews {
  constructor(
    private readonly context: MirrorContext,
    private readonly parts: { readonly copies: Copies; readonly partners: Pick<Partners, 'find'> },
  ) {}

  async item(head: CopyHead): Promise<CopyItem> {
    const { object, server, type, held, gaps } = head;
    const newest = held === 0 ? undefined : await this.parts.copies.revision(object, held);
    const { state, reason } = stateOf(head);
    return {
      ...{ object, server, type: type ?? null, label: head.label ?? null },
      holder: (await this.parts.partners.find(server))?.holder ?? null,
      revision: held === 0 ? null : held,
      latest: highestKnown(head) === 0 ? null : highestKnown(head),
      ...{ state, reason: reason ?? null },
      received: textOf(newest?.receivedAt),
      checked: textOf(head.checkedAt),
      gaps: gaps.length,
    };
  }

  /** Revisions that are or were held, and ranges of missing ones, the highest first. */
  async revisions(
    { object, gaps }: CopyHead,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<CopiedRevisionsAnswer> {
    const { store, lookups } = this.context;
    const { revisions } = lookups.mirror;
    const total = (await store.count(revisions, object)) + gaps.length;
    const end = offset + limit;
    const held = await store.lookup(revisions, object, { limit: end, reverse: true });
    const all = [
      ...held.map(({ order, value }) => ({ from: order, value })),
      ...gaps.map((gap) => ({ from: gap.from, gap })),
    ].sort((one, other) => other.from - one.from);
    const items = await Promise.all(
      all.slice(offset, end).map(async (one): Promise<CopiedRevisionItem[]> => {
        if ('gap' in one) return [missingItem(one.gap)];
        const provenance = await this.parts.copies.provenanceOf(one.value);
        return provenance === undefined ? [] : [heldItem(provenance)];
      }),
    );
    return { object, items: items.flat(), total };
  }
}
