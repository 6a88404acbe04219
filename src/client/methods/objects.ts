/** Objects: create, read, their heads (T38, T46). */
import { type CallOptions, compactTime, type Exchange, submittedBy, withQuery } from '../exchange.js';
import type { Answer } from '../http/answer.js';
import { graphOf, type Head, headOf, type Read, readOf } from '../read.js';
import { contains } from '../values/contains.js';
import { readTree } from '../values/tree.js';
import type { Typed } from '../values/types.js';
import { documentOf } from '../values/write-value.js';
import { revisions } from './revisions.js';

/**
 * A created object.
 *
 * @since 0.3.0
 */
export interface Created {
  readonly uri: string;
  /** The IRI of its class, as the server says. */
  readonly type: string | undefined;
  /** 1 where the server says nothing else. */
  readonly revision: number;
}

/**
 * @since 0.3.0
 */
export interface CreateOptions extends CallOptions {
  /** The URI of the new object, so that a lost answer does no harm. Default: the server's choice. */
  readonly uri?: string | undefined;
}

/**
 * @since 0.3.0
 */
export interface ReadOptions extends CallOptions {
  /** The revision that was the latest at this time. */
  readonly at?: Date | string | undefined;
  /** Whether linked objects of the same server stand in the value with what is stated of them. */
  readonly embedded?: boolean | undefined;
  /** The number of a revision. */
  readonly revision?: number | undefined;
}

export async function create(exchange: Exchange, value: Typed, { uri, signal }: CreateOptions): Promise<Created> {
  const own = uri === undefined ? undefined : exchange.own(uri);
  const tree = readTree(value, exchange.names);
  if (tree.type === undefined) throw new TypeError('value.@type must name a class');
  const sending = { body: JSON.stringify(documentOf(tree, own)), signal, repeatable: own !== undefined };
  const answer = await exchange.transport.send('POST', exchange.at('/logistics-objects'), sending);
  if (answer.status === 409 && answer.isAfterLoss && own !== undefined) {
    // The lost attempt may have made it.
    const found = await read(exchange, own, { signal });
    const { graph, root } = graphOf(found);
    if (contains(graph, root, tree)) return { uri: own, type: tree.type, revision: found.revision ?? 1 };
    throw await answer.error();
  }
  return createdBy(await exchange.accepted({ name: 'create' }, answer), own);
}

function createdBy(answer: Answer, own: string | undefined): Created {
  const revision = answer.number('revision') ?? 1;
  if (own !== undefined && !answer.headers.has('location'))
    return { uri: own, type: answer.headers.get('type') ?? undefined, revision };
  const { uri, type } = submittedBy(answer);
  return { uri, type, revision };
}

export async function read<T extends Typed>(
  exchange: Exchange,
  uri: string,
  { at, embedded, revision, signal }: ReadOptions,
): Promise<Read<T>> {
  const address = exchange.own(uri);
  if (revision !== undefined) return readRevision(exchange, address, revision, { signal });
  const query = {
    at: at === undefined ? undefined : compactTime(at, 'at'),
    embedded: embedded === undefined ? undefined : String(embedded),
  };
  const answer = await exchange.send({ name: 'read' }, 'GET', withQuery(address, query), { signal });
  return readOf(answer, address, exchange.names);
}

async function readRevision<T extends Typed>(
  exchange: Exchange,
  uri: string,
  number: number,
  options: CallOptions,
): Promise<Read<T>> {
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError('revision must be a whole number');
  for await (const revision of revisions<T>(exchange, uri, { ...options, method: 'read' })) {
    if (revision.number !== undefined && revision.number > number) continue;
    const found = await revision.read();
    if (found.revision === number) return found;
    if (found.revision !== undefined && found.revision < number) break;
  }
  throw new RangeError(`there is no revision ${number} of ${uri}`);
}

export async function head(exchange: Exchange, uri: string, { signal }: CallOptions): Promise<Head> {
  const address = exchange.own(uri);
  return headOf(await exchange.send({ name: 'head' }, 'HEAD', address, { signal }), address);
}
