import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import {
  cargoXml,
  decisions,
  laterVersions,
  linkedData,
  mirror,
  proofs,
  specificationDocument,
} from '../../scripts/specification.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All files of a folder with one of these endings. */
function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));
}

describe('The decisions', () => {
  it('are numbered without a gap', () => {
    for (const letter of ['D', 'V', 'L']) {
      const numbers = [...decisions().keys(), ...laterVersions().keys()]
        .filter((number) => number.startsWith(letter))
        .map((number) => Number(number.slice(1)));
      expect(numbers.sort((a, b) => a - b)).to.deep.equal(numbers.map((_, index) => index + 1));
    }
  });

  it('are there for every citation in code, tests and documents', () => {
    const known = new Set([
      ...decisions().keys(),
      ...laterVersions().keys(),
      ...linkedData().keys(),
      ...mirror().keys(),
      ...cargoXml().keys(),
      ...proofs().keys(),
    ]);
    const files = [
      ...['src', 'test', 'scripts', 'bench'].flatMap((folder) => filesIn(folder, /\.(ts|cjs|js)$/)),
      ...filesIn('docs', /\.md$/),
      ...['README.md', 'CHANGELOG.md'],
    ];
    const missing = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\b[DVLWMXP]\d{1,3}\b/g)]
        .filter(([number]) => !known.has(number))
        .map(([number]) => `${file}: ${number}`),
    );
    expect(missing).to.deep.equal([]);
  });
});

/** What is written as a number of a decision is, and is none. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['A1', 'A4']);

describe('A number that a comment of the code cites', () => {
  it('is in a document of this repository, with any letter', () => {
    const documents = [...filesIn('docs', /\.md$/), 'README.md'].map((file) => readFileSync(join(root, file), 'utf8'));
    // In bold at the beginning of a list item, or the first cell of a row.
    const defined = new Set(
      documents.flatMap((text) => [...text.matchAll(/(?:\*\*|^\| *)([A-Z]\d{1,3})\b/gm)].map(([, number]) => number)),
    );
    const files = ['src', 'console', 'test', 'scripts', 'bench'].flatMap((folder) => filesIn(folder, /\.(ts|cjs|js)$/));
    const missing = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line))
        .flatMap((line) => [...line.matchAll(/(?<![\w/.#-])[A-Z]\d{1,3}\b(?![\w:/-])/g)].map(([number]) => number))
        .filter((number) => !defined.has(number) && !NO_NUMBERS.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(defined.size).to.be.greaterThan(200);
    expect(missing).to.deep.equal([]);
  });
});

describe('The list of the specification’s sections', () => {
  it('names every row of the conformance tables under its citation', async () => {
    // Mocha reads all tables once more to list them.
    const text = await specificationDocument();
    for (const number of [decisions, laterVersions, linkedData, mirror, cargoXml, proofs].flatMap((document) => [
      ...document().keys(),
    ]))
      expect(text).to.include(`### ${number}\n`);
  });
});
