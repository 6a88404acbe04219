/** The languages of files: of their words, and of the marks in their numbers (K73). */
import { chosenLanguage, OWN_LANGUAGE } from '../languages.js';
import { type WordLanguage, wordLanguages } from '../model/words/words.js';

/** English, and the languages in which a comma is the decimal mark. */
const fileLanguages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl'] as const;
export type FileLanguage = (typeof fileLanguages)[number];

/** The language of a file's marks. */
export const fileLanguageOf = (acceptLanguage: string | undefined): FileLanguage =>
  chosenLanguage(fileLanguages, acceptLanguage);

/** The language of its headings. */
export const wordLanguageOf = (acceptLanguage: string | undefined): WordLanguage =>
  chosenLanguage(wordLanguages, acceptLanguage);

/** As `Content-Language` names it. */
export const languageTag = (language: FileLanguage): string => (language === 'en' ? OWN_LANGUAGE : language);
