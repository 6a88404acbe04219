import { expect } from 'chai';
import { RetriedWrites } from '../../src/async/retried-writes.js';

class Outage extends Error {}

/** A record in which attempts fail by their position. */
class Notebook {
  readonly written: string[] = [];
  readonly sizes: number[] = [];
  readonly reported: number[] = [];
  attempts = 0;
  readonly retryMs = { min: 1, max: 1 };
  fails: (attempt: number, items: readonly string[]) => Error | undefined = () => undefined;
  readonly writes: RetriedWrites<string> = new RetriedWrites<string>({
    write: async (items) => {
      this.attempts += 1;
      const error = this.fails(this.attempts, items);
      await Promise.resolve();
      if (error !== undefined) throw error;
      this.sizes.push(items.length);
      this.written.push(...items);
    },
    isOutage: (error) => error instanceof Outage,
    retryMs: this.retryMs,
    random: () => 0,
    onAttempt: ({ waiting, error }) => {
      this.reported.push(error === undefined ? 0 : waiting);
    },
  });

  async add(...items: readonly string[]): Promise<void> {
    await Promise.all(items.map((item) => this.writes.add(item.charAt(0), item)));
  }
}

describe('Writes that are tried again', () => {
  for (let position = 1; position <= 4; position += 1)
    for (const outages of [1, 3])
      it(`are all made, once and in order, when ${outages} from the ${position}. on fail`, async () => {
        const notebook = new Notebook();
        notebook.fails = (attempt) => (attempt >= position && attempt < position + outages ? new Outage() : undefined);
        for (const item of ['a', 'b', 'c', 'd']) {
          const first = notebook.add(item);
          const second = notebook.add(item.toUpperCase());
          await Promise.all([first, second]);
        }
        expect(notebook.written).to.deep.equal(['a', 'A', 'b', 'B', 'c', 'C', 'd', 'D']);
        expect(notebook.writes.isFailing).to.equal(false);
        expect(notebook.reported.at(-1)).to.equal(0);
      });

  it('are made together when they have waited together, and block no other caller', async () => {
    const notebook = new Notebook();
    notebook.fails = (attempt) => (attempt < 3 ? new Outage() : undefined);
    const all = notebook.add('a', 'b', 'c');
    await notebook.writes.attempted();
    expect(notebook.writes.isFailing).to.equal(true);
    expect(notebook.writes.get('b')).to.equal('b');
    expect(notebook.reported).to.deep.equal([3]);
    await all;
    expect(notebook.written).to.deep.equal(['a', 'b', 'c']);
    expect(notebook.sizes).to.deep.equal([3]);
    expect(notebook.writes.get('b')).to.equal(undefined);
    expect(notebook.writes.pending).to.equal(0);
  });

  it('are replaced by later ones of the same key, which take the last place', async () => {
    const notebook = new Notebook();
    notebook.fails = (attempt) => (attempt === 1 ? new Outage() : undefined);
    await notebook.add('a1', 'b1', 'a2', 'a3', 'b2');
    expect(notebook.written).to.deep.equal(['a3', 'b2']);
  });

  it('are made without one that cannot be made, which is tried again', async () => {
    const notebook = new Notebook();
    let isMended = false;
    notebook.fails = (_, items) => (items.includes('bad') && !isMended ? new TypeError('a bad one') : undefined);
    const first = notebook.add('x');
    const bad = notebook.add('bad');
    await Promise.all([first, notebook.add('c', 'd')]);
    expect(notebook.written).to.deep.equal(['x', 'c', 'd']);
    isMended = true;
    await bad;
    expect(notebook.written).to.deep.equal(['x', 'c', 'd', 'bad']);
  });

  it('do not wait for the next attempt at one that cannot be made', async () => {
    const notebook = new Notebook();
    Object.assign(notebook.retryMs, { min: 3_600_000, max: 3_600_000 });
    notebook.fails = (_, items) => (items.includes('bad') ? new TypeError('a bad one') : undefined);
    void notebook.add('bad');
    await notebook.writes.attempted();
    expect(notebook.writes.isFailing).to.equal(false);
    await notebook.add('c');
    await notebook.add('d');
    expect(notebook.written).to.deep.equal(['c', 'd']);
    expect(await notebook.writes.close()).to.equal(1);
  });

  it('are tried once more at the end, and then counted', async () => {
    const notebook = new Notebook();
    notebook.fails = () => new Outage();
    const given = notebook.add('a', 'b');
    await notebook.writes.attempted();
    notebook.fails = (_, items) => (items.includes('b') ? new TypeError('a bad one') : undefined);
    expect(await notebook.writes.close()).to.equal(1);
    expect(notebook.written).to.deep.equal(['a']);
    await given;
  });
});
