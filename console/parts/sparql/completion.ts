/** Completions at the caret: prefixes, classes, properties and codes of the data model, and variables of the query. */
import type { ModelNames } from '../../../src/console/responses/model.js';

export interface Suggestion {
  /** The inserted text. */
  readonly label: string;
  readonly detail: string;
  readonly kind: 'class' | 'property' | 'constant' | 'variable' | 'namespace' | 'keyword';
}

export interface Suggestions {
  /** The start of the text that a suggestion replaces. */
  readonly from: number;
  readonly items: readonly Suggestion[];
}

const keywords =
  'SELECT DISTINCT WHERE OPTIONAL FILTER GRAPH GROUP ORDER LIMIT OFFSET HAVING CONSTRUCT ASK DESCRIBE PREFIX BIND VALUES UNION MINUS EXISTS COUNT AVG SUM MIN MAX BOUND REPLACE REGEX CONTAINS STRSTARTS COALESCE'.split(
    ' ',
  );
/** The prefix suggested for a list of codes: `status` for `StatusCode`. */
const prefixOf = (list: string): string => (list.replace(/(?:Code|Type|Identifier)$/, '') || list).toLowerCase();

/** The prefixes of a query, with the built-in ones. */
export function prefixesIn(text: string, prefixes: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = { ...prefixes };
  for (const [, prefix = '', namespace = ''] of text.matchAll(/\bPREFIX\s+([\w.-]*):\s*<([^>\s]*)>/gi))
    found[prefix] = namespace;
  return found;
}

function variables(text: string, besides: string): Suggestion[] {
  const names = new Set(Array.from(text.matchAll(/[?$](\w+)/g), ([, name = '']) => name));
  names.delete(besides);
  return [...names].sort().map((name) => ({ label: `?${name}`, detail: '', kind: 'variable' }));
}

function declarations({ lists, codeLists }: ModelNames, prefixes: Readonly<Record<string, string>>): Suggestion[] {
  const own = Object.entries(prefixes).map(([prefix, namespace]): Suggestion => ({
    label: `${prefix}: <${namespace}>`,
    detail: '',
    kind: 'namespace',
  }));
  const ofLists = lists.map(({ name }): Suggestion => ({
    label: `${prefixOf(name)}: <${codeLists}${name}#>`,
    detail: name,
    kind: 'namespace',
  }));
  return [...own, ...ofLists];
}

/** The names of a namespace: after `cargo:` the classes and properties of the data model. */
function names(model: ModelNames, prefix: string, namespace: string): Suggestion[] {
  const of = (kind: 'class' | 'property' | 'constant', all: readonly string[], detail: string): Suggestion[] =>
    all.map((name) => ({ label: `${prefix}:${name}`, detail, kind }));
  const vocabulary = model.vocabularies.find((each) => each.namespace === namespace);
  if (vocabulary !== undefined)
    return [
      ...of('property', vocabulary.properties, ''),
      ...of('class', vocabulary.classes, ''),
      ...of('constant', vocabulary.individuals, ''),
    ];
  const list = model.lists.find(({ name }) => `${model.codeLists}${name}#` === namespace);
  return list === undefined ? [] : of('constant', list.codes, list.name);
}

/**
 * @param text of the query; @param at the caret.
 * @param isAsked whether the reader pressed the completion key: otherwise a single letter has no suggestions.
 */
export function suggestions(text: string, at: number, model: ModelNames, isAsked: boolean): Suggestions | undefined {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const from = (length: number): number => at - length;
  const declared = /\bPREFIX\s+([\w.:-]*)$/i.exec(line);
  if (declared !== null) return { from: from(declared[1]?.length ?? 0), items: declarations(model, model.prefixes) };
  const variable = /[?$](\w*)$/.exec(line);
  if (variable !== null) return { from: from(variable[0].length), items: variables(text, variable[1] ?? '') };
  const prefixed = /([A-Za-z][\w-]*):([\w.-]*)$/.exec(line);
  const prefixes = prefixesIn(text, model.prefixes);
  if (prefixed !== null) {
    const [whole, prefix = ''] = prefixed;
    const namespace = prefixes[prefix];
    if (namespace === undefined) return undefined;
    const all = names(model, prefix, namespace);
    // After `a` a class must follow.
    const isType = /(?:^|[\s;])a\s+$/.test(line.slice(0, line.length - whole.length));
    return { from: from(whole.length), items: isType ? all.filter(({ kind }) => kind === 'class') : all };
  }
  const [word = ''] = /[A-Za-z]*$/.exec(line) ?? [];
  if (!isAsked && word.length < 2) return undefined;
  return {
    from: from(word.length),
    items: [
      ...keywords.map((label): Suggestion => ({ label, detail: '', kind: 'keyword' })),
      ...Object.keys(prefixes).map((prefix): Suggestion => ({ label: `${prefix}:`, detail: '', kind: 'namespace' })),
      ...variables(text, ''),
    ],
  };
}
