/**
 * CHANGELOG.md as data, in the format of Keep a Changelog 1.1.0. `npm run changelog -- v0.2.0` prints the changes of a
 * version.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url));

const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

export interface Release {
  /** `Unreleased`, or a version. */
  readonly name: string;
  readonly date: string | undefined;
  /** The text below the heading. */
  readonly text: string;
}

/**
 * The releases of a changelog, newest first.
 *
 * @throws Error that names the line, for a heading or entry with an invalid format.
 */
export function releases(changelog: string): readonly Release[] {
  const [, ...sections] = changelog.replace(/^\[[^\]]+\]: .*$/gm, '').split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, name, date] = /^\[(Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?)\](?: - (\d{4}-\d\d-\d\d))?$/.exec(heading) ?? [];
    if (name === undefined || (name === 'Unreleased') !== (date === undefined))
      throw new Error(`a release is headed [Unreleased] or [x.y.z] - YYYY-MM-DD, not ${JSON.stringify(heading)}`);
    for (const line of lines) {
      const [, kind] = /^### (.*)$/.exec(line) ?? [];
      if (kind !== undefined && !KINDS.includes(kind) && !kind.startsWith('Upgrading from '))
        throw new Error(`${name}: a change is ${KINDS.join(', ')}, not ${JSON.stringify(kind)}`);
    }
    return { name, date, text: lines.join('\n').trim() };
  });
}

/** The changelog with its unreleased entries as a version of a date. */
export function released(changelog: string, version: string, date: string): string {
  const [unreleased, previous] = releases(changelog);
  if (unreleased?.name !== 'Unreleased' || !/^- /m.test(unreleased.text))
    throw new Error('CHANGELOG.md has nothing under [Unreleased]');
  const [, home] = /^\[Unreleased\]: (\S+)\/compare\//m.exec(changelog) ?? [];
  if (home === undefined || previous === undefined) throw new Error('CHANGELOG.md ends without links to comparisons');
  return changelog
    .replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`)
    .replace(
      /^\[Unreleased\]: .*$/m,
      `[Unreleased]: ${home}/compare/v${version}...HEAD\n[${version}]: ${home}/compare/v${previous.name}...v${version}`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const name = (process.argv[2] ?? 'Unreleased').replace(/^v/, '');
  const release = releases(readFileSync(FILE, 'utf8')).find((one) => one.name === name);
  if (release === undefined) throw new Error(`CHANGELOG.md has no version ${name}`);
  process.stdout.write(`${release.text}\n`);
}
