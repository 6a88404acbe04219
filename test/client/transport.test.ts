/** Tokens and errors of the client (T38, T44, T45), against a server that answers as each test says. */
import { expect } from 'chai';
import {
  type Client,
  type ClientOptions,
  clientCredentials,
  ConnectionError,
  createClient,
  InvalidAnswerError,
  NotSupportedError,
  OneRecordError,
  ServerError,
  TimeoutError,
  TokenError,
  UnauthorizedError,
} from '../../src/client/index.js';
import { freePort } from '../support/ports.js';
import { model } from './model.js';
import { piece, refusal, rejection, type Script, ScriptedServer } from './scripted.js';

describe('client: requests', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());

  const object = (): string => `${server.url}/logistics-objects/1`;
  const clientOf = (options: Partial<ClientOptions> = {}): Client =>
    createClient({ server: server.url, token: () => 't1', model, ...options });
  const start = async (script: Script): Promise<void> => {
    server = await ScriptedServer.start(script);
  };

  describe('T38: what createClient takes', () => {
    const right: ClientOptions = { server: 'https://a.example', token: () => 't' };
    before(() => start(() => ({})));
    const wrong: readonly [member: string, value: unknown][] = [
      ['server', undefined],
      ['server', 'a.example'],
      ['server', 'https://a.example/?x=1'],
      ['token', 'abc'],
      ['token', undefined],
      ['model', {}],
      ['apiVersion', '1.0.0'],
      ['fetch', 1],
      ['timeoutMs', 0],
      ['retries', -1],
      ['userAgent', 7],
      ['idempotent', 'yes'],
    ];
    for (const [member, value] of wrong) {
      it(`names ${member} where it is ${value === undefined ? 'missing' : JSON.stringify(value)}`, () => {
        expect(() => createClient({ ...right, [member]: value })).to.throw(TypeError, member);
      });
    }
    it('names a wrong member of client credentials', () => {
      const some = { tokenUrl: 'https://a.example/token', clientId: 'me', clientSecret: 's' };
      expect(() => clientCredentials({ ...some, clientSecret: '' })).to.throw(TypeError, 'clientSecret');
      expect(() => clientCredentials({ ...some, tokenUrl: 'a' })).to.throw(TypeError, 'tokenUrl');
    });
  });

  describe('T44: tokens', () => {
    const credentials = (more: Partial<Parameters<typeof clientCredentials>[0]> = {}): Partial<ClientOptions> => ({
      token: clientCredentials({ tokenUrl: `${server.url}/token`, clientId: 'a b', clientSecret: 's:ä', ...more }),
    });
    const issuing =
      (expires?: number): Script =>
      ({ path }, count) =>
        path === '/token'
          ? { body: { access_token: `token-${count}`, ...(expires !== undefined && { expires_in: expires }) } }
          : piece(object());

    it('one request for a token, however many callers wait; each client has its own', async () => {
      await start(issuing(3600));
      const shared = credentials();
      const [one, other] = [clientOf(shared), clientOf(shared)];
      await Promise.all([one.read(object()), one.read(object()), one.read(object())]);
      expect(server.to('/token')).to.have.length(1);
      await other.read(object());
      expect(server.to('/token')).to.have.length(2);
      const [asked] = server.to('/token');
      expect(asked?.body).to.equal('grant_type=client_credentials');
      expect(Buffer.from(asked?.headers.authorization?.slice(6) ?? '', 'base64').toString()).to.equal('a+b:s%3A%C3%A4');
      expect(server.to('/logistics-objects')[0]?.headers.authorization).to.equal('Bearer token-1');
    });

    it('a token that ends within 30 s is not kept; one without expires_in is', async () => {
      await start(issuing(30));
      const client = clientOf(credentials());
      await client.read(object());
      await client.read(object());
      expect(server.to('/token')).to.have.length(2);
      await server.close();
      await start(issuing());
      const other = clientOf(credentials());
      await other.read(object());
      await other.read(object());
      expect(server.to('/token')).to.have.length(1);
    });

    it('scope and parameters, and the client in the form', async () => {
      await start(issuing(3600));
      await clientOf(credentials({ scope: 'x', parameters: { audience: 'y' }, authMethod: 'post' })).read(object());
      const [asked] = server.to('/token');
      expect(Object.fromEntries(new URLSearchParams(asked?.body))).to.deep.equal({
        grant_type: 'client_credentials',
        scope: 'x',
        audience: 'y',
        client_id: 'a b',
        client_secret: 's:ä',
      });
      expect(asked?.headers.authorization).to.equal(undefined);
    });

    it('a 401 takes a new token and tries once more, also with a body', async () => {
      await start(({ path, headers }, count) => {
        if (path === '/token') return { body: { access_token: `token-${count}`, expires_in: 3600 } };
        if (headers.authorization === 'Bearer token-1') return refusal(401);
        return { status: 201, headers: { Location: '/logistics-objects/1' } };
      });
      const { uri } = await clientOf(credentials()).create({ '@type': 'Piece', goodsDescription: 'Books' });
      expect(uri).to.equal(object());
      const bodies = server.to('/logistics-objects').map(({ body }) => body);
      expect(bodies).to.have.length(2);
      expect(bodies[0]).to.equal(bodies[1]).and.to.include('Books');
    });

    it('a second 401 is an UnauthorizedError', async () => {
      await start(() => refusal(401));
      expect(await rejection(clientOf().read(object()))).to.be.instanceOf(UnauthorizedError);
      expect(server.asked).to.have.length(2);
    });

    it('a refused token is a TokenError with status and error, and tells no secret', async () => {
      await start(() => ({ status: 401, body: { error: 'invalid_client' } }));
      const error = await rejection(clientOf(credentials()).read(object()));
      expect(error).to.be.instanceOf(TokenError);
      expect(error).to.deep.include({ name: 'TokenError', status: 401, error: 'invalid_client' });
      expect(String(error)).to.not.match(/s:ä|a b/);
      expect(await rejection(clientOf({ token: () => '' }).read(object()))).to.be.instanceOf(TokenError);
    });

    it('a caller that gives up does not end the token request of the others', async () => {
      await start(issuing(3600));
      const client = clientOf(credentials());
      const controller = new AbortController();
      const given = client.read(object(), { signal: controller.signal });
      const other = client.read(object());
      controller.abort();
      expect(String(await rejection(given))).to.include('abort');
      expect((await other).revision).to.equal(1);
    });
  });

  describe('T45: errors', () => {
    const names = {
      400: 'BadRequestError',
      401: 'UnauthorizedError',
      403: 'ForbiddenError',
      404: 'NotFoundError',
      406: 'NotAcceptableError',
      409: 'ConflictError',
      412: 'PreconditionFailedError',
      422: 'UnprocessableError',
      429: 'TooManyRequestsError',
      500: 'ServerError',
      503: 'ServerError',
      418: 'BadRequestError',
    };
    for (const [status, name] of Object.entries(names)) {
      it(`${status} is a ${name}`, async () => {
        await start(() => ({ ...refusal(Number(status), 'so it is'), headers: { 'X-Request-Id': 'r-1' } }));
        const error = await rejection(clientOf({ retries: 0 }).read(object()));
        if (!(error instanceof OneRecordError)) throw new Error('another error', { cause: error });
        expect(error).to.deep.include({
          name,
          status: Number(status),
          title: 'Refused',
          method: 'GET',
          requestId: 'r-1',
        });
        expect(error.details).to.deep.equal([
          { code: status, message: 'so it is', property: undefined, resource: undefined },
        ]);
        expect(error.text).to.equal(undefined);
      });
    }

    const others: readonly [string, unknown, string][] = [
      ['HTML of a proxy', '<html><h1>Error 502</h1></html>', 'text/html'],
      ['{"detail": …}', { detail: 'Not Found' }, 'application/json'],
      ['a long text', 'x'.repeat(100_000), 'text/plain'],
    ];
    for (const [name, body, type] of others) {
      it(`${name} gives the class of the status, no details, and 4 KB of text at most`, async () => {
        await start(() => ({ status: 502, body, headers: { 'Content-Type': type } }));
        const error = await rejection(clientOf({ retries: 0 }).read(object()));
        if (!(error instanceof ServerError)) throw new Error('another error', { cause: error });
        expect(error.details).to.deep.equal([]);
        expect(error.text).to.equal((typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 4096));
      });
    }

    it('no token, secret, query or body is in a message', async () => {
      await start(() => refusal(400));
      const call = clientOf({ token: () => 'very-secret' }).call('POST', '/x?key=secret', {
        body: { hidden: 'secret' },
      });
      const error = await rejection(call);
      expect(String(error)).to.not.include('secret');
    });

    it('405 and 501 are a NotSupportedError with method, version and answer', async () => {
      await start(() => ({ status: 405 }));
      const error = await rejection(clientOf({ apiVersion: '2.1.0' }).create({ '@type': 'Piece' }));
      expect(error).to.be.instanceOf(NotSupportedError);
      expect(error).to.deep.include({ method: 'create', version: '2.1.0', answer: '405 Method Not Allowed' });
    });

    it('an answer that cannot be read is an InvalidAnswerError', async () => {
      const bodies = ['', 'no json', '7', { '@context': 'https://elsewhere.example/context' }, []];
      await start((_, count) => ({ body: bodies[count - 1] }));
      for (const body of bodies) {
        const error = await rejection(clientOf({ retries: 0 }).read(object()));
        expect(error, JSON.stringify(body)).to.be.instanceOf(InvalidAnswerError);
      }
    });

    it('a refused connection is a ConnectionError; no answer in time a TimeoutError', async () => {
      await start(() => ({}));
      const closed = `http://127.0.0.1:${await freePort()}`;
      const nobody = createClient({ server: closed, token: () => 't', retries: 0 });
      expect(await rejection(nobody.information())).to.be.instanceOf(ConnectionError);
      const silent = clientOf({
        timeoutMs: 5,
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              reject(new Error('ended'));
            });
          }),
      });
      const error = await rejection(silent.information());
      expect(error).to.be.instanceOf(TimeoutError);
      expect(error).to.deep.include({ name: 'TimeoutError', timeoutMs: 5 });
    });
  });

  it('T38: version and user agent are stated', async () => {
    await start(() => piece(object()));
    await clientOf({ apiVersion: '2.2.0', userAgent: 'my-program/1.0' }).read(object());
    const [asked] = server.asked;
    expect(asked?.headers.accept).to.equal('application/ld+json; version=2.2.0');
    expect(asked?.headers['user-agent']).to.equal('my-program/1.0');
  });
});
