/** What the tests of this room share: a clock to turn by hand, an identity provider that really listens, its tokens. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { pino, type Logger } from 'pino';
import type { Clock } from '../../src/clock.js';
import { ServiceError } from '../../src/errors.js';

export class HandClock implements Clock {
  constructor(public time = Date.parse('2026-05-04T10:00:00Z')) {}

  now(): Date {
    return new Date(this.time);
  }

  get seconds(): number {
    return this.time / 1000;
  }

  pass(seconds: number): void {
    this.time += seconds * 1000;
  }
}

/** A log of every level, kept as text. */
export class KeptLog {
  text = '';
  readonly logger: Logger = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done): void => {
        this.text += String(chunk);
        done();
      },
    }),
  );
}

export const silent: Logger = pino({ level: 'silent' });

export interface Heard {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A server on a free loopback port that writes down what it hears and answers as it is told. */
export class ListeningServer {
  readonly heard: Heard[] = [];
  readonly #server: Server;

  private constructor(public answer: (request: Heard, response: ServerResponse) => void) {
    this.#server = createServer((request, response) => {
      void this.#hear(request, response);
    });
  }

  static async start(answer: (request: Heard, response: ServerResponse) => void): Promise<ListeningServer> {
    const server = new ListeningServer(answer);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const heard = {
      method: request.method,
      path: request.url,
      authorization: request.headers.authorization,
      body,
    };
    this.heard.push(heard);
    this.answer(heard, response);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }
}

export interface Signer {
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
  readonly alg: string;
  readonly kid: string | undefined;
}

export async function signer(kid: string | undefined, alg = 'RS256'): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), use: 'sig', alg, ...(kid === undefined ? {} : { kid }) };
  return { jwk, privateKey, alg, kid };
}

/** Signs these claims; the header is a usual one unless told otherwise. */
export function signed(by: Signer, claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const usual = { alg: by.alg, typ: 'JWT', ...(by.kid === undefined ? {} : { kid: by.kid }) };
  return new SignJWT(claims).setProtectedHeader({ ...usual, ...header }).sign(by.privateKey);
}

/** A token put together by hand, with any signature. */
export function handmade(header: object, claims: object, signature = ''): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}

/** The error of this kind that a promise must end in. */
export async function refusalOf(promise: Promise<unknown>): Promise<ServiceError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof ServiceError) return outcome.error;
  throw new Error(`not refused: ${JSON.stringify(outcome)}`);
}
