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
export async function checkNewest(store: GraphStore, graph: Iri): Promise<{ position: number; erased: number }> {
  const entry = logRules().entryOf(graph);
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
