/** The blocks of a document, and the node that they run against. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The texts of the blocks of a language in a document of `docs`. */
export function blocksOf(document: string, language: string): string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${document}`, import.meta.url)), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return Array.from(blocks, ([, block = '']) => block);
}
