/** Whether a form can be sent: how many entries need a correction, and what the node says about the whole (K12). */
import type { ValidationAnswer } from '../../src/console/responses.js';
import { button, connection, html, nothing, type TemplateResult, visibleText } from '../core/index.js';
import type { Place } from '../forms/body.js';
import { formsTexts as t } from '../texts/forms.js';
import type { FormMessages } from './form-check.js';

export interface Verdict {
  readonly messages: FormMessages;
  readonly isEmpty: boolean;
  readonly answer: ValidationAnswer | undefined;
  /** Shows the field of a message. */
  readonly go: (place: Place) => void;
}

export function verdict({ messages, isEmpty, answer, go }: Verdict): TemplateResult {
  const { count, first, elsewhere } = messages;
  if (isEmpty) return html`<p class="quiet" role="status">${t.nothingTyped}</p>`;
  if (count > 0)
    return html`<div class="notice bad" role="status">
      <p class="notice-title">
        ${t.summary(count)}
        ${
          first === undefined
            ? nothing
            : button({ text: t.edit, tone: 'link' }, () => {
                go(first);
              })
        }
      </p>
      ${
        elsewhere.length === 0
          ? nothing
          : html`<ul>
              ${elsewhere.map((text) => html`<li>${visibleText(text)}</li>`)}
            </ul>`
      }
    </div>`;
  if (answer === undefined)
    return html`<p class="quiet" role="status">${connection.isOnline ? t.checking : t.notChecked}</p>`;
  return html`<p class="good-text" role="status">${t.fits}</p>
    ${
      answer.warnings.length === 0
        ? nothing
        : html`<ul class="notice wait">
            ${answer.warnings.map(({ message }) => html`<li>${visibleText(message)}</li>`)}
          </ul>`
    }`;
}
