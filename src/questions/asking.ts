/** Asks a question: its query runs as the caller's own SPARQL, with the same scope and limits (K65). */
import { ServiceError } from '../errors.js';
import type { TableCell } from '../exports/table.js';
import { assertInternal } from '../http/caller.js';
import { invalidQuery } from '../http/query-parameters.js';
import type { RequestContext } from '../http/request-context.js';
import type { WordLanguage } from '../model/words/words.js';
import type { Services } from '../services.js';
import type { AnswerQuery } from '../sparql/answers.js';
import { NO_DATA, type PastTime } from '../sparql/worker/protocol.js';
import { bound, variablesIn } from './binding.js';
import { type CellColumn, CellNames, type ResourceNames, fileCell, kindOfColumn } from './cells.js';
import type { Computed } from './computed.js';
import { type Bindings, bindingsOf, type ParameterContext, sampleBindings, variablesOf } from './parameters.js';
import type { Question } from './question.js';
import type { ResultCell, ResultColumn } from './schemas.js';
import { readSolutions, type Solution, type Solutions } from './solutions.js';

export type AskingServices = Pick<Services, 'uris' | 'vocabulary' | 'clock' | 'settings' | 'metrics'> & {
  readonly labels: ResourceNames;
};

/** What a request asks of a question. */
export interface Asked {
  /** The text of a parameter; undefined if it is not given. */
  readonly valueOf: (name: string) => string | undefined;
  readonly at: PastTime | undefined;
  readonly language: WordLanguage;
}

/** The rows of an answer, named as they are read. */
export interface QuestionRows {
  readonly columns: readonly ResultColumn[];
  readonly count: number;
  /** Whether the node left rows out. */
  readonly isTruncated: boolean;
  readonly cells: (from: number, to: number) => AsyncGenerator<readonly ResultCell[], void, undefined>;
  /** The same for a file. */
  readonly fileCells: (from: number, to: number) => AsyncGenerator<readonly TableCell[], void, undefined>;
}

/** The most characters of a query. */
const CHECK_LIMIT = 60_000;

export class Asking {
  readonly #seconds: (seconds: number) => void;

  /** @param computed the questions whose rows no query alone has, by id. */
  constructor(
    private readonly services: AskingServices,
    private readonly answer: AnswerQuery,
    private readonly computed: ReadonlyMap<string, Computed>,
  ) {
    const histogram = services.metrics.histogram('question_seconds', 'From asking a question to its rows.', []);
    this.#seconds = (seconds) => {
      histogram.observe({}, seconds);
    };
  }

  /**
   * The rows of a question for the caller of a request.
   *
   * @throws ServiceError `invalid-query` for a missing or malformed parameter; those of queries.
   */
  async ask(context: RequestContext, question: Question, { valueOf, at, language }: Asked): Promise<QuestionRows> {
    const { settings, labels, uris } = this.services;
    const bindings = bindingsOf(question, valueOf, this.#context(at));
    if (question.mirrored) {
      if (!settings.mirror.isOn) throw invalidQuery('id', 'asks for copies, but this node has no mirror (MIRROR)');
      assertInternal(context.caller);
    }
    const begin = performance.now();
    const query = (): Promise<Solutions> => this.#query(context, question, bindings, at);
    const compute = this.computed.get(question.id);
    const solutions = await (compute?.({ query, bindings, caller: context.caller }) ?? query());
    this.#seconds((performance.now() - begin) / 1000);
    const columns = columnsOf(question, solutions);
    const names = new CellNames(labels, uris.base, context.caller, language);
    const named = (row: Solution): Promise<ResultCell[]> =>
      Promise.all(columns.map((column) => names.cell(row[column.name], column)));
    async function* cells(from: number, to: number): AsyncGenerator<readonly ResultCell[], void, undefined> {
      for (const row of solutions.rows.slice(from, to)) yield await named(row);
    }
    async function* fileCells(from: number, to: number): AsyncGenerator<readonly TableCell[], void, undefined> {
      for await (const row of cells(from, to))
        yield row.map((cell, index) => fileCell(cell, columns[index]?.kind ?? 'text'));
    }
    return {
      columns: columns.map(({ name, label, kind }) => ({ name, label, kind })),
      count: solutions.rows.length,
      isTruncated: solutions.isTruncated,
      cells,
      fileCells,
    };
  }

  /**
   * Checks the query of a question: without data, with a value of each parameter.
   *
   * @throws ServiceError `invalid-body` for what is no SELECT, and for a parameter that the query lacks.
   */
  async check(context: RequestContext, question: Question): Promise<void> {
    const variables = variablesIn(question.sparql);
    for (const parameter of question.parameters) {
      const missing = variablesOf(parameter).find((name) => !variables.has(name));
      if (missing !== undefined)
        throw new ServiceError(
          'invalid-body',
          `the query lacks the variable ?${missing} of the parameter ${parameter.name}`,
        );
    }
    const bindings = this.#samples(question);
    const text = bound(question.sparql, bindings);
    if (text.length > 2 * CHECK_LIMIT) throw new ServiceError('invalid-body', 'the query is too long');
    try {
      const { body } = await this.answer(context, {
        ...{ text, dataset: NO_DATA, at: undefined, results: 'json', graph: undefined },
      });
      const solutions = readSolutions(body, false);
      if (solutions !== undefined) {
        assertColumns(question, solutions.variables);
        return;
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || (error.kind !== 'invalid-query' && error.kind !== 'not-acceptable'))
        throw error;
      if (error.kind === 'invalid-query') throw new ServiceError('invalid-body', error.message, { cause: error });
    }
    throw new ServiceError('invalid-body', 'the query of a question must be a SELECT');
  }

  /** @throws ServiceError `invalid-body` for a choice without values, and for a default that is no value. */
  #samples(question: Question): Bindings {
    const context = this.#context(undefined);
    try {
      for (const parameter of question.parameters)
        if (parameter.default !== null) bindingsOf({ parameters: [parameter] }, () => undefined, context);
      return sampleBindings(question, context);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid-query') throw error;
      throw new ServiceError('invalid-body', error.message, { cause: error });
    }
  }

  #context(at: PastTime | undefined): ParameterContext {
    const { clock, vocabulary, uris } = this.services;
    return {
      now: at === undefined ? clock.now() : new Date(at.until),
      cargo: vocabulary.namespaces.cargo,
      object: (id) => uris.findObject(id),
    };
  }

  async #query(
    context: RequestContext,
    { sparql, mirrored }: Question,
    bindings: Bindings,
    at: PastTime | undefined,
  ): Promise<Solutions> {
    const { body, headers } = await this.answer(context, {
      text: bound(sparql, bindings),
      dataset: undefined,
      at,
      mirrored,
      results: 'json',
      graph: undefined,
    });
    const solutions = readSolutions(body, headers?.['Truncated'] === 'true');
    if (solutions === undefined) throw new TypeError('a question has the query of no table');
    return solutions;
  }
}

/** @throws ServiceError `invalid-body` for a column that the query does not answer, and a chart without its columns. */
function assertColumns({ columns, chart }: Question, variables: readonly string[]): void {
  const missing = columns.find(({ name }) => !variables.includes(name));
  if (missing !== undefined)
    throw new ServiceError('invalid-body', `the query selects no variable ?${missing.name} for the column`);
  const names = columns.length === 0 ? variables : columns.map(({ name }) => name);
  const drawn = [chart?.x, chart?.y, chart?.by].find((name) => typeof name === 'string' && !names.includes(name));
  if (drawn !== undefined) throw new ServiceError('invalid-body', `the chart has no column ${String(drawn)}`);
}

function columnsOf({ columns }: Question, { variables, rows }: Solutions): CellColumn[] {
  const declared: readonly CellColumn[] =
    columns.length > 0
      ? columns.map(({ words, ...column }) => ({ ...column, words }))
      : variables.map((name) => ({ name, label: name, kind: 'auto', words: undefined }));
  return declared.map((column) =>
    column.kind === 'auto' ? { ...column, kind: kindOfColumn(column.name, rows) } : column,
  );
}
