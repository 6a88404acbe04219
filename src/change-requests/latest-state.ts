/** The state of an object that the conditions of a change are compared with (D49). */
import { type Current, stateOf } from '../http/conditions.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { revisionTag } from '../logistics-objects/path-object.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { GraphReader } from '../store/store.js';

export async function latestState(
  { uris }: Pick<ExchangeServices, 'uris'>,
  { object, latestRevision, modified }: Head,
  reader: GraphReader,
): Promise<Current> {
  const data = await reader.read(uris.revision(object, latestRevision));
  return stateOf(revisionTag(latestRevision, data), modified);
}
