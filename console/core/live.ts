/**
 * When to refresh displayed data: every 15 s while the tab is visible, and when it becomes visible after that time. A
 * source of changes, such as the stream, calls `changed` and sets the polling interval.
 */
const POLL_MS = 15_000;

const listeners = new Set<() => void>();
let last = Date.now();
let interval = POLL_MS;

/** Notifies all listeners that something may have changed. */
export function changed(): void {
  last = Date.now();
  for (const listener of listeners) listener();
}

const changeListeners = new Set<(uris: readonly string[]) => void>();

/** Tells which resources have changed, as soon as the stream says it. An empty URI: anything may have. */
export function noteChanges(uris: readonly string[]): void {
  for (const listener of changeListeners) listener(uris);
}

/** Calls a function with the URIs of changed resources; returns a function that stops it. */
export function onChanges(listener: (uris: readonly string[]) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Calls a function when something may have changed; returns a function that stops it. */
export function onLive(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the polling interval, which is longer while changes are pushed. */
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
