/** What is followed of partners, in tables: state, numbers and times of a follow, and the state of a copy. */
import type { FollowItem } from '../../src/console/responses.js';
import {
  chip,
  href,
  html,
  nothing,
  query,
  type TemplateResult,
  timeView,
  typeLabel,
  uriView,
  visibleText,
} from '../core/index.js';
import { mirrorTexts as t } from '../texts/mirror.js';

/** The host of a server, in punycode. */
export const hostOf = (server: string): string => (URL.canParse(server) ? new URL(server).host : server);

/** A member of a catalogue, or the word itself: a newer node may have words that this page does not know. */
const wordOf = (words: Readonly<Record<string, string>>, word: string): string => words[word] ?? word;

/** The reason of a state in words. */
export const reasonText = (reason: string): string => wordOf(t.reasons, reason);

const followTones = {
  asked: 'wait',
  following: 'good',
  refused: 'bad',
  unreachable: 'bad',
  frozen: 'wait',
  ended: 'quiet',
} as const;

const copyTones = {
  fresh: 'good',
  due: 'info',
  stale: 'bad',
  frozen: 'wait',
  refused: 'bad',
  poison: 'bad',
  disputed: 'bad',
  ended: 'quiet',
} as const;

export const copyStateChip = (state: keyof typeof copyTones): TemplateResult =>
  chip(t.copyStates[state], copyTones[state]);

const hint = (content: unknown): TemplateResult => html`<p class="hint">${content}</p>`;

/** The object, the number of objects, or the type. */
export function followName({ object, objects, type, server, depth, note }: FollowItem): TemplateResult {
  const host = hostOf(server);
  const more = note === null ? nothing : html`<p class="hint"><cg-text .text=${note}></cg-text></p>`;
  if (object !== null) return html`<span class="row-name">${uriView(object)}</span>${hint(t.links(depth))}${more}`;
  if (type !== null)
    return html`<span class="row-name">${visibleText(t.typeOf(typeLabel(type), host))}</span
      >${hint(t.typeHint)}${more}`;
  return html`<span class="row-name">${visibleText(t.objectsOf(objects ?? 0, host))}</span
    >${hint(t.links(depth))}${more}`;
}

export function followState({ state, reason, since }: FollowItem): TemplateResult {
  return html`${chip(t.states[state], followTones[state])}${
    reason === null ? nothing : html`<p class="bad-text">${visibleText(reasonText(reason))}</p>`
  }${hint(html`${t.since} ${timeView(since, 'ago')}`)}`;
}

/** The copies of a follow in the list below, in a state. */
const copiesPath = (follow: string, state?: string): string => `/mirror${query({ follow, state })}`;

/** What is held, and what is not: each number leads to its copies. */
export function followCounts({ uri, counts, found }: FollowItem): TemplateResult {
  const link = (text: string, state?: string): TemplateResult =>
    html`<a href=${href(copiesPath(uri, state))}>${text}</a>`;
  const troubles = [
    counts.due > 0 ? link(t.behind(counts.due), 'due') : undefined,
    counts.frozen > 0 ? link(t.frozen(counts.frozen), 'frozen') : undefined,
    counts.disputed > 0 ? link(t.disputed(counts.disputed), 'disputed') : undefined,
    counts.poison > 0 ? link(t.poison(counts.poison), 'poison') : undefined,
    counts.gaps > 0 ? html`<span class="bad-text">${t.gaps(counts.gaps)}</span>` : undefined,
    counts.truncated > 0 ? html`<span class="bad-text">${t.truncated(counts.truncated)}</span>` : undefined,
  ].filter((trouble) => trouble !== undefined);
  const byChecks = found.sweep + found.repair;
  return html`${link(t.objects(counts.objects))}${hint(
    html`${t.revisions(counts.revisions)},
    ${t.events(counts.events)}${byChecks === 0 ? nothing : html`<br />${t.foundByChecks(byChecks)}`}`,
  )}${
    troubles.length === 0
      ? nothing
      : html`<ul class="plain">
          ${troubles.map((trouble) => html`<li>${trouble}</li>`)}
        </ul>`
  }`;
}

export function followChecked({ lastChecked, nextSweep, state }: FollowItem): TemplateResult {
  return html`${lastChecked === null ? html`<span class="quiet">${t.never}</span>` : timeView(lastChecked, 'ago')}${
    nextSweep === null || state === 'ended' ? nothing : hint(html`${t.next} ${timeView(nextSweep)}`)
  }`;
}

export function followSubscription({ subscription }: FollowItem): TemplateResult {
  if (subscription === null) return html`<span class="quiet">${t.noSubscription}</span>`;
  const { state, expiresAt } = subscription;
  return html`${visibleText(wordOf(t.subscriptionStates, state))}${
    expiresAt === null ? nothing : hint(html`${t.expires} ${timeView(expiresAt)}`)
  }`;
}
