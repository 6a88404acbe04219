/**
 * When shown data should be asked for again: every 15 s while the tab is visible, and when it comes back after that time.
 * A source of changes, such as the stream, calls `changed` and sets the time between polls.
 */
const POLL_MS = 15_000;

const listeners = new Set<() => void>();
let last = Date.now();
let interval = POLL_MS;

/** Tells all that listen that something may have changed. */
export function changed(): void {
  last = Date.now();
  for (const listener of listeners) listener();
}

/** Calls a function when something may have changed; returns how to stop that. */
export function onLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the time between polls: longer while changes are pushed. */
export function setPollInterval(ms: number = POLL_MS): void {
  interval = ms;
}

const due = (): boolean => document.visibilityState === 'visible' && Date.now() - last >= interval;

setInterval(() => {
  if (due()) changed();
}, 1000);
document.addEventListener('visibilitychange', () => {
  if (due()) changed();
});
