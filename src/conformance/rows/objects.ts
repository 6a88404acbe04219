/** Rows about reading Logistics Objects. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import { must, should, standard, withPartner, withStranger } from './table.js';
import {
  expectOne,
  expectNoValue,
  expectType,
  expectValue,
  missing,
  plainPiece,
  read,
  sharedPiece,
  texts,
  timeIn,
} from './steps.js';

const cites = standard.objects('Get a Logistics Object');

/** A Shipment with a link to a Piece. */
interface Linked {
  readonly shipment: string;
  readonly piece: string;
  readonly upid: string;
}
const linked = fixture(async (world): Promise<Linked> => {
  const upid = world.id();
  const piece = await world.piece({ 'cargo:upid': upid });
  const shipment = await world.create({
    '@type': 'cargo:Shipment',
    'cargo:goodsDescription': `conformance kit ${world.run}`,
    'cargo:pieces': { '@id': piece },
  });
  return { shipment, piece, upid };
});

export const rows: readonly Row[] = [
  must('objects.read.status', cites, 'Who may read an object gets it by GET of its address.', async (world) => {
    const piece = await plainPiece(world);
    expectType(await read(world, world.holder, piece), piece, `${cargo}Piece`);
  }),
  must(
    'objects.read.content-type',
    cites,
    'The answer to GET of an object says its media type in Content-Type.',
    async (world) => {
      const { reply } = await read(world, world.holder, await plainPiece(world));
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
    },
  ),
  must(
    'objects.read.content-language',
    cites,
    'The answer to GET of an object says its language in Content-Language.',
    async (world) => {
      expectHeader((await read(world, world.holder, await plainPiece(world))).reply, 'Content-Language');
    },
  ),
  must(
    'objects.read.type',
    cites,
    'The answer to GET of an object says the type of the object in Type, as an IRI.',
    async (world) => {
      expectHeader((await read(world, world.holder, await plainPiece(world))).reply, 'Type', `${cargo}Piece`);
    },
  ),
  must(
    'objects.read.revision',
    cites,
    'The answer to GET of an object says in Revision which revision it is.',
    async (world) => {
      expectHeader((await read(world, world.holder, await plainPiece(world))).reply, 'Revision', /^[0-9]+$/);
    },
  ),
  must(
    'objects.read.latest-revision',
    cites,
    'The answer to GET of an object says in Latest-Revision which revision is the newest; without at it is that one.',
    async (world) => {
      const { reply } = await read(world, world.holder, await plainPiece(world));
      expectHeader(reply, 'Latest-Revision', expectHeader(reply, 'Revision'));
    },
  ),
  must(
    'objects.read.last-modified',
    cites,
    'The answer to GET of an object says in Last-Modified when the object was last changed, as HTTP writes dates.',
    async (world) => {
      const { reply } = await read(world, world.holder, await plainPiece(world));
      const time = timeIn(reply, 'Last-Modified');
      const isPast = time <= world.now().getTime() + 60_000;
      expectThat(isPast, 'a time that is past', String(reply.headers.get('Last-Modified')), reply);
    },
  ),
  must('objects.read.missing', cites, 'An object that does not exist is 404.', async (world) => {
    expectStatus(await world.holder.get(await plainPiece(world)), 200, 'for one that exists');
    expectStatus(await world.holder.get(missing(world)), 404);
  }),
  must(
    'objects.read.partner',
    cites,
    'Who has been given access to an object reads it.',
    async (world) => {
      const piece = await sharedPiece(world);
      expectType(await read(world, world.partner, piece), piece, `${cargo}Piece`);
    },
    { needs: withPartner },
  ),
  must(
    'objects.read.stranger',
    cites,
    'Who has not been given access to an object gets 403, and nothing of it.',
    async (world) => {
      const piece = await sharedPiece(world);
      expectStatus(await world.partner.get(piece), 200, 'for who has access');
      const reply = await world.stranger.get(piece);
      expectStatus(reply, 403, 'for who has none');
      expectThat(!reply.text.includes('goodsDescription'), 'nothing of the object', 'its values', reply);
    },
    { needs: withStranger },
  ),
  must(
    'objects.read.links',
    cites,
    'Linked objects are links: their address, and nothing of what they say.',
    async (world) => {
      const { shipment, piece } = await linked(world);
      const answer = await read(world, world.holder, shipment);
      expectValue(answer, shipment, `${cargo}pieces`, piece);
      expectNoValue(answer, piece, `${cargo}upid`);
      const same = await read(world, world.holder, `${shipment}?embedded=false`);
      expectNoValue(same, piece, `${cargo}upid`);
    },
  ),
  should(
    'objects.read.embedded',
    cites,
    'With embedded=true linked objects of the same server are there with what they say.',
    async (world) => {
      const { shipment, piece, upid } = await linked(world);
      const answer = await read(world, world.holder, `${shipment}?embedded=true`);
      const [member] = texts(answer.graph, shipment, `${cargo}pieces`);
      expectThat(member === piece, `pieces ${piece}`, String(member), answer.reply);
      expectValue(answer, piece, `${cargo}upid`, upid);
    },
    { feature: 'embedded' },
  ),
  must(
    'objects.read.revisions-in-body',
    cites,
    'The body has the revision and the newest revision of the object, those of the headers.',
    async (world) => {
      const piece = await plainPiece(world);
      const answer = await read(world, world.holder, piece);
      for (const [property, header] of [
        ['hasRevision', 'Revision'],
        ['hasLatestRevision', 'Latest-Revision'],
      ] as const) {
        const { value } = expectOne(answer, piece, `${api}${property}`);
        const stated = expectHeader(answer.reply, header);
        expectThat(value === stated, `${property} ${stated}`, value, answer.reply);
      }
    },
    { versions: since('2.1.0') },
  ),
  must(
    'objects.read.revisions-in-embedded',
    cites,
    'Each object that is embedded with what it says has its own revision and newest revision.',
    async (world) => {
      const { shipment, piece } = await linked(world);
      const answer = await read(world, world.holder, `${shipment}?embedded=true`);
      for (const object of [shipment, piece])
        for (const property of ['hasRevision', 'hasLatestRevision']) expectOne(answer, object, `${api}${property}`);
    },
    { versions: since('2.1.0'), feature: 'embedded' },
  ),
];
