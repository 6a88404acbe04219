/** `npm run check:commits -- <base>..<head>`: checks the subjects of commits against CONTRIBUTING.md. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TYPES = ['feat', 'fix', 'perf', 'docs', 'test', 'refactor', 'build', 'ci', 'chore'];
const LONGEST = 72;
const SUBJECT = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: [^A-Z\\s].*[^.\\s]$`);

/** The fault of a commit's subject; undefined for a valid one. */
export function fault(subject: string): string | undefined {
  if (subject.length > LONGEST) return `longer than ${LONGEST} characters`;
  return SUBJECT.test(subject) ? undefined : `not <type>(<place>): <what changed for whom>, with ${TYPES.join(', ')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const range = process.argv[2] ?? 'HEAD~1..HEAD';
  const listed = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], { encoding: 'utf8' });
  const faults = listed
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const wrong = fault(line.slice(line.indexOf(' ') + 1));
      return wrong === undefined ? [] : [`${line}\n  ${wrong}`];
    });
  for (const line of faults) console.error(line);
  console.log(`${listed.split('\n').length - 1} subjects of commits, ${faults.length} at fault`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
