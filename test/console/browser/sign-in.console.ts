/** Signing in with a real identity provider (oidc-provider), and where the token is afterwards: nowhere. */
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { z } from 'zod';
import { freePort } from '../../support/process.js';
import { expectShown, open, settled, visit } from './browser.js';
import { startNode } from './node.js';
import { browserHooks, eachInWindow } from './suite.js';

const CLIENT = 'console';

interface Running {
  readonly issuer: string;
  readonly server: Server;
}

/** @param agentOf the claim of a login; none for a person without it. */
async function startProvider(port: number, redirect: string): Promise<Running> {
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirect],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      // Its own page loads a font from elsewhere.
      rpInitiatedLogout: {
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `<!DOCTYPE html><title>Sign out</title>${form}`;
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:node',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
      },
    },
    extraTokenClaims: (_context, token) => {
      const account = 'accountId' in token ? String(token.accountId) : '';
      return account === 'nobody' ? undefined : { logistics_agent_uri: account };
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    ttl: { AccessToken: 3600 },
  });
  const server = createServer((request, response) => {
    const uid = /^\/interaction\/([^/?]+)/.exec(request.url ?? '')?.[1];
    if (uid === undefined) {
      void provider.callback()(request, response);
      return;
    }
    void (async () => {
      const details = await provider.interactionDetails(request, response);
      if (request.method === 'GET' && details.prompt.name === 'login') {
        response.setHeader('Content-Type', 'text/html');
        response.end('<form method="post"><label>Agent <input name="agent"></label><button>Continue</button></form>');
        return;
      }
      if (details.prompt.name === 'login') {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('agent') ?? '';
        await provider.interactionFinished(request, response, { login: { accountId } });
        return;
      }
      const grant = new provider.Grant({ accountId: details.session?.accountId ?? '', clientId: CLIENT });
      grant.addOIDCScope('openid');
      grant.addResourceScope('urn:node', '');
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return { issuer, server };
}

describe('signing in to the console', () => {
  let node: Awaited<ReturnType<typeof startNode>>;
  let provider: Running;
  let holder: string;

  const shown = eachInWindow(browserHooks(), () => node.url, {
    origins: () => [provider.issuer],
    // The provider's own page has an icon that it does not serve.
    tolerated: /favicon/,
  });

  before(async () => {
    const [nodePort, port] = [await freePort(), await freePort()];
    const url = `http://localhost:${nodePort}`;
    provider = await startProvider(port, `${url}/console/login/return`);
    node = await startNode({
      PORT: String(nodePort),
      BASE_URL: url,
      DEV_IDP: 'false',
      IDP_TOKEN_URL: `${provider.issuer}/token`,
      IDP_CLIENT_ID: 'node',
      IDP_CLIENT_SECRET: 'none',
      OUTBOUND_PRIVATE_ADDRESSES: 'true',
      TRUSTED_ISSUERS: JSON.stringify([{ issuer: provider.issuer, jwksUri: `${provider.issuer}/jwks` }]),
      CONSOLE_LOGIN: JSON.stringify([
        { name: 'the test provider', issuer: provider.issuer, clientId: CLIENT, scope: 'openid' },
      ]),
    });
    node = { ...node, url };
    holder = `${url}/logistics-objects/_data-holder`;
  });
  after(async () => {
    await node.stop();
    provider.server.closeAllConnections();
    provider.server.close();
  });
  /** Through the provider, as an agent. */
  async function logIn(path: string, agent: string): Promise<void> {
    const { page } = shown;
    await page.goto(`${node.url}/console${path}`);
    // The provider is asked first whether it knows the reader.
    await page.getByRole('button', { name: 'Sign in with the test provider' }).click();
    await page.getByLabel('Agent').fill(agent);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('goes to the provider and back to the page, and keeps the token in memory only', async () => {
    const { page } = shown;
    await logIn('/logistics-objects?type=Piece', holder);
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    expect(page.url()).to.equal(`${node.url}/console/logistics-objects?type=Piece`);
    await settled(page);
    // Without the development banner the navigation stands beside the page as well.
    const navigation = await page.getByRole('navigation').first().boundingBox();
    expect(navigation?.y).to.be.below(200);
    const stored = await page.evaluate<string>(
      'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, document.documentElement.outerHTML, location.href, history.state])',
    );
    expect(stored).not.to.match(/eyJ[\w-]+\.[\w-]+\./);
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    // A reload signs in again without a question.
    await page.reload();
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    expect(page.url()).to.equal(`${node.url}/console/logistics-objects?type=Piece`);
  });

  it('preserves typed text through a new sign-in', async () => {
    const { page } = shown;
    await logIn('/check', holder);
    await page.getByLabel('Document in JSON-LD').fill('{ "typed": true }');
    await page.getByLabel('URI of the object').fill('https://typed.example/object');
    await page.route('**/console/api/**', (route) => route.fulfill({ status: 401, body: '' }));
    await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await page.unroute('**/console/api/**');
    // The provider still knows the reader: it comes back at once.
    await dialog.getByRole('button', { name: 'Sign in with the test provider' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Check', level: 1 }).waitFor();
    expect(await page.getByLabel('Document in JSON-LD').inputValue()).to.contain('"typed"');
    expect(await page.getByLabel('URI of the object').inputValue()).to.equal('https://typed.example/object');
  });

  it('refuses a code that comes back a second time', async () => {
    const { page } = shown;
    const answers: string[] = [];
    page.on('request', (request) => {
      if (/\/console\/login\/return\?.*code=/.test(request.url())) answers.push(request.url());
    });
    await logIn('/', holder);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const [answer = ''] = answers;
    expect(answer).to.contain('code=');
    await page.goto(answer);
    await page.getByRole('heading', { name: 'You were not signed in' }).waitFor();
    await page.getByText('does not belong to a sign-in of this tab').waitFor();
    expect(page.url(), 'the code leaves the address').to.equal(`${node.url}/console/login/return`);
  });

  it('does not sign in with a token of an issuer that the node does not trust', async () => {
    const { page } = shown;
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = await new SignJWT({ logistics_agent_uri: holder })
      .setProtectedHeader({ alg: 'RS256', kid: 'elsewhere' })
      .setIssuer('https://elsewhere.example')
      .setExpirationTime('5 minutes')
      .sign(privateKey);
    await page.route(`${provider.issuer}/token`, async (route) => {
      const response = await route.fetch();
      const answer = z.record(z.string(), z.unknown()).parse(await response.json());
      await route.fulfill({ response, json: { ...answer, access_token: foreign } });
    });
    await logIn('/', holder);
    await page.getByRole('heading', { name: 'You were not signed in' }).waitFor();
    await page.getByText('You are known to the test provider, but this node does not accept its token.').waitFor();
    expect(await page.getByRole('navigation').count()).to.equal(0);
  });

  it('refuses an answer to another tab', async () => {
    const { page } = shown;
    await page.goto(`${node.url}/console/login/return?code=stolen&state=of-another`);
    await page.getByRole('heading', { name: 'You were not signed in' }).waitFor();
    expect(page.url(), 'the code leaves the address').to.equal(`${node.url}/console/login/return`);
    await page.getByText('does not belong to a sign-in of this tab').waitFor();
  });

  it('gives the reason of a refused token: without the claim', async () => {
    const { page } = shown;
    await logIn('/', 'nobody');
    await expectShown(page.getByRole('heading', { name: 'You were not signed in' }));
    await expectShown(page.getByText('Your account at the test provider does not say for whom you act.'));
    await expectShown(page.getByText('the token needs the claim logistics_agent_uri'));
    // The provider would sign the same account in again.
    await page.getByRole('button', { name: 'Sign out at the test provider' }).click();
    await page.waitForURL(`${provider.issuer}/session/end?client_id=${CLIENT}`);
  });
});

describe('signing in to the console again', () => {
  const running = browserHooks();

  it('preserves the page and typed text when the token is refused', async () => {
    const node = await startNode();
    const watched = await open(running.browser, node.url);
    const { page } = watched;
    await visit(page, node.url, '/logistics-objects');
    await page.getByLabel('Id or identifier begins with').fill('typed before');
    // From now on the node refuses the token, as after its expiry.
    await page.route('**/console/api/**', (route) => route.fulfill({ status: 401, body: '' }));
    await page.getByLabel('Type').selectOption('Piece');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.unroute('**/console/api/**');
    await page.getByRole('dialog').getByRole('button', { name: 'As the data holder' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Id or identifier begins with').inputValue()).to.equal('typed before');
    expect(watched.problems).to.deep.equal([]);
    await watched.context.close();
    await node.stop();
  });
});
