/**
 * Two nodes with one address that differ only in data which a caller may not see: all responses to that caller must be
 * equal, byte for byte (docs/threat-model.md).
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { IdSource } from '../../src/clock.js';
import { getOrAdd } from '../../src/collections.js';
import { TestClock } from './clock.js';
import { type Json, startTestNode, type TestNode, token } from './node.js';

let keyFolder: string | undefined;

/** The common key of the logs of all worlds. */
function keyFile(): string {
  if (keyFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'two-worlds-'));
    process.once('exit', () => {
      rmSync(folder, { recursive: true });
    });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'log.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    keyFolder = folder;
  }
  return join(keyFolder, 'log.pem');
}

/** The common address of both worlds, so that no response differs by a port. */
export const BASE = 'https://node.example';

/** Identifiers that start anew with each request: the number used so far must not leak. */
class NumberedIds implements IdSource {
  #series = 'setup';
  #number = 0;

  begin(series: string): void {
    this.#series = series;
    this.#number = 0;
  }

  next(): string {
    this.#number += 1;
    return `${this.#series}-${this.#number}`;
  }
}

export interface Question {
  readonly method: string;
  /** Below the base. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Json;
}

/** Status line, header fields as sent, and body. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Node.js sets connection and keep-alive; the program of the node does not. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive']);

/** One of the two worlds. */
export class World {
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(
    readonly node: TestNode,
    readonly clock: TestClock,
    private readonly ids: NumberedIds,
    private readonly port: number,
  ) {}

  static async start(env: Readonly<Record<string, string>>): Promise<World> {
    const clock = new TestClock();
    const ids = new NumberedIds();
    const node = await startTestNode({
      clock,
      ids,
      viaPort: true,
      env: { BASE_URL: BASE, DEV_IDP: 'true', PROOF_KEY_FILE: keyFile(), ...env },
    });
    return new World(node, clock, ids, node.port);
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.node.stop();
  }

  /** A token for a client of the development identity provider. */
  token(client: string): Promise<string> {
    return token(`http://localhost:${this.port}`, client);
  }

  /** Starts this series of identifiers. */
  begin(series: string): void {
    this.ids.begin(series);
  }

  /** Sends a request as a party, or without a token. */
  ask(token: string | undefined, { method, path, headers = {}, body }: Question): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: 'localhost',
          port: this.port,
          agent: this.#agent,
          method,
          path,
          headers: {
            Host: 'node.example',
            'X-Request-Id': 'two-worlds',
            // A proxy sends this field; without it, callers on this machine may read the node's figures.
            Via: '1.1 proxy',
            ...(token !== undefined && { Authorization: `Bearer ${token}` }),
            ...(text !== undefined && {
              'Content-Type': 'application/ld+json',
              'Content-Length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('error', reject);
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { rawHeaders, statusCode = 0 } = response;
            const fields: string[] = [];
            for (let index = 0; index < rawHeaders.length; index += 2) {
              const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
              // Public pages have the date of the machine, which is not that of the node's clock.
              const isOfMachine = name.toLowerCase() === 'date' && value !== this.clock.now().toUTCString();
              if (!isOfMachine && !OF_CONNECTION.has(name.toLowerCase())) fields.push(`${name}: ${value}`);
            }
            const body = Buffer.concat(chunks).toString('latin1');
            const answer = { status: statusCode, headers: fields, body };
            resolve(/\/proof(?:\?|$)/.test(path) ? withoutLog(answer) : answer);
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

const proof = z.object({
  format: z.literal('cargograph-proof/v1'),
  graph: z.string(),
  record: z.string(),
  statements: z.array(z.object({ nquad: z.string() })),
});

/**
 * An answer at the address of a proof as what it says of its graph: its salts are random, and it tells how long the log is,
 * as checkpoints do (P12).
 */
function withoutLog({ status, headers, body }: Answer): Answer {
  const bytes = Buffer.from(body, 'latin1');
  const text = (headers.includes('Content-Encoding: gzip') && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString();
  const read = proof.safeParse(text.startsWith('{"format"') ? JSON.parse(text) : undefined);
  return {
    status,
    headers: headers.filter((field) => !/^(?:ETag|Content-Length):/i.test(field)),
    body: read.success ? saidBy(read.data) : text,
  };
}

function saidBy({ graph, record, statements }: z.infer<typeof proof>): string {
  const lines = record.split('\n').filter((line) => !/^(?:salt|content) /.test(line));
  return [graph, ...lines, ...statements.map(({ nquad }) => nquad)].join('\n');
}

/** A request with different responses from two worlds. */
export interface Difference {
  readonly question: Question;
  readonly answers: readonly [Answer, Answer];
}

/** One world, and others that must give equal responses. */
export class Worlds {
  #compared = 0;
  #asked = 0;

  /** @param series of the identifiers for resources that the requests create. */
  constructor(
    private readonly worlds: readonly World[],
    private readonly series: string,
  ) {}

  /** The number of compared responses. */
  get compared(): number {
    return this.#compared;
  }

  /**
   * Sends a request to all worlds, and returns the responses that differ from the first world's.
   *
   * @param tokens a token for each world; none for a caller without.
   */
  async differences(tokens: readonly string[], question: Question): Promise<Difference[]> {
    this.#asked += 1;
    const answers = await Promise.all(
      this.worlds.map((world, index) => {
        world.begin(`${this.series}-${this.#asked}`);
        return world.ask(tokens[index], question);
      }),
    );
    const [first, ...others] = answers;
    if (first === undefined) return [];
    this.#compared += others.length;
    const text = this.#text(first);
    return others.flatMap((other) => (this.#text(other) === text ? [] : [{ question, answers: [first, other] }]));
  }

  /** With the identifiers in the order in which they appear: what a node does beside a request may take one of its series. */
  #text(answer: Answer): string {
    const found = new Map<string, number>();
    return JSON.stringify(answer).replace(
      new RegExp(`${this.series}-\\d+-\\d+`, 'g'),
      (id) => `${this.series}-${String(getOrAdd(found, id, () => found.size + 1))}`,
    );
  }
}

/** A difference, in a few lines. */
export function shown({ question: { method, path, headers, body }, answers }: Difference): string {
  const [one = [], other = []] = answers.map((answer) => [String(answer.status), ...answer.headers, answer.body]);
  const lines = one.flatMap((line, index) => {
    const second = other[index] ?? '';
    if (line === second) return [];
    const from = Math.max(0, Array.from({ length: line.length }).findIndex((_, at) => line[at] !== second[at]) - 40);
    return [`  - ${line.slice(from, from + 160)}`, `  + ${second.slice(from, from + 160)}`];
  });
  const asked = [method, path, JSON.stringify(headers ?? {}), JSON.stringify(body ?? '').slice(0, 200)].join(' ');
  const where = lines.length === 0 ? JSON.stringify([one.slice(1, -1), other.slice(1, -1)]) : lines.join('\n');
  return `${asked}\n${where}`;
}
