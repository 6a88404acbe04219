/** What the signed-in agent has asked for, to be found when the answer to its asking was lost. */
import type { RequestsAnswer } from '../../src/console/responses.js';
import { askJson, consoleApi, me, query } from '../core/index.js';

/** The newest request of this kind that the agent has made about an object since a time of the node. */
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
