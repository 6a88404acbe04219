/**
 * The client with the answers of servers that are not ours (T54): it works with them, or rejects with an error of T45.
 * The first file was recorded; the others are written after what other servers do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { z } from 'zod';
import {
  type Client,
  ConnectionError,
  createClient,
  InvalidAnswerError,
  NotSupportedError,
  OneRecordError,
  TimeoutError,
} from '../../src/client/index.js';
import { model, type Piece } from './model.js';
import { type Asked, type Scripted, ScriptedServer } from './scripted.js';

const folder = fileURLToPath(new URL('strangers/', import.meta.url));
const recording = z.object({
  server: z.string(),
  answers: z.array(
    z.object({ request: z.string(), status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() }),
  ),
});
type Recording = z.infer<typeof recording>;

/** The answer to a request: that of its path, else of the rest. */
function answerOf({ answers }: Recording, { method, path }: Asked, base: string): Scripted {
  const [plain = ''] = path.split('?');
  const matches = (request: string): boolean => {
    const [verb, pattern = ''] = request.split(' ');
    const expression = new RegExp(`^${pattern.replace(/\{id\}/g, '[^/]+')}$`);
    return expression.test(plain) && (verb === method || (method === 'HEAD' && verb === 'GET'));
  };
  const found =
    answers.find(({ request }) => matches(request)) ?? answers.find(({ request }) => request === 'anything else');
  if (found === undefined) throw new Error(`no answer to ${method} ${path}`);
  const text = (value: string): string => value.replaceAll('{base}', base);
  const headers = Object.fromEntries(Object.entries(found.headers).map(([name, value]) => [name, text(value)]));
  return { status: found.status, headers, body: method === 'HEAD' ? '' : text(found.body) };
}

const isOurs = (error: unknown): boolean =>
  [OneRecordError, ConnectionError, TimeoutError, NotSupportedError, InvalidAnswerError].some(
    (one) => error instanceof one,
  );

/** What every method does with an answer, or the name of the error. */
async function outcomes(client: Client, uri: string, request: string): Promise<Record<string, unknown>> {
  const calls: Record<string, () => Promise<unknown>> = {
    information: async () => (await client.information()).versions,
    create: async () => (await client.create<Piece>({ '@type': 'Piece', goodsDescription: 'Books' })).uri,
    createWithUri: async () => (await client.create<Piece>({ '@type': 'Piece' }, { uri })).uri,
    read: async () => {
      const { value, revision } = await client.read<Piece>(uri);
      return [revision, value.goodsDescription, value.shippingMarks, value.grossWeight?.numericalValue];
    },
    head: async () => (await client.head(uri)).revision,
    change: async () => {
      const read = await client.read<Piece>(uri);
      return (await client.change(read, (draft) => void (draft.goodsDescription = 'Old')))?.uri;
    },
    events: async () =>
      (await client.events(uri, { pageSize: 3 }).toArray({ limit: 9 })).map(({ value }) => value.eventName),
    addEvent: () => client.addEvent(uri, { eventDate: '2026-03-01T10:00:00Z' }),
    addEvents: () => client.addEvents([uri], { eventDate: '2026-03-01T10:00:00Z' }),
    revisions: async () => {
      const numbers = [];
      for await (const { number } of client.revisions(uri)) numbers.push(number);
      return numbers;
    },
    auditTrail: async () => {
      const uris = [];
      for await (const one of client.auditTrail(uri)) uris.push(one.uri);
      return uris;
    },
    request: async () => (await client.request(request)).status,
    requests: () => client.requests().toArray({ limit: 1 }),
    accept: () => client.accept(request),
    revoke: () => client.revoke(request),
    askAccess: () => client.askAccess({ objects: [uri], agents: [uri], permissions: ['GET_LOGISTICS_OBJECT'] }),
    verify: () => client.verify(uri, [{ title: 'wrong' }]),
    subscribe: () => client.subscribe({ topic: 'Piece', events: ['LOGISTICS_OBJECT_CREATED'], subscriber: uri }),
    offers: () => client.offers('Piece'),
    notify: () => client.notify(new URL(uri).origin, { eventType: 'LOGISTICS_OBJECT_UPDATED', object: uri }),
  };
  const results: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    try {
      results[name] = await call();
    } catch (error) {
      if (!isOurs(error)) throw new Error(`${name} throws what is not of the client`, { cause: error });
      results[name] = error instanceof Error ? error.name : '';
    }
  }
  return results;
}

const UNREADABLE = 'InvalidAnswerError';
const MISSING = 'NotSupportedError';

/** What must come of some methods; `{base}` is the server's address. */
const expected: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'fastapi-skeleton-2.2.0.json': {
    information: ['2.2.0'],
    create: UNREADABLE,
    createWithUri: '{base}/logistics-objects/1',
    read: UNREADABLE,
    addEvent: UNREADABLE,
    change: UNREADABLE,
    offers: 'UnprocessableError',
    notify: undefined,
    requests: MISSING,
  },
  'expanded.json': {
    information: ['2.1.0'],
    create: '{base}/logistics-objects/1',
    read: [2, 'Books', ['A'], 20.5],
    head: 2,
    change: '{base}/action-requests/1',
    events: ['Departed'],
    request: 'REQUEST_ACCEPTED',
    accept: 'NotFoundError',
    askAccess: MISSING,
  },
  'vocab.json': {
    information: ['2.0.0', '2.1.0'],
    read: [2, 'Books', ['A'], 20.5],
    change: '{base}/action-requests/1',
    events: ['Departed'],
    request: 'REQUEST_REJECTED',
    auditTrail: 'NotFoundError',
    revisions: MISSING,
  },
  'flattened.json': {
    information: ['2.1.0'],
    read: [2, 'Books', ['A'], 20.5],
    change: '{base}/action-requests/1',
    events: ['Departed'],
    request: 'REQUEST_PENDING',
    addEvents: MISSING,
    revoke: MISSING,
    revisions: MISSING,
  },
  'remote-context.json': {
    information: UNREADABLE,
    create: UNREADABLE,
    read: UNREADABLE,
    request: UNREADABLE,
    events: 'ServerError',
    requests: 'ServerError',
  },
  'one-page.json': {
    information: MISSING,
    read: [2, 'Books', ['A'], 20.5],
    events: ['Departed', 'Departed', 'Departed'],
    change: MISSING,
    create: MISSING,
  },
};

describe('client: servers that are not ours', () => {
  it('all have their outcomes stated', () => {
    expect(readdirSync(folder).sort()).to.deep.equal(Object.keys(expected).sort());
  });

  for (const [file, wanted] of Object.entries(expected)) {
    const recorded = recording.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    it(`T54: ${recorded.server}`, async () => {
      const server: ScriptedServer = await ScriptedServer.start((asked) => answerOf(recorded, asked, server.url));
      try {
        const client = createClient({ server: server.url, token: () => 't', model, retries: 0 });
        const results = await outcomes(client, `${server.url}/logistics-objects/1`, `${server.url}/action-requests/1`);
        for (const [method, outcome] of Object.entries(wanted)) {
          const value = typeof outcome === 'string' ? outcome.replace('{base}', server.url) : outcome;
          expect(results[method], method).to.deep.equal(value);
        }
      } finally {
        await server.close();
      }
    });
  }
});
