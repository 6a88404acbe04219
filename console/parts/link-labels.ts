/** Labels of linked objects, asked for once for each; what the caller may not read has none. */
import type { LookupAnswer } from '../../src/console/responses.js';
import { askJson, consoleApi, Failure, pathBelowBase, query } from '../core/index.js';
import type { Statement } from './statements.js';

/** More links are shown by their ids. */
const MAX_LINKS = 20;

export type LinkLabels = ReadonlyMap<string, string>;

/** The labels of the objects of this node that statements link to. */
export async function linkLabels(
  statements: readonly Statement[],
  self: string,
  signal: AbortSignal,
): Promise<LinkLabels> {
  const links = new Set<string>();
  for (const { o } of statements)
    if (o.type === 'uri' && o.value !== self && pathBelowBase(o.value)?.startsWith('/logistics-objects/') === true)
      links.add(o.value);
  const labels = new Map<string, string>();
  await Promise.all(
    [...links].slice(0, MAX_LINKS).map(async (uri) => {
      try {
        const { items } = await askJson<LookupAnswer>(consoleApi('/lookup') + query({ q: uri, limit: 1 }), { signal });
        const found = items.find((item) => item.uri === uri);
        if (found !== undefined && found.label !== null) labels.set(uri, found.label);
      } catch (thrown) {
        if (!(thrown instanceof Failure) && !signal.aborted) throw thrown;
      }
    }),
  );
  return labels;
}
