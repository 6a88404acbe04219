/** `sparql <query>`: queries a running node, as its operator. */
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { reasonOf } from '../log/error-line.js';
import type { OutboundClient } from '../outbound/http-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import type { OutboundResponse } from '../outbound/response-collector.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { addressOf, errorMessages, nodeClient, operatorToken } from './node-calls.js';
import { writeOut } from './output.js';
import { type SparqlTable, table } from './table.js';
import type { QueryFormat } from './formats.js';

const TURTLE = 'text/turtle';
const acceptHeaders: Readonly<Record<QueryFormat, string>> = {
  table: `application/sparql-results+json, ${TURTLE}`,
  tsv: `text/tab-separated-values, ${TURTLE};q=0.5`,
  csv: 'text/csv',
  json: 'application/sparql-results+json, application/ld+json;q=0.5',
  xml: 'application/sparql-results+xml',
  ttl: TURTLE,
  nt: 'application/n-triples',
  jsonld: 'application/ld+json',
  rdf: 'application/rdf+xml',
  nq: 'application/n-quads',
  trig: 'application/trig',
};

interface SparqlOptions {
  readonly format?: QueryFormat;
  readonly at?: string;
  /** Whether it asks for the copies of partners' objects, too (M58). */
  readonly mirrored?: boolean;
}

/**
 * Runs the command. The result goes to standard output in the node's format, or as a table.
 *
 * @param argument the query, `@<file>`, or `-` for standard input.
 * @throws SettingsError for a wrong setting, an unreachable node, and an error in the node's answer.
 */
export async function sparql(
  argument: string,
  { format = process.stdout.isTTY ? 'table' : 'tsv', at, mirrored = false }: SparqlOptions,
  settings: Settings,
): Promise<void> {
  const base = addressOf(settings);
  const address = new URL(`${base}/sparql`);
  if (at !== undefined) address.searchParams.set('at', at);
  if (mirrored) address.searchParams.set('mirrored', 'true');
  const query = await readQuery(argument);
  const client = await nodeClient(settings);
  const { status, headers, body } = await ask(client, settings, { base, address, query, format });
  if (status !== 200) throw new SettingsError(errorMessage(status, body));
  if (headers['truncated'] === 'true') process.stderr.write('these are only the first rows (SPARQL_MAX_ROWS)\n');
  const isTable = format === 'table' && String(headers['content-type']).startsWith('application/sparql');
  // A Cargograph node answers in the SPARQL 1.1 Query Results JSON Format.
  const output = isTable ? table(JSON.parse(body) as SparqlTable, prefixesOf(settings.namespaces)) : body;
  await writeOut([output, output.endsWith('\n') ? '' : '\n']);
}

async function readQuery(argument: string): Promise<string> {
  if (argument === '-') return readAll(process.stdin);
  if (!argument.startsWith('@')) return argument;
  const file = argument.slice(1);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SettingsError(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  });
}

interface Question {
  readonly base: string;
  readonly address: URL;
  readonly query: string;
  readonly format: QueryFormat;
}

async function ask(
  client: OutboundClient,
  settings: Settings,
  { base, address, query, format }: Question,
): Promise<Omit<OutboundResponse, 'body'> & { readonly body: string }> {
  try {
    const headers = {
      Authorization: `Bearer ${(await operatorToken(settings, base, client)).token}`,
      'Content-Type': 'application/sparql-query',
      Accept: acceptHeaders[format],
    };
    const response = await client.request({ method: 'POST', url: address.href, headers, body: query });
    return { ...response, body: response.body.toString() };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw new SettingsError(`the node at ${address.origin} did not answer: ${cause.message}`, { cause });
  } finally {
    await client.close();
  }
}

/** One line with the messages of an Error body. */
function errorMessage(status: number, body: string): string {
  return `the node answered ${status}: ${errorMessages(body) ?? 'no reason given'}`;
}
