/** The progress of datasets that query workers fill, for `/health/ready`. */
import type { FillProgress } from '../monitoring/readiness.js';
import { expectedStatements, type Filling } from './worker-datasets.js';

/** @param now milliseconds of `performance.now()`. */
export function fillProgress(filling: Filling, now = performance.now()): FillProgress {
  const { agent, named, statements, since } = filling;
  const expected = expectedStatements(filling);
  return {
    ...(agent !== undefined && { agent }),
    namedGraphs: named,
    statements,
    ...(expected !== undefined && { expectedStatements: expected }),
    seconds: Math.round((now - since) / 1000),
  };
}
