/** Common parts of the dialogs for actions: the agent and the reason. */
import { drafts, html, me, nothing, type TemplateResult } from '../core/index.js';
import { actingTexts as t } from '../texts/acting.js';

/** The acting agent, which the token names. */
export function actingAs(): TemplateResult {
  const { agent, label } = me();
  return html`<p>${t.youActAs} <cg-uri .uri=${agent} .label=${label} .compact=${true}></cg-uri>.</p>`;
}

/** The field for a reason, whose draft survives a sign-in under this name. */
export function reasonField(options: {
  readonly draft: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly update: () => void;
}): TemplateResult {
  const { draft, hint, required = true, update } = options;
  return html`<div class="field">
    <label for="reason">${required ? t.reason : t.reasonOptional}</label>
    <textarea
      id="reason"
      ?required=${required}
      rows="3"
      maxlength="1000"
      .defaultValue=${drafts.get(draft)}
      @input=${(event: Event) => {
        if (!(event.target instanceof HTMLTextAreaElement)) return;
        drafts.set(draft, event.target.value);
        update();
      }}
    ></textarea>
    ${hint === undefined ? nothing : html`<p class="hint start">${hint}</p>`}
  </div>`;
}

/** The reason from the field. */
export const reasonOf = (draft: string): string => drafts.get(draft).trim();

/** A completed action with its time, displayed beside its button. */
export const done = (text: string, at: Date): TemplateResult =>
  html`<p class="notice good" role="status">${text} <cg-time .time=${at.toISOString()} .exact=${true}></cg-time></p>`;
