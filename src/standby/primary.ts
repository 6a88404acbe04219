/** The node that a standby follows, as it is called. */
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { SecureContext } from 'node:tls';
import { z } from 'zod';
import { type BackupManifest, parseManifest } from '../store/folder/manifests.js';
import { COMMITS_PATH, type CommitsQuery, SILENCE_MS, STORE_PATH, unframed } from './protocol.js';

/** The primary cannot be reached, or answers otherwise than it should. */
export class PrimaryError extends Error {
  override readonly name = 'PrimaryError';
}

/** More than a node writes into one. */
const MAX_SEGMENT_BYTES = 2 ** 30;
const MAX_MANIFEST_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface PrimaryOptions {
  /** Its base URL. */
  readonly url: string;
  readonly secret: string;
  /** Of `EXTRA_CA_FILE` and the client certificate. */
  readonly tls: { readonly context: SecureContext | undefined };
}

/** What it answers to a request for commits. */
export type PulledCommits =
  { readonly kind: 'none' | 'another' } | { readonly kind: 'segments'; readonly segments: AsyncIterable<Buffer> };

export class Primary {
  constructor(private readonly options: PrimaryOptions) {}

  get url(): string {
    return this.options.url;
  }

  /** @throws PrimaryError */
  async commits(query: CommitsQuery, signal: AbortSignal): Promise<PulledCommits> {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await this.#get(`${COMMITS_PATH}?${parameters.toString()}`, signal);
    if (response.statusCode === 200)
      return { kind: 'segments', segments: readable(unframed(response, MAX_SEGMENT_BYTES)) };
    response.resume();
    if (response.statusCode === 204) return { kind: 'none' };
    if (response.statusCode === 409) return { kind: 'another' };
    throw statusError(response);
  }

  /**
   * Takes a copy of the store.
   *
   * @param file to write.
   * @returns the manifest, with which the file is still to be compared.
   * @throws PrimaryError, and the errors of the file system.
   */
  async store(file: string, signal: AbortSignal): Promise<BackupManifest> {
    const response = await this.#get(STORE_PATH, signal);
    if (response.statusCode !== 200) {
      response.resume();
      throw statusError(response);
    }
    let manifest: BackupManifest | undefined;
    await pipeline(
      response,
      async function* (chunks: AsyncIterable<Buffer>) {
        let head: Buffer = Buffer.alloc(0);
        for await (const chunk of readable(chunks)) {
          if (manifest !== undefined) {
            yield chunk;
            continue;
          }
          head = Buffer.concat([head, chunk]);
          const end = head.indexOf(NEWLINE);
          if (end === -1 && head.length > MAX_MANIFEST_BYTES) throw new PrimaryError('the answer has no manifest');
          if (end === -1) continue;
          manifest = fullManifest(head.subarray(0, end).toString());
          yield head.subarray(end + 1);
        }
      },
      createWriteStream(file, { mode: 0o600, flush: true }),
    );
    if (manifest === undefined) throw new PrimaryError('the answer has no manifest');
    return manifest;
  }

  /** Whether anything answers at its address. */
  async answers(signal: AbortSignal): Promise<boolean> {
    try {
      (await this.#get('/health/live', signal)).resume();
      return true;
    } catch (error) {
      if (error instanceof PrimaryError) return false;
      throw error;
    }
  }

  #get(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { url, secret, tls } = this.options;
    const address = new URL(url + path);
    const isSecure = address.protocol === 'https:';
    const headers = { Authorization: `Bearer ${secret}` };
    return new Promise((resolve, reject) => {
      const failed = (cause: Error): void => {
        reject(new PrimaryError(`${url} cannot be reached: ${cause.message}`, { cause }));
      };
      const request = isSecure
        ? httpsRequest(address, { headers, signal, ...(tls.context && { secureContext: tls.context }) }, resolve)
        : httpRequest(address, { headers, signal }, resolve);
      request.once('error', failed);
      request.setTimeout(SILENCE_MS, () => request.destroy(new Error('it does not answer')));
      request.end();
    });
  }
}

function statusError({ statusCode = 0 }: IncomingMessage): PrimaryError {
  const reasons: Readonly<Record<number, string>> = {
    401: 'it does not accept the STANDBY_SECRET',
    404: 'it gives nothing to standbys: set STANDBY_SECRET there',
  };
  return new PrimaryError(reasons[statusCode] ?? `it answers ${String(statusCode)}`);
}

/** @throws PrimaryError in place of the errors of a connection. */
async function* readable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new PrimaryError(`the answer broke off: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** @throws PrimaryError */
function fullManifest(text: string): BackupManifest {
  try {
    const manifest = parseManifest(text);
    if (manifest.kind === 'cargograph-backup') return manifest;
  } catch (cause) {
    if (!(cause instanceof z.ZodError || cause instanceof SyntaxError)) throw cause;
    throw new PrimaryError('the answer has no manifest', { cause });
  }
  throw new PrimaryError('the answer has no copy of the store');
}
