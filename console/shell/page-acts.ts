/** What the page that is open can do, for the find box (K91). */
import type { NamedAct } from '../parts/find-acts.js';

/** Not acts of the whole page: rows, forms and dialogs have buttons of their own. */
const APART = 'table, form, dialog, .pager, .suggestions, [role=listbox], .whole-uri';
const MAX_NAME = 40;

/** What the shown page can do: its buttons, and links that look like buttons. */
export function actsOnPage(root: ParentNode): NamedAct[] {
  return [...root.querySelectorAll<HTMLElement>('main button:not([disabled]), main a.button')].flatMap((element) => {
    const name = element.textContent.replace(/\s+/g, ' ').trim();
    if (name.length < 2 || name.length > MAX_NAME || element.closest(APART) !== null) return [];
    return [
      {
        name,
        run: () => {
          element.click();
        },
      },
    ];
  });
}
