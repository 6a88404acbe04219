import { expect } from 'chai';
import fc from 'fast-check';
import { sorted } from '../../src/async/sorting.js';
import { finish, type Steps, Turns } from '../../src/async/turns.js';

/** An event loop whose turns are taken by hand, and whose clock goes on by a millisecond for each step of work. */
class Loop {
  milliseconds = 0;
  readonly done: string[] = [];
  readonly turns = new Turns(
    () => this.milliseconds,
    (callback) => this.#after.push(callback),
  );
  #after: (() => void)[] = [];

  *work(name: string, steps: number): Steps<string> {
    for (let step = 1; step <= steps; step += 1) {
      this.milliseconds += 1;
      this.done.push(`${name}${step}`);
      yield;
    }
    return name;
  }

  /** The steps that are done in the next turn. */
  async turn(): Promise<readonly string[]> {
    const before = this.done.length;
    for (const callback of this.#after.splice(0)) callback();
    // Promises of this turn.
    await new Promise(setImmediate);
    return this.done.slice(before);
  }
}

describe('turns', () => {
  it('does work of several callers in slices, one in each turn of the event loop, in the order in which they came', async () => {
    const loop = new Loop();
    const both = [loop.turns.run(loop.work('a', 8)), loop.turns.run(loop.work('b', 5))];
    expect(loop.done, 'at once').to.deep.equal(['a1', 'a2', 'a3', 'b1']);
    expect(await loop.turn()).to.deep.equal(['a4', 'a5']);
    expect(await loop.turn()).to.deep.equal(['b2', 'b3']);
    expect(await loop.turn()).to.deep.equal(['a6', 'a7']);
    expect(await loop.turn()).to.deep.equal(['b4', 'b5']);
    expect(await loop.turn()).to.deep.equal(['a8']);
    expect(await loop.turn(), 'the end of b').to.deep.equal([]);
    expect(loop.turns.waiting).to.equal(0);
    expect(await Promise.all(both)).to.deep.equal(['a', 'b']);
  });

  it('holds the loop no longer for many callers than for one', async () => {
    const loop = new Loop();
    const all = Array.from({ length: 10 }, (_, index) => loop.turns.run(loop.work(`${index} `, 20)));
    for (let begin = loop.milliseconds; loop.turns.waiting > 0; begin = loop.milliseconds) {
      await loop.turn();
      expect(loop.milliseconds - begin).to.be.at.most(3);
    }
    await Promise.all(all);
  });

  it('calls back one in each turn, in order, among the slices of work', async () => {
    const loop = new Loop();
    void loop.turns.run(loop.work('a', 5));
    for (const name of ['x', 'y']) loop.turns.later(() => loop.done.push(name));
    expect(loop.done).to.deep.equal(['a1', 'a2', 'a3']);
    expect(await loop.turn()).to.deep.equal(['a4', 'a5']);
    expect(await loop.turn()).to.deep.equal(['x']);
    expect(await loop.turn()).to.deep.equal(['y']);
  });

  it('does what is small at once, also beside something large', () => {
    const loop = new Loop();
    void loop.turns.run(loop.work('large ', 100));
    void loop.turns.run(loop.work('small ', 1));
    expect(loop.done.at(-1)).to.equal('small 1');
  });

  it('goes on with the others when one fails', async () => {
    const loop = new Loop();
    const failing = loop.turns.run(
      (function* fail(): Steps<never> {
        yield* loop.work('a', 4);
        throw new Error('no');
      })(),
    );
    const other = loop.turns.run(loop.work('b', 4));
    const failed = failing.catch((error: unknown) => error);
    while (loop.turns.waiting > 0) await loop.turn();
    expect(await failed)
      .to.be.an('error')
      .with.property('message', 'no');
    expect(await other).to.equal('b');
  });

  it('sorts in steps as at once, and keeps the order of what is equal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.nat(20), place: fc.nat() }), { maxLength: 2_000, size: 'max' }),
        (values) => {
          const compare = (one: { key: number }, other: { key: number }): number => one.key - other.key;
          expect(finish(sorted(values, compare))).to.deep.equal([...values].sort(compare));
        },
      ),
      { numRuns: 20 },
    );
  });
});
