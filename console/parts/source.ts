/** A document as text, with a button that copies it. */
import { button, copy, html, shared, type TemplateResult, visibleText } from '../core/index.js';

export function sourceView(name: string, text: string, copyText: string): TemplateResult {
  return html`<pre class="source" tabindex="0" role="region" aria-label=${name}><code>${visibleText(text)}</code></pre>
    <div class="buttons start">${button(copyText, () => void copy(text))}</div>`;
}

/** A whole URI, with a button that copies it. */
export const wholeUri = (uri: string): TemplateResult =>
  html`<code class="wrap">${visibleText(uri)}</code>
    ${button({ text: shared.copy, tone: 'small' }, () => void copy(uri))}`;
