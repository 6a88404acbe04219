/** Rows about revisions of Logistics Objects, and their history. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import { must, standard, withPartner } from './table.js';
import {
  add,
  compact,
  expectNoValue,
  expectOne,
  expectValue,
  plainPiece,
  read,
  remove,
  texts,
  timeIn,
  weight,
} from './steps.js';

const cites = standard.objects('Retrieve a historical Logistics Object');
const updating = standard.objects('Update a Logistics Object');
const DAY = 86_400_000;

/** A Piece with one link whose text was changed once, more than a second after it was made. */
interface History {
  readonly whole: string;
  readonly piece: string;
  /** A second in which the first revision was the newest. */
  readonly then: string;
  /** The times of both revisions. */
  readonly first: number;
  readonly second: number;
}

const history = fixture(async (world): Promise<History> => {
  const piece = await world.piece();
  const whole = await world.piece({
    'cargo:upid': 'first',
    'cargo:grossWeight': weight('20'),
    'cargo:containedPieces': { '@id': piece },
  });
  const first = timeIn((await read(world, world.holder, whole)).reply, 'Last-Modified');
  await world.later(2.1);
  await world.change(whole, [remove(whole, 'upid', 'first'), add(whole, 'upid', 'second')]);
  const second = timeIn((await read(world, world.holder, whole)).reply, 'Last-Modified');
  return { whole, piece, then: compact(first + 1000), first, second };
});

const text = `${cargo}upid`;
const given = { needs: withPartner };

export const rows: readonly Row[] = [
  must(
    'revisions.increment',
    updating,
    'An accepted Change makes the next revision: its number is one more.',
    async (world) => {
      const piece = await world.piece();
      const before = Number(expectHeader(await world.holder.get(piece), 'Latest-Revision'));
      await world.change(piece, [add(piece, 'upid', 'next')]);
      expectHeader((await read(world, world.holder, piece)).reply, 'Latest-Revision', String(before + 1));
    },
    given,
  ),
  must(
    'revisions.latest',
    standard.objects('Get a Logistics Object'),
    'Without at the newest revision is answered.',
    async (world) => {
      const { whole } = await history(world);
      const answer = await read(world, world.holder, whole);
      expectValue(answer, whole, text, 'second');
      expectNoValue(answer, whole, text, 'first');
      expectHeader(answer.reply, 'Revision', expectHeader(answer.reply, 'Latest-Revision'));
    },
    given,
  ),
  must(
    'revisions.last-modified',
    standard.objects('Get a Logistics Object'),
    'Last-Modified moves with each revision.',
    async (world) => {
      const { first, second } = await history(world);
      expectThat(second > first, 'a later time', compact(second));
    },
    given,
  ),
  must(
    'revisions.at',
    cites,
    'With at the revision is answered that was the newest at that time.',
    async (world) => {
      const { whole, then } = await history(world);
      const answer = await read(world, world.holder, `${whole}?at=${then}`);
      expectValue(answer, whole, text, 'first');
      expectNoValue(answer, whole, text, 'second');
    },
    given,
  ),
  must(
    'revisions.at.headers',
    cites,
    'With at, Revision is the number of the revision answered, and Latest-Revision that of the newest.',
    async (world) => {
      const { whole, then } = await history(world);
      const { reply: newest } = await read(world, world.holder, whole);
      const latest = Number(expectHeader(newest, 'Latest-Revision'));
      const { reply } = await read(world, world.holder, `${whole}?at=${then}`);
      expectHeader(reply, 'Revision', String(latest - 1));
      expectHeader(reply, 'Latest-Revision', String(latest));
    },
    given,
  ),
  must(
    'revisions.at.newest',
    cites,
    'With a time after the last Change, at gives the newest revision.',
    async (world) => {
      const { whole, second } = await history(world);
      await world.later(1.1);
      const answer = await read(world, world.holder, `${whole}?at=${compact(second)}`);
      expectValue(answer, whole, text, 'second');
    },
    given,
  ),
  must(
    'revisions.at.links',
    cites,
    'With at, every link to a Logistics Object has the same at.',
    async (world) => {
      const { whole, piece, then } = await history(world);
      const answer = await read(world, world.holder, `${whole}?at=${then}`);
      const links = texts(answer.graph, whole, `${cargo}containedPieces`);
      expectThat(
        links.includes(`${piece}?at=${then}`),
        `${piece}?at=${then}`,
        links.join(', ') || 'no link',
        answer.reply,
      );
    },
    given,
  ),
  must(
    'revisions.at.embedded',
    cites,
    'An embedded object has the same identifier in every revision that has it.',
    async (world) => {
      const { whole, then } = await history(world);
      const old = await read(world, world.holder, `${whole}?at=${then}`);
      const now = await read(world, world.holder, whole);
      const [one, other] = [old, now].map((answer) => expectOne(answer, whole, `${cargo}grossWeight`).value);
      expectThat(one === other, String(one), String(other), now.reply);
    },
    given,
  ),
  must('revisions.at.before', cites, 'A time before the object was created is 404.', async (world) => {
    const piece = await plainPiece(world);
    const created = timeIn((await read(world, world.holder, piece)).reply, 'Last-Modified');
    expectStatus(await world.holder.get(`${piece}?at=${compact(created - DAY)}`), 404);
  }),
  must('revisions.at.future', cites, 'A time in the future is 400.', async (world) => {
    const piece = await plainPiece(world);
    const created = timeIn((await read(world, world.holder, piece)).reply, 'Last-Modified');
    expectStatus(await world.holder.get(`${piece}?at=${compact(created + 30 * DAY)}`), 400);
  }),
  must(
    'revisions.at.body',
    cites,
    'With at the body has the number of the revision answered, and that of the newest.',
    async (world) => {
      const { whole, then } = await history(world);
      const answer = await read(world, world.holder, `${whole}?at=${then}`);
      expectOne(answer, whole, `${api}hasRevision`);
      expectValue(answer, whole, `${api}hasRevision`, expectHeader(answer.reply, 'Revision'));
      expectValue(answer, whole, `${api}hasLatestRevision`, expectHeader(answer.reply, 'Latest-Revision'));
    },
    { versions: since('2.1.0'), needs: withPartner },
  ),
  must(
    'revisions.rejected',
    updating,
    'A rejected Change makes no revision.',
    async (world) => {
      const piece = await world.piece();
      const before = expectHeader(await world.holder.get(piece), 'Latest-Revision');
      const request = await world.submit(world.partner, piece, [add(piece, 'upid', 'no')]);
      await world.decide(request, 'REQUEST_REJECTED');
      const answer = await read(world, world.holder, piece);
      expectHeader(answer.reply, 'Latest-Revision', before);
      expectNoValue(answer, piece, `${cargo}upid`);
    },
    { needs: ['holder', 'partner', 'decision', 'rejection', 'writes'] },
  ),
];
