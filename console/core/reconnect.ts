/** Detects when the node can be reached again, even if no page sends requests (K76). */
import { connection, probe } from './http.js';
import { changed } from './live.js';

/** The interval between attempts while the node cannot be reached. */
const PROBE_EVERY_MS = 5000;

/** Asks the node while it cannot be reached, in hidden tabs too; once it answers, pages reload their data. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const again = (): void => {
    if (!connection.isOnline) void probe();
  };
  connection.addEventListener('change', () => {
    clearInterval(timer);
    if (connection.isOnline) changed();
    else timer = setInterval(again, PROBE_EVERY_MS);
  });
  for (const type of ['online', 'offline']) addEventListener(type, () => void probe());
  // Browsers slow the timers of hidden tabs down.
  document.addEventListener('visibilitychange', again);
}
