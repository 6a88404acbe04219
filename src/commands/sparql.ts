/** `sparql <query>`: asks a running node, as its operator. */
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { pino } from 'pino';
import { clientCredentialsGrant, TokenRequestError } from '../identity/access-token-provider.js';
import { OutboundClient } from '../outbound/http-client.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { type Settings, SettingsError } from '../settings.js';
import { writeOut } from './output.js';
import { type SparqlTable, table } from './table.js';
import { choice, usageError, readArguments, reasonOf } from './arguments.js';

const formats = ['table', 'tsv', 'csv', 'json', 'xml', 'ttl', 'nt', 'jsonld', 'rdf', 'nq', 'trig'] as const;
type Format = (typeof formats)[number];

const USAGE = `Usage: node dist/main.js sparql <query> [--format ${formats.join('|')}] [--at <time>]

Asks the running node at BASE_URL (http://localhost:<PORT>). The query is the argument, @<file>, or - for standard
input; the prefixes acl:, api:, cargo:, dcterms:, prov:, rdf:, rdfs:, vcard: and xsd: need no declaration. The token comes
from the identity provider of IDP_TOKEN_URL, or as the data holder from the development identity provider.

  --format   table on a terminal, else tsv; graphs (CONSTRUCT, DESCRIBE) as ttl
  --at       ask the node as it was then: 20260131T093000Z`;

const TURTLE = 'text/turtle';
const accepts: Readonly<Record<Format, string>> = {
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

/**
 * Runs the command.
 *
 * @returns nothing more to tell: the answer goes to standard output as it is.
 * @throws SettingsError for a wrong use, a node that cannot be reached, and what the node refuses.
 */
export async function sparql(args: readonly string[], settings: Settings): Promise<string> {
  const given = readArguments('sparql', args, ['format', 'at']);
  if (given === undefined) return USAGE;
  const [argument, ...others] = given.positionals;
  if (argument === undefined) throw usageError('sparql', 'the query is missing');
  if (others.length > 0) throw usageError('sparql', 'one query is asked at a time, as one argument: put it in quotes');
  if (settings.baseUrl === undefined) throw new SettingsError('BASE_URL is needed beside PORT=0: which node is asked?');
  const format = choice('format', given.values.get('format'), formats) ?? (process.stdout.isTTY ? 'table' : 'tsv');
  const at = given.values.get('at');
  const address = new URL(`${settings.baseUrl}/sparql`);
  if (at !== undefined) address.searchParams.set('at', at);
  const query = await queryOf(argument);
  const token = await tokenFor(settings, settings.baseUrl);
  const { status, headers, body } = await reach(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/sparql-query', Accept: accepts[format] },
    body: query,
  });
  if (status !== 200) throw new SettingsError(refusal(status, body));
  if (headers.get('truncated') === 'true') process.stderr.write('these are only the first rows (SPARQL_MAX_ROWS)\n');
  const isTable = format === 'table' && headers.get('content-type')?.startsWith('application/sparql') === true;
  // What a node of ours answers, in the form that the W3C defined for it.
  const answer = isTable ? table(JSON.parse(body) as SparqlTable, prefixesOf(settings.namespaces)) : body;
  await writeOut([answer, answer.endsWith('\n') ? '' : '\n']);
  return '';
}

async function queryOf(argument: string): Promise<string> {
  if (argument === '-') return readAll(process.stdin);
  if (!argument.startsWith('@')) return argument;
  const file = argument.slice(1);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SettingsError(`${file} cannot be read: ${reasonOf(cause)}`, { cause });
  });
}

async function reach(address: URL, init: RequestInit): Promise<{ status: number; headers: Headers; body: string }> {
  try {
    const response = await fetch(address, init);
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    throw new SettingsError(`the node at ${address.origin} did not answer: ${reasonOf(cause)}`, { cause });
  }
}

async function tokenFor({ peerCredentials }: Settings, base: string): Promise<string> {
  const credentials = peerCredentials ?? {
    tokenUrl: `${base}/dev-idp/token`,
    clientId: 'holder',
    clientSecret: 'holder-secret',
    authMethod: 'basic',
  };
  const client = OutboundClient.unrestricted({ log: pino({ level: 'silent' }) });
  try {
    return (await clientCredentialsGrant(credentials, client)()).token;
  } catch (error) {
    if (!(error instanceof TokenRequestError)) throw error;
    const hint = peerCredentials === undefined ? ' (is the node running? without DEV_IDP, set IDP_TOKEN_URL)' : '';
    throw new SettingsError(`${error.message}${hint}`, { cause: error });
  } finally {
    await client.close();
  }
}

/** The messages of an Error body. */
function refusal(status: number, body: string): string {
  const found = [...body.matchAll(/"[^"]*hasMessage":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    String(JSON.parse(text)),
  );
  return `the node answered ${status}: ${found.length > 0 ? found.join('; ') : 'no reason given'}`;
}
