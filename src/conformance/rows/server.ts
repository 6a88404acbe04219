/** Rows about the server information. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { fixture } from '../fixture.js';
import { api, cargo } from '../names.js';
import type { Row } from '../row.js';
import type { World } from '../world.js';
import { must, standard } from './table.js';
import { type Answer, expectOne, expectValue, read, texts, theOnly, timeIn } from './steps.js';

const cites = standard.server('Get Server Information');
const ontologies = standard.guidelines('Data Model Versioning');
const needs = ['partner'] as const;

/** The information, as the partner reads it, once for all rows. */
const information = fixture((world): Promise<Answer> => read(world, world.partner, '/'));

/** What the information says of one property. */
async function stated(world: World, property: string): Promise<{ answer: Answer; values: string[] }> {
  const answer = await information(world);
  return { answer, values: texts(answer.graph, theOnly(answer, `${api}ServerInformation`), `${api}${property}`) };
}

const isVersioned = (iri: string): boolean => /\/\d+(\.\d+)*\/?#?$/.test(iri);

export const rows: readonly Row[] = [
  must(
    'server.information',
    cites,
    'GET / answers the information about the server to a caller with a token.',
    async (world) => {
      theOnly(await information(world), `${api}ServerInformation`);
    },
    { needs },
  ),
  must(
    'server.stranger',
    cites,
    'The information is for every authenticated caller: no access control applies to it.',
    async (world) => {
      expectStatus(await world.stranger.get('/'), 200);
    },
    { needs: ['stranger'] },
  ),
  must(
    'server.anonymous',
    cites,
    'Without a token the information is not answered: 401.',
    async (world) => {
      await information(world);
      expectStatus(await world.anonymous.get('/'), 401, 'without a token');
    },
    { needs },
  ),
  must(
    'server.content-type',
    cites,
    'The answer to GET / says its media type in Content-Type.',
    async (world) => {
      expectHeader((await information(world)).reply, 'Content-Type', /^application\/ld\+json\b/);
    },
    { needs },
  ),
  must(
    'server.content-language',
    cites,
    'The answer to GET / says its language in Content-Language.',
    async (world) => {
      expectHeader((await information(world)).reply, 'Content-Language');
    },
    { needs },
  ),
  must(
    'server.last-modified',
    cites,
    'The answer to GET / says when the information last changed, in Last-Modified.',
    async (world) => {
      timeIn((await information(world)).reply, 'Last-Modified');
    },
    { needs },
  ),
  must(
    'server.data-holder',
    cites,
    'The information names the data holder: one organization, by its URI.',
    async (world) => {
      const answer = await information(world);
      const holder = expectOne(answer, theOnly(answer, `${api}ServerInformation`), `${api}hasDataHolder`);
      expectThat(/^https?:/.test(holder.value), 'hasDataHolder with a URI', holder.value, answer.reply);
    },
    { needs },
  ),
  must(
    'server.endpoint',
    cites,
    'The information names the address of the server, the one that it answers at.',
    async (world) => {
      const answer = await information(world);
      const endpoint = expectOne(answer, theOnly(answer, `${api}ServerInformation`), `${api}hasServerEndpoint`);
      const named = endpoint.value.replace(/\/$/, '');
      expectThat(named === world.server, `hasServerEndpoint ${world.server}`, named, answer.reply);
    },
    { needs },
  ),
  must(
    'server.api-versions',
    cites,
    'The information lists the API versions that the server supports, the one that it is judged by among them.',
    async (world) => {
      const { answer, values } = await stated(world, 'hasSupportedApiVersion');
      const names = values.map((name) => name.replace(/-dev$/, ''));
      expectThat(names.includes(world.version), `${world.version} among them`, names.join(', '), answer.reply);
    },
    { needs },
  ),
  must(
    'server.content-types',
    cites,
    'The information lists the media types that the server supports, JSON-LD among them.',
    async (world) => {
      const answer = await information(world);
      const node = theOnly(answer, `${api}ServerInformation`);
      expectValue(answer, node, `${api}hasSupportedContentType`, /^application\/ld\+json/);
    },
    { needs },
  ),
  must(
    'server.languages',
    standard.guidelines('Internationalization (i18n)'),
    'The information lists the languages that the server supports; American English is always one of them.',
    async (world) => {
      const answer = await information(world);
      expectValue(answer, theOnly(answer, `${api}ServerInformation`), `${api}hasSupportedLanguage`, 'en-US');
    },
    { needs },
  ),
  must(
    'server.ontology',
    ontologies,
    'The information lists the ontologies that the server supports, the data model among them, by IRIs without a version.',
    async (world) => {
      const { answer, values } = await stated(world, 'hasSupportedOntology');
      const model = cargo.replace('#', '');
      const isListed = values.some((iri) => iri.replace(/#$/, '') === model);
      expectThat(isListed && !values.some(isVersioned), `${model}, and no version`, values.join(', '), answer.reply);
    },
    { needs },
  ),
  must(
    'server.ontology-versions',
    ontologies,
    'The information lists the versions of the ontologies that the server supports, the data model among them.',
    async (world) => {
      const { answer, values } = await stated(world, 'hasSupportedOntologyVersion');
      const isListed = values.some((iri) => iri.startsWith(cargo.replace('#', '')) && isVersioned(iri));
      expectThat(isListed, 'a version of the data model', values.join(', ') || 'none', answer.reply);
    },
    { needs },
  ),
];
