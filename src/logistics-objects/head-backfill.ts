/**
 * Writes what earlier versions have not written into the heads of objects: business identifiers and the links of the latest
 * revision. The indexes of both are made from heads. It runs beside the node's requests, once for a large store; a small
 * one is looked through at each start.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../services.js';
import type { Graph } from '../rdf/graph.js';
import { factory, iri, node, type Quad, triple } from '../rdf/terms.js';
import { dcterms } from '../rdf/vocabulary.js';
import type { LookupEntry } from '../store/lookup.js';
import { Identifiers, identifierStatements } from './identifiers.js';
import { ALL_OBJECTS } from './lookups.js';
import { linkedObjects, linkStatements, MAX_LINKS } from './links.js';
import type { Head, Revisions } from './revisions.js';

const BATCH = 100;
/** A store with fewer objects gets no mark that it is complete. */
const MIN_MARKED = 1_000;
/** Goes up with each addition to heads. 2: links. */
const VERSION = '2';

type BackfillServices = Pick<Services, 'store' | 'lookups' | 'uris' | 'vocabulary' | 'log' | 'stopping'> & {
  readonly revisions: Revisions;
};

/** Never rejects: what could not be written is tried again at the next start. */
export async function backfillHeads(services: BackfillServices): Promise<void> {
  const { store, uris, log, stopping } = services;
  const mark = iri(`${uris.base}/internal/identifiers`);
  try {
    const marked = await store.read(mark);
    if (marked.object(node(mark), dcterms.hasVersion)?.value === VERSION) return;
    const { seen, written } = await lookThrough(services);
    if (written > 0)
      log.info({ objects: written }, 'identifiers and links of objects of an earlier version are indexed');
    if (stopping.aborted || seen < MIN_MARKED) return;
    await store.transact([mark], (tx) =>
      tx.replace(mark, [triple(node(mark), dcterms.hasVersion, factory.literal(VERSION))]),
    );
  } catch (error) {
    if (!stopping.aborted) log.warn({ err: error }, 'identifiers and links of earlier objects are not all indexed');
  }
}

async function lookThrough(services: BackfillServices): Promise<{ seen: number; written: number }> {
  const { store, lookups, uris, revisions, vocabulary, stopping } = services;
  const identifiers = new Identifiers(vocabulary.namespaces.cargo);
  const missingIn = ({ object, identifiers: listed, links }: Head, data: Graph): Quad[] => {
    const found = listed.length > 0 ? [] : identifiers.in(data, object);
    const linked = linkedObjects(data, object, uris).filter((to) => !links.includes(to));
    return [
      ...identifierStatements(node(object), dcterms.identifier, found),
      ...linkStatements(object, linked.slice(0, MAX_LINKS - links.length)),
    ];
  };
  let [seen, written] = [0, 0];
  let after: LookupEntry | undefined;
  do {
    const page: LookupEntry[] = await store.lookup(lookups.objects, ALL_OBJECTS, {
      limit: BATCH,
      ...(after !== undefined && { after }),
    });
    for (const { value: object } of page) {
      if (stopping.aborted) return { seen, written };
      seen += 1;
      const head = await revisions.head(object);
      if (head === undefined) continue;
      const missing = missingIn(head, await store.read(revisions.latest(head).graph));
      if (missing.length === 0) continue;
      await store.transact([object], async (tx) => {
        const current = await revisions.headIn(tx, object);
        if (current === undefined) return;
        await tx.insert(uris.head(object), missingIn(current, await tx.read(revisions.latest(current).graph)));
      });
      written += 1;
    }
    after = page.at(-1);
    // Requests go first.
    await nextTurn();
  } while (after !== undefined);
  return { seen, written };
}
