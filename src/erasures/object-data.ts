/** All that a node holds of an object: its graphs, and what is about it elsewhere (P28). */
import { objectsOf } from '../action-requests/lookups.js';
import type { ActionRequest } from '../action-requests/action-request.js';
import { copiesPartition } from '../drafts/lookups.js';
import type { Head } from '../logistics-objects/revisions.js';
import { filterPartition } from '../messages/lookups.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import { turns } from '../async/turns.js';
import type { IndexedLookup } from '../store/lookup.js';
import type { ErasureServices } from './lookups.js';
import { messagesDescribing } from './object-messages.js';

export interface ObjectData {
  readonly head: Head;
  readonly revisions: readonly Iri[];
  readonly events: readonly Iri[];
  /** The graphs below the URI of the object, revisions and events included. */
  readonly graphs: readonly Iri[];
  /** The requests about it, in the order of their URIs. */
  readonly requests: readonly Iri[];
  /** Entries of the outbox, and those of the inbox. */
  readonly waiting: readonly Iri[];
  readonly received: readonly Iri[];
  /** Messages that made or changed it, or are about it. */
  readonly messages: readonly Iri[];
  /** Drafts and templates that were made from it. */
  readonly drafts: readonly Iri[];
}

/** Graphs read before others get a turn. */
const IN_STEP = 50;

/** @returns all that there is at the last commit. */
export async function findObjectData(
  head: Head,
  services: Pick<ErasureServices, 'store' | 'lookups' | 'uris'>,
): Promise<ObjectData> {
  const { store, lookups, uris } = services;
  const { object } = head;
  const all = async (lookup: IndexedLookup, partition: string = object): Promise<Iri[]> =>
    (await store.lookup(lookup, partition)).map(({ value }) => value);
  const revisions = Array.from({ length: head.latestRevision }, (_, index) => uris.revision(object, index + 1));
  const events = distinct(await all(lookups.events.byCreation), await all(lookups.events.byRecording));
  const provenance = [...revisions, ...events].map((subject) => uris.provenance(subject));
  const graphs = [
    ...[uris.head(object), uris.links(object), uris.words(object), uris.acl(object)],
    ...(await all(lookups.access.replacedLists)),
    ...revisions,
    ...events,
    ...provenance,
  ];
  const messages: Iri[] = await all(lookups.messages.messages, filterPartition({ waybill: object }));
  for (const [index, graph] of provenance.entries()) {
    if (index % IN_STEP === IN_STEP - 1) await turns.next();
    const data = await store.read(graph);
    for (const { object: source } of data.match(node(uris.subjectOf(graph)), prov.wasDerivedFrom))
      if (uris.isOfKind(source.value, 'message'))
        messages.push(uris.message(source.value.slice(source.value.lastIndexOf('/') + 1)));
  }
  return {
    ...{ head, revisions, events, graphs },
    requests: distinct(await all(lookups.requests.byObject), await all(lookups.erasures.subscriptionsAbout)).sort(),
    waiting: await all(lookups.erasures.waitingAbout),
    received: await all(lookups.erasures.receivedAbout),
    drafts: await all(lookups.drafts.drafts, copiesPartition(object)),
    messages: distinct(messages, await messagesDescribing(object, messages, services)),
  };
}

/** Whether a request is about other objects, too. */
export const isAboutOthers = (
  { data }: ActionRequest,
  object: Iri,
  { vocabulary }: Pick<ErasureServices, 'vocabulary'>,
): boolean => objectsOf(data, vocabulary).some((one) => one !== object);

const distinct = (...lists: readonly (readonly Iri[])[]): Iri[] => [...new Set(lists.flat())];
