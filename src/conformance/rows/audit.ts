/** Rows about audit trails. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { asking, before, isSince, must, standard, withPartner, withStranger } from './table.js';
import {
  add,
  type Answer,
  compact,
  describing,
  expectNoValue,
  expectOne,
  expectType,
  expectValue,
  missing,
  plainPiece,
  read,
  sharedPiece,
  texts,
  timeIn,
} from './steps.js';

const cites = standard.objects('Get Audit Trail of a Logistics Object');
const given = { needs: withPartner };
const DAY = 86_400_000;

/** An object with one accepted and one pending ChangeRequest. */
interface Trail {
  readonly piece: string;
  readonly trail: string;
  readonly accepted: string;
  readonly pending: string;
}
const made = fixture(async (world): Promise<Trail> => {
  const piece = await world.piece();
  const accepted = await world.change(piece, describing(piece, 'accepted'));
  const pending = await world.submit(world.partner, piece, [add(piece, 'upid', 'pending')]);
  return { piece, trail: `${piece}/audit-trail`, accepted, pending };
});

const property = (world: World): string => `${api}${isSince(world, '2.1.0') ? 'hasActionRequest' : 'hasChangeRequest'}`;

/** The requests in a trail. */
const requestsIn = (world: World, { graph }: Answer, trail: string): string[] => texts(graph, trail, property(world));

/** @throws Failed unless the trail has these requests and no others of these. */
function expectRequests(
  world: World,
  answer: Answer,
  trail: string,
  listed: readonly string[],
  absent: readonly string[],
): void {
  const found = requestsIn(world, answer, trail);
  const isRight =
    listed.every((request) => found.includes(request)) && !absent.some((request) => found.includes(request));
  expectThat(isRight, `${listed.join(', ') || 'no request'} alone`, found.join(', ') || 'none', answer.reply);
}

export const rows: readonly Row[] = [
  must('audit.status', cites, 'The audit trail of an object is read below its address.', async (world) => {
    const trail = `${await plainPiece(world)}/audit-trail`;
    expectType(await read(world, world.holder, trail), trail, `${api}AuditTrail`);
  }),
  must(
    'audit.content-language',
    cites,
    'The answer to GET of an audit trail says its language in Content-Language.',
    async (world) => {
      expectHeader(
        (await read(world, world.holder, `${await plainPiece(world)}/audit-trail`)).reply,
        'Content-Language',
      );
    },
  ),
  must(
    'audit.content-type',
    cites,
    'The answer to GET of an audit trail says its media type in Content-Type.',
    async (world) => {
      const { reply } = await read(world, world.holder, `${await plainPiece(world)}/audit-trail`);
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
    },
  ),
  must(
    'audit.latest-revision',
    cites,
    'The audit trail has the number of the newest revision, the one of the header Latest-Revision.',
    async (world) => {
      const { piece, trail } = await made(world);
      const latest = expectHeader((await read(world, world.holder, piece)).reply, 'Latest-Revision');
      const answer = await read(world, world.holder, trail);
      const { value } = expectOne(answer, trail, `${api}hasLatestRevision`);
      expectThat(value === latest, `hasLatestRevision ${latest}`, value, answer.reply);
    },
    given,
  ),
  must(
    'audit.requests',
    cites,
    'The audit trail has every ChangeRequest of the object, whatever its status.',
    async (world) => {
      const { trail, accepted, pending } = await made(world);
      expectRequests(world, await read(world, world.holder, trail), trail, [accepted, pending], []);
    },
    given,
  ),
  must(
    'audit.whole-requests',
    cites,
    'Each ChangeRequest in the audit trail has its status and who asked for it.',
    async (world) => {
      const { trail, accepted, pending } = await made(world);
      const answer = await read(world, world.holder, trail);
      expectValue(answer, accepted, `${api}hasRequestStatus`, `${api}REQUEST_ACCEPTED`);
      expectValue(answer, pending, `${api}hasRequestStatus`, `${api}REQUEST_PENDING`);
      expectValue(answer, accepted, `${api}isRequestedBy`, world.partner.agent);
      expectOne(answer, accepted, `${api}hasChange`);
    },
    given,
  ),
  must(
    'audit.errors',
    cites,
    'A ChangeRequest that was refused for its revision is in the audit trail with its Errors.',
    async (world) => {
      const piece = await world.piece();
      const revision = await world.revision(piece);
      await world.change(piece, describing(piece, 'newer'));
      const request = await world.submit(world.partner, piece, [add(piece, 'upid', 'older')], { revision });
      if ((await world.status(request)) === 'REQUEST_PENDING') await world.decide(request, 'REQUEST_ACCEPTED');
      const trail = `${piece}/audit-trail`;
      const answer = await read(world, world.holder, trail);
      expectRequests(world, answer, trail, [request], []);
      expectThat(answer.graph.has(request, `${api}hasError`), 'hasError', 'none', answer.reply);
    },
    given,
  ),
  must(
    'audit.status-filter',
    cites,
    'With status the audit trail has the ChangeRequests of that status alone.',
    async (world) => {
      const { trail, accepted, pending } = await made(world);
      const one = await read(world, world.holder, `${trail}?status=ACCEPTED`);
      expectRequests(world, one, trail, [accepted], [pending]);
      const other = await read(world, world.holder, `${trail}?status=PENDING`);
      expectRequests(world, other, trail, [pending], [accepted]);
    },
    { needs: withPartner, versions: before('2.3.0') },
  ),
  must(
    'audit.request-status-filter',
    cites,
    'With status, short or as a full IRI, the audit trail has the requests of that status alone.',
    async (world) => {
      const { trail, accepted, pending } = await made(world);
      const one = await read(world, world.holder, `${trail}?status=REQUEST_ACCEPTED`);
      expectRequests(world, one, trail, [accepted], [pending]);
      const other = await read(world, world.holder, `${trail}?status=${encodeURIComponent(`${api}REQUEST_PENDING`)}`);
      expectRequests(world, other, trail, [pending], [accepted]);
    },
    { needs: withPartner, versions: since('2.3.0') },
  ),
  must(
    'audit.window',
    cites,
    'With updated-from and updated-to the audit trail has what was updated between them.',
    async (world) => {
      const { piece, trail, accepted } = await made(world);
      const time = timeIn((await read(world, world.holder, piece)).reply, 'Last-Modified');
      const window = (from: number, to: number): string =>
        `${trail}?updated-from=${compact(from)}&updated-to=${compact(to)}`;
      expectRequests(world, await read(world, world.holder, window(time - DAY, time + DAY)), trail, [accepted], []);
      expectRequests(world, await read(world, world.holder, window(time - 3 * DAY, time - DAY)), trail, [], [accepted]);
    },
    given,
  ),
  must(
    'audit.property',
    cites,
    'The audit trail lists its requests by hasActionRequest, and by hasChangeRequest no more.',
    async (world) => {
      const { trail, accepted } = await made(world);
      const answer = await read(world, world.holder, trail);
      expectValue(answer, trail, `${api}hasActionRequest`, accepted);
      expectNoValue(answer, trail, `${api}hasChangeRequest`, accepted);
    },
    { needs: withPartner, versions: since('2.1.0') },
  ),
  must(
    'audit.turtle',
    cites,
    'The audit trail as Turtle says the same as in JSON-LD.',
    async (world) => {
      const { trail } = await made(world);
      const one = await read(world, world.holder, trail);
      const other = await read(world, world.holder, trail, { Accept: `text/turtle; version=${world.version}` });
      expectThat(await world.isSame(one.graph, other.graph), 'the same statements', 'others', other.reply);
    },
    { needs: withPartner, feature: 'turtle' },
  ),
  must(
    'audit.missing',
    cites,
    'The audit trail of an object that does not exist is 404.',
    async (world) => {
      expectStatus(await world.holder.get(`${await plainPiece(world)}/audit-trail`), 200, 'for one that exists');
      expectStatus(await world.holder.get(`${missing(world)}/audit-trail`), 404);
    },
    { needs: asking },
  ),
  must(
    'audit.stranger',
    cites,
    'Who has no access to an object gets 403 for its audit trail.',
    async (world) => {
      const piece = await sharedPiece(world);
      expectStatus(await world.holder.get(`${piece}/audit-trail`), 200, 'for the holder');
      expectStatus(await world.stranger.get(`${piece}/audit-trail`), 403, 'for a stranger');
    },
    { needs: withStranger },
  ),
];
