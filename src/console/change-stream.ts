/** Streams the changes that one caller may see, from the commit after the last one that it has processed. */
import type { Caller } from '../http/caller.js';
import type { StreamEvent } from '../http/request-context.js';
import type { Cursor } from '../store/store.js';
import type { Changes, VisibleChange } from './changes.js';
import type { StreamPositions } from './stream-positions.js';

interface StreamParts {
  readonly changes: Changes;
  readonly positions: Pick<StreamPositions, 'id'>;
  readonly caller: Caller;
  readonly emit: (event: StreamEvent) => void;
}

/**
 * Streams changes to a caller. Commits during a write to the stream are sent together.
 *
 * @param begin the last position that the caller has processed.
 * @throws the errors of the store.
 */
export async function followChanges(
  begin: Cursor,
  { changes, positions, caller, emit }: StreamParts,
  stopped: AbortSignal,
): Promise<void> {
  const send = (event: StreamEvent['event'], position: Cursor, data: object = {}): void => {
    emit({ id: positions.id(position), event, data: JSON.stringify(data) });
  };
  /** The states of follows that have been sent last. */
  const sent = new Map<string, string>();
  const isNews = ({ event, data }: VisibleChange): boolean => {
    if (event !== 'mirror') return true;
    const state = JSON.stringify(data);
    const isKnown = sent.get(data.uri) === state;
    sent.set(data.uri, state);
    return !isKnown;
  };
  let cursor = begin;
  let changed = await cursor.changes();
  if (changed.kind === 'graphs') send('ready', cursor);
  for (;;) {
    const { next } = changed;
    const visible =
      changed.kind === 'gap' ? undefined : (await changes.visible(changed.graphs, caller))?.filter(isNews);
    if (stopped.aborted) return;
    // Changes were missed: the client has to read everything again.
    if (visible === undefined) send('reset', next);
    else
      for (const [index, { event, data }] of visible.entries())
        // A client that misses the last one resumes before the first one.
        send(event, index + 1 === visible.length ? next : cursor, data);
    cursor = next;
    if (!(await cursor.wait(stopped))) return;
    changed = await cursor.changes();
  }
}
