/** Writes and checks regular expressions. */
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A pattern that matches exactly this text, in the regular expressions of both SPARQL and JavaScript. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The flags with the same meaning in the regular expressions of SPARQL and JavaScript. */
const FLAGS = /^[ims]*$/;

/** The reason why a pattern is unsafe for texts of others; undefined for a safe one. */
export function flawOf(pattern: string, flags = ''): string | undefined {
  if (!FLAGS.test(flags)) return `the flags ${JSON.stringify(flags)} are not among i, m and s`;
  try {
    new RegExp(pattern, flags);
    return nestsRepetitions(pattern) ? 'a nested unlimited repetition can take hours on one line of text' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether matching may take time exponential in the text's length. */
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
