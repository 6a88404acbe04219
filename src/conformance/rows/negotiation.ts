/** Rows about media types, API versions and languages. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { api, cargo } from '../names.js';
import type { Row } from '../row.js';
import { must, standard } from './table.js';
import { context } from '../names.js';
import { describing, expectType, plainPiece, read } from './steps.js';

const forms = standard.guidelines('Serialization and Data Formats');
const versioning = standard.guidelines('API Versioning');
const reading = standard.objects('Get a Logistics Object');
const languages = standard.guidelines('Internationalization (i18n)');
const needs = ['partner'] as const;

const versionIn = (contentType: string): string | undefined =>
  /;\s*version="?(\d+\.\d+\.\d+)(?:-dev)?"?/.exec(contentType)?.[1];

export const rows: readonly Row[] = [
  must(
    'negotiation.json-ld',
    forms,
    'JSON-LD is answered to who accepts it, as application/ld+json.',
    async (world) => {
      const reply = await world.partner.get('/', { Accept: 'application/ld+json' });
      expectStatus(reply, 200);
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
      await world.graph(reply);
    },
    { needs },
  ),
  must(
    'negotiation.version',
    versioning,
    'Content-Type says which API version the answer is in: the one that Accept named.',
    async (world) => {
      const reply = await world.partner.get('/');
      expectStatus(reply, 200);
      const type = expectHeader(reply, 'Content-Type');
      expectThat(versionIn(type) === world.version, `version=${world.version}`, type, reply);
    },
    { needs },
  ),
  must(
    'negotiation.object-version',
    versioning,
    'An object is answered in the API version that Accept named.',
    async (world) => {
      const { reply } = await read(world, world.holder, await plainPiece(world));
      const type = expectHeader(reply, 'Content-Type');
      expectThat(versionIn(type) === world.version, `version=${world.version}`, type, reply);
    },
  ),
  must(
    'negotiation.no-version',
    versioning,
    'Who names no API version gets one that the server supports, and Content-Type says which.',
    async (world) => {
      const reply = await world.partner.get('/', { Accept: 'application/ld+json' });
      expectStatus(reply, 200);
      const type = expectHeader(reply, 'Content-Type');
      const version = versionIn(type);
      expectThat(version !== undefined, 'Content-Type with a version', type, reply);
      const graph = await world.graph(reply);
      const listed = graph
        .instances(`${api}ServerInformation`)
        .flatMap((node) => graph.values(node, `${api}hasSupportedApiVersion`))
        .map(({ value }) => value.replace(/-dev$/, ''));
      expectThat(listed.includes(version), `one of ${listed.join(', ')}`, version, reply);
    },
    { needs },
  ),
  must('negotiation.body-version', versioning, 'The media type of a body may name an API version.', async (world) => {
    const type = `application/ld+json; version=${world.version}`;
    const body = {
      '@context': context,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': `conformance kit ${world.run}`,
    };
    expectStatus(await world.holder.post('/logistics-objects', body, { 'Content-Type': type }), 201, type);
    expectStatus(
      await world.holder.post('/logistics-objects', body, { 'Content-Type': 'application/ld+json' }),
      201,
      'without a version',
    );
  }),
  must('negotiation.id-and-type', forms, 'Every JSON-LD document has an @id and an @type.', async (world) => {
    const piece = await plainPiece(world);
    for (const address of ['/', piece, `${piece}/audit-trail`, `${piece}/logistics-events`]) {
      const { reply, graph } = await read(world, world.holder, address);
      const path = new URL(address, `${world.server}/`).href.replace(/\/$/, '');
      const isNamed = [path, `${path}/`].some((iri) => graph.types(iri).length > 0);
      const isSomeServer =
        address === '/' && graph.instances(`${api}ServerInformation`).some(({ termType }) => termType === 'NamedNode');
      expectThat(isNamed || isSomeServer, `@id ${path} with an @type`, 'none', reply);
    }
  }),
  must(
    'negotiation.unversioned-names',
    standard.guidelines('Data Model Versioning'),
    'No name of the data model or the API in an answer has a version in it.',
    async (world) => {
      const piece = await plainPiece(world);
      const { reply, graph } = await read(world, world.holder, piece);
      expectType({ reply, graph }, piece, `${cargo}Piece`);
      const names = Array.from(graph).flatMap(({ predicate, object }) =>
        object.termType === 'NamedNode' ? [predicate.value, object.value] : [predicate.value],
      );
      const wrong = names.filter((name) => /^https:\/\/onerecord\.iata\.org\/ns\/(cargo|api)\/\d/.test(name));
      expectThat(wrong.length === 0, 'no version', wrong.join(', '), reply);
    },
  ),
  must(
    'negotiation.turtle',
    reading,
    'An object is answered as Turtle to who accepts that.',
    async (world) => {
      const reply = await world.holder.get(await plainPiece(world), { Accept: 'text/turtle' });
      expectStatus(reply, 200);
      expectHeader(reply, 'Content-Type', /^(text\/turtle|application\/x-turtle)\b/);
    },
    { feature: 'turtle' },
  ),
  must(
    'negotiation.turtle-meaning',
    reading,
    'Turtle and JSON-LD of an object say the same.',
    async (world) => {
      const piece = await plainPiece(world);
      const one = await read(world, world.holder, piece);
      const other = await read(world, world.holder, piece, { Accept: `text/turtle; version=${world.version}` });
      expectThat(await world.isSame(one.graph, other.graph), 'the same statements', 'others', other.reply);
    },
    { feature: 'turtle' },
  ),
  must(
    'negotiation.n-triples',
    reading,
    'N-Triples and JSON-LD of an object say the same.',
    async (world) => {
      const piece = await plainPiece(world);
      const one = await read(world, world.holder, piece);
      const other = await read(world, world.holder, piece, {
        Accept: `application/n-triples; version=${world.version}`,
      });
      expectHeader(other.reply, 'Content-Type', /^application\/n-triples\b/);
      expectThat(await world.isSame(one.graph, other.graph), 'the same statements', 'others', other.reply);
    },
    { feature: 'n-triples' },
  ),
  must(
    'negotiation.english',
    languages,
    'American English is always answered, and Content-Language says so.',
    async (world) => {
      const reply = await world.holder.get(await plainPiece(world), { 'Accept-Language': 'en-US' });
      expectStatus(reply, 200);
      expectHeader(reply, 'Content-Language', /^en-US\b/i);
    },
  ),
  must('negotiation.default-language', languages, 'Who names no language gets American English.', async (world) => {
    const reply = await world.holder.get(await plainPiece(world), { 'Accept-Language': null });
    expectStatus(reply, 200);
    expectHeader(reply, 'Content-Language', /^en-US\b/i);
  }),
  must(
    'negotiation.error-version',
    versioning,
    'An error, too, is answered in a media type that says its API version.',
    async (world) => {
      const piece = await plainPiece(world);
      expectStatus(await world.holder.get(piece), 200);
      const reply = await world.sendChange(world.holder, `${piece}-missing`, describing(piece, 'x'), { revision: 1 });
      expectStatus(reply, 404);
      const type = expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
      expectThat(versionIn(type) === world.version, `version=${world.version}`, type, reply);
    },
  ),
];
