/** The answers of every address that answers GET, with what the attack tests ask there: where a value is that must be nowhere. */
import type { Party, Reply } from './node.js';
import { questions } from './questions.js';
import { idOf, type TestContext } from './world.js';

export async function* answersAt(
  { node }: TestContext,
  object: string,
  party: Party,
): AsyncGenerator<{ readonly path: string; readonly reply: Reply }> {
  const routes = new Map<string, Set<string>>();
  for (const { path, method } of node.routes.resources) if (method === 'GET') routes.set(path, new Set(['GET']));
  for (const { method, path: asked, headers = {} } of questions(routes, object, node.clock.now().getTime(), true)) {
    if (method !== 'GET' || 'If-None-Match' in headers || asked.includes('/stream')) continue;
    const path = asked.replaceAll('/secret', `/${idOf(object)}`);
    yield { path, reply: await party.get(path, { headers: { ...headers } }) };
  }
}
