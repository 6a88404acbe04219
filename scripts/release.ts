/**
 * `npm run release -- <patch|minor|major>`: sets the version and dates the changelog, commits both and creates an
 * annotated tag. It refuses an unclean tree, a branch other than main, an empty [Unreleased] and failed checks. It
 * pushes nothing: pushing the tag publishes the release (.github/workflows/release.yml).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { released } from './changelog.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const packageJson = z.looseObject({ version: z.string() });

const steps = ['patch', 'minor', 'major'] as const;
type Step = (typeof steps)[number];
const isStep = (text: string | undefined): text is Step => steps.some((step) => step === text);

/** The next version; `patch` turns a pre-release into its release. */
export function nextVersion(version: string, step: Step): string {
  const [, major, minor, patch, pre] = /^(\d+)\.(\d+)\.(\d+)(-.+)?$/.exec(version) ?? [];
  if (major === undefined) throw new Error(`${version} is no version`);
  if (step === 'major') return `${Number(major) + 1}.0.0`;
  if (step === 'minor') return `${major}.${Number(minor) + 1}.0`;
  return `${major}.${minor}.${Number(patch) + (pre === undefined ? 1 : 0)}`;
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

class Refused extends Error {}

/** The conditions that must hold before any file is written. */
function check(checks: readonly string[]): void {
  if (git('status', '--porcelain') !== '') throw new Refused('the tree has changes that are not committed');
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Refused(`releases are made on main, not on ${branch === '' ? 'no branch' : branch}`);
  for (const script of checks) {
    const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Refused(`npm run ${script} ended with ${String(status)}`);
  }
}

function release(step: Step, checks: readonly string[]): string {
  const { version } = packageJson.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const next = nextVersion(version, step);
  const changelog = released(readFileSync('CHANGELOG.md', 'utf8'), next, new Date().toISOString().slice(0, 10));
  check(checks);
  execFileSync('npm', ['version', '--no-git-tag-version', '--allow-same-version', next], {
    cwd: root,
    stdio: 'ignore',
  });
  writeFileSync('CHANGELOG.md', changelog);
  git('commit', '--all', '--quiet', '--message', `build(release): version ${next}`);
  git('tag', '--annotate', `v${next}`, '--message', `Version ${next}`);
  return next;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [step, ...rest] = process.argv.slice(2);
  process.chdir(root);
  try {
    if (!isStep(step) || rest.length > 0) throw new Refused(`usage: npm run release -- <${steps.join('|')}>`);
    const next = release(step, ['lint', 'test', 'check:package']);
    console.log(`version ${next} is committed and tagged; to publish it: git push origin main v${next}`);
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
