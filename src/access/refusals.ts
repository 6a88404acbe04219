/**
 * Refused attempts by agent, for the data holder (D75).
 *
 * They are in memory, because a refused attempt must not make the node write. A restart clears them, and each node
 * counts its own. The log has one line for each agent and object in an hour.
 */
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { getOrAdd } from '../collections.js';
import type { RefusedRequest } from '../http/app.js';
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';
import type { Access } from './access.js';

export const attemptKinds = ['read', 'change', 'verify', 'post-event', 'other'] as const;
export type AttemptKind = (typeof attemptKinds)[number];

/** Counts of an agent's refused attempts within `REFUSAL_DAYS`. */
export interface AgentRefusals {
  readonly total: number;
  readonly last: Date;
  /** The objects with the most recent refusals first; null: attempts without an object. */
  readonly objects: readonly {
    readonly object: Iri | null;
    readonly kinds: Readonly<Partial<Record<AttemptKind, number>>>;
    readonly last: Date;
  }[];
  /** Attempts on further objects. */
  readonly others: number;
}

export const REFUSAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** Between two lines of the log about one agent and object. */
const LOG_INTERVAL_MS = 3_600_000;

/** Limits of the counts; together about 20 MB. */
export interface RefusalLimits {
  readonly agents: number;
  readonly objectsOfAgent: number;
  readonly objects: number;
}
const LIMITS: RefusalLimits = { agents: 1_000, objectsOfAgent: 1_000, objects: 20_000 };

/** A number of attempts by day. */
class Count {
  readonly #days = new Map<number, number>();

  add(now: number): void {
    const day = Math.floor(now / DAY_MS);
    this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
  }

  /** The number of attempts; older ones are forgotten. */
  at(now: number): number {
    let sum = 0;
    for (const [day, count] of this.#days) {
      if (day > Math.floor(now / DAY_MS) - REFUSAL_DAYS) sum += count;
      else this.#days.delete(day);
    }
    return sum;
  }
}

interface OnObject {
  readonly kinds: Map<AttemptKind, Count>;
  last: number;
  logged: number;
}

interface OfAgent {
  /** In the order of the last attempt on each. */
  readonly objects: Map<Iri | null, OnObject>;
  readonly others: Count;
  last: number;
  othersLogged: number;
}

export class Refusals {
  /** In the order of the last attempt of each. */
  readonly #agents = new Map<Iri, OfAgent>();
  #objects = 0;

  constructor(
    private readonly services: { readonly clock: Clock; readonly log: Logger },
    private readonly limits: RefusalLimits = LIMITS,
  ) {}

  /** Counts an attempt. */
  record(agent: Iri, kind: AttemptKind, object: Iri | null): void {
    const now = this.services.clock.now().getTime();
    const counts = this.#touched(agent, now);
    counts.last = now;
    const present = counts.objects.get(object);
    const isFull = counts.objects.size >= this.limits.objectsOfAgent || this.#objects >= this.limits.objects;
    if (present === undefined && isFull) {
      counts.others.add(now);
      if (now - counts.othersLogged >= LOG_INTERVAL_MS) {
        counts.othersLogged = now;
        this.#log(agent, kind, object);
      }
      return;
    }
    const on = present ?? { kinds: new Map<AttemptKind, Count>(), last: now, logged: -Infinity };
    if (present === undefined) this.#objects += 1;
    counts.objects.delete(object);
    counts.objects.set(object, on);
    on.last = now;
    getOrAdd(on.kinds, kind, () => new Count()).add(now);
    if (now - on.logged < LOG_INTERVAL_MS) return;
    on.logged = now;
    this.#log(agent, kind, object);
  }

  /**
   * The refused attempts of an agent; undefined for none.
   *
   * @param maxObjects attempts on further objects are only counted.
   */
  of(agent: Iri, maxObjects = Infinity): AgentRefusals | undefined {
    this.#forget();
    const counts = this.#agents.get(agent);
    if (counts === undefined) return undefined;
    const now = this.services.clock.now().getTime();
    const counted = [...counts.objects].reverse().map(([object, { kinds, last }]) => {
      const numbers = [...kinds]
        .map(([kind, count]) => [kind, count.at(now)] as const)
        .filter(([, count]) => count > 0);
      const total = numbers.reduce((sum, [, count]) => sum + count, 0);
      return { object, kinds: Object.fromEntries(numbers), last: new Date(last), total };
    });
    const sum = (items: readonly { readonly total: number }[]): number =>
      items.reduce((before, { total }) => before + total, 0);
    const others = counts.others.at(now) + sum(counted.slice(maxObjects));
    const listed = counted.slice(0, maxObjects);
    const objects = listed.map(({ object, kinds, last }) => ({ object, kinds, last }));
    return { total: sum(listed) + others, last: new Date(counts.last), objects, others };
  }

  /** The agents that were refused something, the last one first. */
  agents(max: number): Iri[] {
    this.#forget();
    return [...this.#agents.keys()].reverse().slice(0, max);
  }

  /** Moves an agent to the end; beyond the limit, forgets the agent with the oldest last attempt. */
  #touched(agent: Iri, now: number): OfAgent {
    const counts = this.#agents.get(agent) ?? {
      objects: new Map(),
      others: new Count(),
      last: now,
      othersLogged: -Infinity,
    };
    this.#agents.delete(agent);
    if (this.#agents.size >= this.limits.agents || this.#objects >= this.limits.objects) this.#forget();
    for (const oldest of this.#agents.keys()) {
      if (this.#agents.size < this.limits.agents) break;
      this.#drop(oldest);
    }
    this.#agents.set(agent, counts);
    return counts;
  }

  /** Drops outdated days, which are at the beginning. */
  #forget(): void {
    const since = this.services.clock.now().getTime() - REFUSAL_DAYS * DAY_MS;
    for (const [agent, { last, objects }] of this.#agents) {
      if (last <= since) {
        this.#drop(agent);
        continue;
      }
      for (const [object, on] of objects) {
        if (on.last > since) break;
        objects.delete(object);
        this.#objects -= 1;
      }
    }
  }

  #drop(agent: Iri): void {
    this.#objects -= this.#agents.get(agent)?.objects.size ?? 0;
    this.#agents.delete(agent);
  }

  #log(agent: Iri, kind: AttemptKind, object: Iri | null): void {
    this.services.log.warn(
      { agent, kind, ...(object !== null && { object }) },
      'an agent was refused for lack of a right',
    );
  }
}

/** Refusals caused by a body or a condition. */
const ABOUT_CONTENT: ReadonlySet<number> = new Set([400, 409, 412, 415, 422]);

/** The routes of an object and of its subresources. */
const OF_OBJECT = /^\/(?:logistics-objects|internal\/objects|console\/api\/objects)\/:id(?:\/|$)/;

function kindOf(method: string, route: string): AttemptKind {
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (route === '/logistics-objects/:id') return method === 'PATCH' ? 'change' : 'verify';
  return route.endsWith('/logistics-events') ? 'post-event' : 'other';
}

/**
 * Counts refused requests of partners: for a missing permission, and for their content if the caller may not read the
 * object.
 */
export function countRefusals(
  refusals: Refusals,
  access: Pick<Access, 'isAllowed'>,
  uris: Pick<UriScheme, 'findObject'>,
): (refused: RefusedRequest) => Promise<void> {
  return async ({ caller, method, route, params, status }) => {
    if (caller.internal) return;
    const object = OF_OBJECT.test(route) ? uris.findObject(params['id'] ?? '') : undefined;
    const kind = kindOf(method, route);
    if (status === 403) {
      refusals.record(caller.agent, kind, object ?? null);
      return;
    }
    if (!ABOUT_CONTENT.has(status) || kind === 'read' || object === undefined) return;
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object))) refusals.record(caller.agent, kind, object);
  };
}
