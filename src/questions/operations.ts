/** Questions over HTTP: their list, one of them, and their rows (K63, K65, K72). */
import { ServiceError } from '../errors.js';
import { wordLanguageOf } from '../exports/languages.js';
import type { TableCell } from '../exports/table.js';
import { MAX_COUNT, QueryParameters } from '../http/query-parameters.js';
import type { RequestContext } from '../http/request-context.js';
import type { ExportSource } from '../openapi/exporting.js';
import { jsonOperation } from '../openapi/json-operation.js';
import type { DeclaredOperation, PathParameter } from '../openapi/operation.js';
import * as query from '../openapi/query.js';
import type { DescriptionContext } from '../openapi/section.js';
import type { WordLanguage } from '../model/words/words.js';
import type { PastTime } from '../sparql/worker/protocol.js';
import type { Services } from '../services.js';
import type { Asking, QuestionRows } from './asking.js';
import type { Question } from './question.js';
import {
  type QuestionAnswer,
  type QuestionItem,
  questionItems,
  questionResults,
  questionWithText,
  type ResultCell,
  type ResultsAnswer,
} from './schemas.js';
import type { FoundQuestion, Questions } from './questions.js';

const PAGE = 100;
const MAX_PAGE = 1_000;
/** The names that no parameter of a question may have: they are parameters of the operation. */
export const RESERVED: readonly string[] = ['limit', 'skip', 'at', 'zone', 'after', 'before'];

export const idParameter: PathParameter = {
  description: 'The id of a question.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
  example: 'late-shipments',
};

export const exampleQuestion = (node: DescriptionContext): QuestionItem => ({
  id: 'pieces-of-a-partner',
  title: 'Pieces of a partner',
  words: '',
  builtIn: false,
  owner: node.uri('/logistics-objects/_data-holder'),
  ownerLabel: null,
  visibility: 'internal',
  agents: [],
  parameters: [{ name: 'partner', label: 'Partner', kind: 'partner', required: true, default: null }],
  columns: [{ name: 'piece', label: 'Piece', kind: 'object' }],
  chart: null,
  mirrored: false,
  view: null,
  modified: '2026-03-01T10:00:00.000Z',
  revision: 1,
});

export const exampleText = (node: DescriptionContext): QuestionAnswer => ({
  ...exampleQuestion(node),
  sparql: 'SELECT ?piece { ?piece cargo:involvedParties/cargo:partyDetails ?partner }',
});

const exampleRows = (node: DescriptionContext): ResultsAnswer => ({
  columns: [{ name: 'piece', label: 'Piece', kind: 'object' }],
  rows: [[{ value: 'Oranges', label: 'Oranges', uri: node.uri('/logistics-objects/piece-1') }]],
  truncated: false,
  asOf: '2026-03-01T10:00:00.000Z',
});

/** The values of an address in the name of a file. */
const fileNameOf = ({ id, parameters }: Question, valueOf: (name: string) => string | undefined): string => {
  const period = parameters.find(({ kind }) => kind === 'period');
  const value = period && (valueOf(period.name) ?? period.default);
  return [id, value?.replace('/', '-to-')]
    .filter(Boolean)
    .join('-')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .slice(0, 120);
};

export function questionOperations(
  { clock }: Pick<Services, 'clock'>,
  questions: Questions,
  asking: Asking,
): DeclaredOperation[] {
  const languageOf = (context: RequestContext): WordLanguage => wordLanguageOf(context.header('accept-language'));

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/questions',
    id: 'listQuestions',
    summary: 'List the questions that the caller may ask, and its saved views of lists',
    description:
      'Own ones first, then those of others that the caller may see, then those of the node, in English or German by `Accept-Language`. At most 500 of others.',
    accessLevel: 'authenticated',
    query: {
      view: query.text('view', {
        description: 'Only saved views of the list at this path below /console.',
        example: '/requests',
      }),
    },
    answers: {
      description: 'The questions.',
      schema: questionItems,
      example: (node) => ({ items: [exampleQuestion(node)], truncated: false }),
    },
    handle: async (context, asks) => ({
      answer: await questions.list(context.caller, languageOf(context), asks().view),
    }),
  });

  const read = jsonOperation({
    method: 'GET',
    path: '/internal/questions/:question',
    pathParameters: { question: idParameter },
    id: 'getQuestion',
    summary: 'Read a question with the text of its query',
    accessLevel: 'authenticated',
    errors: [404],
    answers: {
      description: 'The question.',
      schema: questionWithText,
      example: exampleText,
    },
    handle: async (context) => {
      const found = await questions.getOrThrow(context.param('question'), context.caller, languageOf(context));
      return { answer: await questions.withText(found, context.caller) };
    },
  });

  /** @throws ServiceError `not-found`, also for a saved view, which has no rows. */
  async function questionIn(context: RequestContext): Promise<FoundQuestion> {
    const found = await questions.getOrThrow(context.param('question'), context.caller, languageOf(context));
    if ((found.saved?.view ?? null) === null) return found;
    throw new ServiceError('not-found', 'this is a saved view of a list, which has no rows of its own');
  }

  /** @throws ServiceError `invalid-query` for an unknown parameter. */
  function valuesIn(context: RequestContext, { parameters }: Question): (name: string) => string | undefined {
    const names = parameters.map(({ name }) => name);
    const values = new QueryParameters(context.query.toString());
    values.assertOnly([...names, 'limit', 'skip', 'at', 'zone']);
    return (name) => values.text(name);
  }

  const at = query.mapped(
    query.pastTime(clock, 'The rows of the data that was valid at this time.'),
    (time): PastTime | undefined => time && { until: time.until.getTime() },
  );

  async function rowsFor(
    context: RequestContext,
    found: FoundQuestion,
    past: PastTime | undefined,
  ): Promise<{ readonly rows: QuestionRows; readonly valueOf: (name: string) => string | undefined }> {
    const valueOf = valuesIn(context, found.question);
    const rows = await asking.ask(context, found.question, { valueOf, at: past, language: languageOf(context) });
    return { rows, valueOf };
  }

  const results = jsonOperation({
    method: 'GET',
    path: '/internal/questions/:question/results',
    pathParameters: { question: idParameter },
    id: 'askQuestion',
    summary: 'Ask a question',
    description:
      'Its parameters are query parameters, by their names. The query is the caller’s own: what it may not read has no rows. A cell names things as people do.',
    accessLevel: 'authenticated',
    query: {
      limit: query.integer('limit', { description: 'The maximum number of rows.', maximum: MAX_PAGE, fallback: PAGE }),
      skip: query.integer('skip', { description: 'The number of rows to skip.', maximum: MAX_COUNT, fallback: 0 }),
      at,
    },
    unknownQuery: 'ignored',
    errors: [400, 403, 404, 507],
    answers: {
      description: 'The rows.',
      schema: questionResults,
      isUntagged: true,
      example: exampleRows,
    },
    exports: async ({ context, language, limit }: ExportSource<ResultsAnswer>) => {
      const found = await questionIn(context);
      const { rows, valueOf } = await rowsFor(context, found, at.read(context.query));
      const skip = context.query.integer('skip', 0);
      const isTruncated = rows.isTruncated || rows.count > skip + limit;
      return {
        fileName: fileNameOf(found.question, valueOf),
        title: found.question.title,
        columns: rows.columns.map(({ label, kind }) => ({ label, kind: fileKinds[kind] ?? 'text' })),
        rows: fileRows(rows, skip, limit),
        asked: askedOf(found.question, valueOf, language, context.query.text('at')),
        isTruncated,
        wasTruncated: () => isTruncated,
      };
    },
    handle: async (context, asks) => {
      const { limit, skip, at: past } = asks();
      const found = await questionIn(context);
      const { rows } = await rowsFor(context, found, past);
      const page: (readonly ResultCell[])[] = [];
      for await (const row of rows.cells(skip, skip + limit)) page.push(row);
      const truncated = rows.isTruncated || rows.count > skip + limit;
      const asOf = past === undefined ? clock.now() : new Date(past.until);
      return {
        answer: { columns: rows.columns, rows: page, truncated, asOf: asOf.toISOString() },
        headers: truncated ? { Truncated: 'true' } : {},
      };
    },
  });

  return [list, read, results];
}

const fileKinds: Readonly<Record<string, 'number' | 'time' | 'hours'>> = {
  number: 'number',
  time: 'time',
  duration: 'hours',
};

async function* fileRows(
  rows: QuestionRows,
  skip: number,
  limit: number,
): AsyncGenerator<readonly TableCell[], void, undefined> {
  yield* rows.fileCells(skip, skip + limit);
}

const atWord = { en: 'As of', de: 'Stand' } as const;

/** The parameters with their values, for the second sheet. */
function askedOf(
  { parameters }: Question,
  valueOf: (name: string) => string | undefined,
  language: WordLanguage,
  at: string | undefined,
): (readonly [string, string])[] {
  const values = parameters.map(({ name, label, default: fallback }): readonly [string, string] => [
    label,
    valueOf(name) ?? fallback ?? '',
  ]);
  return at === undefined ? values : [...values, [atWord[language], at]];
}
