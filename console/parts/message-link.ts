/** The Cargo-XML message that something comes from. */
import { html, me, type TemplateResult, uriView, visibleText } from '../core/index.js';
import { messageLinkTexts as t } from '../texts/message-link.js';

/** A message, with a link for those who may read it. */
export const messageLink = (message: string): TemplateResult =>
  me().internal
    ? uriView(message, { label: t.fromMessage, brief: true })
    : html`${t.fromMessage} <code class="wrap">${visibleText(message)}</code>`;
