/** Retries of the client (T46), against a server that answers as each test says. */
import { expect } from 'chai';
import {
  type Client,
  type ClientOptions,
  ConflictError,
  ConnectionError,
  createClient,
  OneRecordError,
} from '../../src/client/index.js';
import { model } from './model.js';
import { piece, refusal, rejection, type Script, ScriptedServer } from './scripted.js';

describe('client: retries', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());

  const object = (): string => `${server.url}/logistics-objects/1`;
  const clientOf = (options: Partial<ClientOptions> = {}): Client =>
    createClient({ server: server.url, token: () => 't1', model, ...options });
  const start = async (script: Script): Promise<void> => {
    server = await ScriptedServer.start(script);
  };

  const soon = { 'Retry-After': '0' };

  for (const status of [429, 502, 503, 504]) {
    it(`T46: GET is sent again after ${status}, as often as retries says`, async () => {
      await start((_, count) => (count <= 2 ? { status, headers: soon } : piece(object())));
      expect((await clientOf({ retries: 2 }).read(object())).revision).to.equal(1);
      await server.close();
      await start(() => ({ status, headers: soon }));
      expect(await rejection(clientOf({ retries: 1 }).read(object()))).to.be.instanceOf(OneRecordError);
      expect(server.asked).to.have.length(2);
    });
  }

  it('POST is sent again after 429 and 503 only', async () => {
    for (const status of [429, 502, 503, 504]) {
      await start((_, count) =>
        count === 1 ? { status, headers: soon } : { status: 201, headers: { Location: '/x' } },
      );
      const outcome = await clientOf()
        .create({ '@type': 'Piece' })
        .then(
          () => 'created',
          () => 'refused',
        );
      expect(outcome, String(status)).to.equal(status === 429 || status === 503 ? 'created' : 'refused');
      expect(server.asked).to.have.length(status === 429 || status === 503 ? 2 : 1);
      if (status !== 504) await server.close();
    }
  });

  it('a lost connection: GET again, POST not, since the server may have it', async () => {
    await start((_, count) => (count === 1 ? undefined : piece(object())));
    expect((await clientOf().read(object())).revision).to.equal(1);
    await server.close();
    await start(() => undefined);
    expect(await rejection(clientOf().create({ '@type': 'Piece' }))).to.be.instanceOf(ConnectionError);
    expect(server.asked).to.have.length(1);
  });

  it('POST again where no byte was sent', async () => {
    await start(() => ({ status: 201, headers: { Location: '/x' } }));
    let attempts = 0;
    const client = clientOf({
      fetch: (url, init) => {
        attempts++;
        if (attempts > 1) return fetch(url, init);
        const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        return Promise.reject(new TypeError('fetch failed', { cause }));
      },
    });
    await client.create({ '@type': 'Piece' });
    expect([attempts, server.asked.length]).to.deep.equal([2, 1]);
  });

  it('a creation with a URI of its own: a 409 after a lost answer is success if the object has what was sent', async () => {
    const value = { '@type': 'Piece', goodsDescription: 'Books' };
    const taking =
      (stored: string): Script =>
      ({ method }, count) => {
        if (method === 'GET') return piece(object(), { 'cargo:goodsDescription': stored });
        return count === 1 ? undefined : refusal(409);
      };
    await start(taking('Books'));
    expect(await clientOf().create(value, { uri: object() })).to.deep.include({ uri: object(), revision: 1 });
    expect(JSON.parse(server.asked[0]?.body ?? '')).to.deep.include({ '@id': object() });
    await server.close();
    await start(taking('Other books'));
    expect(await rejection(clientOf().create(value, { uri: object() }))).to.be.instanceOf(ConflictError);
    await server.close();
    await start(() => refusal(409));
    expect(await rejection(clientOf().create(value, { uri: object() })), 'no loss').to.be.instanceOf(ConflictError);
  });

  it('T46: with idempotent, POST carries a key, the same for all attempts, and is sent again', async () => {
    await start((_, count) => (count === 1 ? undefined : { status: 201, headers: { Location: '/x' } }));
    await clientOf({ idempotent: true }).create({ '@type': 'Piece' });
    const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(keys).to.deep.equal([keys[0], keys[0]]);
  });

  it('waiting for the next attempt ends with the signal', async () => {
    await start(() => ({ status: 503, headers: { 'Retry-After': '60' } }));
    const controller = new AbortController();
    const reading = clientOf().read(object(), { signal: controller.signal });
    while (server.asked.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    expect(String(await rejection(reading))).to.include('enough');
  });
});
