/** Words that the glossary replaces (docs/glossary.md) in the names of files and of what the code declares. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

const BANNED = /^(tellings?|told|said|kept|shown|falling|knowledge|lanes?|pictures?|aside)$/i;

/** Members of answers, addresses and names made of them, which callers use. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['lanes', 'lastTold', 'told', 'notTold', 'toldOpen', 'telling'],
  ...['knowledge', 'getKnowledge'],
]);

const sources = ['src', 'console'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

const isBanned = (name: string): boolean =>
  !ALLOWED.has(name) &&
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .some((word) => BANNED.test(word));

/** The names that a file uses: identifiers, and private ones without their `#`. */
function namesIn(file: string): string[] {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text.replace(/^#/, ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest));
  return [...names];
}

describe('The words of the glossary', () => {
  it('name the files of the program and the console', () => {
    expect(sources.filter((file) => isBanned(basename(file, '.ts')))).to.deep.equal([]);
  });

  it('are those of identifiers', () => {
    const found = sources.flatMap((file) =>
      namesIn(file)
        .filter(isBanned)
        .map((name) => `${file}: ${name}`),
    );
    expect(found).to.deep.equal([]);
  });
});
