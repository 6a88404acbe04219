/** The clipboard, and announcements to screen readers. */
import { shared } from './shared.js';

const announcements = new EventTarget();

/** Announces a text in the live region of the shell. */
export function announce(text: string): void {
  announcements.dispatchEvent(new CustomEvent('announce', { detail: text }));
}

/** Calls a function for each announcement; returns a function that stops it. */
export function onAnnounce(listener: (text: string) => void): () => void {
  const handle = (event: Event): void => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  announcements.addEventListener('announce', handle);
  return () => {
    announcements.removeEventListener('announce', handle);
  };
}

/** Copies a text; returns whether that succeeded. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(shared.copied);
  } catch {
    announce(shared.notCopied);
  }
}
