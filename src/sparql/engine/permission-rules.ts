/**
 * Determines the readers of the groups of the permission graph. The decisions come from the same modules as for HTTP
 * and the workers (D24, D15): each agent that an access control list or a request names is checked.
 */
import { randomUUID } from 'node:crypto';
import type { Access } from '../../access/access.js';
import type { Permission } from '../../access/authorization.js';
import { agentsIn } from '../../access/lookups.js';
import type { ActionRequests } from '../../action-requests/action-requests.js';
import { type Iri, iri, isIri } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import { DamagedDataError } from '../../store/quarantine.js';
import type { GraphReader } from '../../store/store.js';
import type { UriScheme } from '../../uris.js';
import { contentGroup, eventGroup, type GroupPermission, type GroupReader, requestGroup } from './permission-graph.js';

export interface PermissionRulesContext {
  readonly store: Pick<GraphReader, 'read'>;
  readonly access: Access;
  readonly requests: ActionRequests;
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
}

/** The projector's view of access decisions. */
export interface PermissionSource {
  /** Whether a graph decides about access: an access control list or a request. */
  decides(graph: Iri): boolean;
  /** The permissions that this graph decides about. */
  permissionsOf(graph: Iri): Promise<readonly GroupPermission[]>;
}

/** An agent that no list can name: every caller with a valid token may read what this one may. */
const UNNAMED = iri(`internal:${randomUUID()}`);

export class PermissionRules implements PermissionSource {
  constructor(private readonly context: PermissionRulesContext) {}

  decides(graph: Iri): boolean {
    const { uris } = this.context;
    return uris.aclObject(graph) !== undefined || uris.actionRequestId(graph) !== undefined;
  }

  /** An unreadable graph grants nobody access. */
  async permissionsOf(graph: Iri): Promise<readonly GroupPermission[]> {
    const { uris } = this.context;
    const object = uris.aclObject(graph);
    const isRequest = uris.actionRequestId(graph) !== undefined;
    try {
      if (isRequest) return [{ group: requestGroup(graph), readers: await this.#readersOfRequest(graph) }];
      return object === undefined ? [] : await this.#permissionsOn(object);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      if (isRequest) return [{ group: requestGroup(graph), readers: [] }];
      return object === undefined ? [] : this.#groupsOf(object).map(({ group }) => ({ group, readers: [] }));
    }
  }

  #groupsOf(object: Iri): { readonly group: string; readonly permission: Permission }[] {
    return [
      { group: contentGroup(object), permission: 'GET_LOGISTICS_OBJECT' },
      { group: eventGroup(object), permission: 'GET_LOGISTICS_EVENT' },
    ];
  }

  async #permissionsOn(object: Iri): Promise<GroupPermission[]> {
    const { access } = this.context;
    const authorizations = await access.currentAuthorizations(object);
    const named = new Set(authorizations.flatMap(({ agents }) => [...agents]).filter(isIri));
    return Promise.all(
      this.#groupsOf(object).map(async ({ group, permission }) => {
        const readers: GroupReader[] = [];
        for (const agent of [undefined, ...named]) {
          const caller = { agent: agent ?? UNNAMED, internal: false };
          const end = await access.allowedUntil(caller, permission, object);
          if (access.hasNotEnded(end)) readers.push({ agent, end });
        }
        return { group, readers };
      }),
    );
  }

  async #readersOfRequest(graph: Iri): Promise<GroupReader[]> {
    const { store, requests, vocabulary } = this.context;
    const request = await requests.find(graph);
    if (request === undefined) return [];
    const named = [...agentsIn(await store.read(graph), vocabulary)].filter(isIri);
    return named
      .filter((agent) => requests.mayRead(request, { agent, internal: false }))
      .map((agent) => ({ agent, end: Infinity }));
  }
}
