/**
 * What a partner states of a revision that is held with other statements (M40). Each is stored beside the revision, and
 * an internal agent may have one shown in its place.
 */
import type { GraphReader, Transaction } from '../../store/store.js';
import type { ReceivedGraph } from '../fetching/received.js';
import type { MirrorContext } from '../mirror-services.js';
import type { Dispute } from './copy-facts.js';
import { type CopyProvenance, describeProvenance, digestNow, readProvenance } from './provenance.js';

/** The most variants of one revision: a partner may say something else whenever it is asked. */
const MAX_VARIANTS = 20;

export type VariantContext = Pick<MirrorContext, 'uris' | 'ext' | 'vocabulary'>;

/** The variants of a revision, oldest first. */
export async function variantsIn(
  reader: GraphReader,
  { subject, variants }: CopyProvenance,
  context: VariantContext,
): Promise<CopyProvenance[]> {
  const found: CopyProvenance[] = [];
  for (let index = 1; index <= variants; index += 1) {
    const graph = context.uris.copyVariant(subject, index);
    const variant = readProvenance(await reader.read(context.uris.provenance(graph)), graph, context);
    if (variant !== undefined) found.push(variant);
  }
  return found;
}

/** What is shown for a revision: itself, or the variant of the last decision. */
export function visibleOf(held: CopyProvenance, variants: readonly CopyProvenance[]): CopyProvenance {
  let visible = held;
  for (const variant of variants)
    if (variant.decision !== undefined && variant.decision.at >= (visible.decision?.at ?? variant.decision.at))
      visible = variant;
  return visible;
}

/** The contradiction of an answer with what is shown for its revision. */
export const changedInPlace = (visible: CopyProvenance, { digest }: ReceivedGraph, now: Date): Dispute => ({
  kind: 'changed-in-place',
  since: now,
  revision: visible.number,
  text: `revision ${visible.number} came with the digest ${short(digest)}; that received at ${visible.receivedAt.toISOString()} has ${short(digestNow(visible))}`,
});

const short = (digest: string): string => `${digest.slice(0, 12)}…`;

/**
 * Stores an answer beside its revision, unless it has been since the last decision.
 *
 * @param make the provenance of the variant.
 */
export async function addVariant(
  tx: Transaction,
  { held, variants, object }: { held: CopyProvenance; variants: readonly CopyProvenance[]; object: ReceivedGraph },
  make: (subject: CopyProvenance['subject']) => CopyProvenance,
  context: VariantContext,
): Promise<void> {
  const { uris } = context;
  const undecided = variants.slice(variants.indexOf(visibleOf(held, variants)) + 1);
  if (undecided.some((variant) => digestNow(variant) === object.digest) || held.variants >= MAX_VARIANTS) return;
  const subject = uris.copyVariant(held.subject, held.variants + 1);
  await tx.write(subject, object.main);
  // A variant that is shown counts in queries as its revision does (M55).
  if (object.beside !== '') await tx.write(uris.copyBeside(subject), object.beside);
  await tx.replace(uris.provenance(subject), describeProvenance(make(subject), context));
  const counted = { ...held, variants: held.variants + 1 };
  await tx.replace(uris.provenance(held.subject), describeProvenance(counted, context));
}
