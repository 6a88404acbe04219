/** Buttons, links, fields, choices: what is pressed and typed into. */
import { acts, button, html, icon, nothing, tabs, type TemplateResult } from '../core/index.js';
import { designTexts as t } from '../texts/design.js';
import { type Component, inStates } from './samples.js';

const pressed = (): void => {
  // A sample does nothing.
};

const CONTROL = ['rest', 'hover', 'focus', 'active', 'disabled', 'busy'] as const;
const FIELD = ['rest', 'hover', 'focus', 'disabled', 'invalid'] as const;

const aButton =
  (tone: string) =>
  (state: string): TemplateResult =>
    html`<button
      type="button"
      class=${tone}
      ?disabled=${state === 'disabled' || state === 'busy'}
      aria-busy=${state === 'busy' ? 'true' : nothing}
    >
      ${state === 'busy' ? t.working : t.create}
    </button>`;

const fieldKinds = ['text', 'search', 'number', 'date', 'time', 'datetime-local'] as const;
const values = {
  text: '020-12345675',
  search: 'AKE 12345',
  number: '8.5',
  date: '2026-11-22',
  time: '14:05',
  'datetime-local': '2026-11-22T14:05',
};

function field(kind: keyof typeof values, state: string): TemplateResult {
  const id = `sample-${kind}-${state}`;
  const isInvalid = state === 'invalid';
  return html`<div class="field">
    <label for=${id}>${t.fields[kind]}</label>
    <input
      id=${id}
      type=${kind}
      value=${values[kind]}
      step="any"
      ?disabled=${state === 'disabled'}
      aria-invalid=${isInvalid ? 'true' : nothing}
      aria-describedby=${isInvalid ? `${id}-error` : nothing}
    />
    ${isInvalid ? html`<p class="field-error" id=${`${id}-error`}>${t.checkDigit}</p>` : nothing}
  </div>`;
}

const box =
  (type: 'checkbox' | 'radio') =>
  (state: string): TemplateResult =>
    html`<label class="check"
      ><input type=${type} name=${`sample-${type}-${state}`} checked ?disabled=${state === 'disabled'} />
      ${t.laterToo}</label
    >`;

export function controls(): readonly Component[] {
  return [
    inStates('button', CONTROL, aButton('')),
    inStates('button primary', CONTROL, aButton('primary')),
    inStates('button danger', CONTROL, aButton('danger')),
    inStates('button small', CONTROL, aButton('small')),
    inStates('button link', CONTROL, aButton('link')),
    inStates(
      'button icon',
      ['rest', 'hover', 'focus'],
      () => html`<button type="button">${icon('print')} ${t.print}</button>`,
    ),
    inStates(
      'link',
      ['rest', 'hover', 'focus', 'active'],
      () => html`<p>${t.seeAlso} <a href="#link">020-12345675</a></p>`,
    ),
    ...fieldKinds.map((kind) => inStates(`field ${kind}`, FIELD, (state) => field(kind, state))),
    inStates(
      'field choice',
      FIELD,
      (state) =>
        html`<div class="field">
          <label for=${`sample-choice-${state}`}>${t.fields.choice}</label>
          <select
            id=${`sample-choice-${state}`}
            ?disabled=${state === 'disabled'}
            aria-invalid=${state === 'invalid' ? 'true' : nothing}
          >
            <option>${t.kilogram}</option>
          </select>
        </div>`,
    ),
    inStates(
      'field area',
      FIELD,
      (state) =>
        html`<div class="field">
          <label for=${`sample-area-${state}`}>${t.fields.area}</label>
          <textarea
            id=${`sample-area-${state}`}
            rows="2"
            ?disabled=${state === 'disabled'}
            aria-invalid=${state === 'invalid' ? 'true' : nothing}
          >
${t.goods}</textarea>
        </div>`,
    ),
    inStates('field check', ['rest', 'focus', 'disabled'], box('checkbox')),
    inStates('field radio', ['rest', 'focus', 'disabled'], box('radio')),
    inStates(
      'tabs',
      ['rest', 'hover', 'focus'],
      (state) =>
        tabs(`sample-tabs-${state}`, `${t.parts}: ${state}`, [
          { href: '#tabs', text: t.pieces, isCurrent: false, count: '40' },
          { href: '#tabs', text: t.history, isCurrent: true },
          { href: '#tabs', text: t.access, isCurrent: false },
        ]),
      true,
    ),
    inStates('acts', ['rest'], () =>
      acts('sample-acts', button({ text: t.giveAccess, tone: 'primary' }, pressed), [
        button(t.proposeChange, pressed),
        html`<button type="button">${icon('print')} ${t.print}</button>`,
      ]),
    ),
    inStates(
      'choices',
      ['rest', 'hover', 'focus'],
      (state) =>
        html`<nav class="segments" aria-label=${`${t.objects}: ${state}`}>
          <a href="#choices">${t.thisOne}</a><a href="#choices" aria-current="true">${t.nextToIt}</a>
        </nav>`,
    ),
    inStates(
      'pager',
      ['rest', 'hover', 'focus'],
      (state) =>
        html`<nav class="pager" aria-label=${`${t.pages}: ${state}`}>
          <a class="button" href="#pager">${t.previous}</a> <span>${t.range}</span>
          <a class="button" href="#pager">${t.next}</a>
        </nav>`,
      true,
    ),
  ];
}
