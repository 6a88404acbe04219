/** Finds resources by a text: a URI of this node, an id, a business identifier, or the beginning of one. */
import type { ActionRequest } from '../action-requests/action-request.js';
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { canonical, MIN_LENGTH } from '../logistics-objects/identifiers.js';
import {
  type IdentifierEntry,
  identifierPartition,
  identifierStart,
  OBJECT_ID,
  parseIdentifierEntry,
  REQUEST_ID,
} from '../logistics-objects/lookups.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Labels } from './labels.js';
import type { LookupItem } from './responses.js';

const BATCH = 100;
/** Index entries that one search reads, invisible ones included. */
const MAX_EXAMINED = 200;

interface FindServices extends ExchangeServices {
  readonly labels: Labels;
}

type Matched = LookupItem['matched'];

export class Find {
  constructor(private readonly services: FindServices) {}

  /** At most `limit` resources that the caller may see, exact matches first. */
  async find(text: string, caller: Caller, limit: number): Promise<LookupItem[]> {
    const address = await this.#address(text, caller);
    if (address !== undefined) return [address].slice(0, limit);
    const form = canonical(text);
    if (form.length < MIN_LENGTH) return [];
    const found = new Map<string, LookupItem>();
    for await (const entry of this.#entries(form)) {
      if (found.size >= limit) break;
      const uri = this.#uriOf(entry);
      if (uri === undefined || found.has(uri)) continue;
      const item = await this.#item(uri, this.#matched(entry), caller);
      if (item !== undefined) found.set(uri, item);
    }
    return [...found.values()];
  }

  /** Objects whose id or identifier begins with a text, without their labels. */
  async *objects(text: string): AsyncGenerator<Iri, void, undefined> {
    const form = canonical(text);
    if (form.length < MIN_LENGTH) return;
    const seen = new Set<Iri>();
    for await (const entry of this.#entries(form)) {
      const uri = entry.property === REQUEST_ID ? undefined : this.services.uris.findObject(entry.id);
      if (uri === undefined || seen.has(uri)) continue;
      seen.add(uri);
      yield uri;
    }
  }

  /** The entries whose canonical form has this prefix, exact matches first. */
  async *#entries(form: string): AsyncGenerator<IdentifierEntry, void, undefined> {
    let examined = 0;
    for (const start of [identifierStart(`${form}/`), identifierStart(form)]) {
      const isExact = start.endsWith('/');
      for (let after = start; ;) {
        const page = await this.services.store.lookup(
          this.services.lookups.objects.identifiers,
          identifierPartition(form),
          {
            after: { order: 0, value: after },
            limit: BATCH,
          },
        );
        for (const { value } of page) {
          if (!value.startsWith(start)) break;
          examined += 1;
          if (examined > MAX_EXAMINED) return;
          const entry = parseIdentifierEntry(value);
          if (isExact || entry.identifier !== form) yield entry;
        }
        const last = page.at(-1);
        if (page.length < BATCH || last?.value.startsWith(start) !== true) break;
        after = last.value;
      }
    }
  }

  #uriOf({ property, id }: IdentifierEntry): Iri | undefined {
    const { uris } = this.services;
    return property === REQUEST_ID ? uris.findActionRequest(id) : uris.findObject(id);
  }

  #matched({ identifier, property, id }: IdentifierEntry): Matched {
    if (property === OBJECT_ID || property === REQUEST_ID) return { by: 'id', text: id, property: null };
    const { cargo } = this.services.vocabulary.namespaces;
    return { by: 'identifier', text: decoded(identifier), property: cargo + property };
  }

  /** A URI of this node, also as the console's address of it, or its path. */
  async #address(text: string, caller: Caller): Promise<LookupItem | undefined> {
    const { base } = this.services.uris;
    const whole = text.startsWith('/') ? base + text : text;
    const uri = whole.startsWith(`${base}/console/`) ? base + whole.slice(base.length + '/console'.length) : whole;
    if (!isIri(uri) || !this.services.uris.isOwn(uri)) return undefined;
    return this.#item(uri, { by: 'uri', text: uri, property: null }, caller);
  }

  async #item(uri: Iri, matched: Matched, caller: Caller): Promise<LookupItem | undefined> {
    const { uris, labels, dataHolder, internalAgents } = this.services;
    if (uris.actionRequestId(uri) !== undefined) {
      const request = await this.#request(uri, caller);
      return request && { uri, kind: 'request', type: request.kind, label: null, matched };
    }
    const event = uris.eventObject(uri);
    if (event !== undefined) return this.#event(uri, event, matched, caller);
    const [, object, number] = /^(.+)\/revisions\/([1-9]\d*)$/.exec(uri) ?? [];
    const found = await labels.of(object ?? uri, caller);
    if (found === undefined) return undefined;
    if (number !== undefined) return this.#revision(uri, object ?? '', Number(number), found, matched);
    const isAgent = uri === dataHolder || internalAgents.has(uri);
    return { uri, kind: isAgent ? 'agent' : 'object', ...found, matched };
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
    return data.size === 0 ? undefined : { uri, kind: 'event', type: null, label: null, matched };
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
    return { uri, kind: 'revision', ...labelled, matched };
  }
}

function decoded(form: string): string {
  try {
    return decodeURIComponent(form);
  } catch (error) {
    // An index that another program has written.
    if (error instanceof URIError) return form;
    throw error;
  }
}
