/** What a clerk does about a partner that is not told: send now or again, give access, subscribe (K58, K59). */
import type { ActPreview } from '../../src/acts/schemas.js';
import type { ResentAnswer, RetryAnswer, PartyNotice } from '../../src/console/responses.js';
import { type Act, ask, askJson, consoleApi, html } from '../core/index.js';
import { noticeTexts as t } from '../texts/told.js';
import { actingAs } from './acting.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Makes the failing deliveries of a partner due now. */
export async function sendNow(subscriber: string, topic?: string): Promise<number> {
  const { queues } = await askJson<RetryAnswer>(consoleApi('/delivery-queues/retry'), {
    method: 'POST',
    body: JSON.stringify({ subscriber, topic }),
    headers: JSON_TYPE,
  });
  return queues;
}

/** @param done called with the outcome. */
export function sendAgainAct(
  { agent, notification }: PartyNotice,
  name: string,
  done: (text: string) => Promise<void>,
): Act {
  return {
    title: t.againTitle(name),
    body: () =>
      html`${actingAs()}
        <p>${t.againBody}</p>`,
    confirm: t.againConfirm,
    isDangerous: false,
    run: async (key) => {
      await askJson<ResentAnswer>(consoleApi('/receipts/resend'), {
        method: 'POST',
        body: JSON.stringify({ notification, subscriber: agent }),
        headers: JSON_TYPE,
        key,
      });
      await done(t.again(name));
    },
  };
}

const wanted = {
  'give-access': {
    permissions: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
    title: (name: string) => t.accessTitle(name),
    body: (changes: number, same: number) => t.accessBody(changes, same),
    confirm: () => t.accessConfirm,
    done: (name: string) => t.accessGiven(name),
  },
  subscribe: {
    permissions: undefined,
    title: (name: string) => t.subscribeTitle(name),
    body: (changes: number, same: number) => t.subscribeBody(changes, same),
    confirm: () => t.subscribeConfirm,
    done: (name: string) => t.subscribed(name),
  },
} as const;

/** The dialog of an act on the object's whole, after its preview (K45). */
export async function wholeAct(
  act: 'give-access' | 'subscribe',
  { agent, object }: PartyNotice,
  name: string,
  done: (text: string) => Promise<void>,
): Promise<Act> {
  const { permissions, title, body, confirm, done: outcome } = wanted[act];
  const request = JSON.stringify({ act, object, agents: [agent], permissions });
  const preview = await askJson<ActPreview>(consoleApi('/acts/preview'), {
    method: 'POST',
    body: request,
    headers: JSON_TYPE,
  });
  const { digest, possible, counts } = preview;
  return {
    title: title(name),
    body: () =>
      html`${actingAs()}
        <p>${possible ? body(counts.changes, counts.same) : t.impossible}</p>`,
    confirm: confirm(),
    isDangerous: false,
    isReady: () => possible,
    run: async (key) => {
      await ask(consoleApi('/acts'), {
        method: 'POST',
        body: request,
        headers: { ...JSON_TYPE, 'If-Match': `"${digest}"` },
        key,
      });
      await done(outcome(name));
    },
  };
}
