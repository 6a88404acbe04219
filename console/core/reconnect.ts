/** Detects when the node can be reached again, even if no page sends requests. */
import { ask, connection, Failure } from './http.js';
import { changed } from './live.js';

/** The interval between attempts while the node cannot be reached. */
const PROBE_MS = 5000;

async function probe(): Promise<void> {
  try {
    await ask('/health/live', { anonymous: true });
  } catch (thrown) {
    // Any response proves that the node can be reached; without one, the next attempt follows.
    if (!(thrown instanceof Failure)) throw thrown;
  }
}

/** Polls the node while it cannot be reached; once it answers, pages reload their data. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  connection.addEventListener('change', () => {
    clearInterval(timer);
    if (connection.isOnline) changed();
    else timer = setInterval(() => void probe(), PROBE_MS);
  });
  addEventListener('online', () => void probe());
}
