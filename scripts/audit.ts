/**
 * `npm run audit`: asks the registry what is known against the packages that are locked. Exit code 0: nothing; 1: there
 * is something; 2: nobody could be asked, which is not the same as nothing.
 */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';

const report = z.union([
  z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })) }),
  z.object({ message: z.string() }),
  z.object({ error: z.object({ summary: z.string() }) }),
]);

const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--loglevel', 'error'], { encoding: 'utf8' });

function outcome(): { readonly code: number; readonly lines: readonly string[] } {
  let told: z.infer<typeof report>;
  try {
    told = report.parse(JSON.parse(stdout));
  } catch (error) {
    const said = stderr.trim() || stdout.trim() || String(error);
    return { code: 2, lines: ['npm gave no report:', said] };
  }
  if ('message' in told) return { code: 2, lines: ['The registry did not answer the question:', told.message] };
  if ('error' in told) return { code: 2, lines: ['The registry did not answer the question:', told.error.summary] };
  const found = Object.entries(told.vulnerabilities);
  if (found.length === 0) return { code: 0, lines: ['Nothing is known against the locked packages.'] };
  return { code: 1, lines: found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`) };
}

const { code, lines } = outcome();
for (const line of lines) console.log(line);
process.exitCode = code;
