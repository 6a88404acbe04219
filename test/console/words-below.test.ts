/** In Who knew what when, every box has its words: in it, or below it (section 8 of the desk). */
import { expect } from 'chai';
import { isWithin, wordsBelow } from '../../console/parts/words-below.js';

describe('the words of the boxes of a timeline', () => {
  const wide = { x: 4, width: 200, word: 'could read' };
  const narrow = (x: number, word = 'could read'): { x: number; width: number; word: string } => ({
    x,
    width: 24,
    word,
  });

  it('stand within a box that has room', () => {
    expect(isWithin(wide)).to.equal(true);
    expect(wordsBelow([wide], 820)).to.deep.equal([]);
  });

  it('stand below a narrow one, and upon no other word', () => {
    const placed = wordsBelow([wide, narrow(210), narrow(238), narrow(266, 'told'), narrow(400)], 820);
    expect(placed.map(({ word, row }) => [word, row])).to.deep.equal([
      ['could read', 0],
      ['could read', 1],
      ['told', 2],
      ['could read', 0],
    ]);
  });

  it('end with the drawing', () => {
    const [last] = wordsBelow([narrow(800, 'no access')], 820);
    expect((last?.x ?? 0) + 9 * 6.6).to.be.at.most(820);
    expect(last?.from).to.equal(805);
  });
});
