/** Finds the signed-in agent's own request after the answer to its submission was lost. */
import type { RequestsAnswer } from '../../src/console/responses.js';
import { askJson, consoleApi, me, query } from '../core/index.js';

/** The agent's newest request of this kind about an object since a time of the node. */
export async function ownRequest(
  kind: 'ChangeRequest' | 'AccessDelegationRequest' | 'SubscriptionRequest',
  object: string,
  since: Date,
): Promise<string | undefined> {
  const path = consoleApi('/requests') + query({ type: kind, object, sort: '-requested', limit: 50 });
  const { items } = await askJson<RequestsAnswer>(path);
  const isCallers = ({ requestedBy, requestedAt }: (typeof items)[number]): boolean =>
    requestedBy === me().agent && new Date(requestedAt) >= since;
  return items.find(isCallers)?.uri;
}
