import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fault } from '../../scripts/checks/commits.js';
import { released, releases } from '../../scripts/changelog.js';
import { nextVersion } from '../../scripts/release.js';

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const contributing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

describe('CHANGELOG.md', () => {
  it('has unreleased changes first, then each version with its date', () => {
    const names = releases(changelog).map(({ name }) => name);
    expect(names.slice(0, 2)).to.deep.equal(['Unreleased', version]);
  });

  it('has one list under each kind of change, and no kind twice in a version', () => {
    for (const { name, text } of releases(changelog)) {
      const kinds = Array.from(text.matchAll(/^### (.+)$/gm), ([, kind]) => kind);
      expect(kinds, name).to.deep.equal([...new Set(kinds)]);
      expect(text, name).to.not.match(/\*\*breaking|^- Breaking/m);
    }
  });

  it('links each version to a comparison', () => {
    for (const { name } of releases(changelog)) expect(changelog).to.match(new RegExp(`^\\[${name}\\]: https://`, 'm'));
  });

  it('refuses a heading that the form does not have', () => {
    expect(() => releases('# Changelog\n\n## 1.0.0\n')).to.throw('"1.0.0"');
    expect(() => releases('# Changelog\n\n## [1.0.0] - 2027-01-01\n\n### News\n')).to.throw('"News"');
  });
});

describe('A release', () => {
  it('is the next version by its breaking changes, additions or fixes', () => {
    expect(nextVersion('0.2.9', 'patch')).to.equal('0.2.10');
    expect(nextVersion('0.2.9', 'minor')).to.equal('0.3.0');
    expect(nextVersion('0.2.9', 'major')).to.equal('1.0.0');
    expect(nextVersion('1.0.0-rc.1', 'patch')).to.equal('1.0.0');
  });

  it('gets the unreleased changes, and leaves an empty section', () => {
    const next = releases(released(changelog, '99.0.0', '2030-01-01'));
    const [before] = releases(changelog);
    expect(next.slice(0, 2)).to.deep.equal([
      { name: 'Unreleased', date: undefined, text: '' },
      { name: '99.0.0', date: '2030-01-01', text: before?.text },
    ]);
  });

  it('is refused where nothing is unreleased', () => {
    const empty = '## [Unreleased]\n\n## [1.0.0] - 2027-01-01\n\n[Unreleased]: https://x/compare/v1.0.0...HEAD\n';
    expect(() => released(empty, '1.0.1', '2027-01-02')).to.throw('nothing under [Unreleased]');
  });
});

describe('The subject of a commit', () => {
  const examples = (heading: string): string[] => {
    const [, block = ''] = new RegExp(`${heading}\n\n\`\`\`text\n(.*?)\`\`\``, 's').exec(contributing) ?? [];
    return block.split('\n').filter((line) => line !== '');
  };

  it('is good for the good examples of CONTRIBUTING.md', () => {
    expect(examples('Good:')).to.have.lengthOf(5);
    for (const subject of examples('Good:')) expect(fault(subject), subject).to.equal(undefined);
  });

  it('is at fault without a type, with a capital, a full stop or too many words', () => {
    for (const subject of [
      'Update code',
      'fix: Mend it',
      'feat(http): add a header.',
      'feature(http): add a header',
      `fix(http): ${'x'.repeat(72)}`,
    ])
      expect(fault(subject), subject).to.be.a('string');
  });
});
