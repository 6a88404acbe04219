/** `verify <file>`: verifies a bundle, without settings, store or network (P19). */
import { createReadStream } from 'node:fs';
import { reasonOf } from '../log/error-line.js';
import { type Bundle, parseBundle } from '../proofs/format/bundle.js';
import { FormatError } from '../proofs/format/format-error.js';
import { ED25519, parseVkey, type SignatureType, type VerifierKey, writeVkey } from '../proofs/format/note.js';
import { type Proven, verifyBundle } from '../proofs/format/verify-bundle.js';
import { SettingsError } from '../settings/settings.js';
import { writeOut } from './output.js';

export interface VerifyOptions {
  /** The keys of logs that the caller trusts. */
  readonly key?: readonly string[];
  /** The keys of witnesses that must have cosigned. */
  readonly witness?: readonly string[];
  /** Statements that must be disclosed, as canonical N-Quads. */
  readonly statement?: readonly string[];
}

const MAX_BYTES = 64 * 1024 ** 2;

/** The longest name of a fact: `erased agent`. */
const WIDTH = 12;

/** Everything holds, but no key says who signed. */
const UNTRUSTED = 2;

/**
 * Runs the command: what the bundle proves goes to standard output, a fact a line.
 *
 * @param file `-` is standard input.
 * @returns the exit code: 0 if all of it holds under a key of the caller, 1 if not, 2 if it holds and no key was given.
 * @throws SettingsError for a file that cannot be read, and a key that is none.
 */
export async function verify(file: string, options: VerifyOptions): Promise<number> {
  const trust = {
    keys: (options.key ?? []).map((text) => readKey('--key', text, ED25519)),
    witnesses: (options.witness ?? []).map((text) => readKey('--witness', text)),
  };
  const bundle = await readBundle(file);
  if (typeof bundle === 'string') return refuted(bundle);
  const verdict = verifyBundle(bundle, trust);
  if (!verdict.holds) return refuted(`step ${verdict.step}: ${verdict.reason}`);
  const { proven } = verdict;
  const missing = options.statement?.find((statement) => proven.disclosed?.includes(statement.trim()) !== true);
  if (missing !== undefined) return refuted(`not disclosed: ${missing.trim()}`);
  await writeOut(factsOf(proven).map(([name, value]) => `${name.padEnd(WIDTH)} ${printable(value)}\n`));
  return proven.isTrusted ? 0 : UNTRUSTED;
}

async function refuted(reason: string): Promise<number> {
  await writeOut([`does not hold: ${printable(reason)}\n`]);
  return 1;
}

/** Control characters that a statement may have, such as those that would move the cursor of a terminal, as escapes. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

function readKey(option: string, text: string, type?: SignatureType): VerifierKey {
  try {
    const key = parseVkey(text);
    if (type !== undefined && key.type !== type) throw new FormatError(`the key of ${key.name} is that of a witness`);
    return key;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new SettingsError(`${option}: ${error.message}`, { cause: error });
  }
}

/** The bundle in a file; a text says why there is none. */
async function readBundle(file: string): Promise<Bundle | string> {
  const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      size += chunk.length;
      if (size > MAX_BYTES) return 'the bundle is larger than 64 MB';
      chunks.push(chunk);
    }
  } catch (error) {
    throw new SettingsError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  try {
    return parseBundle(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    if (error instanceof TypeError) return 'the bundle is not UTF-8';
    throw error;
  }
}

type Fact = readonly [name: string, value: string];

/** What a bundle proves. Nothing is taken from the fields beside the record (P20). */
function factsOf(proven: Proven): Fact[] {
  const { disclosed, index, checkpoint, signer, cosignatures, unverified, erasure } = proven;
  return [
    ...aboutRecord(proven),
    ...(disclosed ?? []).map((nquad): Fact => ['statement', nquad]),
    ['statements', statementsOf(proven)],
    ['log', checkpoint.origin],
    ['entry', `${index} of ${checkpoint.size}`],
    ['key', proven.isTrusted ? writeVkey(signer) : `${writeVkey(signer)} (give it as --key if you trust it)`],
    ...cosignatures.map(({ key, time }): Fact => ['cosigned', `${key.name} ${time?.toISOString() ?? ''}`.trimEnd()]),
    ...unverified.map((name): Fact => ['unverified', `signature of ${name}`]),
    ...(erasure === undefined ? [] : aboutRecord(erasure).map(([name, value]): Fact => [`erased ${name}`, value])),
  ];
}

function aboutRecord({ record: { kind, graph, time, agent, cause } }: Proven): Fact[] {
  return [
    ['kind', kind],
    ['graph', graph],
    ['time', time],
    ['agent', agent],
    ...(cause === undefined ? [] : [['cause', cause] as const]),
  ];
}

function statementsOf({ disclosed, withheldCount }: Proven): string {
  return disclosed === undefined
    ? 'none: this state is no more'
    : `${disclosed.length} shown, ${withheldCount} withheld`;
}
