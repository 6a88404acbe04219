/** Secrets and tokens are in no output (T3), also where a server repeats them. */
import type { Report, Result } from './report.js';

const HIDDEN = '(secret)';

export function redacted(report: Report, secrets: readonly string[]): Report {
  // A short text would hide others.
  const hidden = secrets.filter((secret) => secret.length >= 4);
  const hide = (text: string): string => hidden.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  const ofResult = (result: Result): Result => ({
    ...result,
    ...(result.reason !== undefined && { reason: hide(result.reason) }),
    ...(result.expected !== undefined && { expected: hide(result.expected) }),
    ...(result.came !== undefined && { came: hide(result.came) }),
    ...(result.curl !== undefined && { curl: hide(result.curl) }),
  });
  return {
    ...report,
    versions: report.versions.map((version) => ({ ...version, results: version.results.map(ofResult) })),
    leftBehind: report.leftBehind.map(hide),
  };
}
