/** A caller of a server over HTTP. */
import { Failed, Untested } from './outcome.js';
import type { CallerName, Reply, Sent } from './reply.js';
import type { Caller, Sending } from './world.js';

/** Who calls: its token and its agent. */
export interface Identity {
  readonly name: CallerName;
  readonly agent: string | undefined;
  /** Undefined for a caller without a token. */
  readonly token: (() => Promise<string>) | undefined;
}

/** How a caller's requests get to the server. */
export interface Sender {
  readonly server: string;
  readonly mediaType: string;
  readonly send: (
    sent: Sent,
    body: string | Uint8Array | undefined,
    authorization: string | undefined,
  ) => Promise<Reply>;
}

export class RemoteCaller implements Caller {
  constructor(
    private readonly identity: Identity,
    private readonly sender: Sender,
  ) {}

  get name(): CallerName {
    return this.identity.name;
  }

  get agent(): string {
    const { agent, name } = this.identity;
    if (agent !== undefined) return agent;
    throw new Untested(`the token of ${name} has no logistics_agent_uri, and the configuration no ${name}.agent`);
  }

  async token(): Promise<string> {
    return (await this.identity.token?.()) ?? '';
  }

  get(address: string, headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('GET', address, { headers });
  }

  head(address: string, headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('HEAD', address, { headers });
  }

  post(address: string, body: Sending['body'], headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('POST', address, { headers, ...(body !== undefined && { body }) });
  }

  patch(address: string, body?: Sending['body'], headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('PATCH', address, { headers, ...(body !== undefined && { body }) });
  }

  put(address: string, body: Sending['body'], headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('PUT', address, { headers, ...(body !== undefined && { body }) });
  }

  delete(address: string, headers: Sending['headers'] = {}): Promise<Reply> {
    return this.send('DELETE', address, { headers });
  }

  async send(method: string, address: string, { headers: own = {}, body }: Sending = {}): Promise<Reply> {
    const { server, mediaType } = this.sender;
    const url = address.startsWith('/') ? server + address : address;
    if (!isAtServer(url, server)) throw new Failed(`an address at ${server}`, address);
    const usual = { Accept: mediaType, ...(body !== undefined && { 'Content-Type': mediaType }) };
    const headers = merged(usual, own);
    const isAuthorization = ([name]: readonly [string, unknown]): boolean => name.toLowerCase() === 'authorization';
    const named = Object.entries(own).find(isAuthorization);
    const token = named === undefined ? await this.identity.token?.() : undefined;
    const authorization = named === undefined ? (token === undefined ? undefined : `Bearer ${token}`) : named[1];
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const payload = raw ? body : JSON.stringify(body);
    const sent: Sent = {
      // A token of the row's own is none of the configuration.
      caller: named === undefined ? this.name : named[1] === null ? 'anonymous' : 'token',
      method,
      url,
      headers: Object.fromEntries(headers.filter((entry) => !isAuthorization(entry))),
      body: payload instanceof Uint8Array ? `(${payload.byteLength} bytes)` : payload,
    };
    return this.sender.send(sent, payload, authorization ?? undefined);
  }
}

/** The usual headers with a row's own instead, whatever their case; null leaves one out. */
function merged(
  usual: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | null>>,
): (readonly [string, string])[] {
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const others = Object.entries(usual).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [
    ...others,
    ...Object.entries(own).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  ];
}

/** T6: nothing is sent to another origin. */
function isAtServer(url: string, server: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(server).origin;
}
