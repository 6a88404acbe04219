import { expect } from 'chai';
import {
  clientCredentialsGrant,
  AccessTokenProvider,
  TokenRequestError,
} from '../../src/identity/access-token-provider.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { HandClock, KeptLog, ListeningServer, silent } from './support.js';

const secret = 'correct horse & battery';

describe("This node's own token (client credentials grant)", () => {
  let idp: ListeningServer;
  let client: OutboundClient;
  let clock: HandClock;
  let log: KeptLog;
  let status: number;
  let answer: unknown;

  before(() => {
    client = OutboundClient.unrestricted({ log: silent });
  });

  after(() => client.close());

  beforeEach(async () => {
    clock = new HandClock();
    log = new KeptLog();
    status = 200;
    answer = undefined;
    idp = await ListeningServer.start((_request, response) => {
      const usual = { access_token: `token-${idp.heard.length}`, expires_in: 3600, token_type: 'Bearer' };
      response.writeHead(status).end(JSON.stringify(answer ?? usual));
    });
  });

  afterEach(() => idp.stop());

  function ownToken(
    change: { authMethod?: 'basic' | 'post'; scope?: string; audience?: string } = {},
  ): AccessTokenProvider {
    const credentials = { tokenUrl: `${idp.url}/token?realm=x`, clientId: 'node', clientSecret: secret };
    const grant = clientCredentialsGrant({ ...credentials, authMethod: 'basic', ...change }, client);
    return new AccessTokenProvider({ grant, clock, log: log.logger });
  }

  async function failure(promise: Promise<string>): Promise<string> {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof TokenRequestError)) throw new Error('no token was expected');
    return error.message;
  }

  it('is requested with Basic client authentication', async () => {
    expect(await ownToken().get()).to.equal('token-1');
    const [request] = idp.heard;
    expect(request).to.deep.equal({
      method: 'POST',
      path: '/token?realm=x',
      authorization: `Basic ${Buffer.from('node:correct+horse+%26+battery').toString('base64')}`,
      body: 'grant_type=client_credentials',
    });
  });

  it('is requested with id and secret form-encoded (RFC 6749, section 2.3.1)', async () => {
    const credentials = { tokenUrl: `${idp.url}/token`, clientId: 'cli:ent', clientSecret: 'p+w%41 ä:' };
    await clientCredentialsGrant({ ...credentials, authMethod: 'basic' }, client)();
    const sent = Buffer.from(idp.heard[0]?.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    expect(sent).to.equal('cli%3Aent:p%2Bw%2541+%C3%A4%3A');
  });

  it('is requested with POST client authentication, scope and audience', async () => {
    await ownToken({ authMethod: 'post', scope: 'a b', audience: 'https://peer.example' }).get();
    const [request] = idp.heard;
    expect(request?.authorization).to.equal(undefined);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).to.deep.equal({
      grant_type: 'client_credentials',
      client_id: 'node',
      client_secret: secret,
      scope: 'a b',
      audience: 'https://peer.example',
    });
  });

  for (const [seconds, kept] of [
    [3600, 3540],
    [100, 90],
    ['100', 90],
    [null, 54],
    [1e300, 86_340],
  ] as const) {
    it(`that lasts ${seconds} s is cached for ${kept} s`, async () => {
      answer = { access_token: 'one', expires_in: seconds, token_type: 'bearer' };
      const token = ownToken();
      await token.get();
      clock.pass(kept - 0.001);
      await token.get();
      expect(idp.heard).to.have.length(1);
      clock.pass(0.001);
      await token.get();
      expect(idp.heard).to.have.length(2);
    });
  }

  it('is requested once for concurrent callers', async () => {
    const token = ownToken();
    expect(new Set(await Promise.all([token.get(), token.get(), token.get()])).size).to.equal(1);
    expect(idp.heard).to.have.length(1);
  });

  it('is invalidated when a peer rejects it, unless it is younger than 30 s or no longer cached', async () => {
    const token = ownToken();
    const first = await token.get();
    token.invalidate(first);
    expect(await token.get()).to.equal(first);
    clock.pass(30);
    token.invalidate('an older one');
    expect(await token.get()).to.equal(first);
    token.invalidate(first);
    expect(await token.get()).to.equal('token-2');
  });

  it('that is not granted is an error for 5 s, and is then requested again', async () => {
    status = 401;
    answer = { error: 'invalid_client', error_description: `no client with secret ${secret}` };
    const token = ownToken();
    const message = await failure(token.get());
    expect(message).to.equal(
      `the identity provider at ${idp.url} granted no token: 401 invalid_client; IDP_CLIENT_ID or IDP_CLIENT_SECRET is wrong`,
    );
    clock.pass(4.9);
    expect(await failure(token.get())).to.equal(message);
    expect(idp.heard).to.have.length(1);
    status = 200;
    answer = undefined;
    clock.pass(0.1);
    expect(await token.get()).to.equal('token-2');
  });

  const useless: [string, unknown][] = [
    ['no token', {}],
    ['a token that would break out of its header field', { access_token: 'a\r\nx: y', token_type: 'bearer' }],
    ['a token of another type', { access_token: 'a', token_type: 'mac', expires_in: 60 }],
    ['a lifetime of nothing', { access_token: 'a', token_type: 'bearer', expires_in: 0 }],
    ['a lifetime of less than a second', { access_token: 'a', token_type: 'bearer', expires_in: 0.5 }],
    ['a lifetime that is no number', { access_token: 'a', token_type: 'bearer', expires_in: 'soon' }],
    ['a lifetime in a list', { access_token: 'a', token_type: 'bearer', expires_in: [60] }],
    ['a token that fits in no header', { access_token: 'a'.repeat(8193), token_type: 'bearer' }],
    ['a text', 'token'],
  ];
  for (const [what, body] of useless) {
    it(`is not taken from a response with ${what}`, async () => {
      answer = body;
      expect(await failure(ownToken().get())).to.match(/not a valid bearer token$/);
    });
  }

  it('reports that the identity provider cannot be reached, without the secret', async () => {
    const token = ownToken({ authMethod: 'post' });
    await idp.stop();
    expect(await failure(token.get())).to.match(/cannot be reached \(ECONNREFUSED\)$/);
    expect(log.text)
      .to.match(/cannot be reached/)
      .and.not.include('horse');
  });

  it('does not report the secret that a provider sends back', async () => {
    status = 400;
    answer = { error: secret };
    expect(await failure(ownToken().get())).to.match(/granted no token: 400$/);
    expect(log.text).not.to.include('horse');
  });
});
