import { expect } from 'chai';
import { type Digests, type FeedDocument, findDocument, type Reading, rootDocument } from '../../src/feed/documents.js';
import { parsePath } from '../../src/feed/periods.js';
import { FeedView, type Place, type ViewedMember } from '../../src/feed/view.js';
import { seeded } from '../support/random.js';

const PAGE_SIZE = 10;
const at = (time: string, position = 0): number => Date.parse(time) * 1_000 + position;

const place = (time: number, position = time): ViewedMember => ({ time, position, identity: position });

function readingOf(places: readonly ViewedMember[], closedUntil: string, digests: Digests = new Map()): Reading {
  const view = new FeedView();
  view.add(places);
  return { view, digests, pageSize: PAGE_SIZE, closedUntil: at(closedUntil) };
}

/** The document at a path, as a client finds it there. */
function documentAt(path: string, reading: Reading): FeedDocument {
  const name = parsePath(path.slice(1));
  if (name === undefined) throw new Error(`${path} is malformed`);
  const found = findDocument(name, reading);
  if (found.kind !== 'document') throw new Error(`${path} is ${found.kind}`);
  expect(found.document.path).to.equal(path);
  return found.document;
}

/** All documents of a tree, in the order of their links. */
function* documentsOf(reading: Reading, from = rootDocument(reading)): Generator<FeedDocument> {
  yield from;
  for (const { path } of from.relations) yield* documentsOf(reading, documentAt(path, reading));
}

/** Many members over years, some in bursts, some at one instant. */
function randomPlaces(seed: number): ViewedMember[] {
  const random = seeded(seed);
  const places: ViewedMember[] = [];
  let position = at('2024-12-31T23:59:00Z');
  for (let burst = 0; burst < 40; burst += 1) {
    position += Math.floor(random() ** 6 * 40 * 86_400e6) + 1;
    const time = position + 5_000;
    const isGrant = random() < 0.3;
    const size = Math.floor(random() * 60);
    for (let index = 0; index < size; index += 1) {
      position += isGrant ? 1 : Math.floor(random() * 400_000) + 1;
      places.push(place(isGrant ? Math.max(time, position) : position, position));
    }
    position = Math.max(position, time);
  }
  return places.sort((one, other) => one.time - other.time || one.position - other.position);
}

describe('Documents of the feed', () => {
  for (const seed of [1, 2, 3, 4, 5])
    it(`hold each member once and in order, within their bounds (W55, W56): seed ${seed}`, () => {
      const places = randomPlaces(seed);
      const reading = readingOf(places, '2100-01-01T00:00:00Z');
      const members = [...documentsOf(reading)].flatMap((document) => {
        expect(document.members.length).to.be.at.most(PAGE_SIZE);
        if (document.path !== '') expect(document.relations.length * 2).to.be.at.most(120);
        return document.members;
      });
      expect(members.map(({ time, position }) => [time, position])).to.deep.equal(
        places.map(({ time, position }) => [time, position]),
      );
      for (const document of documentsOf(reading))
        for (const { path, by, from, to } of document.relations)
          for (const below of documentsOf(reading, documentAt(path, reading)))
            for (const { time, rank } of below.members) {
              const value = by === 'time' ? time : rank;
              expect(from <= value && value < to, path).to.equal(true);
            }
    });

  it('of one instant are parts, and parts of parts (W55)', () => {
    const time = at('2026-03-01T10:00:00.400Z');
    const places = Array.from({ length: PAGE_SIZE * 60 + 1 }, (_, index) => place(time, time - 10_000 + index));
    const reading = readingOf(places, '2026-03-01T11:00:00Z');
    const documents = [...documentsOf(reading)];
    expect(documents.flatMap(({ members }) => members.map(({ position }) => position))).to.deep.equal(
      places.map(({ position }) => position),
    );
    expect(documents.flatMap(({ members }) => members.map(({ rank }) => rank))).to.deep.equal(places.map((_, i) => i));
    const second = documentAt('/2026/03/01/10/00/00', { ...reading, closedUntil: 0 });
    expect(second.relations.map(({ path }) => path)).to.deep.equal([
      '/2026/03/01/10/00/00/p1-0',
      '/2026/03/01/10/00/00/p1-1',
    ]);
    for (const { relations } of documents) expect(relations.length).to.be.at.most(60);
  });

  it('are closed when their period is over, and lead there by a digest (W57)', () => {
    const places = randomPlaces(7);
    const closedUntil = '2025-06-01T00:00:00Z';
    for (const { path, isClosed } of documentsOf(readingOf(places, closedUntil))) {
      const name = parsePath(path.slice(1));
      expect(isClosed, path).to.equal(name !== undefined && name.period.end <= at(closedUntil));
      expect(isClosed, path).to.equal(name?.digest !== undefined);
    }
  });

  it('keep their addresses while others change (W59)', () => {
    const places = randomPlaces(11);
    const later = '2100-01-01T00:00:00Z';
    const before = readingOf(places, later);
    const gone = places[Math.floor(places.length / 2)] ?? place(0);
    const paths = [...documentsOf(before)].map(({ path }) => path);
    const holding = new Set(
      [...documentsOf(before)]
        .filter((document) => [...documentsOf(before, document)].some(({ members }) => members.some(isGone)))
        .map(({ path }) => path),
    );
    before.view.remove(new Set([gone.position]));
    const after = new Set([...documentsOf(before)].map(({ path }) => path));
    for (const path of paths.filter((one) => one !== '')) {
      const isKept = after.has(path);
      // A document that now fits into the one above it has no link any more, but answers as before.
      if (!isKept && !holding.has(path)) expect(documentAt(path, before).path).to.equal(path);
      if (holding.has(path)) expect(isKept, path).to.equal(false);
    }
    function isGone({ position }: Place): boolean {
      return position === gone.position;
    }
  });

  it('that were replaced lead to what took their place, and to nothing where nothing is left (W58, W60)', () => {
    const reading = readingOf(
      [place(at('2025-02-01T00:00:00Z')), place(at('2025-03-01T00:00:00Z'))],
      '2026-01-01T00:00:00Z',
    );
    const [year] = [...documentsOf(reading)].flatMap(({ relations }) => relations.map(({ path }) => path));
    expect(year).to.equal(undefined);
    const find = (path: string) => findDocument(parsePath(path) ?? expect.fail(path), reading);
    const forged = '0123456789abcdef0123456789abcdef';
    const replaced = find(`2025/${forged}`);
    expect(replaced.kind === 'replaced' && replaced.path).to.match(/^\/2025\/[0-9a-f]{32}$/);
    expect(find(`2025/02/${forged}`).kind).to.equal('replaced');
    expect(find(`2025/04/${forged}`)).to.deep.equal({ kind: 'empty' });
    expect(find('2025/04')).to.deep.equal({ kind: 'empty' });
    expect(find('2025').kind).to.equal('document');
  });

  for (const path of [
    '',
    '25',
    '2025/2',
    '2025/13',
    '2025/02/30',
    '2025/02/01/24',
    '2025/p0-0',
    '2025/02/',
    '0001',
    '1969/12',
    '2025/abc',
    '2025/0123456789ABCDEF0123456789ABCDEF',
    '2025/02/01/00/00/00/p0-01',
    '2025/02/01/00/00/00/p0-0/x',
    '2025//02',
    '2025/02/01/00/00/60',
  ])
    it(`have no malformed addresses (W60): ${path}`, () => {
      expect(parsePath(path)).to.equal(undefined);
    });
});
