/** The erasure of an object with all that is about it alone (P28), in one transaction. */
import type { ActionRequest } from '../action-requests/action-request.js';
import { describeTombstone, type StoredTombstone } from '../access/tombstones.js';
import { readAuthorizations } from '../access/authorization.js';
import type { ReadPermission } from '../access/readers.js';
import { turns } from '../async/turns.js';
import { dropDraft } from '../drafts/drafts.js';
import { eraseMessage } from '../messages/erase-message.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import type { EventTransaction } from '../transactions.js';
import type { Erasure } from './erasure.js';
import { eraseGraph, eraseStatements } from './erasing.js';
import type { ErasureServices } from './lookups.js';
import { isAboutOthers, type ObjectData } from './object-data.js';

/** Graphs that are erased before others get a turn. */
const IN_STEP = 20;

/** The agents that may read a part of an object now; `acl:AuthenticatedAgent` if everybody may. */
export async function currentReaders(
  tx: EventTransaction,
  object: Iri,
  permission: ReadPermission,
  { access, uris, vocabulary }: Pick<ErasureServices, 'access' | 'uris' | 'vocabulary'>,
): Promise<Iri[]> {
  const found = readAuthorizations(await tx.read(uris.acl(object)), vocabulary)
    .filter(({ endsAt, permissions }) => access.hasNotEnded(endsAt) && permissions.has(permission))
    .flatMap(({ agents, anyAuthenticated }) => [
      ...agents,
      ...(anyAuthenticated ? [acl.AuthenticatedAgent.value] : []),
    ]);
  return [...new Set(found)].filter(isIri);
}

/** Erases an object, in a transaction with the lock keys of `locksOf`. */
export async function eraseObject(
  tx: EventTransaction,
  data: ObjectData,
  erasure: Erasure,
  services: ErasureServices,
): Promise<void> {
  const { uris, vocabulary, requests } = services;
  const { object, type, latestRevision } = data.head;
  const readers = new Map<Iri, readonly Iri[]>([
    [object, await currentReaders(tx, object, 'GET_LOGISTICS_OBJECT', services)],
    [uris.events(object), await currentReaders(tx, object, 'GET_LOGISTICS_EVENT', services)],
  ]);
  let step = 0;
  const pause = async (): Promise<void> => {
    step += 1;
    if (step % IN_STEP === 0) await turns.next();
  };
  for (const uri of data.requests) {
    await pause();
    // Another erasure of the transaction may have had a part of it, or all.
    if ((await tx.read(uri)).size === 0) continue;
    const request = (await requests.find(uri)) && (await requests.getOrThrowIn(tx, uri));
    if (request !== undefined && isAboutOthers(request, object, services)) {
      await withoutObject(tx, request, object, services);
      continue;
    }
    if (request !== undefined) {
      readers.set(uri, requests.readersOf(request));
      await endRequest(tx, uri, erasure, services);
    }
    await eraseGraph(tx, uri);
  }
  for (const graph of [...data.graphs, ...data.waiting, ...data.received]) {
    await pause();
    await eraseGraph(tx, graph);
  }
  for (const draft of data.drafts) await dropDraft(tx, draft, uris);
  for (const message of data.messages) await eraseMessage(tx, message, erasure.uri, services);
  const ext = erasureTerms(uris.extensions);
  const tombstone: StoredTombstone = {
    ...{ resource: object, formerType: type, deletedAt: erasure.at, latestRevision, readers },
    ...{ reason: ext[erasure.reason].value, erasure: erasure.uri },
  };
  await tx.replace(uris.tombstone(object), describeTombstone(tombstone, vocabulary, ext));
}

/** A request that is open ends before it goes: its requestor is notified of that as of any other end. */
async function endRequest(
  tx: EventTransaction,
  uri: Iri,
  { by, at }: Erasure,
  { requests }: Pick<ErasureServices, 'requests'>,
): Promise<void> {
  const request = await requests.getOrThrowIn(tx, uri);
  const { kind, status } = request;
  const isForRevocation = kind === 'SubscriptionRequest' || kind === 'AccessDelegationRequest';
  const isOpen = status === 'REQUEST_PENDING' || (isForRevocation && status === 'REQUEST_ACCEPTED');
  if (isOpen) await requests.transition(tx, request, isForRevocation ? 'revoke' : 'reject', { agent: by, at });
}

/** Takes an object out of a request about several. */
async function withoutObject(
  tx: EventTransaction,
  { uri }: ActionRequest,
  object: Iri,
  { vocabulary: { api } }: Pick<ErasureServices, 'vocabulary'>,
): Promise<void> {
  const data = await tx.read(uri);
  await eraseStatements(tx, uri, [...data.match(null, api.hasLogisticsObject, node(object))]);
}
