/** Finds resources by a text: a URI of this node, an id, a business identifier, or the beginning of one. */
import type { ActionRequest } from '../action-requests/action-request.js';
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { canonical, MIN_LENGTH } from '../logistics-objects/identifiers.js';
import {
  endPartition,
  type IdentifierEntry,
  identifierPartition,
  identifierStart,
  MIN_END,
  OBJECT_ID,
  parseIdentifierEntry,
  REQUEST_ID,
} from '../logistics-objects/lookups.js';
import type { CopyNames } from '../mirror/asking/copy-names.js';
import { type Iri, iri, isIri, localName } from '../rdf/terms.js';
import type { IndexedLookup } from '../store/lookup.js';
import type { Labels } from './labels.js';
import type { LookupAnswer, LookupGroup, LookupItem } from './responses.js';
import { searchText } from './search-text.js';

const BATCH = 100;
/** Index entries that one search reads, invisible ones included. */
const MAX_EXAMINED = 200;

interface FindServices extends ExchangeServices {
  readonly labels: Labels;
  readonly copyNames: CopyNames | undefined;
}

/** An entry of the index of own objects and action requests, or of that of copies. */
interface Candidate extends IdentifierEntry {
  readonly isCopy: boolean;
}

type Matched = LookupItem['matched'];

/** The groups of objects, by their classes. */
const groupClasses: readonly (readonly [LookupGroup, string])[] = [
  ['shipment', 'Shipment'],
  ['waybill', 'Waybill'],
  ['piece', 'Piece'],
  ['unit', 'LoadingUnit'],
  ['flight', 'TransportMovement'],
  ['partner', 'LogisticsAgent'],
];

/** How well an identifier fits a text. */
const ranks = ['exact', 'beginning', 'end'] as const;
type Rank = (typeof ranks)[number];

/** Whether entries were left unexamined. */
interface Bounded {
  isMet: boolean;
}

type FoundAnswer = Pick<LookupAnswer, 'items' | 'understood' | 'more'>;

export class Find {
  constructor(private readonly services: FindServices) {}

  /**
   * At most `limit` resources that the caller may see: exact matches first, then beginnings of identifiers, then their
   * ends; among these shipments and waybills before others (K31).
   */
  async find(text: string, caller: Caller, limit: number): Promise<FoundAnswer> {
    const address = await this.#address(text, caller);
    if (address !== undefined) {
      const { understood } = searchText(text, true);
      return { items: [address].slice(0, limit), understood, more: limit === 0 };
    }
    const { understood, text: bare } = searchText(text, false);
    const form = canonical(bare);
    const found = new Map<Iri, LookupItem & { readonly rank: Rank }>();
    let more = false;
    const forms = [...new Set([form, canonical(text)])].filter(({ length }) => length >= MIN_LENGTH);
    const bounded: Bounded = { isMet: false };
    for (const one of forms)
      for await (const { rank, ...entry } of this.#ranked(one, caller.internal, bounded)) {
        const uri = entry.isCopy ? (await this.services.copyNames?.at(entry))?.object : this.#uriOf(entry);
        if (uri === undefined || found.has(uri)) continue;
        const matched = this.#matched(entry.isCopy ? { ...entry, id: localName(uri) } : entry);
        const item = await (entry.isCopy ? this.#copy(uri, matched) : this.#item(uri, matched, caller));
        if (item === undefined) continue;
        if (found.size >= limit) {
          more = true;
          break;
        }
        found.set(uri, { ...item, rank });
      }
    const ordered = [...found.values()].sort(byRank).map(({ rank: _rank, ...item }): LookupItem => item);
    return { items: ordered, understood, more: more || bounded.isMet };
  }

  /** Objects whose id or identifier begins with a text, without their labels. */
  async *objects(text: string): AsyncGenerator<Iri, void, undefined> {
    const form = canonical(text);
    if (form.length < MIN_LENGTH) return;
    const seen = new Set<Iri>();
    for await (const entry of this.#entries(form, false)) {
      const uri = entry.property === REQUEST_ID ? undefined : this.services.uris.findObject(entry.id);
      if (uri === undefined || seen.has(uri)) continue;
      seen.add(uri);
      yield uri;
    }
  }

  /** The entries of a form with their rank: those that begin with it, then those that end with it. */
  async *#ranked(
    form: string,
    withCopies: boolean,
    bounded: Bounded,
  ): AsyncGenerator<Candidate & { readonly rank: Rank }, void, undefined> {
    for await (const entry of this.#entries(form, withCopies, bounded))
      yield { ...entry, rank: entry.identifier === form ? 'exact' : 'beginning' };
    if (form.length < MIN_END) return;
    const { store, lookups } = this.services;
    const page = { limit: MAX_EXAMINED + 1 };
    const entries = await store.lookup(lookups.objects.identifierEnds, endPartition(form), page);
    if (entries.length > MAX_EXAMINED) bounded.isMet = true;
    for (const { value } of entries.slice(0, MAX_EXAMINED)) {
      const entry = parseIdentifierEntry(value);
      if (entry.identifier.endsWith(form) && !entry.identifier.startsWith(form))
        yield { ...entry, isCopy: false, rank: 'end' };
    }
  }

  /** The entries whose canonical form has this prefix: exact matches first, and copies after own ones. */
  async *#entries(
    form: string,
    withCopies: boolean,
    bounded: Bounded = { isMet: false },
  ): AsyncGenerator<Candidate, void, undefined> {
    const { lookups, copyNames } = this.services;
    const sources = [
      { lookup: lookups.objects.identifiers, isCopy: false },
      ...(withCopies && copyNames !== undefined ? [{ lookup: copyNames.identifiers, isCopy: true }] : []),
    ];
    const examined = { left: MAX_EXAMINED };
    for (const start of [identifierStart(`${form}/`), identifierStart(form)])
      for (const { lookup, isCopy } of sources)
        for await (const entry of this.#entriesFrom(start, lookup, form, examined))
          if (start.endsWith('/') || entry.identifier !== form) yield { ...entry, isCopy };
    if (examined.left === 0) bounded.isMet = true;
  }

  async *#entriesFrom(
    start: Iri,
    lookup: IndexedLookup,
    form: string,
    examined: { left: number },
  ): AsyncGenerator<IdentifierEntry, void, undefined> {
    for (let after = start; ;) {
      const place = { after: { order: 0, value: after }, limit: BATCH };
      const page = await this.services.store.lookup(lookup, identifierPartition(form), place);
      for (const { value } of page) {
        if (!value.startsWith(start)) break;
        if (examined.left === 0) return;
        examined.left -= 1;
        yield parseIdentifierEntry(value);
      }
      const last = page.at(-1);
      if (page.length < BATCH || last?.value.startsWith(start) !== true) break;
      after = last.value;
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
    if (!isIri(uri)) return undefined;
    const matched = { by: 'uri', text: uri, property: null } as const;
    if (!this.services.uris.isOwn(uri)) return caller.internal ? this.#copy(uri, matched) : undefined;
    return this.#item(uri, matched, caller);
  }

  /** The group of a class in a list of results (K30). */
  #groupOf(type: Iri): LookupGroup {
    const { model, vocabulary } = this.services;
    const { cargo } = vocabulary.namespaces;
    return groupClasses.find(([, name]) => model.isSubclassOf(type, iri(cargo + name)))?.[0] ?? 'object';
  }

  async #copy(uri: Iri, matched: Matched): Promise<LookupItem | undefined> {
    const copy = await this.services.copyNames?.of(uri);
    if (copy === undefined) return undefined;
    const group = this.#groupOf(copy.type);
    return { uri, kind: 'object', group, type: copy.type, label: copy.label, matched, mirrored: true };
  }

  async #item(uri: Iri, matched: Matched, caller: Caller): Promise<LookupItem | undefined> {
    const { uris, labels, dataHolder, internalAgents } = this.services;
    if (uris.actionRequestId(uri) !== undefined) {
      const request = await this.#request(uri, caller);
      return request && { uri, kind: 'request', group: 'request', type: request.kind, label: null, matched };
    }
    const event = uris.eventObject(uri);
    if (event !== undefined) return this.#event(uri, event, matched, caller);
    const [, object, number] = /^(.+)\/revisions\/([1-9]\d*)$/.exec(uri) ?? [];
    const found = await labels.of(object ?? uri, caller);
    if (found === undefined) return undefined;
    if (number !== undefined) return this.#revision(uri, object ?? '', Number(number), found, matched);
    const isAgent = uri === dataHolder || internalAgents.has(uri);
    return { uri, kind: isAgent ? 'agent' : 'object', group: this.#groupOf(found.type), ...found, matched };
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
    return data.size === 0 ? undefined : { uri, kind: 'event', group: 'object', type: null, label: null, matched };
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
    return { uri, kind: 'revision', group: this.#groupOf(head.type), ...labelled, matched };
  }
}

/** Better matches first, then shipments and waybills; otherwise as they were found. */
function byRank(one: LookupItem & { readonly rank: Rank }, other: LookupItem & { readonly rank: Rank }): number {
  const first = ({ group }: LookupItem): number => (group === 'shipment' || group === 'waybill' ? 0 : 1);
  const copied = ({ mirrored }: LookupItem): number => (mirrored === true ? 1 : 0);
  return (
    ranks.indexOf(one.rank) - ranks.indexOf(other.rank) || copied(one) - copied(other) || first(one) - first(other)
  );
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
