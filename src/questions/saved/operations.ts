/** Saved questions and views over HTTP (K67, K71). */
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import { jsonBody } from '../../http/representation/json-body.js';
import { digest } from '../../http/representation/representation.js';
import type { RequestContext } from '../../http/request-context.js';
import { headerRefs, headers as headerDescriptions } from '../../openapi/headers.js';
import { jsonBodyOf, jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation, type PathParameter } from '../../openapi/operation.js';
import { CREATED_ID, created, linksTo } from '../../openapi/responses.js';
import type { Asking } from '../asking.js';
import { exampleText, idParameter, RESERVED } from '../operations.js';
import type { Questions } from '../questions.js';
import { questionBody, type QuestionBody, questionWithText } from '../schemas.js';
import type { SavedQuestion } from './saved-question.js';
import { MAX_FORMER, MAX_SAVED, type SavedQuestions, type WrittenQuestion } from './saved-questions.js';
import { writtenQuestion } from './written.js';

/** The most bytes of a body. */
const MAX_BYTES = 64 * 1024;

const example: QuestionBody = {
  title: 'Pieces of a partner',
  words: '',
  sparql: 'SELECT ?piece { ?piece cargo:involvedParties/cargo:partyDetails ?partner }',
  parameters: [{ name: 'partner', label: 'Partner', kind: 'partner', required: true, default: null }],
  columns: [{ name: 'piece', label: 'Piece', kind: 'object' }],
  chart: null,
  mirrored: false,
  visibility: 'internal',
  agents: [],
};

const body = jsonBodyOf(
  questionBody,
  '{"title": "<text>", "sparql": "<SELECT>" or "view": "/<list>?<filters>", "words", "parameters", "columns", "chart", "mirrored", "visibility": "own", "internal" or "agents", "agents"}',
  () => z.json().parse(example),
);

/** @throws ServiceError `too-large` beyond 64 KiB. */
async function bodyOf(context: RequestContext): Promise<QuestionBody> {
  const read = await body.read(context);
  if (Buffer.byteLength(JSON.stringify(read)) <= MAX_BYTES) return read;
  throw new ServiceError('too-large', `a question has at most ${MAX_BYTES / 1024} KiB`);
}

/** The tag of a new question; the answer to a repeated request has none: the question may have changed. */
const tag = { ...headerDescriptions.ETag, required: false };

const numberParameter: PathParameter = {
  description: 'The number of a revision, from 1.',
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
  example: '1',
};

export function savedQuestionOperations(
  questions: Questions,
  saved: SavedQuestions,
  asking: Pick<Asking, 'check'>,
): DeclaredOperation[] {
  const pathParameters = { question: idParameter };
  const assertOwn = (context: RequestContext): Promise<void> =>
    saved.assertOwn(context.param('question'), context.caller, context.isConditional);

  /** @throws ServiceError `invalid-body`, `forbidden`, and those of queries. */
  async function writtenIn(context: RequestContext): Promise<WrittenQuestion> {
    const written = writtenQuestion(await bodyOf(context), RESERVED, context.caller);
    if (written.view === null) await asking.check(context, { ...written.question, id: '' });
    return written;
  }

  /** The tag with which its owner reads it. */
  async function tagOf(context: RequestContext, found: SavedQuestion): Promise<Readonly<Record<string, string>>> {
    const answer = await questions.withText({ question: found.question, saved: found }, context.caller);
    return { ETag: `"${digest(jsonBody(answer))}"` };
  }

  const create = operation({
    method: 'POST',
    path: '/internal/questions',
    id: 'saveQuestion',
    summary: 'Save a question, or a view of a list',
    description: `Kept with its former revisions (${MAX_FORMER}), and in no query. Whoever sees a question sees rows by its own rights. At most ${MAX_SAVED} questions and views of an agent. The query is a SELECT; each parameter is a variable of it, \`<name>From\` and \`<name>To\` for a period.`,
    accessLevel: 'authenticated',
    isIdempotent: true,
    negotiatesItself: true,
    body: body.describe,
    errors: [400, 403, 413, 422],
    responses: () => {
      const operations = ['getQuestion', 'replaceQuestion', 'deleteQuestion', 'askQuestion'];
      const response = created('The question', linksTo(operations, { question: CREATED_ID }));
      return { 201: { ...response, headers: { ...response.headers, ETag: tag } } };
    },
    handle: async (context) => {
      const written = await writtenIn(context);
      const found = await saved.create(written, context.requestor, () => context.assertUnchanged());
      return {
        kind: 'created',
        location: saved.addressOf(found),
        type: saved.type,
        headers: await tagOf(context, found),
      };
    },
  });

  const revision = jsonOperation({
    method: 'GET',
    path: '/internal/questions/:question/revisions/:number',
    pathParameters: { ...pathParameters, number: numberParameter },
    id: 'getQuestionRevision',
    summary: 'Read a revision of a saved question',
    description: `For its owner: the latest one and up to ${MAX_FORMER} before it.`,
    accessLevel: 'authenticated',
    errors: [403, 404],
    answers: { description: 'The question as it was then.', schema: questionWithText, example: exampleText },
    handle: async (context) => {
      const number = Number(context.param('number'));
      if (!Number.isSafeInteger(number) || number < 1)
        throw new ServiceError('not-found', 'revisions have numbers from 1');
      const found = await saved.revisionOrThrow(context.param('question'), number, context.caller);
      return { answer: await questions.withText({ question: found.question, saved: found }, context.caller) };
    },
  });

  const replace = operation({
    method: 'PUT',
    path: '/internal/questions/:question',
    pathParameters,
    negotiatesItself: true,
    id: 'replaceQuestion',
    summary: 'Replace a saved question',
    description: 'By its owner. The state before becomes a former revision.',
    accessLevel: 'authenticated',
    requires: assertOwn,
    body: body.describe,
    errors: [400, 403, 404, 413],
    responses: () => ({ 204: { description: 'The question is replaced.', headers: headerRefs(['ETag']) } }),
    handle: async (context) => {
      const written = await writtenIn(context);
      const found = await saved.replace(context.param('question'), written, context.requestor, () =>
        context.assertUnchanged(),
      );
      return { kind: 'no-content', headers: await tagOf(context, found) };
    },
  });

  const end = operation({
    method: 'DELETE',
    path: '/internal/questions/:question',
    pathParameters,
    negotiatesItself: true,
    id: 'deleteQuestion',
    summary: 'Delete a saved question',
    description: 'By its owner, with its former revisions.',
    accessLevel: 'authenticated',
    requires: assertOwn,
    errors: [403, 404],
    responses: () => ({ 204: { description: 'The question is deleted.' } }),
    handle: async (context) => {
      await saved.end(context.param('question'), context.requestor, () => context.assertUnchanged());
      return { kind: 'no-content' };
    },
  });

  return [create, revision, replace, end];
}
