/** Queues of deliveries: their states, and the operator's actions. */
import type { DeliveryQueue, DeliveryQueuesAnswer, RetryAnswer } from '../../src/console/responses.js';
import {
  type Act,
  ask,
  askJson,
  capitalized,
  chip,
  config,
  consoleApi,
  drafts,
  html,
  nothing,
  number,
  pathBelowBase,
  query,
  type TemplateResult,
  termLabel,
  termText,
  timeView,
  visibleText,
} from '../core/index.js';
import { deliveriesTexts as t } from '../texts/deliveries.js';
import { actingAs, reasonField, reasonOf } from './acting.js';
import type { Acts } from './acts.js';
import { errorWords } from './delivery-error-words.js';

/** The key of a queue. */
export interface QueueName {
  readonly subscriber: string;
  readonly topic: string;
}

/** The topic of a queue: a class in words, or an object. */
export function topicView(topic: string): TemplateResult {
  return topic.startsWith(config().namespaces.cargo)
    ? html`<span title=${topic}>${termText(topic, true)}</span>`
    : html`<cg-uri .uri=${topic} .compact=${true}></cg-uri>`;
}

/** "Logistics object created" */
export const eventLabel = (eventType: string): string => capitalized(termLabel(eventType));

const tones = { idle: 'good', sending: 'info', 'backing-off': 'bad', paused: 'wait', waiting: 'info' } as const;

export const queuePath = ({ subscriber, topic }: QueueName): string =>
  `/deliveries/queue${query({ subscriber, topic })}`;

/** The state with its explanation: the agent that paused the queue, or the time of the next attempt. */
export function stateView({ state, paused, nextAttempt }: DeliveryQueue): TemplateResult {
  return html`${chip(t.states[state], tones[state])}${
    paused === null
      ? state === 'backing-off' && nextAttempt !== null
        ? html`<p class="hint">${t.until} ${timeView(nextAttempt, 'ago')}</p>`
        : nothing
      : html`<p class="hint">
          ${t.pausedBy} <cg-uri .uri=${paused.by} .compact=${true}></cg-uri>,
          ${timeView(paused.at, 'ago')}${paused.reason === null ? nothing : html`: ${visibleText(paused.reason)}`}
        </p>`
  }`;
}

/** "340 ms", "2.1 s", "3 min", "5 h", "3 d". */
export function duration(ms: number): string {
  if (ms < 1000) return t.milliseconds(number(Math.round(ms)));
  if (ms < 120_000) return t.seconds(number(Math.round(ms / 100) / 10));
  if (ms < 7_200_000) return t.minutes(number(Math.round(ms / 60_000)));
  return ms < 172_800_000 ? t.hours(number(Math.round(ms / 3_600_000))) : t.days(number(Math.round(ms / 86_400_000)));
}

export function confirmedView({ lastConfirmed, latencyMs }: DeliveryQueue): TemplateResult {
  return html`${
    lastConfirmed === null ? html`<span class="quiet">${t.never}</span>` : timeView(lastConfirmed, 'ago')
  }${latencyMs === null ? nothing : html`<p class="hint">${t.median(duration(latencyMs.p50))}</p>`}`;
}

export function answerView({ attempts, lastError, failingSince }: DeliveryQueue): TemplateResult | typeof nothing {
  if (attempts === 0 && lastError === null) return nothing;
  return html`${
      lastError === null
        ? nothing
        : html`<p class="bad-text">${capitalized(errorWords(lastError))}</p>
            <details>
              <summary>${t.code}</summary>
              <cg-text .text=${lastError}></cg-text>
            </details>`
    }
    <p class="hint">
      ${t.attempts(attempts)}${
        failingSince === null ? nothing : html`, ${t.failingSince} ${timeView(failingSince, 'ago')}`
      }
    </p>`;
}

const named = ({ subscriber, topic }: QueueName): TemplateResult =>
  html`${actingAs()}
    <p><cg-uri .uri=${subscriber} .compact=${true}></cg-uri> ${t.about} ${topicView(topic)}</p>`;

export function retryAct({ subscriber, topic }: QueueName, { done }: Pick<Acts, 'done' | 'update'>): Act {
  return {
    title: t.retryTitle,
    body: () =>
      html`${named({ subscriber, topic })}
        <p>${t.retryBody}</p>`,
    confirm: t.retry,
    isDangerous: false,
    run: async () => {
      const { queues } = await askJson<RetryAnswer>(consoleApi('/delivery-queues/retry'), {
        method: 'POST',
        body: JSON.stringify({ subscriber, topic }),
        headers: { 'Content-Type': 'application/json' },
      });
      await done(t.retried(queues));
    },
  };
}

export function pauseAct(
  { subscriber, topic }: QueueName,
  paused: boolean,
  { done, update }: Pick<Acts, 'done' | 'update'>,
): Act {
  const draft = `pause ${subscriber} ${topic}`;
  return {
    title: paused ? t.pauseTitle : t.resumeTitle,
    body: () =>
      html`${named({ subscriber, topic })}
        <p>${paused ? t.pauseBody : t.resumeBody}</p>
        ${paused ? reasonField({ draft, hint: t.pauseHint, update }) : nothing}`,
    confirm: paused ? t.pause : t.resume,
    isDangerous: paused,
    isReady: () => !paused || reasonOf(draft) !== '',
    run: async () => {
      const reason = paused ? reasonOf(draft) : null;
      await ask(consoleApi('/delivery-queues/pause'), {
        method: 'PUT',
        body: JSON.stringify({ subscriber, topic, paused, reason }),
        headers: { 'Content-Type': 'application/json' },
      });
      drafts.set(draft, '');
      await done(paused ? t.paused : t.resumed);
    },
  };
}

export function skipAct(queue: QueueName, notification: string, { done, update }: Pick<Acts, 'done' | 'update'>): Act {
  const draft = `skip ${notification}`;
  return {
    title: t.skipTitle,
    body: () =>
      html`${named(queue)}
        <p><cg-uri .uri=${notification} .compact=${true}></cg-uri></p>
        <p>${t.skipBody}</p>
        ${reasonField({ draft, update })}`,
    confirm: t.skip,
    isDangerous: true,
    isReady: () => reasonOf(draft) !== '',
    run: async () => {
      await ask(consoleApi('/deliveries/skip'), {
        method: 'POST',
        body: JSON.stringify({ notification, reason: reasonOf(draft) }),
        headers: { 'Content-Type': 'application/json' },
      });
      drafts.set(draft, '');
      await done(t.skipped);
    },
  };
}

export function revokeSubscriptionAct(
  queue: QueueName,
  subscription: string,
  { done }: Pick<Acts, 'done' | 'update'>,
): Act {
  return {
    title: t.revokeTitle,
    body: () =>
      html`${named(queue)}
        <p>${t.revokeBody}</p>`,
    confirm: t.revoke,
    isDangerous: true,
    run: async (key) => {
      await ask(pathBelowBase(subscription) ?? '', { method: 'DELETE', key });
      await done(t.revoked);
    },
  };
}

/** The buttons of a queue: retry now, pause or resume. */
export function queueActs(queue: DeliveryQueue, acts: Acts, tone?: 'small'): TemplateResult {
  const isPaused = queue.state === 'paused';
  return html`${queue.waiting > 0 && !isPaused ? acts.button(t.retry, () => retryAct(queue, acts), tone) : nothing}
  ${acts.button(isPaused ? t.resume : t.pause, () => pauseAct(queue, !isPaused, acts), tone)}`;
}

/** The causes that block every queue. */
export function tokenNotice({ token }: Pick<DeliveryQueuesAnswer, 'token'>): TemplateResult | typeof nothing {
  if (token.ok) return nothing;
  return html`<div class="notice bad" role="alert">
    <p class="notice-title">${t.noToken}</p>
    ${token.lastError === null ? nothing : html`<p>${visibleText(token.lastError)}</p>`}
    <p class="hint">${t.noTokenHint}</p>
  </div>`;
}
