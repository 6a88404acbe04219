/** The lookup of partners by the beginnings of the words of their names, and of their hosts (K52). */
import { type Iri, isIri } from '../rdf/terms.js';
import { rdfs } from '../rdf/vocabulary.js';
import type { Graph } from '../rdf/graph.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';

/** Beginnings of this many characters are partitions; longer ones are compared. */
export const MAX_BEGINNING = 6;
const MAX_WORDS = 12;

export interface AgentNameLookups {
  /** The graphs of names; the partitions are beginnings of words. */
  readonly words: IndexedLookup;
}

const folded = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** The words of a text, folded, each once. */
export const wordsIn = (text: string): string[] =>
  [...new Set(folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MAX_WORDS);

/** The first characters of a word that make a partition. */
export const beginningOf = (word: string): string => Array.from(word).slice(0, MAX_BEGINNING).join('');

/** The words by which an agent is found: those of its name, and of the host in its URI. */
export const agentWords = (agent: string, name = ''): string[] => [
  ...new Set([...wordsIn(name), ...wordsIn(hostOf(agent) ?? '')]),
];

export function hostOf(agent: string): string | undefined {
  return URL.canParse(agent) ? new URL(agent).host : undefined;
}

/** The agent and the name in a graph of a name; undefined for another graph. */
export function namedIn(statements: Graph): { readonly agent: Iri; readonly name: string } | undefined {
  for (const { subject, object } of statements.match(null, rdfs.label))
    if (isIri(subject.value) && object.termType === 'Literal') return { agent: subject.value, name: object.value };
  return undefined;
}

export function agentNameLookups({ index, uris }: LookupScope): AgentNameLookups {
  return {
    words: index({
      name: 'agent-names',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'agent-name'),
      entries: (statements, graph) => {
        const named = namedIn(statements);
        if (named === undefined) return [];
        const beginnings = agentWords(named.agent, named.name).flatMap((word) =>
          Array.from({ length: Math.min(MAX_BEGINNING, Array.from(word).length) }, (_, length) =>
            Array.from(word)
              .slice(0, length + 1)
              .join(''),
          ),
        );
        return Array.from(new Set(beginnings), (partition) => ({ partition, order: 0, value: graph }));
      },
    }),
  };
}

/** Whether every word of a search begins a word of a text. */
export function fits(search: readonly string[], words: readonly string[]): boolean {
  return search.every((one) => words.some((word) => word.startsWith(one)));
}
