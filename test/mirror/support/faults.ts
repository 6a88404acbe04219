/** What a partner may do instead of answering truthfully. */
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { createVocabulary, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { readJsonLd } from '../../../src/rdf/jsonld/reader.js';
import { writeNTriples } from '../../../src/rdf/turtle.js';
import { xsd } from '../../support/changes.js';
import type { Json } from '../../support/node.js';
import type { JsonObject } from '../../support/world.js';
import { errorAnswer, type PartnerAnswer } from './partner-answers.js';
import { type Fault, sendWhole } from './test-partner.js';

/** A number too high for a partner that has one revision for each. */
export const HUGE_NUMBER = 1_000_000_000;

/** Several faults, each of which changes what the one before has made. */
export function inOrder(...faults: readonly Fault[]): Fault {
  return async (answer, request) => {
    let changed = answer;
    for (const fault of faults) changed = await fault(changed, request);
    return changed;
  };
}

const without = (members: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));

/** An error instead of the answer. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  () => {
    const answer = errorAnswer(code, 'Error', `the partner answers ${code}`);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };

/** 429 or 503 with `Retry-After`: seconds, a date, or anything. */
export const busy = (retryAfter: string | undefined, code: 429 | 503 = 429): Fault =>
  status(code, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });

/** Answers when a promise resolves. */
export const late =
  (until: Promise<unknown>): Fault =>
  (answer) => ({
    ...answer,
    send: (response): void => {
      void until.then(() => {
        (answer.send ?? sendWhole)(response, answer);
      });
    },
  });

const sending =
  (send: (response: ServerResponse, answer: PartnerAnswer) => void): Fault =>
  (answer) => ({ ...answer, send });

/** Takes the request and says nothing. */
export const silent: Fault = sending(() => undefined);

/** Closes the connection instead of answering. */
export const reset: Fault = sending((response) => {
  response.destroy();
});

/** Closes the connection in the middle of the body. */
export const cutOff: Fault = sending((response, { status: code, headers, body }) => {
  const bytes = Buffer.from(body);
  response.writeHead(code, { ...headers, 'Content-Length': bytes.length });
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
});

/** Sends a head, then one space after another, and never ends. */
export const trickling: Fault = sending((response, { status: code, headers }) => {
  response.writeHead(code, headers);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => {
    clearInterval(timer);
  });
});

/** A redirect; relative targets are resolved by who asks. */
export const redirect =
  (target: string, code: 301 | 302 | 303 | 307 | 308 = 307): Fault =>
  () => ({ status: code, headers: { Location: target }, body: '' });

/** Sets headers of the answer; an undefined value takes one away. */
export const headers =
  (changes: Readonly<Record<string, string | undefined>>): Fault =>
  (answer) => {
    const entries = Object.entries({ ...answer.headers, ...changes });
    const changed = Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    return { ...answer, headers: changed };
  };

/** Another body; an answer without one stays as it is. */
export const body =
  (change: string | Buffer | ((text: string) => string | Buffer)): Fault =>
  (answer) =>
    answer.status === 200
      ? { ...answer, body: typeof change === 'function' ? change(String(answer.body)) : change }
      : answer;

/** Another body, changed as JSON. */
export const json = (change: (body: JsonObject) => Json): Fault =>
  body((text) => JSON.stringify(change(JSON.parse(text) as JsonObject)));

const integer = (value: number): JsonObject => ({ '@type': `${xsd}positiveInteger`, '@value': String(value) });

/** The numbers that the headers claim. */
export const numbers = ({ revision, latest }: { revision?: string; latest?: string }): Fault =>
  headers({
    ...(revision !== undefined && { Revision: revision }),
    ...(latest !== undefined && { 'Latest-Revision': latest }),
  });

/** No number anywhere (M41). */
export const withoutNumbers: Fault = inOrder(
  headers({ Revision: undefined, 'Latest-Revision': undefined }),
  json((members) => without(members, 'api:hasRevision', 'api:hasLatestRevision')),
);

/** A body that disagrees with the header. */
export const numberInBody = (revision: number): Fault =>
  json((members) => ({ ...members, 'api:hasRevision': integer(revision) }));

/** The same number with other content. */
export const changedInPlace = (members: JsonObject): Fault =>
  inOrder(
    headers({ ETag: '"changed"' }),
    json((before) => ({ ...before, ...members })),
  );

/** A body about something else. */
export const about = (uri: string): Fault => json((members) => ({ ...members, '@id': uri }));

export const withoutType: Fault = json((members) => without(members, '@type'));

export const ofType = (type: string): Fault => json((members) => ({ ...members, '@type': type }));

/** A body of at least this many bytes. */
export const large = (bytes: number): Fault =>
  json((members) => ({ ...members, 'cargo:goodsDescription': 'x'.repeat(bytes) }));

/** A body with this many more statements. */
export const manyStatements = (count: number): Fault =>
  json((members) => ({
    ...members,
    'cargo:otherIdentifiers': Array.from({ length: count }, (_, index) => `${index}`),
  }));

/** A body with this many more blank nodes. */
export const manyBlankNodes = (count: number): Fault =>
  json((members) => ({
    ...members,
    'cargo:contentProductionCountry': Array.from({ length: count }, (_, index) => ({ 'cargo:code': `${index}` })),
  }));

/** A small answer that is large after decoding. */
export const gzipBomb: Fault = inOrder(
  body(() => gzipSync(Buffer.alloc(20_000_000, 0x20))),
  headers({ 'Content-Encoding': 'gzip' }),
);

/** Bodies that cannot be read, by what is wrong with them (M39). */
export const unreadable: Readonly<Record<string, Fault>> = {
  'broken JSON': body((text) => text.slice(0, -1)),
  'an empty body': body(''),
  HTML: body('<!doctype html><title>Log in</title>'),
  'a list of nothing': body('[]'),
  'a context elsewhere': json((members) => ({ ...members, '@context': 'https://elsewhere.example/context' })),
  'a broken literal': json((members) => ({
    ...members,
    'cargo:grossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': { '@type': `${xsd}double`, '@value': 'heavy' },
    },
  })),
  'bytes that are no UTF-8': body((text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0x7d])])),
};

/** 304 whatever was asked. */
export const unmodified: Fault = (answer) => ({ ...answer, status: 304, body: '' });

const vocabulary = createVocabulary(standardNamespaces);

/** The statements as N-Triples, which Turtle contains, in either media type. */
export const triples =
  (mediaType: 'text/turtle' | 'application/n-triples'): Fault =>
  async (answer, request) => {
    if (answer.status !== 200) return answer;
    const { data } = await readJsonLd(JSON.parse(String(answer.body)) as Json, { vocabulary, strict: false });
    return headers({ 'Content-Type': mediaType })({ ...answer, body: writeNTriples(data) }, request);
  };
