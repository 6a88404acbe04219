/** What is due at a partner, and the times of its checks, over a store in memory (M36). */
import { expect } from 'chai';
import { pino } from 'pino';
import { createLookups, type NodeLookups } from '../../src/lookups.js';
import { type Due, newHead, type Priority } from '../../src/mirror/copies/copy-facts.js';
import { describeHead, readHead } from '../../src/mirror/copies/head.js';
import { CheckBook } from '../../src/mirror/scheduling/check-book.js';
import { DueCopies } from '../../src/mirror/scheduling/due-copies.js';
import { mirrorTerms } from '../../src/rdf/mirror-terms.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphRecord } from '../../src/store/record.js';
import { UriScheme } from '../../src/uris.js';
import { TestClock } from '../support/clock.js';
import { eventually } from '../support/exchange.js';

const log = pino({ level: 'silent' });
const uris = new UriScheme(iri('http://node.example'));
const ext = mirrorTerms(uris.extensions);
const server = iri('https://partner.example');
const objectOf = (id: string): Iri => iri(`${server}/logistics-objects/${id}`);

describe('The copies of a partner', () => {
  let store: GraphStore;
  let record: GraphRecord;
  let lookups: NodeLookups;
  let clock: TestClock;
  const time = { now: (): number => clock.now().getTime() };

  beforeEach(async () => {
    clock = new TestClock();
    const created = createLookups(uris, createVocabulary(standardNamespaces));
    ({ lookups } = created);
    const location = { kind: 'memory' } as const;
    const around = (own: GraphRecord): GraphRecord => (record = own);
    store = await openStore({ location, base: uris.base, lookups: created.indexes, log, around });
  });
  afterEach(() => store.close());

  const dueIn = (seconds: number, priority: Priority = 'sweep'): Due => ({
    ...{ at: new Date(clock.now().getTime() + seconds * 1000), priority, foundBy: 'sweep', attempts: 0 },
    hint: undefined,
  });

  /** Writes copies, each with its distance from a followed object and what is due. */
  async function write(copies: readonly (readonly [id: string, distance: number, due: Due])[]): Promise<void> {
    const heads = copies.map(([id]) => uris.copyHead(objectOf(id)));
    await store.transact(heads, async (tx) => {
      for (const [id, distance, due] of copies) {
        const object = objectOf(id);
        const reaches = [{ follow: uris.follow('follow'), distance }];
        const head = newHead(clock.now(), { object, server, reaches, due, silence: undefined });
        const graph = uris.copyHead(object);
        await tx.replace(graph, describeHead(graph, { ...head, access: { kind: 'granted' } }, ext));
      }
    });
  }

  const emptyBook = { size: 0, has: () => false, nextOf: () => undefined };
  const idOf = async (head: Iri | undefined): Promise<string | undefined> => {
    if (head === undefined) return undefined;
    const copy = readHead(await store.read(head), head, ext);
    return copy?.object.slice(copy.object.lastIndexOf('/') + 1);
  };

  it('that are overdue at a start are spread over a minute, followed objects first', async () => {
    await write([
      ['link-1', 1, dueIn(-4_000)],
      ['link-2', 2, dueIn(-3_000)],
      ['root-1', 0, dueIn(-2_000)],
      ['root-2', 0, dueIn(-1_000)],
    ]);
    const due = new DueCopies({ store, lookups }, server, time, emptyBook);
    const began: [second: number, id: string | undefined][] = [];
    const taken = new Set<Iri>();
    for (let second = 0; second <= 60; second += 1) {
      for (let head = await due.next(taken); head !== undefined; head = await due.next(taken)) {
        began.push([second, await idOf(head)]);
        taken.add(head);
      }
      clock.advance(1);
    }
    expect(began).to.deep.equal([
      [0, 'root-1'],
      [15, 'root-2'],
      [30, 'link-1'],
      [45, 'link-2'],
    ]);
  });

  it('that become due later, or are due for another reason, do not wait for that', async () => {
    await write([
      ['overdue-1', 0, dueIn(-100)],
      ['overdue-2', 0, dueIn(-100)],
      ['later', 0, dueIn(5)],
      ['repair', 1, dueIn(-1, 'repair')],
      ['notified', 1, dueIn(-1, 'notified')],
    ]);
    const due = new DueCopies({ store, lookups }, server, time, emptyBook);
    const taken = new Set<Iri>();
    const take = async (): Promise<string | undefined> => {
      const head = await due.next(taken);
      if (head !== undefined) taken.add(head);
      return idOf(head);
    };
    expect([await take(), await take(), await take(), await take()].map((id) => id?.replace(/-\d$/, ''))).to.deep.equal(
      [...['notified', 'repair', 'overdue'], undefined],
    );
    expect(await due.nextTime(taken)).to.equal(time.now() + 5_000);
    clock.advance(5);
    expect(await take()).to.equal('later');
    // Three checks are spread over the minute.
    expect(await due.nextTime(taken)).to.equal(time.now() + 15_000);
    clock.advance(15);
    expect(await take()).to.match(/^overdue/);
    expect(await due.nextTime(taken)).to.equal(undefined);
  });

  it('have the times of checks that found nothing written together, each at most once in five minutes', async () => {
    const ids = Array.from({ length: 501 }, (_, number) => `awb-${number}`);
    await write(ids.map((id) => [id, 0, dueIn(0)]));
    const written = record.sequence;
    const commits = (): number => record.sequence - written;
    const copies = {
      inGraph: async (reader: { read(graph: Iri): ReturnType<GraphStore['read']> }, graph: Iri) =>
        readHead(await reader.read(graph), graph, ext),
    };
    const settings = readSettings({ PORT: '0' });
    const book = new CheckBook({ store, uris, clock, ext, settings }, { copies, time });
    const lost = new AbortController();
    const running = book.run(lost.signal);
    const headOf = (id: string) => copies.inGraph(store, uris.copyHead(objectOf(id)));
    const note = async (id: string): Promise<void> => {
      const head = await headOf(id);
      if (head?.due === undefined) throw new TypeError(id);
      book.note(head, head.due, { checkedAt: clock.now(), next: dueIn(3_600) });
    };
    try {
      const [last = '', ...others] = ids.toReversed();
      for (const id of others) await note(id);
      expect([commits(), book.size]).to.deep.equal([0, 500]);
      clock.advance(5);
      const first = clock.now();
      // As many as are in one commit: they are written at once.
      await note(last);
      await eventually(() => Promise.resolve(book.size === 1));
      expect(commits()).to.equal(1);
      expect((await headOf('awb-0'))?.due?.priority).to.equal('sweep');

      for (const id of others) await note(id);
      clock.advance(290);
      // Wakes the book; only the last one is to be written.
      await note('awb-0');
      await eventually(() => Promise.resolve(book.size === 500));
      expect(commits()).to.equal(2);
      clock.advance(11);
      await note(last);
      await eventually(() => Promise.resolve(book.size === 1));
      expect(commits()).to.equal(3);
      expect((await headOf('awb-1'))?.checkedAt).to.deep.equal(first);
    } finally {
      lost.abort();
      await running;
    }
  });
});
