/**
 * The development identity provider (operator contract). A client's secret follows from its name, so it is for
 * development and demos only.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import type { UriScheme } from '../uris.js';
import type { Clock, IdSource } from '../clock.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { JsonWebKeySet } from './json-web-keys.js';
import { type KeySource, localKeySource } from './key-set.js';
import { type TokenRequest, TokenRequestError } from './access-token-provider.js';
import type { SigningKey } from './signing-key.js';
import { isHttpIri } from './token-verifier.js';

const TOKEN_SECONDS = 3600;
const CLIENT_ID = /^[A-Za-z0-9._~-]{1,200}$/;

/** The client id of the data holder. */
const HOLDER = 'holder';

/** A response of the token endpoint (RFC 6749, section 5). */
export type TokenResponse =
  | {
      readonly status: 200;
      readonly body: { readonly access_token: string; readonly expires_in: number; readonly token_type: 'Bearer' };
    }
  | {
      readonly status: 400 | 401;
      readonly body: { readonly error: string; readonly error_description: string };
      readonly headers?: Readonly<Record<string, string>>;
    };
type TokenError = Exclude<TokenResponse, { readonly status: 200 }>;

interface Client {
  readonly id: string;
  readonly secret: string;
}

type Result<Value> = { readonly value: Value } | { readonly error: TokenError };

export class DevIdentityProvider {
  /** The `iss` of its tokens. */
  readonly issuer: Iri;
  /** The key set document that it publishes. */
  readonly jwks: JsonWebKeySet;
  /** The same keys for this node's verifier, without a call to itself. */
  readonly keys: KeySource;

  constructor(
    private readonly options: {
      readonly uris: UriScheme;
      readonly dataHolder: Iri;
      readonly key: SigningKey;
      readonly clock: Clock;
      readonly ids: IdSource;
    },
  ) {
    this.issuer = iri(`${options.uris.base}/dev-idp`);
    this.jwks = options.key.jwks;
    this.keys = localKeySource(this.jwks);
  }

  /**
   * Responds to a token request (client credentials grant).
   *
   * @param authorization the `Authorization` header, for Basic client authentication.
   */
  async token(form: URLSearchParams, authorization: string | undefined): Promise<TokenResponse> {
    if (new Set(form.keys()).size < form.size) return tokenError('invalid_request', 'a form field is given twice');
    const grantType = form.get('grant_type');
    if (grantType === null) return tokenError('invalid_request', 'the form field grant_type is missing');

    const client = clientOf(form, authorization);
    if ('error' in client) return client.error;
    if (!isAuthentic(client.value)) return invalidClient(authorization !== undefined);
    if (grantType !== 'client_credentials') {
      return tokenError('unsupported_grant_type', 'grant_type must be client_credentials');
    }

    const agent = form.get('logistics_agent_uri') ?? this.#agentOf(client.value.id);
    if (!isHttpIri(agent)) {
      return tokenError('invalid_request', 'logistics_agent_uri must be an absolute http or https URI');
    }
    const token = await this.#sign(client.value.id, agent, form.get('audience') ?? undefined);
    return { status: 200, body: { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' } };
  }

  /** Grants tokens to the node itself, as to the client `holder`. */
  readonly grant: TokenRequest = async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: HOLDER,
      client_secret: `${HOLDER}-secret`,
    });
    const { status, body } = await this.token(form, undefined);
    if (status !== 200) throw new TokenRequestError(body.error_description);
    return { token: body.access_token, expiresIn: body.expires_in };
  };

  #agentOf(clientId: string): Iri {
    return clientId === HOLDER ? this.options.dataHolder : this.options.uris.object(clientId);
  }

  #sign(clientId: string, agent: Iri, audience: string | undefined): Promise<string> {
    const issuedAt = Math.floor(this.options.clock.now().getTime() / 1000);
    const token = new SignJWT({ logistics_agent_uri: agent })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: this.options.key.kid })
      .setIssuer(this.issuer)
      .setSubject(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .setJti(this.options.ids.next());
    if (audience !== undefined) token.setAudience(audience);
    return token.sign(this.options.key.privateKey);
  }
}

function tokenError(error: string, description: string): TokenError {
  return { status: 400, body: { error, error_description: description } };
}

function invalidClient(byHeader: boolean): TokenError {
  return {
    status: 401,
    body: { error: 'invalid_client', error_description: 'the client is unknown or its secret is wrong' },
    // Only for a client that used the header (RFC 6749, section 5.2): otherwise a browser would ask for a password.
    ...(byHeader ? { headers: { 'WWW-Authenticate': 'Basic realm="dev-idp"' } } : {}),
  };
}

/** The client's id and secret, from either the header or the form (RFC 6749, section 2.3). */
function clientOf(form: URLSearchParams, authorization: string | undefined): Result<Client> {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    return id === null || secret === null ? { error: invalidClient(false) } : { value: { id, secret } };
  }
  if (secret !== null) return { error: tokenError('invalid_request', 'the client is authenticated in two ways') };
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1];
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8'));
  const [name, password] = [formDecoded(pair?.[1]), formDecoded(pair?.[2])];
  if (name === undefined || password === undefined) return { error: invalidClient(true) };
  if (id !== null && id !== name)
    return { error: tokenError('invalid_request', 'client_id is not the authenticated client') };
  return { value: { id: name, secret: password } };
}

/** Decodes a part of Basic client authentication (RFC 6749, section 2.3.1); undefined for invalid encoding. */
function formDecoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

function isAuthentic({ id, secret }: Client): boolean {
  if (!CLIENT_ID.test(id) || id === '.' || id === '..') return false;
  // `timingSafeEqual` needs values of equal length.
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(secret), digest(`${id}-secret`));
}
