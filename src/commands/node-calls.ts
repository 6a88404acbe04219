/** Calls of commands to the running node at `BASE_URL`, as its operator. */
import { pino } from 'pino';
import { clientCredentialsGrant, TokenRequestError } from '../identity/access-token-provider.js';
import { OutboundClient } from '../outbound/http-client.js';
import { OutboundTls } from '../outbound/tls.js';
import { type Settings, SettingsError } from '../settings/settings.js';

/** The longest timer of Node.js: the node itself limits the time of its work. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws SettingsError with PORT=0 and no BASE_URL. */
export function addressOf({ baseUrl }: Settings): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new SettingsError('BASE_URL is needed with PORT=0: it is the address of the node');
}

export async function nodeClient(settings: Settings): Promise<OutboundClient> {
  return OutboundClient.unrestricted({
    log: pino({ level: 'silent' }),
    tls: await OutboundTls.read(settings.outboundFiles),
    timeouts: { exchangeMs: MAX_TIMER_MS },
    maxBytes: Infinity,
  });
}

export interface OperatorToken {
  readonly token: string;
  /** In seconds. */
  readonly expiresIn: number;
}

/**
 * A token of the settings' identity provider, or of the node's development identity provider as the data holder.
 *
 * @throws SettingsError without a token, OutboundError without an answer.
 */
export async function operatorToken(
  { peerCredentials }: Settings,
  base: string,
  client: OutboundClient,
): Promise<OperatorToken> {
  const credentials = peerCredentials ?? {
    tokenUrl: `${base}/dev-idp/token`,
    clientId: 'holder',
    clientSecret: 'holder-secret',
    authMethod: 'basic',
  };
  try {
    return await clientCredentialsGrant(credentials, client)();
  } catch (error) {
    if (!(error instanceof TokenRequestError)) throw error;
    const hint = peerCredentials === undefined ? ' (is the node running? without DEV_IDP, set IDP_TOKEN_URL)' : '';
    throw new SettingsError(`${error.message}${hint}`, { cause: error });
  }
}

/** The messages of an Error body in one line; undefined without any. */
export function errorMessages(body: string): string | undefined {
  const messages = [...body.matchAll(/"[^"]*hasMessage":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    String(JSON.parse(text)),
  );
  return messages.length > 0 ? messages.join('; ') : undefined;
}
