/** What needs attention, by consequence: who is not told, what waits, what is beyond its limit (K61). */
import type { AttentionAnswer } from '../../src/console/responses.js';
import {
  distance,
  href,
  html,
  listOf,
  nothing,
  query,
  type TemplateResult,
  timeText,
  visibleText,
} from '../core/index.js';
import { attentionTexts as t } from '../texts/attention.js';
import { agentName } from './agent-name.js';

/** Names in a line. */
const MAX_NAMES = 4;

/** One line: its tone, what is so, names of whom, and where to look. */
export interface AttentionLine {
  readonly tone: 'bad' | 'wait';
  readonly text: string;
  readonly names: readonly string[];
  readonly path: string;
  readonly link: string;
}

/** Names of the first, and how many there are beside them. */
function namesOf(all: readonly { readonly label: string | null; readonly uri: string }[]): string[] {
  const names = all.slice(0, MAX_NAMES).map(({ uri, label }) => agentName(uri, label));
  return all.length > MAX_NAMES ? [...names, t.others(all.length - MAX_NAMES)] : names;
}

const figureNames = (): Readonly<Record<string, string>> => t.figures;

/** A figure in words; a new one by its name. */
const figureName = (name: string): string => figureNames()[name] ?? name;

/** The lines in the order of their consequences; none if nothing needs attention. */
export function attentionLines({ notTold, silent, messages, decisions, figures }: AttentionAnswer): AttentionLine[] {
  const lines: AttentionLine[] = [];
  const [longest] = notTold;
  if (longest !== undefined) {
    const waiting = notTold.reduce((sum, one) => sum + one.waiting, 0);
    lines.push({
      tone: 'bad',
      text: t.notTold(notTold.length, waiting, timeText(new Date(longest.failingSince))),
      names: namesOf(notTold.map(({ agent, label }) => ({ uri: agent, label }))),
      path: '/deliveries',
      link: t.toDeliveries,
    });
  }
  if (silent.length > 0)
    lines.push({
      tone: 'bad',
      text: t.silent(silent.length),
      names: namesOf(silent.map(({ server, label }) => ({ uri: server, label }))),
      path: '/mirror',
      link: t.toMirror,
    });
  for (const { name } of figures)
    lines.push({ tone: 'bad', text: t.figure(figureName(name)), names: [], path: '/health', link: t.toHealth });
  if (messages.refused > 0)
    lines.push({ tone: 'wait', text: t.refused(messages.refused), names: [], path: '/messages', link: t.toMessages });
  if (messages.unmapped > 0)
    lines.push({ tone: 'wait', text: t.unmapped(messages.unmapped), names: [], path: '/messages', link: t.toMessages });
  if (decisions.oldest !== null)
    lines.push({
      tone: 'wait',
      text: t.decisions(decisions.total, distance(new Date(decisions.oldest))),
      names: [],
      path: `/action-requests${query({ status: 'REQUEST_PENDING', sort: 'requested' })}`,
      link: t.toRequests,
    });
  return lines;
}

/** "The node is well" only where it is. */
export function attentionView(answer: AttentionAnswer): TemplateResult {
  const lines = attentionLines(answer);
  return html`<ul class="attention">
    ${lines.map(
      ({ tone, text, names, path, link }) =>
        html`<li class="health ${tone}">
          <span class="dot" aria-hidden="true"></span>
          <span
            >${text}${names.length === 0 ? nothing : html` <span class="quiet">${visibleText(listOf(names))}</span>`}</span
          >
          <a href=${href(path)}>${link}</a>
        </li>`,
    )}
    ${
      answer.well
        ? html`<li class="health good">
            <span class="dot" aria-hidden="true"></span>${t.well} <a href=${href('/health')}>${t.toHealth}</a>
          </li>`
        : nothing
    }
  </ul>`;
}
