/** The result as one JSON document (`--json`). */
import { countsOf, type Report } from '../report.js';
import { areaOf } from '../row.js';

export function jsonReport({ run, server, started, versions, leftBehind, notes, stale }: Report): string {
  const document = {
    run,
    server,
    started: started.toISOString(),
    versions: versions.map(({ version, results, requests, seconds }) => ({
      version,
      counts: countsOf(results),
      requests,
      seconds,
      checks: results.map(({ row, outcome, reason, expected, came, curl, known }) => ({
        id: row.id,
        area: areaOf(row),
        level: row.level,
        sentence: row.sentence,
        cites: row.cites,
        outcome,
        reason,
        expected,
        came,
        curl,
        known,
      })),
    })),
    leftBehind,
    notes,
    stale,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
