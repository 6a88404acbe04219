/**
 * Labels of objects and terms that an answer does not contain. Objects requested at the same time share one request.
 * The ontologies' labels load once, after the first page has rendered.
 */
import type { LabelsAnswer, TermLabel, TermLabelsAnswer } from '../../src/console/responses/labels.js';
import { askJson, consoleApi, Failure } from './http.js';
import { languageTag } from './language.js';
import { isWebAddress, pathBelowBase } from './root.js';
import { session } from './session.js';

type ObjectLabel = LabelsAnswer['items'][number];

/** The limit of one request. */
const AT_ONCE = 50;
const MAX_CACHED = 2000;
/** After this time the label is requested again, because the name may have changed. */
const FRESH_MS = 60_000;

interface CachedLabel {
  /** Undefined while loading, and for an object without a label that the reader may see. */
  label: ObjectLabel | undefined;
  /** This node has no such object. */
  isMissing?: boolean;
  at: number;
}

const cache = new Map<string, CachedLabel>();
const waiting = new Map<string, Set<() => void>>();
let terms: ReadonlyMap<string, readonly TermLabel[]> = new Map();
const listeners = new Set<() => void>();

session.addEventListener('change', () => {
  // Access differs between readers.
  cache.clear();
  waiting.clear();
});

/** Whether the node may have a label: of its own objects, and of the copies that internal agents see. */
function hasLabel(uri: string): boolean {
  const { me } = session;
  if (me === undefined) return false;
  const own = pathBelowBase(uri);
  if (own !== undefined) return /^\/logistics-objects\/[^/]+$/.test(own);
  return me.internal && isWebAddress(uri) && /\/logistics-objects\/[^/?#]+$/.test(uri);
}

/**
 * The label of an object of this node or of a copy, if it is loaded.
 *
 * @param onChange called later, if the label was not loaded and exists.
 */
export function objectLabel(uri: string, onChange: () => void): ObjectLabel | undefined {
  if (!hasLabel(uri)) return undefined;
  const cached = cache.get(uri);
  const isAsked = waiting.has(uri);
  if (isAsked) waiting.get(uri)?.add(onChange);
  else if (cached === undefined || Date.now() - cached.at > FRESH_MS) {
    if (waiting.size === 0) setTimeout(() => void askForWaiting());
    waiting.set(uri, new Set([onChange]));
  }
  return cached?.label;
}

/** Whether this node reported that the object does not exist; `objectLabel` requests it. */
export const isMissing = (uri: string): boolean => cache.get(uri)?.isMissing === true;

async function askForWaiting(): Promise<void> {
  const all = [...waiting];
  waiting.clear();
  if (cache.size > MAX_CACHED) cache.clear();
  const at = Date.now();
  for (const [uri] of all) cache.set(uri, { label: cache.get(uri)?.label, at });
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = new Map(all.slice(from, from + AT_ONCE));
    const parameters = new URLSearchParams([...some.keys()].map((uri) => ['uri', uri]));
    try {
      const { items, missing } = await askJson<LabelsAnswer>(consoleApi(`/labels?${parameters.toString()}`));
      for (const uri of missing) {
        cache.set(uri, { label: undefined, isMissing: true, at });
        for (const onChange of some.get(uri) ?? []) onChange();
      }
      for (const item of items) {
        const cached = cache.get(item.uri);
        if (cached?.label?.label === item.label) continue;
        cache.set(item.uri, { label: item, at });
        for (const onChange of some.get(item.uri) ?? []) onChange();
      }
    } catch (thrown) {
      // Ids are displayed instead.
      if (!(thrown instanceof Failure)) throw thrown;
      for (const uri of some.keys()) cache.delete(uri);
      return;
    }
  }
}

/** Requests the labels of the ontologies. */
export async function loadTermLabels(): Promise<void> {
  try {
    const { items } = await askJson<TermLabelsAnswer>(consoleApi('/term-labels'));
    const found = new Map<string, TermLabel[]>();
    for (const item of items) found.set(item.term, [...(found.get(item.term) ?? []), item]);
    terms = found;
    if (items.length > 0) for (const listener of listeners) listener();
  } catch (thrown) {
    // The terms' own names are displayed instead.
    if (!(thrown instanceof Failure)) throw thrown;
  }
}

/** Calls a function when the ontologies' labels have loaded; returns a function that stops it. */
export function onTermLabels(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The ontology's label for a term: in the reader's language, else in English, else in any language. */
export function ontologyLabel(iri: string): TermLabel | undefined {
  const labels = terms.get(iri);
  if (labels === undefined) return undefined;
  for (const wanted of [languageTag(), 'en'])
    for (const label of labels) if (primary(label.language ?? 'en') === primary(wanted)) return label;
  // Without an English word the term's name is one: it goes before the words for German pages.
  return labels.find(({ language }) => primary(language ?? '') !== 'de');
}
