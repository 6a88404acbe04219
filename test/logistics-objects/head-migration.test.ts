/** Heads: of constant size, and those of version 0.2.0. */
import { expect } from 'chai';
import { Degradations } from '../../src/degradations.js';
import { migrateHeads } from '../../src/logistics-objects/head-migration.js';
import { Revisions } from '../../src/logistics-objects/revisions.js';
import { createLookups } from '../../src/lookups.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, namedNode, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, dcterms, rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { ParsedGraphs } from '../../src/store/cache/parsed-graphs.js';
import { Quarantine } from '../../src/store/quarantine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../src/uris.js';
import { base, object, openMemory, silent } from '../store/support/open.js';

const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const { lookups, indexes } = createLookups(uris, vocabulary);
const type = iri(vocabulary.cargo.LogisticsObject.value);
const piece = object('piece');
const [first, second] = [object('first'), object('second')];
const by = { agent: object('holder'), at: new Date('2026-03-01T10:00:00Z') };

const pointingTo = (...targets: readonly Iri[]): Graph =>
  graphOf([
    triple(node(piece), rdfTerms.type, node(type)),
    triple(node(piece), namedNode(`${standardNamespaces.cargo}upid`), factory.literal('UPID-77')),
    ...targets.map((to) => triple(node(piece), namedNode(`${standardNamespaces.cargo}containedPieces`), node(to))),
  ]);

describe('The head of an object', () => {
  let store: GraphStore;
  let revisions: Revisions;

  beforeEach(async () => {
    store = await openMemory({ lookups: indexes });
    const quarantine = new Quarantine({ log: silent, degradations: new Degradations() });
    revisions = new Revisions(new ParsedGraphs(store), uris, vocabulary, quarantine);
  });
  afterEach(() => store.close());

  async function write(statements: Graph): Promise<void> {
    await store.transact([piece], async (tx) => {
      const head = await revisions.headIn(tx, piece);
      if (head === undefined) {
        await revisions.create(tx, piece, type, statements, by);
        return;
      }
      const next = uris.revision(piece, head.latestRevision + 1);
      await tx.insert(next, statements);
      const before = await tx.read(revisions.latest(head).graph);
      await revisions.advance(tx, head, { type: head.type, before, after: await tx.read(next) }, by);
    });
  }

  const inbound = async (to: Iri): Promise<Iri[]> =>
    (await store.lookup(lookups.objects.inboundLinks, to)).map(({ value }) => value);
  const migrate = (): Promise<void> =>
    migrateHeads({
      ...{ store, lookups, uris, revisions, log: silent, random: () => 0 },
      stopping: new AbortController().signal,
    });

  /** Writes what version 0.2.0 would have written for the same revisions. */
  async function age(): Promise<void> {
    await store.transact([piece, uris.headForm], async (tx) => {
      const head = await tx.read(uris.head(piece));
      const kept = Array.from(head).filter(({ predicate }) => !predicate.equals(dcterms.identifier));
      await tx.drop(uris.links(piece));
      await tx.drop(uris.headForm);
      await tx.replace(uris.head(piece), kept);
    });
  }

  it('does not grow with the links of the object', async () => {
    await write(pointingTo());
    const { size } = await store.read(uris.head(piece));
    await write(pointingTo(...Array.from({ length: 100 }, (_, index) => object(`p-${index}`))));
    expect((await store.read(uris.head(piece))).size).to.equal(size);
  });

  it('is written without the links where a change leaves them alone', async () => {
    const written: boolean[] = [];
    for (const links of [[first], [first], [], [first, second]]) {
      const before = store.follow();
      await write(pointingTo(...links));
      const changed = await before.changes();
      written.push(changed.kind === 'graphs' && changed.graphs.has(uris.links(piece)));
    }
    expect(written).to.deep.equal([true, false, false, true]);
    expect([await inbound(first), await inbound(second)]).to.deep.equal([[piece], [piece]]);
  });

  it('of version 0.2.0 is migrated once', async () => {
    await write(pointingTo(first));
    await write(pointingTo(second));
    const current = await store.read(uris.head(piece));
    await age();
    await migrate();
    // Of earlier revisions nothing is read.
    expect([await inbound(first), await inbound(second)]).to.deep.equal([[], [piece]]);
    expect(Array.from(await store.read(uris.head(piece)), String)).to.have.members(Array.from(current, String));
    const { sequence } = store;
    await migrate();
    expect(store.sequence).to.equal(sequence);
  });

  it('of version 0.2.0 that cannot be read leaves the store unmarked, and the others are migrated', async () => {
    await write(pointingTo(first));
    await age();
    const other = object('a-damaged-one');
    await store.transact([other], async (tx) => {
      await tx.insert(
        uris.head(other),
        Array.from(await tx.read(uris.head(piece)), ({ predicate, object: value }) =>
          triple(
            node(other),
            predicate,
            predicate.equals(vocabulary.api.hasLatestRevision) ? factory.literal('none') : value,
          ),
        ),
      );
    });
    await migrate();
    expect(await inbound(first)).to.deep.equal([piece]);
    expect((await store.read(uris.headForm)).size).to.equal(0);
    await store.transact([other], (tx) => tx.drop(uris.head(other)));
    await migrate();
    expect((await store.read(uris.headForm)).size).to.equal(1);
  });
});
