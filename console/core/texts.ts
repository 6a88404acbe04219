/**
 * The catalogue of texts: every text of the console is a string or a function in one of the files of `texts/`, made by
 * `texts`. The pseudo-language marks each of them, so that a test finds texts outside the catalogue.
 */
import { preferences } from './preferences.js';

type Text = string | ((...values: never[]) => string);
interface Catalogue {
  readonly [name: string]: Text | Catalogue;
}

const accents = new Map(
  [...'aàeèiìoòuùcçnñAÀEÈIÌOÒUÙ'.matchAll(/(.)(.)/gu)].map(([, plain = '', accented = '']) => [plain, accented]),
);

/** A text in the pseudo-language: longer, accented, in brackets. */
export function pseudo(text: string): string {
  return `⟦${Array.from(text, (character) => accents.get(character) ?? character).join('')}~⟧`;
}

function translated<Of extends Catalogue>(catalogue: Of): Of {
  const entries = Object.entries(catalogue).map(([name, value]): [string, Text | Catalogue] => {
    if (typeof value === 'string') return [name, pseudo(value)];
    if (typeof value === 'function') return [name, (...values: never[]): string => pseudo(value(...values))];
    return [name, translated(value)];
  });
  // The same keys with values of the same types.
  return Object.fromEntries(entries) as Of;
}

/** A part of the catalogue, in the language of the preferences. */
export function texts<const Of extends Catalogue>(catalogue: Of): Of {
  return preferences.language === 'pseudo' ? translated(catalogue) : catalogue;
}

const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

/** "1 piece", "2 pieces": the plural form by the rules of the language. */
export function plural(count: number, one: string, other: string): string {
  return `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}
