/** Helpers that fill engines and measure the cost. */
import { constants, performance, PerformanceObserver } from 'node:perf_hooks';
import { object } from '../store/support/open.js';

/** This number of statements as N-Triples. */
export const statements = (count: number): string =>
  Array.from(
    { length: count },
    (_, number) => `<${object('piece')}> <http://a.b/says> "what number ${String(number)} says" .\n`,
  ).join('');

/** Whether an entry reports a collection of the whole heap; Node.js's declarations lack its details. */
function isMajor(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'kind' in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  );
}

/** The number of collections of the whole heap meanwhile. */
export async function majorCollections(work: () => void): Promise<number> {
  let collections = 0;
  // Entries arrive asynchronously and in order: the mark's entry follows all earlier ones.
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
