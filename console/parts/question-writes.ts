/** Saves questions and views at the node (K67, K71). */
import type { QuestionAnswer, SentQuestion } from '../../src/console/responses.js';
import { ask, consoleApi, type WriteKey } from '../core/index.js';

const addressOfQuestion = (id: string): string => consoleApi(`/questions/${encodeURIComponent(id)}`);
const json = { 'Content-Type': 'application/json' };

/** @returns the id of what was saved. @throws Failure */
export async function saveQuestion(sent: SentQuestion, key: WriteKey): Promise<string> {
  const { headers } = await ask(consoleApi('/questions'), {
    method: 'POST',
    headers: json,
    body: JSON.stringify(sent),
    key,
  });
  return decodeURIComponent(headers.get('location')?.replace(/^.*\//, '') ?? '');
}

/** Replaces a question as it is now at the node. @throws Failure, also if somebody changes it meanwhile. */
export async function replaceQuestion(
  id: string,
  sent: SentQuestion,
  { signal }: Pick<WriteKey, 'signal'>,
): Promise<void> {
  const path = addressOfQuestion(id);
  const { headers } = await ask(path, { ...(signal && { signal }) });
  const tag = headers.get('etag');
  await ask(path, {
    method: 'PUT',
    headers: { ...json, ...(tag !== null && { 'If-Match': tag }) },
    body: JSON.stringify(sent),
  });
}

/** @throws Failure */
export async function deleteQuestion(id: string): Promise<void> {
  await ask(addressOfQuestion(id), { method: 'DELETE' });
}

/** What a saved question is sent with when something else of it changes. */
export const sentOf = ({
  title,
  words,
  sparql,
  parameters,
  columns,
  chart,
  mirrored,
  visibility,
  agents,
}: QuestionAnswer): SentQuestion => ({
  ...{ title, words, parameters, columns, chart, mirrored, visibility, agents },
  sparql: sparql ?? '',
});
