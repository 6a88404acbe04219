/** Finds resources by a text: a URI of this node, an id, a business identifier, a flight, or words (K28 to K35). */
import type { Caller } from '../../http/caller.js';
import type { EventServices } from '../../logistics-events/lookups.js';
import { canonical } from '../../logistics-objects/identifiers.js';
import { isNaming, Words, wordsOf } from '../../logistics-objects/words.js';
import type { CopyNames } from '../../mirror/asking/copy-names.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, isIri, localName } from '../../rdf/terms.js';
import type { Labels } from '../labels.js';
import type { ModelTerms } from '../model-terms.js';
import type { LookupAnswer, LookupItem } from '../responses.js';
import { type Candidate, Candidates, Examined, isId, type Rank, ranks } from './candidates.js';
import { noDetails, ResultDetails } from './details.js';
import { groupOf } from './groups.js';
import { NamedResources } from './named-resources.js';
import { searchText } from './search-text.js';

/** Names of the data model that only begin with a text: an object is meant more often. */
const MAX_TERMS = 5;
/** The shortest such text. */
const MIN_TERM = 3;

export interface FindServices extends EventServices {
  readonly labels: Labels;
  readonly copyNames: CopyNames | undefined;
  readonly terms: () => ModelTerms;
}

type Matched = LookupItem['matched'];
export type FoundAnswer = Pick<LookupAnswer, 'items' | 'understood' | 'more'>;

/** A candidate that the caller may see. */
interface Visible {
  readonly uri: Iri;
  readonly kind: LookupItem['kind'];
  readonly group: LookupItem['group'];
  readonly type: string | null;
  /** Of a copy. */
  readonly label?: string | null;
  readonly isCopy: boolean;
  readonly rank: Rank;
  readonly matched: Matched;
  readonly createdAt: number;
}

/** A text with words of an object. */
interface WordedText {
  readonly property: string;
  readonly value: string;
  readonly words: readonly string[];
}

export class Find {
  readonly #named: NamedResources;
  readonly #texts: (data: Graph, graph: Iri) => readonly WordedText[];

  constructor(private readonly services: FindServices) {
    this.#named = new NamedResources(services);
    const words = new Words(services.vocabulary.namespaces.cargo);
    this.#texts = (data, graph) => {
      const [object = ''] = graph.split('/revisions/');
      return isIri(object) ? words.texts(data, object).map((text) => ({ ...text, words: wordsOf(text.value) })) : [];
    };
  }

  /**
   * At most `limit` resources that the caller may see, the best first (K31): exact numbers and identifiers, beginnings of
   * identifiers, names, goods, ends of identifiers, terms of the data model; among these shipments and waybills first,
   * then the newest.
   */
  async find(text: string, caller: Caller, limit: number): Promise<FoundAnswer> {
    const now = this.services.clock.now();
    const details = new ResultDetails(this.services, caller);
    const address = await this.#named.at(text, caller);
    if (address !== undefined) {
      const { understood } = searchText(text, true, now);
      const { kind, uri, group } = address;
      const more = kind === 'object' && isIri(uri) ? await details.of(uri, group) : noDetails;
      return { items: [{ ...address, ...more }].slice(0, limit), understood, more: limit === 0 };
    }
    const { understood } = searchText(text, false, now);
    const examined = new Examined();
    const found = await this.#visible(text, caller, { limit, examined, now });
    const items = await Promise.all(found.slice(0, limit).map((one) => this.#item(one, details)));
    const terms = found.length > limit || understood.as !== 'text' ? [] : this.#terms(text.trim(), limit);
    const all = [...items, ...terms];
    return {
      items: all.slice(0, limit),
      understood,
      more: found.length > limit || examined.isCut || all.length > limit,
    };
  }

  /** Objects whose id or identifier begins with a text, then those with its words; without their labels. */
  async *objects(text: string): AsyncGenerator<Iri, void, undefined> {
    const candidates = new Candidates(this.services, false, new Examined());
    const seen = new Set<Iri>();
    const words = wordsOf(text);
    const stages = [candidates.identifiers(canonical(text)), candidates.words(words)];
    for (const stage of stages)
      for await (const { id, isRequest, by } of stage) {
        const uri = isRequest ? undefined : this.services.uris.findObject(id);
        if (uri === undefined || seen.has(uri)) continue;
        if (by.kind === 'words' && (await this.#matching(uri, words)) === undefined) continue;
        seen.add(uri);
        yield uri;
      }
  }

  /** What the caller may see, in order. Worse matches are not looked for once there are enough. */
  async #visible(
    text: string,
    caller: Caller,
    { limit, examined, now }: { readonly limit: number; readonly examined: Examined; readonly now: Date },
  ): Promise<Visible[]> {
    const { understood, text: bare, flight } = searchText(text, false, now);
    const candidates = new Candidates(this.services, caller.internal, examined);
    const spellings = flight === undefined || flight.day !== undefined ? [] : flight.numbers;
    const forms = [...new Set([bare, text, ...spellings].map(canonical))];
    const words = understood.as === 'text' ? wordsOf(bare) : [];
    const stages = [
      ...(flight === undefined ? [] : [candidates.flights(flight)]),
      ...forms.map((form) => candidates.identifiers(form)),
      ...(words.length === 0 ? [] : [candidates.words(words)]),
      ...forms.map((form) => candidates.ends(form)),
    ];
    const found = new Map<Iri, Visible>();
    for (const [index, stage] of stages.entries()) {
      // The words of an object, and what its identifiers begin with, are compared in whatever order they were found.
      if (found.size > limit && index >= stages.length - forms.length) break;
      for await (const candidate of stage) {
        const visible = await this.#see(candidate, words, caller);
        if (visible !== undefined && !found.has(visible.uri)) found.set(visible.uri, visible);
      }
    }
    return [...found.values()].sort(byRank);
  }

  /** Undefined for what the caller may not see, or what does not fit after all. */
  async #see(candidate: Candidate, words: readonly string[], caller: Caller): Promise<Visible | undefined> {
    const { uris, copyNames, requests, revisions, access, dataHolder, internalAgents } = this.services;
    const { id, isCopy, isRequest, by } = candidate;
    if (isCopy) {
      const copy = await copyNames?.at({ id });
      if (copy === undefined) return undefined;
      const fit = by.kind === 'identifier' ? this.#identified(by, localName(copy.object)) : namedBy(copy.label, words);
      const type = { type: copy.type, group: groupOf(copy.type, this.services) };
      const { object: uri, label } = copy;
      return fit && { uri, kind: 'object', label, isCopy, createdAt: 0, ...type, ...fit };
    }
    if (isRequest) {
      const uri = uris.findActionRequest(id);
      const request = uri && (await requests.find(uri));
      if (uri === undefined || request === undefined || by.kind === 'words' || !requests.mayRead(request, caller))
        return undefined;
      const createdAt = request.requestedAt.getTime();
      return {
        uri,
        kind: 'request',
        group: 'request',
        type: request.kind,
        isCopy,
        createdAt,
        ...this.#identified(by, id),
      };
    }
    const uri = uris.findObject(id);
    const head = uri && (await revisions.head(uri));
    if (uri === undefined || head === undefined) return undefined;
    if (!(await access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', uri))) return undefined;
    const fit = by.kind === 'identifier' ? this.#identified(by, id) : await this.#matching(uri, words);
    const kind = uri === dataHolder || internalAgents.has(uri) ? 'agent' : 'object';
    const group = groupOf(head.type, this.services);
    return fit && { uri, kind, group, type: head.type, isCopy, createdAt: head.created.getTime(), ...fit };
  }

  #identified(by: Candidate['by'] & { kind: 'identifier' }, id: string): Pick<Visible, 'rank' | 'matched'> {
    const { rank, entry } = by;
    if (isId(entry)) return { rank, matched: { by: 'id', text: id, property: null } };
    const { cargo } = this.services.vocabulary.namespaces;
    return { rank, matched: { by: 'identifier', text: decoded(entry.identifier), property: cargo + entry.property } };
  }

  /** How an object's newest texts have all words, as beginnings of theirs; undefined if they do not. */
  async #matching(uri: Iri, words: readonly string[]): Promise<Pick<Visible, 'rank' | 'matched'> | undefined> {
    const { revisions, parsedGraphs, vocabulary } = this.services;
    const head = await revisions.head(uri);
    if (head === undefined) return undefined;
    const texts = await parsedGraphs.get(revisions.latest(head).graph, this.#texts);
    const isIn = (some: readonly WordedText[]): boolean => words.every((word) => some.some((text) => has(text, word)));
    if (!isIn(texts)) return undefined;
    const names = texts.filter(({ property }) => isNaming(property));
    const isName = isIn(names);
    const [first] = (isName ? names : texts).filter((text) => words.some((word) => has(text, word)));
    const property = first === undefined ? null : vocabulary.namespaces.cargo + first.property;
    return {
      rank: isName ? 'name' : 'goods',
      matched: { by: 'words', text: (first?.value ?? '').slice(0, MAX_DISPLAYED), property },
    };
  }

  async #item(
    { uri, kind, group, type, label, isCopy, matched }: Visible,
    details: ResultDetails,
  ): Promise<LookupItem> {
    const { labels, revisions } = this.services;
    const named = { uri, kind, group, type, matched };
    if (isCopy) return { ...named, label: label ?? null, ...noDetails, mirrored: true };
    const head = kind === 'request' ? undefined : await revisions.head(uri);
    if (head === undefined) return { ...named, label: null, ...noDetails };
    return {
      ...named,
      label: await labels.ofRevision(revisions.latest(head).graph),
      ...(await details.of(uri, group)),
    };
  }

  /** Terms of the data model: one with this name, and some whose names begin with it. */
  #terms(text: string, limit: number): LookupItem[] {
    const terms = this.services.terms();
    const name = text.replace(/^(?:cargo|api):/, '');
    if (/\s/.test(name) || limit === 0) return [];
    const exact = terms.find(name)?.items.map((term) => term.iri) ?? [];
    const others = name.length < MIN_TERM ? [] : terms.beginning(name, MAX_TERMS);
    return [...new Set([...exact, ...others])].map((uri) => ({
      ...{ uri, kind: 'term', group: 'term', type: null, label: localName(uri) },
      matched: { by: 'name', text: localName(uri), property: null },
      ...noDetails,
    }));
  }
}

/** The characters of a text that a result shows. */
const MAX_DISPLAYED = 200;

const has = ({ words }: Pick<WordedText, 'words'>, wanted: string): boolean =>
  words.some((word) => word.startsWith(wanted));

/** How a copy's label has all words. */
function namedBy(label: string | null, wanted: readonly string[]): Pick<Visible, 'rank' | 'matched'> | undefined {
  const words = wordsOf(label ?? '');
  if (!wanted.every((word) => has({ words }, word))) return undefined;
  return { rank: 'name', matched: { by: 'words', text: (label ?? '').slice(0, MAX_DISPLAYED), property: null } };
}

/** Better matches first, own objects before copies, then shipments and waybills, then the newest. */
function byRank(one: Visible, other: Visible): number {
  const first = ({ group }: Visible): number => (group === 'shipment' || group === 'waybill' ? 0 : 1);
  return (
    ranks.indexOf(one.rank) - ranks.indexOf(other.rank) ||
    Number(one.isCopy) - Number(other.isCopy) ||
    first(one) - first(other) ||
    other.createdAt - one.createdAt
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
