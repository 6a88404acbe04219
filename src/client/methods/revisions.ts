/** The revisions of an object, the newest first: by its TimeMap, else by times (T38). */
import { NotSupportedError } from '../errors.js';
import { type CallOptions, compactTime, type Exchange, withQuery } from '../exchange.js';
import { linksIn } from '../http/links.js';
import { type Read, readOf } from '../read.js';
import type { Typed } from '../values/types.js';

/**
 * A revision of an object.
 *
 * @since 0.3.0
 */
export interface Revision<T extends Typed> {
  /** Its number, where the server says it before it is read. */
  readonly number: number | undefined;
  /** When it was made, as far as the server says. */
  readonly modified: Date | undefined;
  read(): Promise<Read<T>>;
}

/** @param method the method that the caller called, for errors. */
export async function* revisions<T extends Typed>(
  exchange: Exchange,
  uri: string,
  { signal, method = 'revisions' }: CallOptions & { readonly method?: string },
): AsyncGenerator<Revision<T>, void, undefined> {
  const address = exchange.own(uri);
  const answer = await exchange.send({ name: method }, 'GET', address, { signal });
  const latest = await readOf<T>(answer, address, exchange.names);
  const [timeMap] = answer.links('timemap');
  if (timeMap !== undefined && new URL(timeMap).origin === new URL(address).origin)
    yield* byTimeMap(exchange, timeMap, latest, { signal });
  else yield* byTimes(exchange, address, latest, method, { signal });
}

const LINK_FORMAT = 'application/link-format';
/** A TimeMap that goes on for ever is cut. */
const MAX_PAGES = 10_000;

async function* byTimeMap<T extends Typed>(
  exchange: Exchange,
  timeMap: string,
  latest: Read<T>,
  { signal }: CallOptions,
): AsyncGenerator<Revision<T>, void, undefined> {
  const mementos: { readonly uri: string; readonly modified: Date | undefined }[] = [];
  const pages = new Set([timeMap]);
  for (const page of pages) {
    if (pages.size > MAX_PAGES) break;
    const answer = await exchange.send({ name: 'revisions' }, 'GET', exchange.own(page), {
      headers: { Accept: LINK_FORMAT },
      signal,
    });
    for (const link of linksIn(answer.text, page)) {
      if (link.relations.includes('memento')) mementos.push({ uri: link.uri, modified: timeOf(link.datetime) });
      else if (link.relations.includes('timemap')) pages.add(link.uri);
    }
  }
  mementos.sort(
    (one, other) => Number(other.modified ?? 0) - Number(one.modified ?? 0) || mementoOrder(one.uri, other.uri),
  );
  // Numbers without gaps end at the latest one.
  const isWhole = mementos.length === latest.latestRevision;
  for (const [index, { uri, modified }] of mementos.entries()) {
    const read = async (): Promise<Read<T>> => {
      const answer = await exchange.send({ name: 'revisions' }, 'GET', exchange.own(uri), { signal });
      return { ...(await readOf<T>(answer, latest.uri, exchange.names)), latestRevision: latest.latestRevision };
    };
    yield { number: isWhole ? mementos.length - index : undefined, modified, read };
  }
}

/** Mementos of one second are in the order of the numbers in their addresses. */
function mementoOrder(one: string, other: string): number {
  return other.localeCompare(one, 'en', { numeric: true });
}

function timeOf(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** Walks back: asks for a second before the time of the oldest answer so far. */
async function* byTimes<T extends Typed>(
  exchange: Exchange,
  uri: string,
  latest: Read<T>,
  method: string,
  { signal }: CallOptions,
): AsyncGenerator<Revision<T>, void, undefined> {
  let oldest = latest;
  for (;;) {
    const current = oldest;
    yield { number: current.revision, modified: current.modified, read: () => Promise.resolve(current) };
    if (current.revision !== undefined && current.revision <= 1) return;
    if (current.modified === undefined || current.revision === undefined)
      throw new NotSupportedError(method, exchange.version, 'no TimeMap, Revision or Last-Modified');
    const at = compactTime(new Date(current.modified.getTime() - 1000), 'at');
    const answer = await exchange.transport.send('GET', withQuery(uri, { at }), { signal });
    // Before the creation of the object.
    if (answer.status === 404) return;
    const before = await readOf<T>(await answer.orThrow(), uri, exchange.names);
    if (before.revision === undefined || before.revision >= current.revision)
      throw new NotSupportedError(
        method,
        exchange.version,
        `with at=${at} came revision ${before.revision ?? 'unknown'} again`,
      );
    oldest = before;
  }
}
