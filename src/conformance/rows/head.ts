/** Rows about HEAD (from 2.2.0). */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { Caller } from '../world.js';
import { asking, type Given, must, standard, withStranger } from './table.js';
import { compact, missing, pendingChange, plainPiece, sharedPiece, timeIn } from './steps.js';

const objects = standard.objects('Get Logistics Object metadata');
const requests = standard.requests('Get Action Request metadata');
const events = standard.events('Get Logistics Events metadata');
const given: Given = { versions: since('2.2.0') };

/** HEAD answers as GET does, without a body. */
async function sameAsGet(caller: Caller, address: string, headers: readonly string[]): Promise<Reply> {
  const get = await caller.get(address);
  expectStatus(get, 200, 'for GET');
  const head = await caller.head(address);
  expectStatus(head, 200, 'for HEAD');
  for (const name of headers) expectHeader(head, name, expectHeader(get, name));
  return head;
}

export const rows: readonly Row[] = [
  must(
    'head.object',
    objects,
    'HEAD of an object has the headers of GET: type, revisions and the time of the last change.',
    async (world) => {
      const names = ['Type', 'Revision', 'Latest-Revision', 'Last-Modified'];
      await sameAsGet(world.holder, await plainPiece(world), names);
    },
    given,
  ),
  must(
    'head.content',
    objects,
    'HEAD of an object has the media type and the language of GET.',
    async (world) => {
      await sameAsGet(world.holder, await plainPiece(world), ['Content-Type', 'Content-Language']);
    },
    given,
  ),
  must(
    'head.no-body',
    objects,
    'HEAD has no body.',
    async (world) => {
      const reply = await sameAsGet(world.holder, await plainPiece(world), []);
      expectThat(reply.text === '', 'no body', `${reply.text.length} characters`, reply);
    },
    given,
  ),
  must(
    'head.at',
    objects,
    'HEAD of an object takes at, as GET does.',
    async (world) => {
      const piece = await plainPiece(world);
      const time = timeIn(await world.holder.get(piece), 'Last-Modified');
      await world.later(1.1);
      await sameAsGet(world.holder, `${piece}?at=${compact(time + 1000)}`, ['Revision', 'Latest-Revision']);
      expectStatus(await world.holder.head(`${piece}?at=${compact(time - 86_400_000)}`), 404, 'before it was created');
    },
    given,
  ),
  must(
    'head.missing',
    objects,
    'HEAD of an object that does not exist is 404.',
    async (world) => {
      expectStatus(await world.holder.head(await plainPiece(world)), 200, 'for one that exists');
      expectStatus(await world.holder.head(missing(world)), 404);
    },
    given,
  ),
  must(
    'head.anonymous',
    objects,
    'HEAD without a token is 401.',
    async (world) => {
      const piece = await plainPiece(world);
      expectStatus(await world.holder.head(piece), 200, 'with a token');
      expectStatus(await world.anonymous.head(piece), 401, 'without');
    },
    given,
  ),
  must(
    'head.stranger',
    objects,
    'HEAD without access is 403.',
    async (world) => {
      const piece = await sharedPiece(world);
      expectStatus(await world.partner.head(piece), 200, 'for who has access');
      expectStatus(await world.stranger.head(piece), 403, 'for who has none');
    },
    { ...given, needs: withStranger },
  ),
  must(
    'head.request',
    requests,
    'HEAD of an action request has its type and the time of its last change.',
    async (world) => {
      const { request } = await pendingChange(world);
      await sameAsGet(world.partner, request, ['Type', 'Last-Modified', 'Content-Type', 'Content-Language']);
    },
    { ...given, needs: asking },
  ),
  must(
    'head.events',
    events,
    'HEAD of a list of events has the time of its last change.',
    async (world) => {
      const piece = await world.piece();
      await world.event(piece);
      await sameAsGet(world.holder, `${piece}/logistics-events`, ['Last-Modified', 'Content-Type', 'Content-Language']);
    },
    given,
  ),
  must(
    'head.events-moved',
    events,
    'Last-Modified of HEAD of a list of events moves with each event.',
    async (world) => {
      const piece = await world.piece();
      const list = `${piece}/logistics-events`;
      await world.event(piece);
      const first = timeIn(await world.holder.head(list), 'Last-Modified');
      await world.later(1.1);
      await world.event(piece);
      const second = timeIn(await world.holder.head(list), 'Last-Modified');
      expectThat(second > first, 'a later time', compact(second));
    },
    given,
  ),
];
