import { expect } from 'chai';
import fc from 'fast-check';
import { sorted } from '../../src/async/sorting.js';
import { finish, type Steps, Turns } from '../../src/async/turns.js';

/** An event loop whose turns are taken by hand, and whose clock goes on by half a millisecond for each step of work. */
class Loop {
  milliseconds = 0;
  readonly done: string[] = [];
  readonly turns = new Turns({
    now: () => this.milliseconds,
    afterThisTurn: (callback) => this.#after.push(callback),
  });
  #after: (() => void)[] = [];

  *work(name: string, steps: number): Steps<string> {
    for (let step = 1; step <= steps; step += 1) {
      this.milliseconds += 0.5;
      this.done.push(`${name}${step}`);
      yield;
    }
    return name;
  }

  /** A request of a party that arrives now: so many steps of work. */
  async request(party: string, steps: number, name = party): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.turns.start(
        () => party,
        () =>
          void this.turns.run(this.work(name, steps)).then(() => {
            resolve();
          }, reject),
      );
    });
  }

  /** The steps that are done in the next turn. */
  async turn(): Promise<readonly string[]> {
    const before = this.done.length;
    for (const callback of this.#after.splice(0)) callback();
    await this.settled();
    return this.done.slice(before);
  }

  /** Handles what is done without waiting. */
  settled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}

describe('turns', () => {
  it('does work of one caller in slices, one in each turn of the event loop, in the order in which it came', async () => {
    const loop = new Loop();
    const both = [loop.turns.run(loop.work('a', 6)), loop.turns.run(loop.work('b', 4))];
    expect(loop.done, 'at once').to.deep.equal(['a1', 'a2', 'a3', 'b1']);
    expect(await loop.turn()).to.deep.equal(['a4', 'a5']);
    expect(await loop.turn()).to.deep.equal(['b2', 'b3']);
    expect(await loop.turn()).to.deep.equal(['a6', 'b4']);
    expect(await loop.turn(), 'the end of b').to.deep.equal([]);
    expect(loop.turns.waiting).to.equal(0);
    expect(await Promise.all(both)).to.deep.equal(['a', 'b']);
  });

  it('gives two callers a turn each, however many requests one of them has', async () => {
    const loop = new Loop();
    const all = Array.from({ length: 10 }, (_, index) => loop.request('a', 20, `a${index} `));
    await loop.settled();
    all.push(loop.request('b', 20));
    await loop.settled();
    for (let turn = 0; turn < 20; turn += 1) await loop.turn();
    const ofB = loop.done.filter((step) => step.startsWith('b')).length;
    expect(ofB, `steps of b among ${loop.done.length}`).to.equal(20);
    while (loop.turns.waiting > 0) await loop.turn();
    await Promise.all(all);
  });

  it('does a small request in the turn after it has arrived, beside a hundred large ones of another caller', async () => {
    const loop = new Loop();
    const large = Array.from({ length: 100 }, (_, index) => loop.request('a', 10, `a${index} `));
    await loop.settled();
    for (let turn = 0; turn < 20; turn += 1) {
      await loop.turn();
      const small = loop.request('b', 1, 'small ');
      await loop.settled();
      expect(await loop.turn(), `turn ${turn}`).to.include('small 1');
      await small;
    }
    while (loop.turns.waiting > 0) await loop.turn();
    await Promise.all(large);
  });

  it('holds the loop no longer for many callers than for one', async () => {
    const loop = new Loop();
    const all = Array.from({ length: 10 }, (_, index) => loop.request(String(index % 3), 20, `${index} `));
    await loop.settled();
    for (let begin = loop.milliseconds; loop.turns.waiting > 0; begin = loop.milliseconds) {
      await loop.turn();
      expect(loop.milliseconds - begin).to.be.at.most(1.5);
    }
    await Promise.all(all);
  });

  it('starts several small requests in one turn', async () => {
    const loop = new Loop();
    const all = [loop.request('a', 10)];
    await loop.settled();
    await loop.turn();
    for (const name of ['x', 'y', 'z']) all.push(loop.request('b', 1, name));
    expect(await loop.turn()).to.deep.equal(['x1', 'y1']);
    expect(await loop.turn()).to.deep.equal(['a5', 'a6']);
    expect(await loop.turn()).to.include('z1');
    while (loop.turns.waiting > 0) await loop.turn();
    await Promise.all(all);
  });

  it('charges who is found to have sent a request', async () => {
    const loop = new Loop();
    const first = new Promise<void>((resolve, reject) => {
      loop.turns.start(
        () => 'an address',
        () => {
          loop.turns.belongsTo('a');
          loop.turns.run(loop.work('a', 20)).then(() => {
            resolve();
          }, reject);
        },
      );
    });
    await loop.settled();
    const others = [loop.request('a', 1, 'of a '), loop.request('an address', 1, 'other ')];
    expect(await loop.turn()).to.deep.equal(['other 1', 'a3']);
    while (loop.turns.waiting > 0) await loop.turn();
    await Promise.all([first, ...others]);
  });

  it("goes on with what has waited for something else in its caller's turn", async () => {
    const loop = new Loop();
    const large = loop.request('a', 20);
    await loop.settled();
    const resumed: string[] = [];
    const resume = async (party: string): Promise<void> => {
      await loop.turns.resume(party);
      resumed.push(party);
    };
    const both = [resume('a'), resume('b')];
    await loop.settled();
    expect(resumed, 'at once').to.deep.equal([]);
    await loop.turn();
    expect(resumed[0]).to.equal('b');
    while (loop.turns.waiting > 0) await loop.turn();
    await Promise.all([large, ...both]);
    await loop.turn();
    expect(loop.turns.resume('c'), 'where nothing waits').to.equal(undefined);
  });

  it('ends what is done in one turn together', async () => {
    const loop = new Loop();
    const large = loop.request('a', 4);
    await loop.settled();
    const ended: string[] = [];
    for (const name of ['x', 'y'])
      loop.turns.start(
        () => 'b',
        () => {
          loop.turns.atEnd(() => ended.push(`${name} after ${loop.done.length} steps`));
        },
      );
    expect(ended).to.deep.equal([]);
    await loop.turn();
    expect(ended).to.deep.equal(['x after 4 steps', 'y after 4 steps']);
    while (loop.turns.waiting > 0) await loop.turn();
    await large;
  });

  it('does small work at once, also beside large work', () => {
    const loop = new Loop();
    void loop.turns.run(loop.work('large ', 100));
    void loop.turns.run(loop.work('small ', 1));
    expect(loop.done.at(-1)).to.equal('small 1');
  });

  it('continues with the others when one fails', async () => {
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

  it('sorts in steps like at once, and keeps the order of equal items', () => {
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
