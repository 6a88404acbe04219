/** Regular expressions: writing and judging them. */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A text as a pattern that matches it, in the regular expressions of SPARQL and of JavaScript alike. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The flags of SPARQL's regular expressions that mean the same in those of JavaScript. */
const FLAGS = /^[ims]*$/;

/** Why a pattern cannot be used on texts of others; undefined where it can. */
export function flawOf(pattern: string, flags = ''): string | undefined {
  if (!FLAGS.test(flags)) return `the flags ${JSON.stringify(flags)} are not among i, m and s`;
  try {
    new RegExp(pattern, flags);
    return nestsRepetitions(pattern) ? 'a nested unlimited repetition can take hours on one line of text' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether matching may take a time that is exponential in the text's length. */
function nestsRepetitions(pattern: string): boolean {
  let open = 0;
  let deepest = 0;
  visitRegExpAST(new RegExpParser().parsePattern(pattern), {
    onQuantifierEnter: ({ max }) => {
      if (max === Infinity) deepest = Math.max(deepest, ++open);
    },
    onQuantifierLeave: ({ max }) => {
      if (max === Infinity) open--;
    },
  });
  return deepest > 1;
}
