/** Rows about the form of errors. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { api } from '../names.js';
import type { Reply } from '../reply.js';
import type { Need, Row } from '../row.js';
import { since } from '../versions.js';
import type { World } from '../world.js';
import { before, must, should, standard } from './table.js';
import { type Answer, expectOne, missing, plainPiece, texts, theOnly } from './steps.js';

const cites = standard.guidelines('Error Handling');
const synchronous = standard.guidelines('Synchronous Error Handling');

interface Case {
  readonly status: number;
  readonly titles: readonly string[];
  readonly cause: string;
  readonly needs: readonly Need[];
  readonly call: (world: World) => Promise<Reply>;
}

const writing: readonly Need[] = ['holder', 'writes'];

const broken: Case = {
  status: 400,
  titles: ['Invalid body request', 'Invalid query parameter request', 'Invalid resource'],
  cause: 'a body that is no JSON',
  needs: writing,
  call: (world) => world.holder.post('/logistics-objects', '{'),
};
const absent: Case = {
  status: 404,
  titles: ['Resource not found'],
  cause: 'an object that does not exist',
  needs: ['holder'],
  call: (world) => world.holder.get(missing(world)),
};

/** One request for each status, with the titles that 2.3.0 has for it. */
const cases: readonly Case[] = [
  broken,
  {
    status: 401,
    titles: ['Not authenticated or expired token'],
    cause: 'a request without a token',
    needs: writing,
    call: async (world) => world.anonymous.get(await plainPiece(world)),
  },
  {
    status: 403,
    titles: ['Not authorized to perform action'],
    cause: 'a request without access',
    needs: ['holder', 'stranger', 'writes'],
    call: async (world) => world.stranger.get(await plainPiece(world)),
  },
  absent,
  {
    status: 405,
    titles: ['Method not allowed'],
    cause: 'a method that an address does not have',
    needs: ['partner', 'writes'],
    call: (world) => world.partner.delete('/notifications'),
  },
  {
    status: 415,
    titles: ['Unsupported content type'],
    cause: 'a body of another media type',
    needs: writing,
    call: (world) => world.holder.post('/logistics-objects', 'a piece', { 'Content-Type': 'text/plain' }),
  },
];

/** The answer to a case, with its statements. */
async function answerOf(world: World, { call, status }: Case): Promise<Answer> {
  const reply = await call(world);
  expectStatus(reply, status);
  return { reply, graph: await world.graph(reply) };
}

function rowsOf(one: Case): readonly Row[] {
  const { status, titles, cause, needs } = one;
  return [
    must(
      `errors.${status}.body`,
      cites,
      `The answer to ${cause} is an Error with a title.`,
      async (world) => {
        const answer = await answerOf(world, one);
        const title = expectOne(answer, theOnly(answer, `${api}Error`), `${api}hasTitle`);
        expectThat(title.value !== '', 'a title', 'an empty text', answer.reply);
      },
      { needs },
    ),
    must(
      `errors.${status}.headers`,
      cites,
      `The answer to ${cause} says its media type and its language.`,
      async (world) => {
        const { reply } = await answerOf(world, one);
        expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
        expectHeader(reply, 'Content-Language');
      },
      { needs },
    ),
    must(
      `errors.${status}.code`,
      synchronous,
      `The Error about ${cause} has the status as its code.`,
      async (world) => {
        const answer = await answerOf(world, one);
        const details = answer.graph.values(theOnly(answer, `${api}Error`), `${api}hasErrorDetail`);
        const codes = details.flatMap((detail) => texts(answer.graph, detail, `${api}hasCode`));
        const isRight = codes.length > 0 && codes.every((code) => code === String(status));
        expectThat(isRight, `hasCode ${status}`, codes.join(', ') || 'none', answer.reply);
      },
      { needs },
    ),
    must(
      `errors.${status}.title`,
      cites,
      `The title of the Error about ${cause} is one of the standard's.`,
      async (world) => {
        const answer = await answerOf(world, one);
        const { value } = expectOne(answer, theOnly(answer, `${api}Error`), `${api}hasTitle`);
        expectThat(titles.includes(value), titles.join(' or '), value, answer.reply);
      },
      { needs, versions: since('2.3.0') },
    ),
  ];
}

/** The details of an Error. */
async function details(world: World, one: Case): Promise<{ answer: Answer; types: string[]; messages: string[] }> {
  const answer = await answerOf(world, one);
  const nodes = answer.graph.values(theOnly(answer, `${api}Error`), `${api}hasErrorDetail`);
  return {
    answer,
    types: nodes.flatMap((node) => answer.graph.types(node)),
    messages: nodes.flatMap((node) => texts(answer.graph, node, `${api}hasMessage`)),
  };
}

export const rows: readonly Row[] = [
  ...cases.flatMap(rowsOf),
  must(
    'errors.details',
    cites,
    'The details of an Error are of the class ErrorDetails (ErrorDetail in the ontology).',
    async (world) => {
      const { answer, types } = await details(world, absent);
      const isRight =
        types.length > 0 && types.every((type) => [`${api}ErrorDetail`, `${api}ErrorDetails`].includes(type));
      expectThat(isRight, 'ErrorDetails', types.join(', ') || 'none', answer.reply);
    },
    { needs: ['holder'], versions: before('2.1.0') },
  ),
  must(
    'errors.detail',
    cites,
    'The details of an Error are of the class ErrorDetail.',
    async (world) => {
      const { answer, types } = await details(world, absent);
      const isRight = types.length > 0 && types.every((type) => type === `${api}ErrorDetail`);
      expectThat(isRight, 'ErrorDetail', types.join(', ') || 'none', answer.reply);
    },
    { needs: ['holder'], versions: since('2.1.0') },
  ),
  should('errors.message', cites, 'An Error says in a message what is wrong in this case.', async (world) => {
    const { answer, messages } = await details(world, broken);
    expectThat(
      messages.some((message) => message.length > 0),
      'hasMessage',
      'none',
      answer.reply,
    );
  }),
  must('errors.query', cites, 'A query parameter that cannot be read is 400, with an Error.', async (world) => {
    const piece = await plainPiece(world);
    expectStatus(await world.holder.get(`${piece}?embedded=true`), 200, 'for one that can be read');
    const reply = await world.holder.get(`${piece}?at=yesterday`);
    expectStatus(reply, 400);
    theOnly({ reply, graph: await world.graph(reply) }, `${api}Error`);
  }),
];
