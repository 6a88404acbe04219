/** What is said of one partner: whether it was told of the latest revision, and if not why (K58). */
import type { NotifiedPartiesAnswer, PartyNotice } from '../../src/console/responses.js';
import { capitalized, listOf, me, plainText, termLabel, timeText } from '../core/index.js';
import { noticeTexts as t } from '../texts/told.js';
import { agentName } from './agent-name.js';
import { errorWords } from './delivery-error-words.js';

const at = (time: string | null): string => (time === null ? '' : timeText(new Date(time)));

function failing({ since, lastError, attempts, nextAttempt }: PartyNotice): string {
  if (lastError === null) return t.failingOwn(at(since));
  const isDue = nextAttempt === null || new Date(nextAttempt).getTime() <= Date.now();
  return t.failing(at(since), errorWords(lastError), attempts, isDue ? t.now : at(nextAttempt));
}

function paused({ by, since, reason }: PartyNotice): string {
  if (by === null) return t.pausedOwn;
  return reason === null
    ? t.paused(agentName(by), at(since))
    : t.pausedFor(agentName(by), at(since), plainText(reason, 300));
}

function filtered({ rule, properties }: PartyNotice): string {
  if (rule === 'events') return t.events;
  if (rule === 'condition' || properties.length === 0) return t.condition;
  return t.properties(listOf(properties.map((property) => plainText(termLabel(property), 60))));
}

/** The sentence after the name of the partner. */
export function noticeSentence(item: PartyNotice, { receiptDays }: Pick<NotifiedPartiesAnswer, 'receiptDays'>): string {
  const { state, latest, revision, since, by, reason, subscription } = item;
  switch (state) {
    case 'told':
      return t.told(revision ?? latest, at(since));
    case 'failing':
      return failing(item);
    case 'waiting':
      return t.waiting(at(since));
    case 'paused':
      return paused(item);
    case 'skipped':
      return by === null ? t.skippedOwn(at(since)) : t.skipped(agentName(by), at(since), plainText(reason ?? '', 300));
    case 'filtered':
      return filtered(item);
    case 'no-access':
      return t.noAccess;
    case 'no-subscription':
      return subscription === null ? t.noSubscription : t.later(latest, at(since));
    case 'not-known':
      return receiptDays === 0 ? t.notStored : t.notKnown(receiptDays);
    case 'own':
      return t.own;
  }
}

/** What else a clerk should know of it. */
export function noticeNotes({ state, revision, readable, objects }: PartyNotice): string[] {
  const isNotified = state === 'told' || state === 'own';
  return [
    ...(objects.total > 1 ? [capitalized(t.ofObjects(objects.told, objects.total))] : []),
    ...(!isNotified && revision !== null ? [t.lastTold(revision)] : []),
    ...(!readable && (state === 'told' || state === 'waiting' || state === 'failing') ? [t.withoutContent] : []),
  ];
}

/** What may be done about it: nothing for a partner. */
export type NoticeAct = 'send-now' | 'send-again' | 'give-access' | 'subscribe' | 'deliveries';

export function actsFor({ state, readable, subscription, notification }: PartyNotice): NoticeAct[] {
  if (!me().internal) return [];
  return [
    ...(state === 'failing' ? (['send-now'] as const) : []),
    ...(state === 'paused' ? (['deliveries'] as const) : []),
    ...((state === 'told' || state === 'skipped') && notification !== null && readable
      ? (['send-again'] as const)
      : []),
    ...(readable ? [] : (['give-access'] as const)),
    ...(subscription === null && state !== 'own' ? (['subscribe'] as const) : []),
  ];
}

/** How much attention a state needs. */
export function toneOf(state: PartyNotice['state']): 'good' | 'bad' | 'wait' | 'quiet' {
  if (state === 'told' || state === 'own') return 'good';
  if (state === 'failing') return 'bad';
  return state === 'waiting' || state === 'paused' || state === 'skipped' ? 'wait' : 'quiet';
}
