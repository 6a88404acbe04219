import { expect } from 'chai';
import { judgeContent } from '../../src/proof-log/check/content.js';
import { saltsOf, writeSlots } from '../../src/proofs/salts.js';
import { contentOf, hashesOf, statementLines } from '../../src/proofs/statement-lines.js';
import { iri } from '../../src/rdf/terms.js';

const graph = iri('https://node.example/logistics-objects/piece/revisions/1');
const seed = Buffer.alloc(16, 7);
const text = [
  '<https://node.example/a> <https://node.example/p> "x \\\\u00ab \\uFFFE \\"q\\" \\n"@en .',
  '<https://node.example/a> <https://node.example/p> <https://node.example/b> .',
  '<https://node.example/b> <https://node.example/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .',
]
  .map((line) => `${line}\n`)
  .join('');
const linesOf = (written: string): string[] => statementLines([{ graph, text: written }]);
const committed = contentOf(hashesOf(linesOf(text), saltsOf(seed, 3)));
const judged = (written: string, salts: Buffer = seed): string =>
  judgeContent(committed, salts, [{ graph, text: written }]).kind;

describe('A graph and its entry', () => {
  it('fit as they were written, and after each change of one character no more (P47)', () => {
    expect(judged(text)).to.equal('whole');
    const missed: string[] = [];
    for (let at = 0; at < text.length; at += 1)
      for (const other of ['a', 'F', ' ', '.', '\n', '\\', '', `${text[at] ?? ''}x`]) {
        const written = text.slice(0, at) + other + text.slice(at + 1);
        if (written !== text && judged(written) === 'whole') missed.push(written);
      }
    expect(missed).to.deep.equal([]);
    expect(judged(text.replace('\\uFFFE', '\\ufffe')), 'another case of an escape').to.equal('different');
  });

  it('fit with the hash of an erased statement, and not with a salt of it (P30)', () => {
    const lines = linesOf(text);
    const salts = saltsOf(seed, lines.length);
    const slots = lines.map((line, index) => {
      const salt = salts.subarray(index * 16, (index + 1) * 16);
      return index === 1
        ? ({ kind: 'erased', hash: hashesOf([line], salt) } as const)
        : ({ kind: 'salt', salt } as const);
    });
    const left = text
      .split('\n')
      .filter((line) => line !== '' && !lines[1]?.startsWith(line.slice(0, -1)))
      .map((line) => `${line}\n`)
      .join('');
    expect(judged(left, writeSlots(slots))).to.equal('erased');
    expect(judged(text, writeSlots(slots)), 'the statement is still there').to.equal('different');
    expect(judged(left), 'the salts of all are still there').to.equal('different');
    expect(judged('', Buffer.alloc(0))).to.equal('erased');
    expect(judged('')).to.equal('missing');
  });
});
