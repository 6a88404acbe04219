/**
 * `npm run check:links`: checks that external links in documents respond. It needs the internet; a workflow runs it
 * weekly.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 20_000;

const documents = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

/** The document of each link. */
const places = new Map<string, string>();
for (const document of documents) {
  for (const [, url = ''] of readFileSync(join(root, document), 'utf8').matchAll(/\]\((https:\/\/[^)\s]+)\)/g))
    places.set(url.replace(/#.*$/, ''), document);
}

async function answer(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Some sites reject programs although the page exists.
    return status < 400 || status === 403 || status === 429 ? undefined : String(status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

let broken = 0;
for (const [url, document] of places) {
  const fault = await answer(url);
  if (fault === undefined) continue;
  broken += 1;
  console.error(`${document}: ${url}: ${fault}`);
}
console.log(`${places.size} links to other sites, ${broken} broken`);
process.exitCode = broken > 0 ? 1 : 0;
