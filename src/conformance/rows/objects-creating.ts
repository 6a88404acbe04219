/** Rows about creating Logistics Objects. */
import { expectHeader, expectLocation, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo, context, literal } from '../names.js';
import type { Reply } from '../reply.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import type { Json, World } from '../world.js';
import { must, should, standard } from './table.js';
import { expectOne, expectType, expectValue, locationOf, read, texts, unit, weight } from './steps.js';

const cites = standard.objects('Create a Logistics Object');
const forms = standard.guidelines('Serialization and Data Formats');
const validation = standard.guidelines('Validation');
const model = standard.guidelines('Data Model Versioning');

interface Made {
  readonly reply: Reply;
  /** Where it is. */
  readonly piece: string;
  readonly description: string;
  readonly upid: string;
}

/** A Piece with values of several kinds, posted once for all rows. */
const made = fixture(async (world): Promise<Made> => {
  const description = `Bücher, 书籍, ${world.id()} conformance kit ${world.run}`;
  const upid = world.id();
  const reply = await world.post({
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': description,
    'cargo:coload': true,
    'cargo:upid': upid,
    'cargo:grossWeight': weight('20.5'),
  });
  return { reply, piece: locationOf(reply), description, upid };
});

const description = (world: World): string => `conformance kit ${world.run}`;

/** POSTs a body as it is. */
const post = (world: World, body: Json, headers?: Record<string, string>): Promise<Reply> =>
  world.holder.post('/logistics-objects', body, headers);

/** A body without a fault. */
const right = fixture((world) =>
  post(world, { '@context': context, '@type': 'cargo:Piece', 'cargo:goodsDescription': description(world) }),
);

/** A body that must be refused, and no object is there. */
async function refused(world: World, content: Readonly<Record<string, Json>>): Promise<void> {
  const address = `${world.server}/logistics-objects/${world.id()}`;
  expectStatus(await post(world, { '@context': context, '@id': address, ...content }), 400);
  expectStatus(await world.holder.get(address), 404, 'afterwards');
  expectStatus(await right(world), 201, 'for a body that is right');
}

/** A body in another form of JSON-LD, whose object must say what the body says. */
async function takes(world: World, body: Json, upid: string): Promise<void> {
  const piece = locationOf(await post(world, body));
  const answer = await read(world, world.holder, piece);
  expectType(answer, piece, `${cargo}Piece`);
  expectValue(answer, piece, `${cargo}upid`, upid);
}

export const rows: readonly Row[] = [
  must('objects.create.status', cites, 'Creating a Logistics Object is answered by 201.', async (world) => {
    expectStatus((await made(world)).reply, 201);
  }),
  must('objects.create.location', cites, "A created object's address is in the Location header.", async (world) => {
    const { reply } = await made(world);
    const address = expectLocation(reply);
    const isHere = address.startsWith(`${world.server}/logistics-objects/`);
    expectThat(isHere, `an address below ${world.server}/logistics-objects/`, address, reply);
  }),
  must('objects.create.type', cites, "A created object's type is in the Type header, as an IRI.", async (world) => {
    expectHeader((await made(world)).reply, 'Type', `${cargo}Piece`);
  }),
  should('objects.create.no-body', cites, 'The answer to a creation has no body.', async (world) => {
    const { reply } = await made(world);
    expectThat(reply.text === '', '201 without a body', `${reply.text.length} characters`, reply);
  }),
  must(
    'objects.create.readable',
    standard.objects('Get a Logistics Object'),
    'A created object is read at its address.',
    async (world) => {
      const { piece } = await made(world);
      expectType(await read(world, world.holder, piece), piece, `${cargo}Piece`);
    },
  ),
  must('objects.create.statements', cites, 'A created object has every value that was sent.', async (world) => {
    const { piece, upid } = await made(world);
    const answer = await read(world, world.holder, piece);
    expectValue(answer, piece, `${cargo}upid`, upid);
    expectValue(answer, piece, `${cargo}coload`, /^(true|1)$/);
    expectValue(answer, piece, `${cargo}goodsDescription`, /\S/);
  }),
  must(
    'objects.create.embedded',
    cites,
    'A created object has its embedded objects with their values.',
    async (world) => {
      const { piece } = await made(world);
      const answer = await read(world, world.holder, piece);
      const value = expectOne(answer, piece, `${cargo}grossWeight`);
      expectType(answer, value, `${cargo}Value`);
      expectValue(answer, value, `${cargo}unit`, unit);
      const [number] = texts(answer.graph, value, `${cargo}numericalValue`).map(Number);
      expectThat(number === 20.5, 'numericalValue 20.5', String(number), answer.reply);
    },
  ),
  must(
    'objects.create.embedded-id',
    standard.guidelines('Serialization and Data Formats'),
    'An embedded object has an identifier of its own, the same whenever it is read.',
    async (world) => {
      const { piece } = await made(world);
      const answers = [await read(world, world.holder, piece), await read(world, world.holder, piece)] as const;
      const [first, second] = answers.map((answer) => expectOne(answer, piece, `${cargo}grossWeight`));
      expectThat(first?.termType === 'NamedNode', 'an identifier', 'a blank node', answers[0].reply);
      expectThat(first.value === second?.value, first.value, String(second?.value), answers[1].reply);
    },
  ),
  must(
    'objects.create.unicode',
    forms,
    'Texts are UTF-8: what was sent in any script comes back unchanged.',
    async (world) => {
      const { piece, description: sent } = await made(world);
      expectValue(await read(world, world.holder, piece), piece, `${cargo}goodsDescription`, sent);
    },
  ),
  should('objects.create.own-id', cites, 'An object that names its address is created there.', async (world) => {
    const address = `${world.server}/logistics-objects/${world.id()}`;
    const body = {
      '@context': context,
      '@id': address,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': description(world),
    };
    const location = locationOf(await post(world, body));
    expectThat(location === address, address, location);
  }),
  must('objects.create.conflict', cites, 'An object is not created where there is one already: 409.', async (world) => {
    const { piece } = await made(world);
    const before = await world.graph(await world.holder.get(piece));
    const body = {
      '@context': context,
      '@id': piece,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': description(world),
    };
    expectStatus(await post(world, body), 409);
    const after = await read(world, world.holder, piece);
    expectThat(await world.isSame(before, after.graph), 'the object as it was', 'another', after.reply);
  }),
  must('objects.create.broken-json', validation, 'A body that is no JSON is refused: 400.', async (world) => {
    expectStatus((await made(world)).reply, 201, 'for a body that is right');
    expectStatus(await post(world, '{"@type": '), 400);
  }),
  must(
    'objects.create.other-class',
    cites,
    'Only instances of classes of Logistics Objects are created: another is 400.',
    (world) => refused(world, { '@type': 'cargo:Value', 'cargo:unit': { '@id': unit } }),
  ),
  must('objects.create.no-type', cites, 'An object without a type is refused: 400.', (world) =>
    refused(world, { 'cargo:goodsDescription': description(world) }),
  ),
  must('objects.create.value', model, 'A value that the data model does not allow is refused: 400.', (world) =>
    refused(world, {
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': description(world),
      'cargo:coload': literal('perhaps', 'boolean'),
    }),
  ),
  must('objects.create.media-type', cites, 'A body of another media type is refused: 415.', async (world) => {
    expectStatus((await made(world)).reply, 201, 'for a body that is right');
    expectStatus(await post(world, 'a piece', { 'Content-Type': 'text/plain' }), 415);
  }),
  must(
    'objects.create.stranger',
    cites,
    'Only the holder publishes on its server: for others 403, and there is no object.',
    async (world) => {
      expectStatus((await made(world)).reply, 201, 'for the holder');
      const address = `${world.server}/logistics-objects/${world.id()}`;
      const body = { '@context': context, '@id': address, '@type': 'cargo:Piece' };
      expectStatus(await world.stranger.post('/logistics-objects', body), 403, 'for a stranger');
      expectStatus(await world.holder.get(address), 404, 'afterwards');
    },
    { needs: ['holder', 'stranger', 'writes'] },
  ),
  must(
    'objects.create.first-revision',
    cites,
    'A created object begins with revision 1.',
    async (world) => {
      const { piece } = await made(world);
      const reply = await world.holder.get(piece);
      expectHeader(reply, 'Revision', '1');
      expectHeader(reply, 'Latest-Revision', '1');
    },
    { versions: since('2.2.0') },
  ),
  must('objects.create.expanded', forms, 'A body in expanded form is taken.', async (world) => {
    const upid = world.id();
    const body = {
      '@type': [`${cargo}Piece`],
      [`${cargo}goodsDescription`]: [{ '@value': description(world) }],
      [`${cargo}upid`]: [{ '@value': upid }],
    };
    await takes(world, [body], upid);
  }),
  must('objects.create.flattened', forms, 'A body in flattened form is taken.', async (world) => {
    const upid = world.id();
    const piece = {
      '@id': `${world.server}/logistics-objects/${upid}`,
      '@type': [`${cargo}Piece`],
      [`${cargo}goodsDescription`]: [{ '@value': description(world) }],
      [`${cargo}upid`]: [{ '@value': upid }],
      [`${cargo}grossWeight`]: [{ '@id': '_:weight' }],
    };
    const value = { '@id': '_:weight', '@type': [`${cargo}Value`], [`${cargo}unit`]: [{ '@id': unit }] };
    await takes(world, [value, piece], upid);
  }),
  must('objects.create.other-prefixes', forms, 'Names in a body may have any prefix, or none.', async (world) => {
    const upid = world.id();
    const body = {
      '@context': { '@vocab': cargo, c: cargo },
      '@type': 'c:Piece',
      goodsDescription: description(world),
      upid,
    };
    await takes(world, body, upid);
  }),
  must(
    'objects.create.most-specific-type',
    cites,
    'The Type header is the most specific of the types of an object.',
    async (world) => {
      const reply = await world.post({
        '@type': ['cargo:PhysicalLogisticsObject', 'cargo:Piece', 'cargo:LogisticsObject'],
        'cargo:goodsDescription': description(world),
      });
      expectStatus(reply, 201);
      expectHeader(reply, 'Type', `${cargo}Piece`);
    },
    { versions: since('2.3.0') },
  ),
  should(
    'objects.create.orchestration',
    standard.concepts('Logistics Object'),
    'An object can say which orchestration it follows, by usesOrchestration.',
    async (world) => {
      const piece = await world.piece({ 'api:usesOrchestration': '1.2.0' });
      expectValue(await read(world, world.holder, piece), piece, `${api}usesOrchestration`, '1.2.0');
    },
    { versions: since('2.3.0') },
  ),
];
