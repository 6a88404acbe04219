/** The ratios of the desk (K94), each measured side by side in one run. Each part has a file of its own, `desk-….ts`. */
import type { MeasuredNode } from './node.js';
import { measureExports } from './desk-exports.js';
import { measureKeys } from './desk-keys.js';
import { measureOverviews } from './desk-overviews.js';
import type { Report } from './report.js';

export async function measureDesk(node: MeasuredNode, report: Report, seconds: number): Promise<void> {
  await measureOverviews(node, report, seconds);
  await measureKeys(node, report, seconds);
  await measureExports(node, report, seconds);
}
