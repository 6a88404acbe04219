import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));

/** Documents that say what holds now: the others tell of earlier versions, too, or are generated. */
const documents = ['.', 'docs', 'docs/deploy', 'console'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && !['CHANGELOG.md', 'quality.md', 'specification.md'].includes(file))
    .map((file) => join(folder, file)),
);

/** What a document has at the group of a pattern. */
const named = (pattern: RegExp): { document: string; name: string }[] =>
  documents.flatMap((document) =>
    Array.from(read(document).matchAll(pattern), ([, name = '']) => ({ document, name })),
  );

describe('the documents', () => {
  it('name commands that there are', () => {
    const commands = named(/\bnpm run (?:--silent )?([\w:-]+)/g);
    expect(commands.length).to.be.greaterThan(50);
    expect(commands.filter(({ name }) => !(name in scripts))).to.deep.equal([]);
  });

  it('name files that there are', () => {
    const files = named(/(?:`|npm test -- )((?:src|test|scripts|bench|console|docs|ontology|shapes)\/[\w./-]*\w)/g);
    expect(files.length).to.be.greaterThan(50);
    const isThere = (name: string): boolean =>
      ['', '.ts', '.test.ts', '.process.test.ts', '.thorough.ts'].some((end) => existsSync(join(root, name + end)));
    // `npm run generate` makes this one.
    const generated = new Set(['docs/specification.md', 'docs/postman.json']);
    expect(files.filter(({ name }) => !generated.has(name) && !isThere(name))).to.deep.equal([]);
  });
});
