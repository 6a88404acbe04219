/** Style sheets name the tokens, and have no values of their own (K90). */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const folder = fileURLToPath(new URL('../../console/style/', import.meta.url));
const TOKENS = 'tokens.css';
/** Written at the same time as the tokens: these still have values of their own. */
const WITHOUT: readonly string[] = ['combobox.css', 'forms.css'];

/** Lengths, times and colours; shares (`%`, `fr`) and parts of the window (`vw`, `dvh`) are none. */
const LITERALS = [
  /(?<![\w#.-])-?(?:\d+\.)?\d+(?:px|rem|em|ex|ch|lh|pt|pc|mm|cm|in|Q|ms|s)\b/g,
  /#[\da-f]{3,8}\b/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(/g,
  /(?<![\w-])(?:black|white|gr[ae]y|silver|red|maroon|green|lime|olive|yellow|blue|navy|teal|aqua|orange|purple|fuchsia|pink|brown)(?![\w-])/g,
];

const sheet = (name: string): string => readFileSync(`${folder}${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** The declarations of a sheet. What stands in `@page` is left out: no custom property reaches it. */
function declarations(css: string): string[] {
  const paged = css.replace(/@page\b[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
  return [...paged.matchAll(/(?<=[{;]\s*)(?:--)?[\w-]+\s*:[^;{}]+(?=[;}])/g)].map(([text]) => text);
}

const literals = (css: string): string[] =>
  declarations(css).flatMap((text) =>
    // The name of a token may contain the name of a colour.
    LITERALS.flatMap((literal) => [...text.replace(/var\([^)]*\)/g, '').matchAll(literal)]).map(
      ([found]) => `${found} in ${text.trim()}`,
    ),
  );

describe('the style sheets of the console', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));

  it('have no colour, length or time of their own', () => {
    expect(names).to.include.members([TOKENS, 'base.css']);
    for (const name of names.filter((one) => one !== TOKENS && !WITHOUT.includes(one)))
      expect(literals(sheet(name)), name).to.deep.equal([]);
  });

  it('name only tokens that there are', () => {
    const tokens = new Set([...sheet(TOKENS).matchAll(/(--[\w-]+)\s*:/g)].map(([, token]) => token));
    for (const name of names)
      for (const [, token] of sheet(name).matchAll(/var\((--[\w-]+)/g))
        expect(tokens, `${name}: ${token}`).to.include(token);
  });

  it('are found out by this test where they have any', () => {
    expect(literals('a { color: #fff; margin: 0 1rem; } @media (max-width: 45rem) { b { gap: 2px } }')).to.have.length(
      3,
    );
    expect(literals('a { transition: color 0.2s; border-color: red; background: rgb(0 0 0 / 50%); }')).to.have.length(
      3,
    );
    expect(literals('@page { margin: 12mm; } a { inline-size: 50%; flex: 1; color: currentcolor; }')).to.deep.equal([]);
  });
});
