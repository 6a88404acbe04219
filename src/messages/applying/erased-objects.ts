/**
 * Objects that an erasure has used up are not made again (X95): what a message says of them is reported, links to them are
 * left out.
 */
import { type Graph, graphOf } from '../../rdf/graph.js';
import { type Iri, isIri, type Quad } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { Leaf } from '../reading/findings.js';
import type { KnownObjects } from './known-objects.js';
import { isEmbedded } from './content.js';
import type { Stated, StatedObject } from './stated.js';

/**
 * Leaves out what was erased, and what only hangs below it and is not here: it would be made for nothing.
 *
 * @returns the URIs of what was left out.
 */
export async function leaveOutErased(stated: Stated, known: KnownObjects): Promise<ReadonlySet<string>> {
  const absent = new Set<Iri>();
  const gone = new Set<string>();
  await Promise.all(
    stated.objects.map(async ({ uri }) => {
      if (await known.has(uri)) return;
      absent.add(uri);
      if (await known.isErased(uri)) gone.add(uri);
    }),
  );
  if (gone.size === 0) return gone;
  let rest = [...gone];
  while (rest.length > 0) {
    rest = belowOnly(gone, stated).filter((uri) => isIri(uri) && absent.has(uri) && uri !== stated.waybill);
    for (const uri of rest) gone.add(uri);
  }
  const left = stated.objects.filter(({ uri }) => gone.has(uri));
  const remaining = stated.objects.filter(({ uri }) => !gone.has(uri));
  stated.keep(remaining);
  for (const one of [...remaining, ...stated.events])
    one.quads = reached(
      one.quads.filter(({ object }) => !gone.has(object.value)),
      one.quads,
    );
  const stillStated = new Set(stated.statements.map((quad) => stated.leafOf(quad)));
  for (const object of left) report(object, stated, stillStated);
  return gone;
}

/** What erased objects link to, and nothing else of the message does. */
function belowOnly(gone: ReadonlySet<string>, { objects, events }: Stated): string[] {
  const below = new Set<string>();
  const elsewhere = new Set<string>();
  for (const one of objects)
    for (const { object } of one.quads)
      if (object.value !== one.uri) (gone.has(one.uri) ? below : elsewhere).add(object.value);
  for (const { quads } of events) for (const { object } of quads) elsewhere.add(object.value);
  return [...below].filter((value) => !elsewhere.has(value) && !gone.has(value));
}

/** Without embedded objects that consisted of nothing but what was left out. */
function reached(quads: readonly Quad[], before: readonly Quad[]): readonly Quad[] {
  if (quads.length === before.length) return quads;
  const present = new Set(quads);
  const lost = new Set(before.filter((quad) => !present.has(quad)).map(({ subject }) => subject.value));
  for (const { subject, predicate } of quads) if (!predicate.equals(rdfTerms.type)) lost.delete(subject.value);
  const isEmpty = ({ subject, object }: Quad): boolean =>
    lost.has(subject.value) || (isEmbedded(object) && lost.has(object.value));
  return reached(
    quads.filter((quad) => !isEmpty(quad)),
    quads,
  );
}

/** The values that no other object has; of a piece that is nothing but one of many, their count. */
function report({ quads, countedBy }: StatedObject, stated: Stated, stillStated: ReadonlySet<Leaf | undefined>): void {
  const own = quads.map((quad) => stated.leafOf(quad)).filter((leaf) => leaf !== undefined && !stillStated.has(leaf));
  for (const leaf of own) leaf?.leftOut('erased');
  if (own.length > 0) return;
  const others = stated.objects.filter((one) => one.countedBy === countedBy).length;
  countedBy?.leftOut('erased', String(others));
}

/** What the message before said, without what was erased since: its links stay where they are. */
export const withoutObjects = (before: Graph, erased: ReadonlySet<string>): Graph =>
  graphOf(Array.from(before).filter(({ subject, object }) => !erased.has(subject.value) && !erased.has(object.value)));
