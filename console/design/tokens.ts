/** The tokens as they are: each colour, size and time with its name. */
import { html, nothing, type TemplateResult } from '../core/index.js';
import { designTexts as t } from '../texts/design.js';
import { tokenNames } from './forced-states.js';

/** The groups of tokens by their names; what fits none is a colour. */
const groups = [
  ['type', /^--(?:text-\d|text-root|text-small|sans|mono|tracking|underline)/],
  ['space', /^--space/],
  ['radius', /^--radius/],
  ['stroke', /^--stroke/],
  ['size', /^--(?:size|width)/],
  ['motion', /^--motion/],
  ['paper', /^--paper/],
  ['shadow', /^--(?:shadow|backdrop)/],
] as const;
type TokenGroup = (typeof groups)[number][0] | 'colour';

const groupOf = (name: string): TokenGroup => groups.find(([, pattern]) => pattern.test(name))?.[0] ?? 'colour';

/** What the mark of a token shows of it. */
const shows: Readonly<Record<TokenGroup, string | undefined>> = {
  colour: 'background',
  type: 'font-size',
  space: 'inline-size',
  radius: 'border-radius',
  stroke: 'border-width',
  size: 'inline-size',
  motion: undefined,
  paper: undefined,
  shadow: 'box-shadow',
};
const typeShows = (name: string): string =>
  /^--(?:sans|mono)/.test(name) ? 'font-family' : name.startsWith('--tracking') ? 'letter-spacing' : 'font-size';

const isMark = (name: string): boolean =>
  shows[groupOf(name)] !== undefined && !/^--(?:text-root|underline|shadow$)/.test(name);

/** The rules that show them: no element has a style of its own. */
export function tokenSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const rules = tokenNames().flatMap((name) => {
    const group = groupOf(name);
    const what = group === 'type' ? typeShows(name) : name === '--backdrop' ? 'background' : shows[group];
    return what === undefined ? [] : [`[data-token="${name}"] { ${what}: var(${name}) }`];
  });
  sheet.replaceSync(rules.join('\n'));
  return sheet;
}

function tokenView(name: string): TemplateResult {
  const group = groupOf(name);
  return html`<div class="token token-${group}">
    <dt><code>${name}</code></dt>
    <dd>
      ${isMark(name) ? html`<span class="token-mark" data-token=${name}>${group === 'type' ? t.sampleText : nothing}</span>` : nothing}
      <code>${getComputedStyle(document.documentElement).getPropertyValue(name)}</code>
    </dd>
  </div>`;
}

/** All of them, by group. */
export function tokensView(): TemplateResult {
  const names = tokenNames();
  const all: readonly TokenGroup[] = ['colour', ...groups.map(([group]) => group)];
  return html`${all.map((group) => {
    const own = names.filter((name) => groupOf(name) === group);
    return html`<section class="card" aria-labelledby=${`tokens-${group}`} data-component="tokens" data-state=${group}>
      <h3 id=${`tokens-${group}`}>${t.tokens[group]}</h3>
      <dl class="tokens">${own.map(tokenView)}</dl>
    </section>`;
  })}`;
}
