/** Selects among texts in several languages by the caller's preference (RFC 4647, section 3.4; D76). */
import type { LanguageText } from './errors.js';

/** The language of this node's own texts (D9). */
export const OWN_LANGUAGE = 'en-US';

/** Literals as texts; one without a language is taken for a text of this node's language. */
export function textsOf(
  literals: readonly { readonly value: string; readonly language: string }[],
): readonly LanguageText[] {
  return literals.map(({ value, language }) => ({ text: value, language: language === '' ? OWN_LANGUAGE : language }));
}

const isEnglish = (language: string): boolean => /^en(-|$)/i.test(language);

/** The text for callers without a preference: in this node's language if there is one. */
function mainOf(texts: readonly LanguageText[]): LanguageText | undefined {
  const sorted = [...texts].sort((a, b) => (a.language < b.language ? -1 : 1));
  return (
    sorted.find(({ language }) => language === OWN_LANGUAGE) ??
    sorted.find(({ language }) => isEnglish(language)) ??
    sorted[0]
  );
}

export function mainText(texts: readonly LanguageText[]): string | undefined {
  return mainOf(texts)?.text;
}

interface LanguageRange {
  readonly range: string;
  readonly quality: number;
}

/** The ranges of Accept-Language by preference, without ranges of invalid or zero quality. */
function rangesOf(acceptLanguage: string): LanguageRange[] {
  return acceptLanguage
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return { range, quality: quality === undefined ? 1 : /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0 };
    })
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
}

/** The text for a range: `de` finds `de` and `de-CH`, `de-CH` finds `de-CH` and else `de`. */
function lookUp(texts: readonly LanguageText[], range: string): LanguageText | undefined {
  const tagOf = ({ language }: LanguageText): string => language.toLowerCase();
  for (let prefix = range; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('-')))) {
    const found =
      texts.find((text) => tagOf(text) === prefix) ?? texts.find((text) => tagOf(text).startsWith(`${prefix}-`));
    if (found !== undefined) return found;
  }
  return undefined;
}

function preferred(texts: readonly LanguageText[], acceptLanguage: string): LanguageText | undefined {
  const main = mainOf(texts);
  for (const { range } of rangesOf(acceptLanguage)) {
    const found = range === '*' ? main : lookUp(texts, range);
    if (found !== undefined) return found;
  }
  return main;
}

/** The one of these languages that a caller prefers; the first one without a preference. */
export function chosenLanguage<Language extends string>(
  languages: readonly [Language, ...Language[]],
  acceptLanguage = '',
): Language {
  for (const { range } of rangesOf(acceptLanguage)) {
    const found = languages.find((language) => range === language || range.startsWith(`${language}-`));
    if (found !== undefined) return found;
    if (range === '*') break;
  }
  return languages[0];
}

interface Multilingual {
  readonly message: string;
  readonly texts?: readonly LanguageText[] | undefined;
}

/**
 * The same with the messages that the caller prefers, and the languages of these, in their order (`Content-Language`): this
 * node's own for any English.
 */
export function inLanguages<Detail extends Multilingual>(
  details: readonly Detail[],
  acceptLanguage = '',
): { readonly details: readonly Detail[]; readonly language: string } {
  if (details.every(({ texts }) => texts === undefined)) return { details, language: OWN_LANGUAGE };
  const chosen = details.map((detail) => ({ detail, text: preferred(detail.texts ?? [], acceptLanguage) }));
  const languages = new Set(
    chosen.map(({ text }) => (text === undefined || isEnglish(text.language) ? OWN_LANGUAGE : text.language)),
  );
  return {
    details: chosen.map(({ detail, text }) => (text === undefined ? detail : { ...detail, message: text.text })),
    language: [...languages].join(', '),
  };
}
