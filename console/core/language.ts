/**
 * The language of the console: that of the setting, else the first of the browser's that there is (K82). English is in
 * the files of the pages; every other language is one file, which is loaded alone, before the first page.
 */
import { type Language, onPreference, preferences } from './preferences.js';

/** The languages of the account menu, each by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

const isOffered = (language: string): language is keyof typeof languageNames => Object.hasOwn(languageNames, language);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** @param wanted the browser's languages, the most wanted first. */
export function chosenLanguage(setting: Language | 'system', wanted: readonly string[]): Language {
  if (setting !== 'system') return setting;
  return wanted.map(primary).find(isOffered) ?? 'en';
}

/** The catalogues of a language by the names of their constants. */
export type Catalogues = Readonly<Record<string, unknown>>;

let current: Language = 'en';
let catalogues: Catalogues = {};
const loaders = new Map<Language, () => Promise<Catalogues>>();
const loaded = new Map<Language, Catalogues>();
const listeners = new Set<() => void>();

/** The language of the texts that are displayed now. */
export const currentLanguage = (): Language => current;

/** The tag for `lang`, for requests and for `Intl`. */
export const languageTag = (): keyof typeof languageNames => (current === 'pseudo' ? 'en' : current);

/** The catalogues of the current language; none in English. */
export const currentCatalogues = (): Catalogues => catalogues;

/** Says where the texts of a language are. */
export function offerLanguage(language: Language, load: () => Promise<Catalogues>): void {
  loaders.set(language, load);
}

/** Calls a function when the language has changed; returns a function that stops it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the texts of the chosen language and displays them. Without them the language stays as it is. */
export async function applyLanguage(): Promise<void> {
  const chosen = chosenLanguage(preferences.language, navigator.languages);
  const load = loaders.get(chosen);
  try {
    if (load !== undefined && !loaded.has(chosen)) loaded.set(chosen, await load());
  } catch {
    // The node cannot be reached, or was updated: the texts that there are stay.
    return;
  }
  // Another language may have been chosen meanwhile.
  if (chosen !== chosenLanguage(preferences.language, navigator.languages)) return;
  catalogues = loaded.get(chosen) ?? {};
  document.documentElement.lang = chosen === 'pseudo' ? 'en' : chosen;
  if (chosen === current) return;
  current = chosen;
  for (const listener of listeners) listener();
}

onPreference(() => {
  if (chosenLanguage(preferences.language, navigator.languages) !== current) void applyLanguage();
});

/** A value of `Intl` for the current language, made once for each language. */
export function byLanguage<Value>(make: (tag: string) => Value): () => Value {
  const made = new Map<string, Value>();
  return () => {
    const tag = languageTag();
    const value = made.get(tag) ?? make(tag);
    made.set(tag, value);
    return value;
  };
}
