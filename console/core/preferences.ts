/** The reader's preferences. The browser stores no data of the exchange. */

export type Theme = 'system' | 'light' | 'dark';
/** The pseudo-language is for tests: it marks each text of the catalogue. */
export type Language = 'en' | 'de' | 'pseudo';

interface Preferences {
  theme: Theme;
  /** By default the browser's. */
  language: 'system' | Language;
  /** Single keys as shortcuts (WCAG 2.1.4). */
  keys: boolean;
  /** Times as UTC or in the browser's time zone. */
  localTimes: boolean;
}

const languages: readonly Language[] = ['en', 'de', 'pseudo'];
const KEY = 'cargograph-console';
const defaults: Preferences = { theme: 'system', language: 'system', keys: true, localTimes: false };

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return { ...defaults };
    const found = { ...defaults };
    if ('theme' in stored && (stored.theme === 'light' || stored.theme === 'dark')) found.theme = stored.theme;
    if ('language' in stored) found.language = languages.find((language) => language === stored.language) ?? 'system';
    if ('keys' in stored && stored.keys === false) found.keys = false;
    if ('localTimes' in stored && stored.localTimes === true) found.localTimes = true;
    return found;
  } catch {
    // Storage may be disabled.
    return { ...defaults };
  }
}

const current = read();
const listeners = new Set<() => void>();

export const preferences: Readonly<Preferences> = current;

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  current[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The preference then lasts for this page.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

/** Calls a function when a preference changes; returns a function that stops it. */
export function onPreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the colour scheme of the page. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = current.theme;
}
