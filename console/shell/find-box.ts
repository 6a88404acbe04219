/** The find box: accepts any pasted text; Enter opens the result. */
import { html, navigate, pageOf, pathBelowBase, type Route, submitted, type TemplateResult } from '../core/index.js';
import { shellTexts as t } from '../texts/shell.js';

/** A URI of this node has a page; every other text is searched. */
function openFound(pasted: string): void {
  if (pasted === '') return;
  const page = pathBelowBase(pasted) === undefined ? undefined : pageOf(pasted);
  navigate(page ?? `/find?q=${encodeURIComponent(pasted)}`);
}

export function findBox(route: Route): TemplateResult {
  return html`<form
    class="find"
    role="search"
    @submit=${submitted((value) => {
      openFound(value('find'));
    })}
  >
    <label class="visually-hidden" for="find">${t.findLabel}</label>
    <input
      id="find"
      name="find"
      type="search"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      placeholder=${t.findPlaceholder}
      .defaultValue=${route.path === '/find' ? (route.query.get('q') ?? '') : ''}
    />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}
