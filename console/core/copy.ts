/** The clipboard, and what is said to readers of a screen. */
import { shared } from './shared.js';

const announcements = new EventTarget();

/** Says something in the live region of the shell. */
export function announce(text: string): void {
  announcements.dispatchEvent(new CustomEvent('announce', { detail: text }));
}

/** Calls a function for each announcement; returns how to stop that. */
export function onAnnounce(listener: (text: string) => void): () => void {
  const handle = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  announcements.addEventListener('announce', handle);
  return () => {
    announcements.removeEventListener('announce', handle);
  };
}

/** Copies a text, and says whether it could. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(shared.copied);
  } catch {
    announce(shared.notCopied);
  }
}
