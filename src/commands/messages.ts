/** `messages <files>`: sends Cargo-XML messages to a running node, as its operator (X85 to X88). */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { KeyedMutex } from '../async/keyed-mutex.js';
import { sleep } from '../async/sleep.js';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import { reasonOf } from '../log/error-line.js';
import { loadMappings, type Mappings } from '../messages/mapping/mappings.js';
import { readMessage, reportOf } from '../messages/reading/read-message.js';
import { readXml, XmlError } from '../messages/xml/xml-reader.js';
import { loadModel } from '../model/load.js';
import type { OutboundClient } from '../outbound/http-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import type { OutboundResponse } from '../outbound/response-collector.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { addressOf, errorMessages, nodeClient, operatorToken, type OperatorToken } from './node-calls.js';
import { writeLine } from './output.js';

interface MessagesOptions {
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly check?: boolean;
}

/** A document to send, in the order of its files. */
interface Source {
  readonly file: string;
  readonly read: () => Promise<Buffer>;
}

/** A line of the output. */
type Line = Readonly<Record<string, unknown>>;

/** Messages at a time. */
const AT_A_TIME = 4;
/** A busy or restarting node is asked again for so long. */
const RETRY_MS = 60_000;
const PAUSE_MS = 1000;
/** A token is renewed before it ends. */
const MARGIN_MS = 10_000;

/**
 * Runs the command.
 *
 * @returns the exit code: 0, 1 if some messages are refused, 2 without a node.
 * @throws SettingsError for a file that is not there, and a setting that is wrong.
 */
export async function messages(
  files: readonly string[],
  options: MessagesOptions,
  settings: Settings,
): Promise<number> {
  const sources = (await Promise.all(files.map(sourcesAt))).flat();
  if (options.check === true) return check(sources, settings);
  const client = await nodeClient(settings);
  try {
    return await new Sending(client, settings, options).run(sources);
  } catch (error) {
    // Without a token, or without an answer.
    if (!(error instanceof OutboundError) && !(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error instanceof OutboundError ? 'the node did not answer: ' : ''}${error.message}\n`);
    return 2;
  } finally {
    await client.close();
  }
}

async function sourcesAt(path: string): Promise<Source[]> {
  if (path === '-') return [{ file: '-', read: () => buffer(process.stdin) }];
  try {
    if (!(await stat(path)).isDirectory()) return [{ file: path, read: () => readFile(path) }];
    const names = (await readdir(path)).filter((name) => name.toLowerCase().endsWith('.xml')).toSorted();
    return names.map((name) => ({ file: join(path, name), read: () => readFile(join(path, name)) }));
  } catch (cause) {
    throw new SettingsError(`${path} cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** Maps messages without a node (X88). */
async function check(sources: readonly Source[], settings: Settings): Promise<number> {
  const { namespaces, validation: mode } = settings;
  const silent = { warn: () => undefined };
  const mappings = loadMappings(
    await loadModel({ namespaces, mode, log: silent }),
    namespaces,
    settings.messages.mappings,
  );
  let refused = 0;
  for (const source of sources) {
    const line = await checked(source, mappings, settings);
    if ('error' in line) refused += 1;
    await print(source, line);
  }
  return refused > 0 ? 1 : 0;
}

async function checked(
  source: Source,
  mappings: Mappings,
  { messages: { timeZone, maxPieces } }: Settings,
): Promise<Line> {
  try {
    const root = await turns.run(readXml(await source.read()));
    const message = await turns.run(readMessage(root, mappings, { timeZone, maxPieces }));
    return { type: message.type, ...reportOf(message) };
  } catch (error) {
    if (error instanceof XmlError || error instanceof ServiceError) return { error: error.message };
    throw error;
  }
}

const print = ({ file }: Source, line: Line): Promise<void> => writeLine(JSON.stringify({ file, ...line }));

/** The number of a message's waybill, which orders the messages about it; those without one are in order as well. */
function waybillIn(bytes: Buffer): string {
  const [, prefix = '', number = ''] = />\s*([0-9]{3})[- ]?([0-9]{8})\s*</.exec(bytes.toString('latin1')) ?? [];
  return `${prefix}${number}`;
}

class Sending {
  readonly #base: string;
  #token: (OperatorToken & { readonly since: number }) | undefined;
  readonly #counts = { done: 0, created: 0, changed: 0, events: 0, failed: 0 };
  /** By the number of the waybill. */
  readonly #inOrder = new KeyedMutex<string>();

  constructor(
    private readonly client: OutboundClient,
    private readonly settings: Settings,
    private readonly options: MessagesOptions,
  ) {
    this.#base = addressOf(settings);
  }

  async run(sources: readonly Source[]): Promise<number> {
    const begin = performance.now();
    const progress = setInterval(() => {
      this.#report(begin);
    }, 1000);
    const running = new Set<Promise<void>>();
    try {
      for (const source of sources) {
        const bytes = await source.read();
        const sent = this.#inOrder.run([waybillIn(bytes)], () => this.#one(source, bytes));
        running.add(sent);
        const done = (): void => void running.delete(sent);
        sent.then(done, done);
        if (running.size >= AT_A_TIME) await Promise.race(running);
      }
      await Promise.all(running);
    } finally {
      clearInterval(progress);
    }
    this.#report(begin);
    return this.#counts.failed > 0 ? 1 : 0;
  }

  #report(begin: number): void {
    const { done, created, changed, events, failed } = this.#counts;
    const rate = (done / ((performance.now() - begin) / 1000)).toFixed(1);
    process.stderr.write(
      `${done} done, ${created} created, ${changed} changed, ${events} events, ${failed} failed, ${rate} a second\n`,
    );
  }

  async #one(source: Source, bytes: Buffer): Promise<void> {
    const { status, body } = await this.#posted(bytes);
    const text = body.toString();
    this.#counts.done += 1;
    if (status !== 200 && status !== 201) {
      this.#counts.failed += 1;
      await print(source, { status, error: errorMessages(text) ?? 'no reason given' });
      return;
    }
    const report = JSON.parse(text) as Readonly<Record<'created' | 'changed' | 'events', readonly unknown[]>>;
    for (const what of ['created', 'changed', 'events'] as const) this.#counts[what] += report[what].length;
    await print(source, report);
  }

  /** Sends again what a busy or restarting node has not answered (X87): a message changes nothing twice. */
  async #posted(bytes: Buffer): Promise<OutboundResponse> {
    const { dryRun = false, strict = false } = this.options;
    const url = `${this.#base}/internal/messages?dry-run=${dryRun}&strict=${strict}`;
    const until = performance.now() + RETRY_MS;
    for (;;) {
      try {
        const headers = { Authorization: `Bearer ${await this.#bearer()}`, 'Content-Type': 'application/xml' };
        const response = await this.client.request({ method: 'POST', url, headers, body: bytes });
        const isBusy = response.status === 429 || response.status === 503;
        if (!isBusy || performance.now() > until) return response;
        const asked = Number(response.headers['retry-after']) * 1000;
        await sleep(Number.isFinite(asked) && asked > 0 ? Math.min(asked, RETRY_MS) : PAUSE_MS);
      } catch (error) {
        // Nothing was sent before: there is no node.
        if (!(error instanceof OutboundError) || this.#counts.done === 0 || performance.now() > until) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #bearer(): Promise<string> {
    const now = performance.now();
    if (this.#token === undefined || now > this.#token.since + this.#token.expiresIn * 1000 - MARGIN_MS)
      this.#token = { ...(await operatorToken(this.settings, this.#base, this.client)), since: now };
    return this.#token.token;
  }
}
