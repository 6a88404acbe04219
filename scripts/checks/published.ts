/** The shapes and ontologies that a node publishes, and what validators say with them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { cacheFolder } from './tools.js';

const verdict = z.object({ conforms: z.boolean(), problems: z.string() });
export type ShapesVerdict = z.infer<typeof verdict>;

/** Reads an address of a node as N-Triples. */
export type ReadNTriples = (address: string) => Promise<string>;

/** The files of a node's shapes and ontologies, in N-Triples. */
export async function publishedFiles(read: ReadNTriples): Promise<readonly [shapes: string, ontology: string]> {
  mkdirSync(cacheFolder, { recursive: true });
  return [
    await publishedAt(read, ['/shapes/cargo', '/shapes/api'], 'shapes.nt'),
    await publishedAt(read, ['/ontology/cargo', '/ontology/api', '/ontology/code-lists'], 'ontology.nt'),
  ];
}

async function publishedAt(read: ReadNTriples, addresses: readonly string[], file: string): Promise<string> {
  const texts = await Promise.all(
    addresses.map(async (address) =>
      // Blank nodes of different documents are different.
      (await read(address)).replaceAll('_:', `_:${address.replaceAll(/\W/g, '')}`),
    ),
  );
  const path = join(cacheFolder, file);
  writeFileSync(path, texts.join(''));
  return path;
}

/** What a validator said of each question. */
export function verdicts(output: string): ShapesVerdict[] {
  return output
    .trim()
    .split('\n')
    .map((line) => verdict.parse(JSON.parse(line)));
}
