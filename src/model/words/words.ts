/** The words of a clerk and the meanings of codes, for forms, lists and exports (K84). */
import { codeWords } from './code-words.js';
import { germanCodeWords } from './code-words-de.js';
import { classWords } from './class-words.js';
import { individualWords } from './individual-words.js';
import { propertyWords } from './property-words.js';

export const wordLanguages = ['en', 'de'] as const;
export type WordLanguage = (typeof wordLanguages)[number];

const indexOf = (language: WordLanguage): 0 | 1 => (language === 'en' ? 0 : 1);

type CodeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
const codeTables: Readonly<Record<WordLanguage, CodeTable>> = { en: codeWords, de: germanCodeWords };

/** @param name the property's local name. */
export const wordOfProperty = (name: string, language: WordLanguage): string | undefined =>
  own(propertyWords, name)?.[indexOf(language)];

/** @param name the class's local name. */
export const wordOfClass = (name: string, language: WordLanguage): string | undefined =>
  own(classWords, name)?.label[indexOf(language)];

/** The word for a class, a property or another term, by its local name. */
export const wordOfTerm = (name: string, language: WordLanguage): string | undefined =>
  wordOfClass(name, language) ?? wordOfProperty(name, language) ?? own(individualWords, name)?.[indexOf(language)];

/** Other words by which a class is found. */
export const otherWordsOfClass = (name: string, language: WordLanguage): readonly string[] =>
  own(classWords, name)?.others[indexOf(language)] ?? [];

/** The meaning of a code of a list. */
export function meaningOfCode(list: string, code: string, language: WordLanguage): string | undefined {
  const words = own(codeTables[language], list);
  return words && own(words, code);
}

/** A member of a record by a name that comes from outside. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
