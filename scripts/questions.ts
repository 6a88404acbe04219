/**
 * Generates console/parts/sparql/questions.ts, the saved questions of the console, from docs/analytics.md: `npm run
 * questions`. A test compares both.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const source = new URL('../docs/analytics.md', import.meta.url);
const target = new URL('../console/parts/sparql/questions.ts', import.meta.url);
const MAX_SLUG = 60;

/** Markdown text without its markup. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function slugOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length >= MAX_SLUG) break;
    slug += (slug === '' ? '' : '-') + word;
  }
  return slug;
}

/** The questions of the document, as data for the module. */
export async function questionsModule(): Promise<string> {
  const text = readFileSync(source, 'utf8');
  const questions = Array.from(
    text.matchAll(/^## \d+\. (.*?)\n(.*?)^```sparql\n(.*?)^```/gms),
    ([, title = '', words = '', query = '']) => ({
      slug: slugOf(plain(title)),
      title: plain(title),
      words: plain(words),
      query: query.trim(),
    }),
  );
  const code = `/** The questions of docs/analytics.md, as they stand there: written by \`npm run questions\`, not by hand. */

export interface SavedQuestion {
  /** Its address: \`/sparql/<slug>\`. */
  readonly slug: string;
  readonly title: string;
  readonly words: string;
  /** With \`http://localhost:8080\` as the base of the node. */
  readonly query: string;
}

export const savedQuestions: readonly SavedQuestion[] = ${JSON.stringify(questions)};
`;
  return format(code, { ...(await resolveConfig(fileURLToPath(target))), parser: 'typescript' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await questionsModule());
