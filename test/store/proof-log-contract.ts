/** What every record keeps to as the log of proofs (P1 to P7, P17, P30). */
import { expect } from 'chai';
import { EntryRules } from '../../src/log-rules.js';
import { toBase64 } from '../../src/proofs/format/encoding.js';
import { entryOf, parseRecord } from '../../src/proofs/format/record.js';
import { contentOf, statementHash } from '../../src/proofs/format/statements.js';
import { leafHash } from '../../src/proofs/format/tree.js';
import { readSlots } from '../../src/proofs/salts.js';
import { statementLines } from '../../src/proofs/statement-lines.js';
import { factory, type Iri, iri, node, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, prov, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import type { LogRules } from '../../src/store/proof-log.js';
import type { NamePage } from '../../src/store/graph-store/stored-entries.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import type { StoreOptions } from '../../src/store/open-store.js';
import { UriScheme } from '../../src/uris.js';
import { base, object, revision, statement } from './support/open.js';

const uris = new UriScheme(base);
const holder = uris.object('_data-holder');
const vocabulary = createVocabulary(standardNamespaces);
const agent = iri('https://airline.example/logistics-objects/airline');
const at = '2026-11-22T09:30:00.12Z';

const piece = object('piece');
const books = statement('piece', 'goodsDescription', 'Books 😀');
const pens = statement('piece', 'goodsDescription', 'Pens \uff21 \ufffe "quoted" \\uFFFE');

export const logRules = (isOn = true): EntryRules => new EntryRules(uris, vocabulary, holder, isOn);

/** Rules that a test switches off and on, as two starts of a node do. */
class SwitchedRules implements LogRules {
  isOn = true;

  get #rules(): EntryRules {
    return logRules(this.isOn);
  }

  of: LogRules['of'] = (changes, commit) => this.#rules.of(changes, commit);
  entryOf: LogRules['entryOf'] = (graph) => this.#rules.entryOf(graph);
  stored: LogRules['stored'] = (graph) => this.#rules.stored(graph);
}

/** Gives entries to graphs that lack one; the number of entries that the log has more. */
async function enter(store: GraphStore, graphs: readonly Iri[], isCompared = false): Promise<number> {
  const { storedEntries } = store;
  if (storedEntries === undefined) throw new TypeError('the log is off');
  const before = await store.proofLog.size();
  const { drafts } = await storedEntries.find(graphs, { isCompared, isWhole: true });
  expect(await storedEntries.write(drafts, [], uris.logBackfills)).to.equal(true);
  return (await store.proofLog.size()) - before;
}

const attributed = (graph: Iri, more: readonly Quad[] = []): Quad[] => [
  triple(node(graph), prov.generatedAtTime, factory.literal(at, xsd.dateTime)),
  triple(node(graph), prov.wasAttributedTo, node(agent)),
  ...more,
];

/** Writes a revision with its provenance. */
const revise = (store: GraphStore, number: number, ...statements: Quad[]): Promise<void> =>
  store.transact([piece], async (tx) => {
    const graph = revision('piece', number);
    await tx.insert(graph, statements);
    await tx.insert(uris.provenance(graph), attributed(graph));
  });

/** Checks the newest entry of a graph against its statements, and gives the number of its erased ones. */
export async function checkNewest(
  store: Pick<GraphStore, 'proofLog'>,
  graph: Iri,
  rules: Pick<LogRules, 'entryOf'> = logRules(),
): Promise<{ position: number; erased: number }> {
  const entry = rules.entryOf(graph);
  if (entry === undefined) throw new TypeError(`${graph} makes no entry`);
  const newest = await store.proofLog.newest(entry.graph, entry.parts);
  if (newest === undefined) throw new TypeError(`${graph} has no entry`);
  const lines = statementLines(entry.parts.map((part, index) => ({ graph: part, text: newest.texts[index] ?? '' })));
  const slots = readSlots(newest.salts, lines.length) ?? [];
  const remaining = lines.values();
  const hashes = slots.map((slot) =>
    slot.kind === 'erased' ? slot.hash : statementHash(slot.salt, remaining.next().value ?? ''),
  );
  const { content } = parseRecord(newest.record);
  expect(remaining.next().done).to.equal(true);
  expect(toBase64(contentOf(hashes))).to.equal(toBase64(content));
  expect(toBase64(newest.leaf)).to.equal(toBase64(leafHash(entryOf(newest.record))));
  return { position: newest.position, erased: slots.filter(({ kind }) => kind === 'erased').length };
}

/** @param open opens a fresh store. */
export function describeProofLog(name: string, open: (options: Partial<StoreOptions>) => Promise<GraphStore>): void {
  describe(`The log of proofs ${name}`, () => {
    let store: GraphStore;
    beforeEach(async () => (store = await open({ logRules: logRules() })));
    afterEach(() => store.close());

    it('has an entry for a revision with its provenance, in its commit (P1, P3, P4, P5, P6)', async () => {
      await revise(store, 1, books, pens);
      expect(await store.proofLog.size()).to.equal(1);
      const [entry] = await store.proofLog.entries(0, 10);
      expect(parseRecord(entry?.record ?? '')).to.include({
        kind: 'revision',
        graph: revision('piece', 1),
        time: '2026-11-22T09:30:00.120Z',
        agent,
        cause: undefined,
      });
      expect(await checkNewest(store, revision('piece', 1))).to.deep.equal({ position: 0, erased: 0 });
    });

    it('numbers entries in the order of commits, and has none of what is derived or failed (P2, P7)', async () => {
      await revise(store, 1, books);
      await store.transact([piece], (tx) => tx.insert(uris.head(piece), [books]));
      await store.transact([piece], () => Promise.reject(new Error('undone'))).catch(() => undefined);
      await Promise.all([2, 3, 4].map((number) => revise(store, number, pens)));
      const entries = await store.proofLog.entries(0, 10);
      expect(entries.map(({ position }) => position)).to.deep.equal([0, 1, 2, 3]);
      expect(entries.map(({ record }) => parseRecord(record).graph)).to.deep.equal(
        [1, 2, 3, 4].map((number) => revision('piece', number)),
      );
      expect((await store.proofLog.entries(1, 3)).map(({ position }) => position)).to.deep.equal([1, 2]);
    });

    it('has an entry for each change of a list, also for an empty one, by its author (P1, P17)', async () => {
      const list = uris.acl(piece);
      await store.transact([piece], (tx) => tx.replace(list, attributed(list)));
      await store.transact([piece], async (tx) => {
        await tx.insert(uris.aclRevision(piece, 1), attributed(uris.aclRevision(piece, 1)));
        await tx.replace(list, []);
      });
      const records = (await store.proofLog.entries(0, 10)).map(({ record }) => parseRecord(record));
      expect(records.map(({ kind, graph }) => [kind, graph])).to.deep.equal([
        ['acl', list],
        ['acl', list],
      ]);
      expect(records[1]?.agent).to.equal(agent);
      expect(await checkNewest(store, list)).to.deep.equal({ position: 1, erased: 0 });
      expect(await store.proofLog.positions([list, piece])).to.deep.equal([1, undefined]);
    });

    it('keeps the hashes of erased statements, and the salts of the others (P30)', async () => {
      const graph = revision('piece', 1);
      await revise(store, 1, books, pens);
      await store.transact([piece], (tx) => tx.erase(graph, [books]));
      expect(await checkNewest(store, graph)).to.deep.equal({ position: 0, erased: 1 });
      await store.transact([piece], (tx) => tx.erase(graph, [pens]));
      expect(await checkNewest(store, graph)).to.deep.equal({ position: 0, erased: 2 });
      expect(await store.proofLog.size()).to.equal(1);
    });

    it('drops the salts of a graph that is erased or dropped, and makes no entry (P30)', async () => {
      const graph = revision('piece', 1);
      await revise(store, 1, books);
      await store.transact([piece], async (tx) => {
        await tx.erase(graph);
        await tx.erase(uris.provenance(graph));
      });
      const newest = await store.proofLog.newest(graph, [graph]);
      expect(newest).to.deep.include({ position: 0, salts: Buffer.alloc(0), texts: [''] });
      expect(await store.proofLog.size()).to.equal(1);
    });

    describe('of graphs that were written while it was off (P51)', () => {
      const rules = new SwitchedRules();
      const list = uris.acl(piece);
      const first = revision('piece', 1);
      /** Runs while no entries are made. */
      const off = async (work: () => Promise<void>): Promise<void> => {
        rules.isOn = false;
        await work();
        rules.isOn = true;
      };
      beforeEach(async () => {
        await store.close();
        store = await open({ logRules: rules });
      });

      it('has an entry for each, with the time and agent of its provenance, once', async () => {
        await off(() => revise(store, 1, books, pens));
        expect(await store.proofLog.value('unlogged')).to.equal('yes');
        expect(await enter(store, [first])).to.equal(1);
        expect(await checkNewest(store, first)).to.deep.equal({ position: 0, erased: 0 });
        const [entry] = await store.proofLog.entries(0, 1);
        const { kind, time, agent: by } = parseRecord(entry?.record ?? '');
        expect([kind, time, by]).to.deep.equal(['revision', '2026-11-22T09:30:00.120Z', agent]);
        expect(await enter(store, [first])).to.equal(0);
        await store.transact([piece], (tx) => tx.erase(first, [books]));
        expect(await checkNewest(store, first)).to.deep.equal({ position: 0, erased: 1 });
      });

      it('has none for what is gone, or has got one, when it is written', async () => {
        await off(async () => {
          await revise(store, 1, books);
          await store.transact([piece], (tx) => tx.replace(list, attributed(list)));
        });
        const found = await store.storedEntries?.find([first, list], { isCompared: false, isWhole: false });
        expect(found?.drafts.map(({ draft }) => draft.graph)).to.deep.equal([first, list]);
        await store.transact([piece], async (tx) => {
          await tx.erase(first);
          await tx.erase(uris.provenance(first));
          await tx.replace(list, [...attributed(list), books]);
        });
        expect(await store.storedEntries?.write(found?.drafts ?? [], [], uris.logBackfills)).to.equal(true);
        expect(await store.proofLog.positions([first, list])).to.deep.equal([undefined, 0]);
        expect(await store.proofLog.size()).to.equal(1);
        expect(await checkNewest(store, list)).to.deep.equal({ position: 0, erased: 0 });
      });

      it('commits to what the commits before it in a batch leave, also with an erasure beside it', async () => {
        await off(() => revise(store, 1, books, pens));
        const found = await store.storedEntries?.find([first], { isCompared: false, isWhole: false });
        await Promise.all([
          revise(store, 2, pens),
          store.transact([piece], (tx) => tx.erase(first, [books])),
          store.storedEntries?.write(found?.drafts ?? [], [], uris.logBackfills) ?? Promise.resolve(),
          store.transact([piece], (tx) => tx.erase(first, [pens])),
        ]);
        if ((await enter(store, [first])) === 0) expect(await store.proofLog.size()).to.equal(2);
        expect((await checkNewest(store, first)).position).to.be.below(2);
      });

      it('has another entry for a list that has changed, and none for the others', async () => {
        const other = uris.acl(object('other'));
        await store.transact([piece], (tx) => tx.replace(list, attributed(list)));
        await store.transact([object('other')], (tx) => tx.replace(other, attributed(other)));
        await off(() => store.transact([piece], (tx) => tx.replace(list, [...attributed(list), books])));
        expect(await store.storedEntries?.isLacking(list, true)).to.equal(true);
        expect(await enter(store, [list, other], true)).to.equal(1);
        expect(await checkNewest(store, list)).to.deep.equal({ position: 2, erased: 0 });
        expect(await store.storedEntries?.isLacking(list, true)).to.equal(false);
        expect(await enter(store, [list, other], true)).to.equal(0);
      });

      it('finds them by their names, page by page', async () => {
        await off(async () => {
          for (const number of [1, 2, 3]) await revise(store, number, books);
        });
        const found: Iri[] = [];
        for (let after: string | undefined = ''; after !== undefined;) {
          const page: NamePage | undefined = await store.storedEntries?.names(after, 2);
          found.push(...(page?.graphs ?? []));
          after = page?.last;
        }
        expect(found).to.have.members([1, 2, 3].map((number) => revision('piece', number)));
        expect(await enter(store, found)).to.equal(3);
      });
    });

    it('has values beside the entries, in the order of their keys', async () => {
      const { sequence } = store;
      const values = ['b/2', 'a/1', 'a/3', 'a/2'].map((key) => ({ key, value: `value of ${key}` }));
      expect(await store.putLogValues(values, piece, sequence)).to.equal(true);
      expect(await store.proofLog.value('a/1')).to.equal('value of a/1');
      expect(await store.proofLog.value('a/4')).to.equal(undefined);
      const keys = async (range: Parameters<typeof store.proofLog.values>[0]): Promise<string[]> =>
        (await store.proofLog.values(range)).map(({ key }) => key);
      expect(await keys({ prefix: 'a/' })).to.deep.equal(['a/1', 'a/2', 'a/3']);
      expect(await keys({ prefix: 'a/', reverse: true, limit: 1 })).to.deep.equal(['a/3']);
    });
  });

  it(`makes no entries ${name} where it is off, and drops salts all the same (PROOF_LOG)`, async () => {
    const store = await open({ logRules: logRules(false) });
    try {
      await revise(store, 1, books);
      expect(await store.proofLog.size()).to.equal(0);
    } finally {
      await store.close();
    }
  });
}
