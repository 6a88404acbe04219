/**
 * Authorization code with PKCE (RFC 7636) at a provider of `CONSOLE_LOGIN`, as a public client. The tab's storage holds
 * verifier, state and nonce until the redirect, ten minutes at most; the token never leaves the memory.
 */
import * as oauth from 'oauth4webapi';
import type { LoginProvider } from '../../src/console/responses.js';
import { config, drafts, Failure } from '../core/index.js';
import { signInTexts as t } from '../texts/sign-in.js';

const KEY = 'cargograph-login';
const MAX_MS = 600_000;

interface Pending {
  readonly issuer: string;
  readonly clientId: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The page to return to, below the console. */
  readonly to: string;
  readonly silent: boolean;
  readonly at: number;
  readonly drafts: Readonly<Record<string, string>>;
  /** Where the reader was in the page. */
  readonly place: unknown;
}

const failure = (message: string): Failure => new Failure('unauthenticated', 0, message, [], null, null);
const redirectUri = (): string => `${config().base}/console/login/return`;

/** A provider on this machine needs no TLS, in development and in tests. */
function optionsFor(issuer: string): { [oauth.allowInsecureRequests]?: boolean } {
  const { protocol, hostname } = new URL(issuer);
  const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isLocal ? { [oauth.allowInsecureRequests]: true } : {};
}

async function discover(provider: LoginProvider): Promise<oauth.AuthorizationServer> {
  try {
    const issuer = new URL(provider.issuer);
    const response = await oauth.discoveryRequest(issuer, optionsFor(provider.issuer));
    return await oauth.processDiscoveryResponse(issuer, response);
  } catch (thrown) {
    throw thrown instanceof Error ? failure(t.unreachable(provider.name)) : thrown;
  }
}

/**
 * Redirects to the provider. @param to the page to return to. @throws Failure if the provider cannot be reached.
 *
 * @param silent without a prompt (`prompt=none`): after a reload.
 */
export async function startLogin(provider: LoginProvider, to: string, silent = false): Promise<void> {
  const { origin } = new URL(config().base);
  // The provider redirects to the base URL; under another host name this tab's storage is not available there.
  if (origin !== location.origin) {
    location.assign(`${config().base}/console/login`);
    return;
  }
  const server = await discover(provider);
  if (server.authorization_endpoint === undefined) throw failure(t.unreachable(provider.name));
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const { issuer, clientId, scope, audience } = provider;
  const pending: Pending = {
    issuer,
    clientId,
    verifier,
    state,
    nonce,
    to,
    silent,
    at: Date.now(),
    drafts: drafts.all(),
    place: history.state as unknown,
  };
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  const address = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(audience !== undefined && { audience }),
    ...(silent && { prompt: 'none' }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  location.assign(address);
}

/** Reads the data in the tab's storage and removes it. */
function takePending(): Pending | undefined {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return undefined;
  const pending = JSON.parse(stored) as Pending;
  return Date.now() - pending.at > MAX_MS ? undefined : pending;
}

export type Returned =
  | {
      readonly kind: 'token';
      readonly token: string;
      readonly to: string;
      readonly place: unknown;
      readonly provider: LoginProvider;
      /** The provider's logout address. */
      readonly endSession: URL | undefined;
    }
  /** A silent sign-in that failed because the reader must act. */
  | { readonly kind: 'ask'; readonly to: string; readonly place: unknown };

const needsReader = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];

/**
 * The token for the code in a provider's response.
 *
 * @throws Failure for a response that this tab did not request, for an error, and for an invalid response.
 */
export async function finishLogin(answer: URLSearchParams): Promise<Returned> {
  const pending = takePending();
  const provider = config().login.find(
    ({ issuer, clientId }) => issuer === pending?.issuer && clientId === pending.clientId,
  );
  if (pending === undefined || provider === undefined || answer.get('state') !== pending.state)
    throw failure(t.wrongState);
  drafts.restore(pending.drafts);
  const server = await discover(provider);
  const client: oauth.Client = { client_id: provider.clientId };
  try {
    const parameters = oauth.validateAuthResponse(server, client, answer, pending.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri(),
      pending.verifier,
      optionsFor(provider.issuer),
    );
    const isOpenId = provider.scope.split(' ').includes('openid');
    const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
      ...(isOpenId && { expectedNonce: pending.nonce, requireIdToken: true }),
    });
    const endSession = endSessionOf(server, client);
    return { kind: 'token', token: result.access_token, to: pending.to, place: pending.place, provider, endSession };
  } catch (thrown) {
    if (thrown instanceof oauth.AuthorizationResponseError || thrown instanceof oauth.ResponseBodyError) {
      if (pending.silent && needsReader.includes(thrown.error))
        return { kind: 'ask', to: pending.to, place: pending.place };
      throw failure(t.refused(thrown.error, thrown.error_description ?? ''));
    }
    throw thrown instanceof Error ? failure(t.invalid) : thrown;
  }
}

function endSessionOf(server: oauth.AuthorizationServer, client: oauth.Client): URL | undefined {
  if (server.end_session_endpoint === undefined) return undefined;
  const address = new URL(server.end_session_endpoint);
  address.searchParams.set('client_id', client.client_id);
  return address;
}
