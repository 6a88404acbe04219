/** Log records: the text that describes an entry of the log (P3), and the entry itself (P5). */
import { type Iri, isIri } from '../../rdf/terms.js';
import { fromBase64, type Hash, readHash, sha256, toBase64 } from './encoding.js';
import { FormatError } from './format-error.js';
import { SALT_BYTES } from './statements.js';

/** The kinds of entries (P1). */
export const logKinds = [
  'revision',
  'event',
  'request',
  'acl',
  'received',
  'receipt',
  'copy',
  'message',
  'erasure',
  'hold',
  'log',
] as const;

export type LogKind = (typeof logKinds)[number];

export interface LogRecord {
  readonly kind: LogKind;
  readonly graph: Iri;
  /** When the write was made: `2026-11-22T09:30:00.123Z` (P6). */
  readonly time: string;
  readonly agent: Iri;
  /** The action request, subscription or erasure that brought the write about. */
  readonly cause?: Iri | undefined;
  readonly salt: Uint8Array;
  /** The hash over the salted hashes of the statements (P4). */
  readonly content: Hash;
}

const FIRST_LINE = 'cargograph-log/v1';

/** The text of a log record. */
export function writeRecord({ kind, graph, time, agent, cause, salt, content }: LogRecord): string {
  const lines = [FIRST_LINE, `kind ${kind}`, `graph ${graph}`, `time ${time}`, `agent ${agent}`];
  if (cause !== undefined) lines.push(`cause ${cause}`);
  lines.push(`salt ${toBase64(salt)}`, `content ${toBase64(content)}`);
  return `${lines.join('\n')}\n`;
}

const isLogKind = (text: string): text is LogKind => logKinds.some((kind) => kind === text);

const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z$/;

/**
 * Reads the text of a log record.
 *
 * @throws FormatError for any other text: an entry has one record only.
 */
export function parseRecord(text: string): LogRecord {
  const lines = text.split('\n');
  const next = (name: string): string => {
    const line = lines.shift();
    if (line?.startsWith(`${name} `) !== true) throw new FormatError(`the record has no line '${name}' at its place`);
    return line.slice(name.length + 1);
  };
  if (lines.shift() !== FIRST_LINE) throw new FormatError(`the record does not begin with '${FIRST_LINE}'`);
  const kind = next('kind');
  if (!isLogKind(kind)) throw new FormatError(`the record has an unknown kind: ${JSON.stringify(kind)}`);
  const graph = readIri(next('graph'), 'graph');
  const time = next('time');
  if (!TIME.test(time) || Number.isNaN(Date.parse(time))) throw new FormatError('the time of the record is not a time');
  const agent = readIri(next('agent'), 'agent');
  const cause = lines[0]?.startsWith('cause ') === true ? readIri(next('cause'), 'cause') : undefined;
  const salt = fromBase64(next('salt'), 'the salt of the record', SALT_BYTES);
  const content = readHash(next('content'), 'the content of the record');
  if (lines.length !== 1 || lines[0] !== '') throw new FormatError('the record goes on after its content');
  return { kind, graph, time, agent, cause, salt, content };
}

function readIri(text: string, name: string): Iri {
  if (!isIri(text)) throw new FormatError(`the ${name} of the record is not an IRI`);
  return text;
}

/** The entry of the log that a record describes: 32 bytes (P5). */
export const entryOf = (record: string): Hash => sha256(record);
