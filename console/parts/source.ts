/** A document as text, with a button that copies it. */
import { button, copy, html, type TemplateResult, visibleText } from '../core/index.js';

export function sourceView(name: string, text: string, copyText: string): TemplateResult {
  return html`<pre class="source" tabindex="0" role="region" aria-label=${name}><code>${visibleText(text)}</code></pre>
    <div class="buttons start">${button(copyText, () => void copy(text))}</div>`;
}
