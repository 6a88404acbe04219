/**
 * Since when a caller may read objects without an interruption (W54): by its own authorizations or those of all
 * authenticated agents, as far as they have not ended.
 */
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import { acl } from '../rdf/vocabulary.js';
import type { CommitTime } from '../store/commit-time.js';
import type { LookupReader } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';
import type { Access } from './access.js';
import type { AccessLookups } from './lookups.js';
import { parseReader, readerList, type ReadPermission } from './readers.js';

export interface ReadingTimesContext {
  readonly store: LookupReader;
  readonly access: Pick<Access, 'currentAuthorizations'>;
  readonly uris: Pick<UriScheme, 'acl' | 'aclObject'>;
  readonly lookups: { readonly access: Pick<AccessLookups, 'readers'> };
}

export class ReadingTimes {
  constructor(private readonly context: ReadingTimesContext) {}

  /**
   * The commit since which a caller has had a permission on an object. It never changes while the caller may read, and
   * is later after an interruption.
   *
   * @returns undefined for a caller that may not read now; 0 for internal agents, who may always.
   */
  async since(caller: Caller, permission: ReadPermission, object: Iri): Promise<CommitTime | undefined> {
    if (caller.internal) return 0;
    const { store, access, uris, lookups } = this.context;
    const holders = new Set<string>();
    for (const { agents, anyAuthenticated, permissions } of await access.currentAuthorizations(object)) {
      if (!permissions.has(permission)) continue;
      if (agents.has(caller.agent)) holders.add(caller.agent);
      if (anyAuthenticated) holders.add(acl.AuthenticatedAgent.value);
    }
    if (holders.size === 0) return undefined;
    let since: CommitTime | undefined;
    for (const { order, value } of await store.lookup(lookups.access.readers, uris.acl(object))) {
      const reader = parseReader(value);
      if (reader?.permission !== permission || !holders.has(reader.agent)) continue;
      since = Math.min(since ?? Infinity, order);
    }
    return since;
  }

  /** The objects whose lists name a caller, or all authenticated agents: the caller may read no others. */
  async objectsOf({ agent }: Caller): Promise<ReadonlySet<Iri>> {
    const { store, uris, lookups } = this.context;
    const partitions = [agent, acl.AuthenticatedAgent.value];
    const entries = await Promise.all(partitions.map((partition) => store.lookup(lookups.access.readers, partition)));
    const lists = entries.flat().map(({ value }) => readerList(value));
    return new Set(lists.map((list) => uris.aclObject(list)).filter((object) => object !== undefined));
  }
}
