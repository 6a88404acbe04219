/** When an agent could read an object: from the access lists that were in force, and from delegations. */
import { becauseOf, readAccessEntries } from '../access/access-entries.js';
import { AccessListHistory } from '../access/access-list-history.js';
import { readStoredDelegation } from '../access-delegations/access-delegation.js';
import type { Iri } from '../rdf/terms.js';
import { statusEntries } from './request-history.js';
import { tolerant } from './request-items.js';
import type { ReadableTime } from './responses/drawings.js';
import type { ConsoleServices } from './services.js';

/** Lists that were replaced, and delegations, that are looked at: the newest. */
const MAX_LISTS = 100;
const MAX_DELEGATIONS = 100;

/** Access that was granted to some agents for some time. */
interface Grant extends ReadableTime {
  readonly isFor: (agent: Iri) => boolean;
  /** The agents that it names. */
  readonly agents: readonly Iri[];
}

/** All that was granted to read an object. */
export class ReadableTimes {
  private constructor(
    private readonly grants: readonly Grant[],
    readonly isWhole: boolean,
  ) {}

  static async of(services: ConsoleServices, object: Iri): Promise<ReadableTimes> {
    const [written, delegated] = [await ofLists(services, object), await ofDelegations(services, object)];
    const isWhole = written.isWhole && delegated.isWhole;
    return new ReadableTimes([...written.grants, ...delegated.grants], isWhole);
  }

  /** The agents that were named at any time. */
  get agents(): Iri[] {
    return [...new Set(this.grants.flatMap(({ agents }) => agents))];
  }

  /** When an agent could read it, without gaps between the parts of one time. */
  ofAgent(agent: Iri): ReadableTime[] {
    const times = this.grants
      .filter(({ isFor }) => isFor(agent))
      .sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
    const merged: ReadableTime[] = [];
    for (const { from, until, because, request } of times) {
      const last = merged.at(-1);
      // A period without an end, or one that begins before the last one ends, extends it.
      if (last === undefined || (last.until !== null && (from ?? '') > last.until)) {
        merged.push({ from, until, because, request });
        continue;
      }
      const later = last.until === null || until === null ? null : until > last.until ? until : last.until;
      merged[merged.length - 1] = { ...last, until: later };
    }
    return merged;
  }
}

/** When an agent could first read a value that dates from a time; null: not yet. */
export function readableFrom(times: readonly ReadableTime[], since: string): string | null {
  const first = times.find(({ until }) => until === null || until > since);
  if (first === undefined) return null;
  return first.from !== null && first.from > since ? first.from : since;
}

async function ofLists(services: ConsoleServices, object: Iri): Promise<{ grants: Grant[]; isWhole: boolean }> {
  const { store, uris, vocabulary } = services;
  const replaced = await new AccessListHistory(services).replaced(object, MAX_LISTS + 1);
  const lists = [
    { list: await store.read(uris.acl(object)), until: null },
    ...replaced.slice(0, MAX_LISTS).map(({ list, at }) => ({ list, until: at?.toISOString() ?? null })),
  ];
  const grants = lists.flatMap(({ list, until }) =>
    readAccessEntries(list, vocabulary)
      .filter(({ permissions, derivedFrom }) => derivedFrom === undefined && permissions.has('GET_LOGISTICS_OBJECT'))
      .map((entry): Grant => {
        const ends = Number.isFinite(entry.endsAt) ? new Date(entry.endsAt).toISOString() : null;
        const kind = entry.anyAuthenticated ? 'authenticated' : entry.named.length > 0 ? 'written' : 'group';
        return {
          from: entry.at?.toISOString() ?? null,
          until: ends === null ? until : until === null || ends < until ? ends : until,
          because: kind,
          request: null,
          isFor: (agent) => becauseOf(entry, agent).length > 0,
          agents: [...entry.named, ...entry.groups.flatMap(({ members }) => members)],
        };
      }),
  );
  return { grants, isWhole: replaced.length <= MAX_LISTS };
}

async function ofDelegations(services: ConsoleServices, object: Iri): Promise<{ grants: Grant[]; isWhole: boolean }> {
  const { store, lookups, requests, vocabulary } = services;
  const entries = await store.lookup(lookups.requests.byObject, `${object} AccessDelegationRequest`, {
    limit: MAX_DELEGATIONS,
    reverse: true,
  });
  const found = await requests.readable(entries.map(({ value }) => value));
  const grants = found.flatMap((request): Grant[] => {
    const stored = tolerant(() => readStoredDelegation(request, vocabulary));
    const history = statusEntries(request, vocabulary);
    const at = history.findIndex(({ status }) => status === 'REQUEST_ACCEPTED');
    const accepted = history[at];
    if (stored?.permissions.includes('GET_LOGISTICS_OBJECT') !== true || accepted === undefined) return [];
    const ended = history[at + 1]?.since ?? null;
    const expires = stored.expiresAt?.toISOString() ?? null;
    return [
      {
        from: accepted.since,
        until: expires === null ? ended : ended === null || expires < ended ? expires : ended,
        because: 'delegation',
        request: request.uri,
        isFor: (agent) => stored.delegates.includes(agent),
        agents: stored.delegates,
      },
    ];
  });
  return { grants, isWhole: entries.length < MAX_DELEGATIONS };
}
