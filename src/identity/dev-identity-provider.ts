/**
 * The development identity provider (operator contract): everybody's secret is their own name, so it is for
 * development and demos only.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import type { UriScheme } from '../uris.js';
import type { Clock, IdSource } from '../clock.js';
import { type Iri, iri } from '../rdf/terms.js';
import type { JsonWebKeySet } from './json-web-keys.js';
import { type KeySource, LocalKeySource } from './key-set.js';
import { type TokenRequest, TokenRequestError } from './access-token-provider.js';
import type { SigningKey } from './signing-key.js';
import { isHttpIri } from './token-verifier.js';

const TOKEN_SECONDS = 3600;
const CLIENT_ID = /^[A-Za-z0-9._~-]{1,200}$/;

/** The client that is the data holder. */
const HOLDER = 'holder';

/** An answer of the token address, as RFC 6749 has it. */
export type TokenAnswer =
  | {
      readonly status: 200;
      readonly body: { readonly access_token: string; readonly expires_in: number; readonly token_type: 'Bearer' };
    }
  | {
      readonly status: 400 | 401;
      readonly body: { readonly error: string; readonly error_description: string };
      readonly headers?: Readonly<Record<string, string>>;
    };
type TokenError = Exclude<TokenAnswer, { readonly status: 200 }>;

interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Keeps a value that has been read apart from the refusal to send instead. */
type Result<Value> = { readonly value: Value } | { readonly refusal: TokenError };

export class DevIdentityProvider {
  /** The `iss` of its tokens. */
  readonly issuer: Iri;
  /** The key set document that it publishes. */
  readonly jwks: JsonWebKeySet;
  /** The same keys for this node's own verifier, which need not call its own address. */
  readonly keys: KeySource;
  readonly #uris: UriScheme;
  readonly #dataHolder: Iri;
  readonly #key: SigningKey;
  readonly #clock: Clock;
  readonly #ids: IdSource;

  constructor(options: {
    readonly uris: UriScheme;
    readonly dataHolder: Iri;
    readonly key: SigningKey;
    readonly clock: Clock;
    readonly ids: IdSource;
  }) {
    this.#uris = options.uris;
    this.#dataHolder = options.dataHolder;
    this.#key = options.key;
    this.#clock = options.clock;
    this.#ids = options.ids;
    this.issuer = iri(`${options.uris.base}/dev-idp`);
    this.jwks = options.key.jwks;
    this.keys = new LocalKeySource(this.jwks);
  }

  /**
   * Answers a token request (client credentials grant).
   *
   * @param form the request's form.
   * @param authorization its `Authorization` header, for Basic client authentication.
   */
  async token(form: URLSearchParams, authorization: string | undefined): Promise<TokenAnswer> {
    if (new Set(form.keys()).size < form.size) return tokenError('invalid_request', 'a form field is there twice');
    const grantType = form.get('grant_type');
    if (grantType === null) return tokenError('invalid_request', 'the form field grant_type is missing');

    const client = clientOf(form, authorization);
    if ('refusal' in client) return client.refusal;
    if (!isKnown(client.value)) return unknownClient(authorization !== undefined);
    if (grantType !== 'client_credentials') {
      return tokenError('unsupported_grant_type', 'grant_type must be client_credentials');
    }

    const agent = form.get('logistics_agent_uri') ?? this.#agentOf(client.value.id);
    if (!isHttpIri(agent)) {
      return tokenError('invalid_request', 'logistics_agent_uri must be an absolute http or https URI');
    }
    const token = await this.#signed(client.value.id, agent, form.get('audience') ?? undefined);
    return { status: 200, body: { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' } };
  }

  /** Tokens for the node itself, as the client `holder` would get them. */
  readonly grant: TokenRequest = async () => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: HOLDER,
      client_secret: `${HOLDER}-secret`,
    });
    const answer = await this.token(form, undefined);
    if (answer.status !== 200) throw new TokenRequestError(answer.body.error_description);
    return { token: answer.body.access_token, expiresIn: answer.body.expires_in };
  };

  #agentOf(clientId: string): Iri {
    return clientId === HOLDER ? this.#dataHolder : this.#uris.object(clientId);
  }

  #signed(clientId: string, agent: Iri, audience: string | undefined): Promise<string> {
    const issuedAt = Math.floor(this.#clock.now().getTime() / 1000);
    const token = new SignJWT({ logistics_agent_uri: agent })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: this.#key.kid })
      .setIssuer(this.issuer)
      .setSubject(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .setJti(this.#ids.next());
    if (audience !== undefined) token.setAudience(audience);
    return token.sign(this.#key.privateKey);
  }
}

function tokenError(error: string, description: string): TokenError {
  return { status: 400, body: { error, error_description: description } };
}

function unknownClient(byHeader: boolean): TokenError {
  return {
    status: 401,
    body: { error: 'invalid_client', error_description: 'the client is unknown or its secret is wrong' },
    // RFC 6749 5.2: a challenge only for one that used the header. Without, a browser would ask for a password.
    ...(byHeader ? { headers: { 'WWW-Authenticate': 'Basic realm="dev-idp"' } } : {}),
  };
}

/** The client's name and secret, from the header or the form but not from both (RFC 6749, 2.3). */
function clientOf(form: URLSearchParams, authorization: string | undefined): Result<Client> {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    return id === null || secret === null ? { refusal: unknownClient(false) } : { value: { id, secret } };
  }
  if (secret !== null) return { refusal: tokenError('invalid_request', 'the client is authenticated in two ways') };
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1];
  const pair = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8'));
  const [name, password] = [formDecoded(pair?.[1]), formDecoded(pair?.[2])];
  if (name === undefined || password === undefined) return { refusal: unknownClient(true) };
  if (id !== null && id !== name)
    return { refusal: tokenError('invalid_request', 'client_id is not who authenticates') };
  return { value: { id: name, secret: password } };
}

/** Each part of Basic client authentication is form-encoded (RFC 6749 2.3.1); undefined for what is not. */
function formDecoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

function isKnown({ id, secret }: Client): boolean {
  if (!CLIENT_ID.test(id) || id === '.' || id === '..') return false;
  // Digests are of one length whatever was sent, as the comparison needs it.
  const [given, right] = [secret, `${id}-secret`].map((text) => hash('sha256', text, 'buffer'));
  return given !== undefined && right !== undefined && timingSafeEqual(given, right);
}
