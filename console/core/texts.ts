/**
 * The catalogue of texts: every text of the console is a string or a function in one of the files of `texts/`, made by
 * `texts`. German is in `texts/de/`, under the same names. The pseudo-language marks each text, so that a test finds
 * texts outside the catalogue.
 */
import { byLanguage, currentCatalogues, currentLanguage } from './language.js';

type Text = string | ((...values: never[]) => string);
interface Catalogue {
  readonly [name: string]: Text | Catalogue;
}

/** A catalogue in any language: the same keys, and functions of the same values. */
export type Words<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends string
    ? string
    : Of[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Words<Of[Name]>;
};

const accents = new Map(
  [...'aàeèiìoòuùcçnñAÀEÈIÌOÒUÙ'.matchAll(/(.)(.)/gu)].map(([, plain = '', accented = '']) => [plain, accented]),
);

/** A text in the pseudo-language: longer, accented, in brackets. */
export function pseudo(text: string): string {
  return `⟦${Array.from(text, (character) => accents.get(character) ?? character).join('')}~⟧`;
}

const hasMembers = (of: unknown): of is Readonly<Record<string, unknown>> => typeof of === 'object' && of !== null;
const member = (of: unknown, name: string): unknown => (hasMembers(of) ? of[name] : undefined);

/** A text of the current language, or in English where that has none. */
function current(own: Text, translated: unknown): unknown {
  if (currentLanguage() !== 'pseudo') return typeof translated === typeof own ? translated : own;
  return typeof own === 'string' ? pseudo(own) : (...values: never[]): string => pseudo(own(...values));
}

/** A catalogue whose members are those of the current language whenever they are read. */
function view(own: Catalogue, translated: () => unknown): object {
  const members = Object.entries(own).map(([name, value]): [string, PropertyDescriptor] => {
    const other = (): unknown => member(translated(), name);
    if (typeof value !== 'object') return [name, { enumerable: true, get: () => current(value, other()) }];
    return [name, { enumerable: true, value: view(value, other) }];
  });
  return Object.defineProperties({}, Object.fromEntries(members));
}

/**
 * A part of the catalogue, in the language of the reader; a text is read where it is displayed, so that it follows
 * another choice.
 *
 * @param name of the constant, which the other languages use, too.
 */
export function texts<const Of extends Catalogue>(name: string, catalogue: Of): Words<Of> {
  // The same keys, with values of the same types.
  return view(catalogue, () => member(currentCatalogues(), name)) as Words<Of>;
}

const rules = byLanguage((tag) => new Intl.PluralRules(tag));
const numbers = byLanguage((tag) => new Intl.NumberFormat(tag));

/** "1 piece", "2 pieces": the plural form by the rules of the language. */
export function plural(count: number, one: string, other: string): string {
  return `${numbers().format(count)} ${rules().select(count) === 'one' ? one : other}`;
}
