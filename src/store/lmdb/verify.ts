/**
 * Verifies a whole file: each graph against its checksum, each index against the graphs. It is a separate command,
 * because a node verifies nothing at its start.
 */
import { Graph } from '../../rdf/graph.js';
import { isIri } from '../../rdf/terms.js';
import { latestTime, timesIn } from '../earlier-commits.js';
import type { Expected, Findings } from '../findings.js';
import { lines, parseTriples } from '../oxigraph/ntriples.js';
import type { LmdbFile } from './lmdb-file.js';

/** Verifies a whole file. Nothing may write to it meanwhile. */
export function verify(
  file: LmdbFile,
  { lookups, isKnown }: Expected,
  onProgress: (graphs: number) => void = () => undefined,
): Findings {
  const damaged: string[] = [];
  const unknown: string[] = [];
  const built = lookups.filter(({ name, version }) => file.index.version(name) === version);
  const expected = new Map(built.map(({ name }) => [name, { entries: 0, missing: 0 }]));
  // The graphs do not hold the order of these.
  const times = new Map(
    built
      .filter(({ byCommit }) => byCommit !== undefined)
      .map((lookup) => [lookup.name, timesIn(lookup, file.index.entries(lookup.name))]),
  );
  let graphs = 0;
  let statements = 0;
  for (const { graph, text } of file.checkedGraphs()) {
    graphs += 1;
    onProgress(graphs);
    if (!isKnown(graph)) unknown.push(graph);
    if (text === undefined || !isIri(graph)) {
      damaged.push(graph);
      continue;
    }
    statements += lines(text).length;
    const covering = built.filter(({ covers }) => covers(graph));
    if (covering.length === 0) continue;
    const parsed = new Graph(parseTriples(text));
    for (const { name, entries } of covering) {
      const found = expected.get(name);
      if (found === undefined) continue;
      for (const entry of entries(parsed, graph)) {
        found.entries += 1;
        const ofValue = times.get(name);
        const order = ofValue === undefined ? entry.order : ofValue.get(entry.value);
        if (order === undefined || !file.index.has(name, { ...entry, order })) found.missing += 1;
      }
    }
  }
  const indexes = [...expected].flatMap(([lookup, { entries, missing }]) => {
    const summary = file.index.summary(lookup);
    const problems = [
      ...(missing > 0 ? [`${missing} entries are missing`] : []),
      ...(summary.entries > entries - missing ? [`${summary.entries - entries + missing} entries too many`] : []),
      ...(latestTime(times.get(lookup)) > file.time ? ['times after that of the last commit'] : []),
      ...(summary.miscounted.length > 0 ? [`${summary.miscounted.length} partitions are counted wrongly`] : []),
    ];
    return problems.map((problem) => ({ lookup, problem }));
  });
  // The statements of damaged graphs cannot be counted.
  const isCountedRight =
    !file.isCounted || (file.size.graphs === graphs && (damaged.length > 0 || file.size.statements === statements));
  const unbuiltCount = lookups.length - built.length;
  return { graphs, statements, indexCount: built.length, unbuiltCount, damaged, unknown, indexes, isCountedRight };
}
