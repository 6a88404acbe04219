/** A store in a process of its own, to be stopped and killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  /** What it has printed so far, line by line. */
  readonly lines: string[];
  /** The next line that it prints; rejects when it ends instead. */
  line(): Promise<string>;
  /** Ends it and waits until it is gone, all it had printed read. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Runs a script of this folder. */
export function start(script: string, ...args: string[]): Child {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, path, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  const ended = once(reader, 'close');
  return {
    process: child,
    lines,
    line: async () => {
      const next = await Promise.race([once(reader, 'line'), ended.then(() => undefined)]);
      if (next === undefined) throw new Error(`${script} ended: ${lines.join('\n')}`);
      return String(next[0]);
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
