/** Keyboard shortcuts of every page. Single keys can be disabled (WCAG 2.1.4). */
import { type LightElement, moveRow, navigate, preferences, session } from '../core/index.js';
import { entries } from './navigation.js';
import { openNew } from './new-button.js';

/** A page may handle keys of its own. @returns whether it did. */
export interface KeyedPage {
  handleKey(key: string): boolean;
}

const isKeyed = (page: object): page is KeyedPage => 'handleKey' in page;

/** Whether the focused element takes keys as text. */
function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable) ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type))
  );
}

/** The time after `g` within which the second key counts. */
const SECOND_KEY_MS = 1500;

/** `Ctrl+K`, on a Mac `⌘K` (K91). */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

function focusFindBox(): boolean {
  const box = document.getElementById('find');
  box?.focus();
  if (box instanceof HTMLInputElement) box.select();
  return box !== null;
}

export function listenToKeys(page: () => LightElement | undefined): void {
  let goesSince: number | undefined;
  document.addEventListener('keydown', (event) => {
    if (isFindKey(event)) {
      // Also while one is typing; a dialog comes first.
      if (document.querySelector('dialog[open]') === null && focusFindBox()) event.preventDefault();
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !preferences.keys) return;
    if (isTyping(event.composedPath()[0]) || document.querySelector('dialog[open]') !== null) return;
    const { key } = event;
    const goes = goesSince !== undefined && performance.now() - goesSince < SECOND_KEY_MS;
    goesSince = undefined;
    if (goes) {
      const target = entries().find(([, section]) => section.key === key);
      if (target === undefined) return;
      event.preventDefault();
      navigate(target[1].path);
      return;
    }
    if (handle(key)) event.preventDefault();
  });

  function handle(key: string): boolean {
    switch (key) {
      case 'g':
        goesSince = performance.now();
        return true;
      case '/':
        return focusFindBox();
      case 'n':
        if (session.me?.internal !== true) return false;
        void openNew();
        return true;
      case '?':
        navigate('/help');
        return true;
      case 'j':
      case 'k':
        moveRow(document, key === 'j' ? 1 : -1);
        return true;
      default: {
        const current = page();
        return current !== undefined && isKeyed(current) && current.handleKey(key);
      }
    }
  }
}
