/** Finds out when the node can be reached again, however long nobody asks it anything. */
import { ask, connection, Failure } from './http.js';
import { changed } from './live.js';

/** Between two questions while the node cannot be reached. */
const PROBE_MS = 5000;

async function probe(): Promise<void> {
  try {
    await ask('/health/live', { anonymous: true });
  } catch (thrown) {
    // Any answer says that it can be reached; without one, the next question comes.
    if (!(thrown instanceof Failure)) throw thrown;
  }
}

/** Asks again and again while the node cannot be reached, and has pages load what they show once it can. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  connection.addEventListener('change', () => {
    clearInterval(timer);
    if (connection.isOnline) changed();
    else timer = setInterval(() => void probe(), PROBE_MS);
  });
  addEventListener('online', () => void probe());
}
