/** Documents as text. */
import { button, copy, html, nothing, shared, type TemplateResult, visibleText } from '../core/index.js';

/** JSON with line breaks; another text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A document, with a button that copies it. @param more other buttons. */
export function sourceView(name: string, text: string, copyText: string, more: unknown = nothing): TemplateResult {
  return html`<pre
      class="source"
      tabindex="0"
      role="region"
      aria-label=${name}
    ><code>${visibleText(indented(text))}</code></pre>
    <div class="buttons start">${button(copyText, () => void copy(text))} ${more}</div>`;
}

/** A whole URI, with a button that copies it. */
export const wholeUri = (uri: string): TemplateResult =>
  html`<code class="wrap">${visibleText(uri)}</code>
    ${button({ text: shared.copy, tone: 'small' }, () => void copy(uri))}`;
