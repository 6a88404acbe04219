/** Filling engines, and what that costs. */
import { constants, performance, PerformanceObserver } from 'node:perf_hooks';
import { object } from '../store/support/open.js';

/** So many statements, as N-Triples. */
export const statements = (count: number): string =>
  Array.from(
    { length: count },
    (_, number) => `<${object('piece')}> <http://a.b/says> "what number ${String(number)} says" .\n`,
  ).join('');

/** Whether an entry is of a collection of the whole heap; the declarations of Node.js lack its details. */
function isMajor(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'kind' in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  );
}

/** How often all of the heap was collected meanwhile. */
export async function majorCollections(work: () => void): Promise<number> {
  let collections = 0;
  // Entries are reported asynchronously, in order: with the mark, all before it have been.
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      collections += list.getEntries().filter(isMajor).length;
      if (list.getEntriesByName('done').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ entryTypes: ['gc', 'mark'] });
    work();
    performance.mark('done');
  });
  return collections;
}
