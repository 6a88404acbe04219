/** The pages of TimeMaps, and what the links of a memento cost, with more revisions than a page has (W18, W19). */
import { expect } from 'chai';
import { Degradations } from '../../src/degradations.js';
import { MementoLinks } from '../../src/logistics-objects/memento-links.js';
import { type Head, Revisions } from '../../src/logistics-objects/revisions.js';
import { createLookups } from '../../src/lookups.js';
import { graphOf } from '../../src/rdf/graph.js';
import { iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { ParsedGraphs } from '../../src/store/cache/parsed-graphs.js';
import { Quarantine } from '../../src/store/quarantine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { UriScheme } from '../../src/uris.js';
import { TimeMaps } from '../../src/web/time-map.js';
import { base, object, openMemory, silent } from '../store/support/open.js';
import { readLinks, targetsOf, type WebLink } from '../support/links.js';

const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const { indexes } = createLookups(uris, vocabulary);
const type = iri(vocabulary.cargo.LogisticsObject.value);
const piece = object('piece');
const START = Date.parse('2026-03-01T10:00:00Z');
/** When a revision is made: each a minute after the one before it. */
const made = (number: number): Date => new Date(START + (number - 1) * 60_000);

/** A history, and its pages. */
interface History {
  readonly count: number;
  /** That of the node without one. */
  readonly pageSize?: number;
  readonly spans: readonly (readonly [first: number, last: number])[];
}

const histories: readonly History[] = [
  {
    count: 23,
    pageSize: 10,
    spans: [
      [1, 10],
      [11, 20],
      [21, 23],
    ],
  },
  {
    count: 2_003,
    spans: [
      [1, 1_000],
      [1_001, 2_000],
      [2_001, 2_003],
    ],
  },
];

for (const history of histories) describeTimeMap(history);

function describeTimeMap({ count, pageSize, spans }: History): void {
  describe(`The TimeMap of an object with ${count} revisions`, () => {
    let store: GraphStore;
    let revisions: Revisions;
    let reads = 0;
    let head: Head;

    before(async () => {
      store = await openMemory({ lookups: indexes });
      const quarantine = new Quarantine({ log: silent, degradations: new Degradations() });
      revisions = new Revisions(new ParsedGraphs(store), uris, vocabulary, quarantine);
      const statements = graphOf([triple(node(piece), rdfTerms.type, node(type))]);
      const by = (number: number) => ({ agent: object('holder'), at: made(number) });
      head = await store.transact([piece], (tx) => revisions.create(tx, piece, type, statements, by(1)));
      for (let number = 2; number <= count; number += 1)
        head = await store.transact([piece], async (tx) => {
          await tx.insert(uris.revision(piece, number), statements);
          return revisions.advance(tx, head, { type, before: statements, after: statements }, by(number));
        });
      const read = revisions.numbered.bind(revisions);
      revisions.numbered = (...parameters) => {
        reads += 1;
        return read(...parameters);
      };
    });
    after(() => store.close());
    beforeEach(() => {
      reads = 0;
    });

    const page = async (number: number): Promise<WebLink[]> =>
      readLinks(
        await new TimeMaps({ uris, revisions, links: new MementoLinks({ uris, revisions }) }, pageSize).page(
          head,
          number,
        ),
      );
    const address = (number: number): string => `${piece}/timemap${number === 1 ? '' : `?page=${number}`}`;
    for (const [index, [first, last]] of spans.entries())
      it(`has its revisions on pages, each of which lists the others with their times: page ${index + 1}`, async () => {
        const links = await page(index + 1);
        expect(targetsOf(links, 'memento')).to.deep.equal(
          Array.from({ length: last - first + 1 }, (_, offset) => uris.revision(piece, first + offset)),
        );
        expect(targetsOf(links, 'first')).to.deep.equal(first === 1 ? [uris.revision(piece, 1)] : []);
        expect(targetsOf(links, 'last')).to.deep.equal(last === count ? [uris.revision(piece, count)] : []);
        expect(targetsOf(links, 'self')).to.deep.equal([address(index + 1)]);
        for (const [other, [from, until]] of spans.entries()) {
          const link = links.find(({ target }) => target === address(other + 1));
          expect(link?.relations).to.deep.equal([other === index ? 'self' : 'timemap']);
          expect(link?.parameters).to.deep.equal({
            type: 'application/link-format',
            from: made(from).toUTCString(),
            until: made(until).toUTCString(),
          });
        }
        expect(reads).to.equal(last - first + 1 + 2 * spans.length);
      });

    it('has the revision that was valid at any time, also when it is asked again', async () => {
      for (let round = 0; round < 2; round += 1)
        for (let number = 1; number <= count; number += Math.ceil(count / 500)) {
          const later = new Date(made(number).getTime() + 1);
          expect((await revisions.validAt(head, made(number)))?.number).to.equal(number);
          expect((await revisions.validAt(head, later))?.number).to.equal(number);
          const earlier = new Date(made(number).getTime() - 1);
          expect((await revisions.validAt(head, earlier))?.number).to.equal(number === 1 ? undefined : number - 1);
        }
    });

    it('has no page beyond the last one', async () => {
      const error = await page(4).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.have.property('kind', 'not-found');
    });

    it('costs nothing for the links of a memento: five revisions at most are looked at', async () => {
      const links = new MementoLinks({ uris, revisions });
      for (const number of [1, 2, 12, count - 1, count]) {
        reads = 0;
        const revision = { head, number, graph: uris.revision(piece, number), createdAt: made(number) };
        expect(targetsOf(readLinks(await links.ofMemento(revision)), 'memento').length).to.be.at.most(5);
        expect(reads).to.be.at.most(5);
      }
    });
  });
}
