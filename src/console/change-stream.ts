/** The changes that one caller is told of, from the commit after the last one that it knows. */
import type { Caller } from '../http/caller.js';
import type { StreamEvent } from '../http/request-context.js';
import type { Cursor } from '../store/store.js';
import type { Changes } from './changes.js';
import type { StreamPositions } from './stream-positions.js';

interface StreamParts {
  readonly changes: Changes;
  readonly positions: Pick<StreamPositions, 'id'>;
  readonly caller: Caller;
  readonly emit: (event: StreamEvent) => void;
}

/**
 * Tells a caller what changes. Commits that come while it is told of others are told together.
 *
 * @param begin the position that the caller knows.
 * @throws what the store throws.
 */
export async function followChanges(
  begin: Cursor,
  { changes, positions, caller, emit }: StreamParts,
  stopped: AbortSignal,
): Promise<void> {
  const send = (event: StreamEvent['event'], position: Cursor, data: object = {}): void => {
    emit({ id: positions.id(position), event, data: JSON.stringify(data) });
  };
  let cursor = begin;
  let changed = await cursor.changes();
  if (changed.kind === 'graphs') send('ready', cursor);
  for (;;) {
    const { next } = changed;
    const visible = changed.kind === 'gap' ? undefined : await changes.visible(changed.graphs, caller);
    if (stopped.aborted) return;
    // Changes were missed: what is shown has to be asked for again.
    if (visible === undefined) send('reset', next);
    else
      for (const [index, change] of visible.entries())
        // Whoever does not get the last one asks from before the first one.
        send('changed', index + 1 === visible.length ? next : cursor, change);
    cursor = next;
    if (!(await cursor.wait(stopped))) return;
    changed = await cursor.changes();
  }
}
