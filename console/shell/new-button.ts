/** The button New, of every page (K6); what it lists is loaded when it is first pressed. */
import { html, LightElement, type TemplateResult } from '../core/index.js';
import { shellTexts as t } from '../texts/shell.js';

interface Menu extends LightElement {
  open(): void;
}

const isMenu = (element: Element | null): element is Menu => element instanceof LightElement && 'open' in element;

/** Opens the list of what can be made anew. */
export async function openNew(): Promise<void> {
  await import('../parts/new-menu.js');
  const menu = document.querySelector('cg-new-menu');
  if (isMenu(menu)) menu.open();
}

export const newButton = (): TemplateResult =>
  html`<button type="button" class="new-object" aria-keyshortcuts="n" @click=${() => void openNew()}>${t.new}</button>
    <cg-new-menu></cg-new-menu>`;
