/** The objects that agents watch, and what is new about each (K43). */
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import type { PageRequest } from '../../http/query-parameters.js';
import { ALL_OBJECTS } from '../../logistics-objects/lookups.js';
import { WholeFinder } from '../../overviews/whole.js';
import type { Iri } from '../../rdf/terms.js';
import { commitTimeOf, dateTimeText } from '../../store/commit-time.js';
import { OwnObjects } from '../overviews/own-objects.js';
import type { ConsoleServices } from '../services.js';
import type { WatchedAnswer, WatchedItem } from './schemas.js';
import { describeWatched, readWatched, type WatchedObject } from './watched-object.js';

/** Objects that an agent watches. */
export const MAX_WATCHED = 500;
/** Revisions and events of the node that are examined: the newest. */
const MAX_NEWS = 1_000;

/** The first commit time after the millisecond in which something was seen. */
const afterwards = (seen: Date): number => commitTimeOf(new Date(seen.getTime() + 1));

/** What has been committed lately, by object. */
class News {
  private constructor(
    private readonly times: ReadonlyMap<Iri, readonly number[]>,
    readonly isWhole: boolean,
  ) {}

  /** The newest revisions and events of the node since a time. */
  static async since({ store, lookups, uris }: ConsoleServices, seen: readonly Date[]): Promise<News> {
    if (seen.length === 0) return new News(new Map(), true);
    const earliest = Math.min(...seen.map(afterwards));
    const entries = await store.lookup(lookups.objects.members, ALL_OBJECTS, {
      ...{ from: earliest, limit: MAX_NEWS + 1, reverse: true },
    });
    const times = new Map<Iri, number[]>();
    for (const { value, order } of entries.slice(0, MAX_NEWS)) {
      const object = uris.memberObject(value);
      if (object === undefined) continue;
      const found = times.get(object) ?? [];
      found.push(order);
      times.set(object, found);
    }
    return new News(times, entries.length <= MAX_NEWS);
  }

  of(objects: Iterable<Iri>, seen: Date): Pick<WatchedItem, 'news' | 'changed'> {
    const times = Array.from(objects, (object) => this.times.get(object) ?? [])
      .flat()
      .filter((time) => time >= afterwards(seen));
    const newest = Math.max(...times);
    return { news: times.length, changed: times.length === 0 ? null : dateTimeText(newest) };
  }
}

export class Watching {
  constructor(private readonly services: ConsoleServices) {}

  /** A page of what a caller watches, the last taken up first; without what it may no longer read. */
  async list(caller: Caller, { limit, offset }: PageRequest): Promise<WatchedAnswer> {
    const { store, lookups, parsedGraphs } = this.services;
    const { byAgent } = lookups.watched;
    const entries = await store.lookup(byAgent, caller.agent, { limit, offset, reverse: true });
    const watched = (await Promise.all(entries.map(({ value }) => parsedGraphs.get(value, readWatched)))).filter(
      (one) => one !== undefined,
    );
    const news = await News.since(
      this.services,
      watched.map(({ seen }) => seen),
    );
    const items: WatchedItem[] = [];
    for (const one of watched) {
      const item = await this.#item(one, caller, news);
      if (item !== undefined) items.push(item);
    }
    return { total: await store.count(byAgent, caller.agent), items, truncated: !news.isWhole };
  }

  async #item({ object, since, seen }: WatchedObject, caller: Caller, news: News): Promise<WatchedItem | undefined> {
    const { revisions, access, labels, model, vocabulary } = this.services;
    const head = await revisions.head(object);
    if (head === undefined || !(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) return undefined;
    const source = new OwnObjects(this.services, caller, undefined);
    const found = await source.find(object);
    const finder = new WholeFinder(source, model, vocabulary.namespaces.cargo);
    const whole = found && (await finder.of(found));
    const objects = new Set([object, ...(whole === undefined ? [] : objectsOf(whole))]);
    return {
      ...{ uri: object, type: head.type, label: await labels.ofRevision(revisions.latest(head).graph) },
      ...{ revision: head.latestRevision, modified: head.modified.toISOString() },
      ...{ since: since.toISOString(), seen: seen.toISOString() },
      ...news.of(objects, seen),
    };
  }

  /** Whether an agent watches an object, and when it has last seen it. */
  find(agent: Iri, object: Iri): Promise<WatchedObject | undefined> {
    const { parsedGraphs, uris } = this.services;
    return parsedGraphs.get(uris.watched(agent, object), readWatched);
  }

  /**
   * Watches an object from now on; one that is watched already is now seen.
   *
   * @param assertUnchanged compares the conditions of the request (D49).
   * @throws ServiceError `unprocessable` for one more than an agent may watch.
   */
  async watch({ agent }: Caller, object: Iri, assertUnchanged: () => Promise<void>): Promise<void> {
    const { store, uris, lookups, clock } = this.services;
    const graph = uris.watched(agent, object);
    await store.transact([uris.watchedBy(agent), graph], async (tx) => {
      const before = readWatched(await tx.read(graph), graph);
      await assertUnchanged();
      if (before === undefined && (await store.count(lookups.watched.byAgent, agent)) >= MAX_WATCHED)
        throw new ServiceError('unprocessable', `the authenticated agent watches ${MAX_WATCHED} objects`);
      const now = clock.now();
      const watched = { agent, object, since: before?.since ?? now, seen: now };
      await tx.replace(graph, describeWatched(graph, watched));
    });
  }

  /** Ends it. @throws ServiceError `not-found` for what is not watched. */
  async unwatch({ agent }: Caller, object: Iri, assertUnchanged: () => Promise<void>): Promise<void> {
    const { store, uris } = this.services;
    const graph = uris.watched(agent, object);
    await store.transact([uris.watchedBy(agent), graph], async (tx) => {
      const isWatched = (await tx.read(graph)).size > 0;
      await assertUnchanged();
      if (!isWatched) throw new ServiceError('not-found', 'this object is not watched');
      await tx.drop(graph);
    });
  }
}

const objectsOf = ({ shipment, waybills, pieces }: Awaited<ReturnType<WholeFinder['of']>>): Iri[] =>
  [...(shipment === undefined ? [] : [shipment]), ...waybills, ...pieces].map(({ uri }) => uri);
