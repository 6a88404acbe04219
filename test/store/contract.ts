/** What every store keeps to (src/store/store.ts), whatever stands behind it. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Parser, type SparqlQuery, type Update } from 'sparqljs';
import { ServiceError } from '../../src/errors.js';
import { type Iri, type Quad, factory, iri, namedNode, triple } from '../../src/rdf/terms.js';
import { copyGraph, deleteData, dropGraph, insertData, update } from '../../src/store/sparql.js';
import type { GraphSource, Store } from '../../src/store/store.js';
import { failure, object, revision, shown, statement } from './support/open.js';
import { scaled } from '../support/size.js';

const parse = (text: string): SparqlQuery => new Parser({ factory }).parse(text);

function parseUpdate(text: string): Update {
  const tree = parse(text);
  if (tree.type !== 'update') throw new TypeError(text);
  return tree;
}

const piece = object('piece');
const first = revision('piece', 1);
const second = revision('piece', 2);
const books = statement('piece', 'goodsDescription', 'Books');
const pens = statement('piece', 'goodsDescription', 'Pens');

/** Opens a fresh store for each test and closes it afterwards. */
export function describeStore(name: string, open: () => Promise<Store & GraphSource>): void {
  describe(`a store (${name})`, () => {
    let store: Store & GraphSource;
    beforeEach(async () => (store = await open()));
    afterEach(() => store.close());

    const insert = (graph: Iri, ...statements: Quad[]): Promise<void> =>
      store.transact([piece], (tx) => tx.insert(graph, statements));
    const content = async (graph: Iri): Promise<string[]> => shown(await store.read(graph));

    describe('transactions', () => {
      it('make their insertions readable when they resolve', async () => {
        await insert(first, books, pens);
        expect(await content(first)).to.deep.equal(shown([books, pens]));
      });

      it('resolve to the result of their callback', async () => {
        expect(await store.transact([piece], () => Promise.resolve(42))).to.equal(42);
      });

      it('copy a revision and change the copy', async () => {
        await insert(first, books);
        await store.transact([piece], (tx) =>
          tx.update(update(copyGraph(first, second), deleteData(second, [books]), insertData(second, [pens]))),
        );
        expect(await content(first)).to.deep.equal(shown([books]));
        expect(await content(second)).to.deep.equal(shown([pens]));
      });

      it('replace and drop a graph', async () => {
        await insert(first, books);
        await store.transact([piece], (tx) => tx.replace(first, [pens]));
        expect(await content(first)).to.deep.equal(shown([pens]));
        await store.transact([piece], (tx) => tx.drop(first));
        expect(await content(first)).to.deep.equal([]);
      });

      it('execute DELETE and INSERT with WHERE on graphs named by an IRI', async () => {
        await insert(first, books);
        const change = `DELETE { GRAPH <${first}> { ?s ?p "Books" } } INSERT { GRAPH <${second}> { ?s ?p "Pens" } } WHERE { GRAPH <${first}> { ?s ?p "Books" } }`;
        await store.transact([piece], (tx) => tx.update(parseUpdate(change)));
        expect(await content(first)).to.deep.equal([]);
        expect(await content(second)).to.deep.equal(shown([pens]));
      });

      it('see their own changes, which no other transaction sees', async () => {
        await insert(first, books);
        await store.transact([piece], async (tx) => {
          await tx.insert(first, [pens]);
          expect(shown(await tx.read(first))).to.deep.equal(shown([books, pens]));
          expect(await content(first)).to.deep.equal(shown([books]));
        });
      });

      it('change nothing when their callback throws', async () => {
        const work = store.transact([piece], async (tx) => {
          await tx.insert(first, [books]);
          throw new Error('the shapes are violated');
        });
        expect((await failure(work)).message).to.equal('the shapes are violated');
        expect(await content(first)).to.deep.equal([]);
        expect(store.status().sequence).to.equal(0);
      });

      it('change nothing when one of several updates is rejected', async () => {
        const work = store.transact([piece], async (tx) => {
          await tx.insert(first, [books]);
          await tx.update(parseUpdate('CLEAR ALL'));
        });
        expect(await failure(work)).to.be.instanceOf(TypeError);
        expect(await content(first)).to.deep.equal([]);
      });

      it('continue as if a rejected step had not been tried', async () => {
        await insert(first, books);
        await store.transact([piece], async (tx) => {
          const blank = triple(namedNode(piece), namedNode(piece), factory.blankNode('b'));
          expect(await failure(tx.replace(first, [blank]))).to.be.instanceOf(TypeError);
          const copy = copyGraph(first, second);
          const tooLong = copyGraph(first, iri(`http://a.b/${'x'.repeat(2000)}`));
          expect(await failure(tx.update(update(copy, tooLong)))).to.be.instanceOf(TypeError);
          const drop = { ...dropGraph(revision('piece', 3)), silent: false };
          expect(await failure(tx.update(update(copy, drop)))).to.be.instanceOf(Error);
        });
        expect(await content(first)).to.have.length(1);
        expect(await content(second)).to.deep.equal([]);
      });

      it('end with their callback', async () => {
        const late = await store.transact([piece], (tx) => Promise.resolve(tx));
        expect((await failure(late.insert(first, [books]))).message).to.contain('over');
        expect(await content(first)).to.deep.equal([]);
      });

      it('reject updates that cannot run on copies of named graphs', async () => {
        const refused = [
          `INSERT DATA { <${piece}> <${piece}> 1 }`,
          `DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }`,
          `DELETE { GRAPH <${first}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`,
          `INSERT { GRAPH <${first}> { ?s ?p ?o } } WHERE { GRAPH <${first}> { ?s ?p ?o FILTER NOT EXISTS { GRAPH ?g { ?s ?p ?o } } } }`,
          `WITH <${first}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
          `DELETE { GRAPH <${first}> { ?s ?p ?o } } USING <${first}> WHERE { ?s ?p ?o }`,
          `INSERT { GRAPH <${first}> { ?s ?p ?o } } WHERE { GRAPH <${first}> { ?s ?p ?x } BIND(UUID() AS ?o) }`,
          `INSERT { GRAPH <${first}> { <${piece}> <${piece}> ?now } } WHERE { BIND(NOW() AS ?now) }`,
          `INSERT { GRAPH <${first}> { <${piece}> <${piece}> ?o } } WHERE { SERVICE <${piece}> { ?s ?p ?o } }`,
          `INSERT DATA { GRAPH <${first}> { _:b <${piece}> 1 } }`,
          `COPY DEFAULT TO <${first}>`,
          `MOVE <${first}> TO <${second}>`,
          `LOAD <${piece}> INTO GRAPH <${first}>`,
          'DROP DEFAULT',
          'DROP NAMED',
          'CLEAR ALL',
          `CREATE GRAPH <${first}>`,
        ];
        for (const text of refused) {
          const error = await failure(store.transact([piece], (tx) => tx.update(parseUpdate(text))));
          expect(error, text).to.be.instanceOf(TypeError);
        }
      });

      it('reject blank nodes, malformed IRIs and lone surrogates', async () => {
        const property = namedNode(`${piece}#p`);
        const bad = [
          triple(factory.blankNode(), property, factory.literal('x')),
          triple(namedNode(piece), property, factory.blankNode()),
          triple(namedNode(piece), property, factory.namedNode('no scheme')),
          triple(namedNode(piece), property, factory.namedNode('http://example.com/%zz')),
          triple(namedNode(piece), property, factory.literal('\ud800')),
          triple(namedNode(piece), property, factory.literal('x', 'en" . } DROP ALL #')),
        ];
        for (const quad of bad) {
          expect(await failure(insert(first, quad)), quad.object.value).to.be.instanceOf(TypeError);
          expect(await failure(store.transact([piece], (tx) => tx.replace(first, [quad])))).to.be.instanceOf(TypeError);
        }
        expect(await content(first)).to.deep.equal([]);
      });
    });

    describe('commits', () => {
      it('are numbered from 1 without gaps, and visible to waiting followers', async () => {
        const never = new AbortController().signal;
        const begin = store.follow();
        expect(begin.sequence).to.equal(0);
        const seen = begin.wait(never).then(() => content(first));
        await insert(first, books);
        expect(store.sequence).to.equal(1);
        expect(await seen).to.deep.equal(shown([books]));
        const one = store.follow();
        await failure(store.transact([piece], () => Promise.reject(new Error('no'))));
        expect(store.follow().sequence).to.equal(one.sequence);
        await store.transact([piece], async (tx) => {
          await tx.drop(first);
          await tx.insert(second, [pens]);
        });
        expect(await one.wait(never), 'what has happened is not waited for').to.equal(true);
        await insert(first, books);
        expect(store.status().sequence).to.equal(3);
      });

      /** What has changed since a position, and the position after it. */
      const changedSince = async (from?: number): Promise<readonly [Iri[] | 'gap', number]> => {
        const changed = await store.follow(from).changes();
        return [changed.kind === 'gap' ? 'gap' : [...changed.graphs], changed.next.sequence];
      };

      it('list their changed graphs, in order', async () => {
        expect(await changedSince(0)).to.deep.equal([[], 0]);
        await insert(first, books);
        await store.transact([piece], async (tx) => {
          await tx.replace(first, [pens]);
          await tx.insert(second, [books]);
        });
        await store.transact([piece], (tx) => tx.drop(second));
        expect(await changedSince(0)).to.deep.equal([[first, second], 3]);
        expect(await changedSince(1)).to.deep.equal([[first, second], 3]);
        expect(await changedSince(2)).to.deep.equal([[second], 3]);
        expect(await changedSince(3)).to.deep.equal([[], 3]);
        expect(await changedSince()).to.deep.equal([[], 3]);
        for (const unknown of [4, -1, NaN])
          expect(await changedSince(unknown), String(unknown)).to.deep.equal(['gap', 3]);
      });

      it('give a follower each change once, and the same ones until it advances', async () => {
        let cursor = store.follow();
        const graphs: Iri[] = [];
        for (let round = 0; round < 3; round += 1) {
          await insert(iri(`${first}-${round}`), books);
          await insert(iri(`${second}-${round}`), books);
          const [again, changed] = [await cursor.changes(), await cursor.changes()];
          expect(again.kind === 'graphs' && again.graphs).to.deep.equal(changed.kind === 'graphs' && changed.graphs);
          if (changed.kind === 'graphs') graphs.push(...changed.graphs);
          cursor = changed.next;
        }
        expect(graphs).to.deep.equal([0, 1, 2].flatMap((round) => [`${first}-${round}`, `${second}-${round}`]));
        expect(cursor.sequence).to.equal(store.sequence);
      });

      it('give a late follower as much as the feed of the record has', async () => {
        const begin = store.follow();
        const names = Array.from({ length: 2_500 }, (_, number) => object(`n${number}`));
        for (let at = 0; at < names.length; at += 500)
          await Promise.all(
            names.slice(at, at + 500).map((name) => store.transact([name], (tx) => tx.insert(name, [books]))),
          );
        const changed = await begin.changes();
        expect(changed.kind === 'graphs' && changed.graphs.size).to.equal(names.length);
      });

      it('resolve no abandoned wait', async () => {
        const giving = new AbortController();
        const waiting = store.follow().wait(giving.signal);
        giving.abort();
        expect(await waiting).to.equal(false);
        expect(await store.follow().wait(giving.signal)).to.equal(false);
      });

      it('do not happen when nothing changed', async () => {
        await insert(first, books);
        const before = store.follow();
        await store.transact([piece], (tx) => tx.read(first));
        await insert(first, books);
        await store.transact([piece], (tx) => tx.replace(first, [books]));
        await store.transact([piece], (tx) => tx.drop(second));
        await store.transact([piece], async (tx) => {
          await tx.insert(second, [pens]);
          await tx.drop(second);
        });
        expect(store.follow().sequence).to.equal(before.sequence);
        expect(store.status().sequence).to.equal(1);
      });
    });

    describe('lock keys', () => {
      it('let a transaction read the writes of the previous one with a common key', async () => {
        const count = iri(`${piece}/count`);
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            store.transact(index % 2 === 0 ? [piece] : [object(`other-${index}`), piece], async (tx) => {
              const [before] = await tx.read(count);
              const next = Number(before?.object.value ?? 0) + 1;
              await tx.replace(count, [triple(namedNode(piece), namedNode(count), factory.literal(String(next)))]);
            }),
          ),
        );
        const [last] = await store.read(count);
        expect(last?.object.value).to.equal('20');
      });

      it('let transactions without a common key run concurrently', async () => {
        // Each waits for the other to have begun: one after the other would never end.
        const begun: (() => void)[] = [];
        const bothBegun = Promise.all([0, 1].map((index) => new Promise<void>((fulfil) => (begun[index] = fulfil))));
        await Promise.all(
          ['a', 'b'].map((id, index) =>
            store.transact([object(id)], async (tx) => {
              begun[index]?.();
              await bothBegun;
              await tx.insert(revision(id, 1), [books]);
            }),
          ),
        );
        expect(store.status().sequence).to.equal(2);
      });

      it('reject concurrent transactions on one graph without a common key', async () => {
        const done = await Promise.allSettled(
          ['a', 'b'].map((id) => store.transact([object(id)], (tx) => tx.insert(first, [statement(id, 'p', id)]))),
        );
        expect(done.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
        expect(await content(first)).to.have.length(1);
      });
    });

    it('keeps every character of a literal, through INSERT DATA, DELETE DATA and back', async () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({
          unit: fc.constantFrom(
            '"',
            '\\',
            '\n',
            '\r',
            '\t',
            '\b',
            '\f',
            '\0',
            "'",
            '\u2028',
            '\u2029',
            '\u0085',
            '\u007f',
            '}',
            '#',
            'u0022',
            '{',
            'é',
            '😀',
          ),
        }),
      );
      const literal = fc.oneof(
        text.map((value) => factory.literal(value)),
        fc
          .tuple(text, fc.constantFrom('en', 'en-us', 'de-latn-1996'))
          .map(([value, language]) => factory.literal(value, language)),
        text.map((value) => factory.literal(value, factory.namedNode('http://example.com/datatype'))),
      );
      let number = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(literal, { minLength: 1, maxLength: 5 }), async (values) => {
          const statements = values.map((value) => triple(namedNode(piece), namedNode(`${piece}#p`), value));
          const expected = [...new Set(shown(statements))];
          const graph = revision('literal', (number += 1));
          const copy = iri(`${graph}/copy`);
          await store.transact([piece], async (tx) => {
            await tx.update(update(insertData(graph, statements)));
            await tx.insert(copy, statements);
            expect(shown(await tx.read(graph))).to.deep.equal(expected);
          });
          expect(await content(graph)).to.deep.equal(expected);
          expect(await content(copy)).to.deep.equal(expected);
          // One stays, to tell what is left from what was removed.
          await store.transact([piece], async (tx) => {
            await tx.insert(copy, [pens]);
            await tx.update(update(deleteData(copy, statements)));
          });
          expect(await content(copy)).to.deep.equal(shown([pens]));
        }),
        { numRuns: scaled(30) },
      );
    });

    it('reports its status', async () => {
      await insert(first, books, pens);
      await store.transact([piece], (tx) => tx.replace(first, [pens]));
      const { reads, writes, graphs, statements, sequence } = store.status();
      expect({ reads, writes, graphs, statements, sequence }).to.deep.equal({
        reads: true,
        writes: true,
        graphs: 1,
        statements: 1,
        sequence: 2,
      });
    });

    it('waits for running transactions when it closes, and then rejects everything', async () => {
      let release = (): void => undefined;
      const wait = new Promise<void>((resolve) => (release = resolve));
      const running = store.transact([piece], async (tx) => {
        await wait;
        await tx.insert(first, [books]);
      });
      const next = insert(second, pens);
      const closed = store.close();
      const late = await failure(insert(first, pens));
      expect(late).to.be.instanceOf(ServiceError).with.property('kind', 'unavailable');
      expect(await content(first)).to.deep.equal([]);
      release();
      await Promise.all([running, next, closed]);
      expect(store.status()).to.include({ reads: false, writes: false, sequence: 2 });
      expect(await failure(store.read(first)))
        .to.be.instanceOf(ServiceError)
        .with.property('kind', 'unavailable');
    });
  });
}
