/** The suggestions of a combobox, and their groups. */

export interface Suggestion {
  /** What is chosen, such as a URI. */
  readonly value: string;
  readonly label: string;
  /** Behind the label, in quieter text. */
  readonly detail?: string | undefined;
  /** The heading of its group; those without one stand by themselves. */
  readonly group?: string | undefined;
  /** It can be read but not chosen. */
  readonly isDisabled?: boolean;
}

export interface SuggestionGroup {
  /** Empty for suggestions without a group. */
  readonly name: string;
  /** With their places in the list. */
  readonly entries: readonly { readonly index: number; readonly suggestion: Suggestion }[];
}

/** The groups in the order of their first suggestions, each once. */
export function suggestionGroups(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  const groups = new Map<string, { index: number; suggestion: Suggestion }[]>();
  for (const [index, suggestion] of suggestions.entries()) {
    const name = suggestion.group ?? '';
    const entries = groups.get(name) ?? [];
    entries.push({ index, suggestion });
    groups.set(name, entries);
  }
  return Array.from(groups, ([name, entries]) => ({ name, entries }));
}
