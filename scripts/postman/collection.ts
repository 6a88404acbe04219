/**
 * The Postman collection of an OpenAPI description: each operation is a request, with the description's example body
 * and a test that the status is a documented one. openapi-to-postmanv2 converts; this module adds the parts that
 * OpenAPI lacks: the order, the ids stored for later requests, and the token.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { OpenApiDocument } from '../../src/openapi/types.js';
import { type DescribedOperation, Description } from '../../test/openapi/description.js';
import { prepare } from './prepare.js';
import { GET_TOKEN, keepId, NEW_PIECE, statusTest } from './scripts.js';

const converter = fileURLToPath(new URL('../../node_modules/.bin/openapi2postmanv2', import.meta.url));

const requestItem = z.looseObject({
  name: z.string(),
  request: z.looseObject({ method: z.string(), url: z.looseObject({ path: z.array(z.string()) }) }),
});
const folder = z.looseObject({ name: z.string(), item: z.array(requestItem) });
const collection = z.looseObject({ item: z.array(folder) });

export type RequestItem = z.infer<typeof requestItem>;
export type Collection = z.infer<typeof collection>;

/** Reads an existing collection. @throws ZodError for any other content. */
export const parseCollection = (text: string): Collection => collection.parse(JSON.parse(text));

/** The collection's variables; a caller sets the first four for another node. */
const variables = {
  baseUrl: 'http://localhost:8080',
  tokenUrl: '{{baseUrl}}/dev-idp/token',
  clientId: 'holder',
  clientSecret: 'holder-secret',
  pieceId: 'piece-1',
  eventId: 'unknown',
  changeRequestId: 'unknown',
  delegationRequestId: 'unknown',
};

/** The operations whose response identifies a resource for later requests, and the variable for its id. */
const keeps: Readonly<Record<string, string>> = {
  requestChange: 'changeRequestId',
  requestAccessDelegation: 'delegationRequestId',
  createLogisticsEvent: 'eventId',
};

/** Operations that come first in their folder, because the others need their results. */
const first = ['createLogisticsObject', 'createLogisticsEvent', 'putAccessControlList'];
/** Operations that come last in their folder, in this order: a relocated object responds with redirects. */
const last = ['relocateLogisticsObject', 'getRelocation', 'undoRelocation'];
/** Folders that come first. */
const firstFolders = ['Server information', 'Data model', 'Logistics Objects', 'Changes', 'Logistics Events', 'Access'];

/** @param baseUrl the beginning of the description's addresses. */
export function collectionOf(document: OpenApiDocument, baseUrl: string): Collection {
  const description = new Description(document);
  const operations = new Map(description.operations.map((each) => [nameOf(each.method, each.path), each]));
  const result = convert(prepare(document, description, baseUrl));
  const folders = result.item.map(({ name, description: about, item }) => ({
    name,
    ...(about !== undefined && { description: about }),
    item: item
      .map((request) => ({ request, operation: operationOf(request, operations) }))
      .sort((one, other) => rank(one.operation) - rank(other.operation))
      .map(({ request, operation }) => withScripts(request, operation, description)),
  }));
  return {
    info: { name: document.info.title, description: document.info.summary, schema: SCHEMA },
    item: folders.sort((one, other) => position(one.name) - position(other.name)),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [event('prerequest', GET_TOKEN)],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
  };
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The method and address of a request, as in an OpenAPI description. */
export const requestName = ({ request }: RequestItem): string =>
  nameOf(request.method, `/${request.url.path.map((part) => part.replace(/^:(.+)/, '{$1}')).join('/')}`);

const nameOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

function operationOf(item: RequestItem, operations: ReadonlyMap<string, DescribedOperation>): DescribedOperation {
  const found = operations.get(requestName(item));
  if (found === undefined) throw new Error(`the description has no ${requestName(item)}`);
  return found;
}

function rank({ operation: { operationId } }: DescribedOperation): number {
  return first.includes(operationId) ? -1 : last.indexOf(operationId) + 1;
}

function position(name: string): number {
  const index = firstFolders.indexOf(name);
  return index === -1 ? firstFolders.length : index;
}

function withScripts(item: RequestItem, described: DescribedOperation, description: Description): RequestItem {
  const { operationId, security } = described.operation;
  const kept = keeps[operationId];
  const statuses = description.answersOf(described).map(({ status }) => status);
  return {
    name: item.name,
    request: { ...item.request, ...(security.length === 0 && { auth: { type: 'noauth' } }) },
    event: [
      ...(operationId === 'createLogisticsObject' ? [event('prerequest', NEW_PIECE)] : []),
      event('test', statusTest(statuses) + (kept === undefined ? '' : keepId(kept))),
    ],
    // A redirect is a documented response.
    protocolProfileBehavior: { followRedirects: false },
  };
}

function event(listen: 'prerequest' | 'test', code: string): object {
  return { listen, script: { type: 'text/javascript', exec: code.trim().split('\n') } };
}

function convert(openApi: string): Collection {
  const temporary = mkdtempSync(join(tmpdir(), 'postman-'));
  try {
    const [from, to] = [join(temporary, 'openapi.json'), join(temporary, 'collection.json')];
    writeFileSync(from, openApi);
    const options = 'parametersResolution=Example,folderStrategy=Tags,enableOptionalParameters=false';
    execFileSync(process.execPath, [converter, '-s', from, '-o', to, '-O', options], { stdio: 'pipe' });
    return parseCollection(readFileSync(to, 'utf8'));
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
