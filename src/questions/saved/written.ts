/** What an agent writes of a question or a view, checked (K67, K71). */
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { variablesOf } from '../parameters.js';
import type { QuestionBody } from '../schemas.js';
import type { WrittenQuestion } from './saved-questions.js';

const invalid = (message: string): ServiceError => new ServiceError('invalid-body', message);

function agentsOf({ agents, visibility }: QuestionBody): Iri[] {
  if (visibility !== 'agents' && agents.length > 0) throw invalid('`agents` is for the visibility `agents`');
  if (visibility === 'agents' && agents.length === 0) throw invalid('the visibility `agents` needs at least one');
  const read = agents.map((agent) => {
    if (isIri(agent) && /^https?:/i.test(agent)) return agent;
    throw invalid(`agents must be http(s) IRIs, not ${JSON.stringify(agent.slice(0, 80))}`);
  });
  return [...new Set(read)].sort();
}

/**
 * Checks all of a body but its query.
 *
 * @param reserved the names that no parameter may have.
 * @throws ServiceError `invalid-body`, `forbidden` for what partners may not save.
 */
export function writtenQuestion(
  body: QuestionBody,
  reserved: readonly string[],
  { internal }: Caller,
): WrittenQuestion {
  const { title, words, sparql, view, parameters, columns, chart, mirrored, visibility } = body;
  if ((sparql === undefined) === (view === undefined)) throw invalid('a question has either `sparql` or `view`');
  if (view !== undefined && (parameters.length > 0 || columns.length > 0 || chart !== null || mirrored))
    throw invalid('a view has no parameters, columns and chart, and asks for no copies');
  assertNames(parameters, reserved);
  assertOnce(columns.map(({ name }) => name));
  const agents = agentsOf(body);
  if (!internal && visibility === 'internal')
    throw new ServiceError('forbidden', 'questions of internal agents are saved by internal agents');
  if (!internal && mirrored) throw new ServiceError('forbidden', 'only internal agents ask for copies');
  const question = { title, words, sparql: sparql ?? '', parameters, columns, chart, mirrored };
  return { question, view: view ?? null, visibility, agents };
}

function assertNames(parameters: QuestionBody['parameters'], reserved: readonly string[]): void {
  const names = parameters.flatMap((parameter) => [...new Set([parameter.name, ...variablesOf(parameter)])]);
  const taken = names.find((name) => reserved.includes(name));
  if (taken !== undefined) throw invalid(`no parameter may have the name ${taken}`);
  assertOnce(names);
}

function assertOnce(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`the name ${repeated} occurs twice`);
}
