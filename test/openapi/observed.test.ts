/**
 * Holds the description to what nodes really answer: every call that any test makes through a party is remembered by
 * what is described of it (address, method, status, header fields, media type, body), and compared when all tests have run.
 */
import { expect } from 'chai';
import { observers, type Reply, startTestNode } from '../support/node.js';
import { Description, descriptionOf } from './description.js';
import { schemaCheck } from './schemas.js';

// No `await` at the top of this file: mocha would load it as another kind of module than the other tests, with a list of
// observers of its own, and it would see nothing.
let description: Description;
let check: ReturnType<typeof schemaCheck>;

before('the description is read', async () => {
  const node = await startTestNode();
  description = new Description(await descriptionOf(node.url));
  await node.stop();
  check = schemaCheck(description.document);
  observers.push(observe);
});

/** Header fields that belong to HTTP or to browsers, not to the service. */
const plumbing =
  /^(date|connection|keep-alive|content-(type|length|encoding|security-policy)|transfer-encoding|access-control-.*|cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-security|x-.*|ratelimit.*|accept-ranges)$/;
/** `Vary` of what compression and CORS do, on answers that vary by nothing else. */
const plumbingVary = /^(Accept-Encoding|Origin)(, (Accept-Encoding|Origin))*$/;

const problems = new Set<string>();
const observed = new Set<string>();
/** Bodies are compared until there are enough of a kind. */
const bodies = new Map<string, number>();
const ENOUGH_BODIES = 25;

function observe(method: string, path: string, reply: Reply): void {
  // A browser's question, which CORS answers (RFC 6454).
  if (method === 'OPTIONS') return;
  const address = description.addressOf(path, method);
  if (address === undefined) {
    // Nothing is there, and nothing but that can be said of it.
    if (![401, 404].includes(reply.status)) problems.add(`${method} ${path} answers ${reply.status}, undescribed`);
    return;
  }
  const name = `${method} ${address} ${reply.status}`;
  if (reply.status === 405) {
    const allowed = (reply.headers.get('allow') ?? '').split(', ').sort().join(', ');
    const described = description.methodsAt(address).sort().join(', ');
    // A node that offers older versions only has fewer methods.
    const isFewer = allowed.split(', ').every((one) => described.split(', ').includes(one));
    if (!isFewer) problems.add(`${name}: allows ${allowed}, but ${described} is described`);
    return;
  }
  const answer = description.answer(address, method, reply.status);
  if (answer === undefined) {
    // A method that is not there is refused as such only after who calls has been found out.
    // What this node does not offer (an older version, no console) is not there.
    if (reply.status !== 404 && (reply.status !== 401 || description.methodsAt(address).includes(method)))
      problems.add(`${name} is not described`);
    return;
  }
  observed.add(`${method === 'HEAD' ? 'GET' : method} ${address} ${reply.status}`);
  for (const [header, value] of reply.headers) {
    const known = answer.headers.has(header) || plumbing.test(header);
    if (!known && !(header === 'vary' && plumbingVary.test(value)))
      problems.add(`${name}: undescribed header ${header}`);
  }
  for (const [header, { required }] of answer.headers) {
    if (required && !reply.headers.has(header)) problems.add(`${name}: described header ${header} is missing`);
  }
  if (reply.text !== '') observeBody(name, reply, answer.content);
}

function observeBody(
  name: string,
  { headers, json, text }: Reply,
  content: NonNullable<ReturnType<Description['answer']>>['content'],
): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const media = content[type];
  if (media === undefined) {
    problems.add(`${name}: undescribed media type ${type}`);
    return;
  }
  const count = bodies.get(name) ?? 0;
  // The schemas are those of the compacted form, with prefixes; in other forms a body has no context, a vocabulary or a graph.
  const isOtherForm =
    type === 'application/ld+json' && !/^\[?(\]|\{"@context":\{"(?!@vocab)(?!.*"@graph":))/.test(text);
  if (json === undefined || isOtherForm || count >= ENOUGH_BODIES) return;
  bodies.set(name, count + 1);
  const wrong = check(media.schema, json);
  if (wrong !== undefined) problems.add(`${name}: the body is not as described: ${wrong}`);
}

/** Statuses that any operation may have and that the tests provoke at some of them only; 405 is compared by `Allow`. */
const general = new Set([401, 403, 405, 406, 413, 429, 500, 503, 507]);

describe('The comparison of answers with the OpenAPI description', () => {
  it('sees the calls of all tests', async () => {
    const node = await startTestNode();
    await node.holder.get('/internal/me');
    await node.stop();
    expect(observed).to.include('GET /internal/me 200');
  });
});

after('the description is held to what was observed', () => {
  expect([...problems].sort(), 'what nodes answered and the description does not say').to.deep.equal([]);
  if (observed.size < 50) return;
  const promised = description.operations.flatMap((each) =>
    description
      .answersOf(each)
      .filter(({ status }) => !general.has(status))
      .map(({ status }) => `${each.method.toUpperCase()} ${each.path} ${status}`),
  );
  const unseen = promised.filter((name) => !observed.has(name));
  process.stdout.write(
    `\nOpenAPI: ${promised.length - unseen.length} of ${promised.length} described answers were observed (general refusals not counted)${unseen.length > 0 ? '; not:' : ''}\n${unseen.map((name) => `  ${name}\n`).join('')}`,
  );
});
