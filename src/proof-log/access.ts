/** Who may have the proof of an entry: whoever may read the thing itself (P13). */
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { type ErasedServices, mayProveErased } from './erased.js';
import type { LogRecord } from '../proofs/format/record.js';

type AccessServices = Pick<ExchangeServices, 'uris' | 'objects' | 'access' | 'requests'> & ErasedServices;

/** @throws ServiceError `not-found` or `forbidden` */
export async function assertMayProve({ graph }: LogRecord, caller: Caller, services: AccessServices): Promise<void> {
  const { uris, objects, access, requests } = services;
  const kind = uris.graphKind(graph);
  // C19e: whoever gets 410 for the thing itself.
  if (await mayProveErased(graph, caller, services)) return;
  if (kind?.kind === 'revision' || kind?.kind === 'event') {
    const { object } = await objects.getOrThrow(kind.object);
    await access.assertAllowed(
      caller,
      kind.kind === 'revision' ? 'GET_LOGISTICS_OBJECT' : 'GET_LOGISTICS_EVENT',
      object,
    );
  } else if (kind?.kind === 'action-request') requests.assertReader(await requests.getOrThrow(graph), caller);
  else if (!caller.internal) throw new ServiceError('forbidden', 'this entry is for internal agents');
}
