/** The clipboard, and announcements to screen readers. */
import { shared } from './shared.js';

const announcements = new EventTarget();

/** Announces a text in the live region of the shell. */
export function announce(text: string): void {
  announcements.dispatchEvent(new CustomEvent('announce', { detail: text }));
}

/** Announces a text and shows it for a moment: what was done, where the page shows nothing else of it. */
export function toast(text: string): void {
  announce(text);
  announcements.dispatchEvent(new CustomEvent('toast', { detail: text }));
}

/** Calls a function for each announcement, or each toast; returns a function that stops it. */
export function onAnnounce(listener: (text: string) => void, kind: 'announce' | 'toast' = 'announce'): () => void {
  const handle = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  announcements.addEventListener(kind, handle);
  return () => {
    announcements.removeEventListener(kind, handle);
  };
}

/** Copies a text; returns whether that succeeded. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(shared.copied);
  } catch {
    toast(shared.notCopied);
  }
}
