/** The resource with a URI of this node: an object, a request, an event, a revision; or a copy of a partner's object. */
import type { ActionRequest } from '../../action-requests/action-request.js';
import type { Caller } from '../../http/caller.js';
import type { ExchangeServices } from '../../logistics-objects/exchange-services.js';
import type { CopyNames } from '../../mirror/asking/copy-names.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { Labels } from '../labels.js';
import type { LookupItem } from '../responses.js';
import { noDetails } from './details.js';
import { groupOf } from './groups.js';

interface Services extends ExchangeServices {
  readonly labels: Labels;
  readonly copyNames: CopyNames | undefined;
}

type Matched = LookupItem['matched'];

export class NamedResources {
  constructor(private readonly services: Services) {}

  /** What a URI of this node names, also as the console's address of it, or its path; undefined without access. */
  async at(text: string, caller: Caller): Promise<LookupItem | undefined> {
    const { base } = this.services.uris;
    const whole = text.startsWith('/') ? base + text : text;
    const uri = whole.startsWith(`${base}/console/`) ? base + whole.slice(base.length + '/console'.length) : whole;
    if (!isIri(uri)) return undefined;
    const matched = { by: 'uri', text: uri, property: null } as const;
    if (!this.services.uris.isOwn(uri)) return caller.internal ? this.#copy(uri, matched) : undefined;
    return this.#own(uri, matched, caller);
  }

  async #copy(uri: Iri, matched: Matched): Promise<LookupItem | undefined> {
    const copy = await this.services.copyNames?.of(uri);
    if (copy === undefined) return undefined;
    const group = groupOf(copy.type, this.services);
    return { uri, kind: 'object', group, type: copy.type, label: copy.label, matched, ...noDetails, mirrored: true };
  }

  async #own(uri: Iri, matched: Matched, caller: Caller): Promise<LookupItem | undefined> {
    const { uris, labels, dataHolder, internalAgents } = this.services;
    if (uris.actionRequestId(uri) !== undefined) {
      const request = await this.#request(uri, caller);
      const named = { uri, kind: 'request', group: 'request', label: null, matched, ...noDetails } as const;
      return request && { ...named, type: request.kind };
    }
    const event = uris.eventObject(uri);
    if (event !== undefined) return this.#event(uri, event, matched, caller);
    const [, object, number] = /^(.+)\/revisions\/([1-9]\d*)$/.exec(uri) ?? [];
    const found = await labels.of(object ?? uri, caller);
    if (found === undefined) return undefined;
    if (number !== undefined) return this.#revision(uri, object ?? '', Number(number), found, matched);
    const isAgent = uri === dataHolder || internalAgents.has(uri);
    const group = groupOf(found.type, this.services);
    return { uri, kind: isAgent ? 'agent' : 'object', group, ...found, matched, ...noDetails };
  }

  async #request(uri: Iri, caller: Caller): Promise<ActionRequest | undefined> {
    const { requests } = this.services;
    const request = await requests.find(uri);
    return request !== undefined && requests.mayRead(request, caller) ? request : undefined;
  }

  async #event(uri: Iri, object: Iri, matched: Matched, caller: Caller): Promise<LookupItem | undefined> {
    const { access, store } = this.services;
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_EVENT', object))) return undefined;
    const data = await store.read(uri);
    if (data.size === 0) return undefined;
    return { uri, kind: 'event', group: 'object', type: null, label: null, matched, ...noDetails };
  }

  async #revision(
    uri: Iri,
    object: string,
    number: number,
    labelled: Pick<LookupItem, 'type' | 'label'>,
    matched: Matched,
  ): Promise<LookupItem | undefined> {
    const head = isIri(object) ? await this.services.revisions.head(object) : undefined;
    if (head === undefined || number > head.latestRevision) return undefined;
    const group = groupOf(head.type, this.services);
    return { uri, kind: 'revision', group, ...labelled, matched, ...noDetails };
  }
}
