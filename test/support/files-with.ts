import { spawn } from 'node:child_process';

/**
 * The files below a folder with a text in them. Another process reads them: one that closes LMDB's lock file loses its
 * locks.
 */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const grep = spawn('grep', ['-rlaF', text, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const part of grep.stdout) output += String(part);
  return output.split('\n').filter((name) => name !== '');
}
