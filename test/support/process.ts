/** A node as a process of its own, as operators run it. */
import { spawn } from 'node:child_process';
import { compiled } from './program.js';

export { freePort } from './ports.js';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface NodeProcess {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** The base URL, once the process reports that it is ready for requests. Rejects if the process ends earlier. */
  readonly listening: Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Node's options for the program. These processes live for seconds: with V8's default budget (67,584), the optimization
 * of functions that never run again takes a third of a start's CPU time.
 */
export const nodeOptions: readonly string[] = ['--interrupt-budget=1000000'];

/**
 * Starts the program with only these settings.
 *
 * @param folder the working directory.
 * @param launcher a program that takes the command as its last arguments and replaces itself with it.
 */
export function spawnNode(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  launcher: readonly string[] = [],
): NodeProcess {
  const command = [...launcher, process.execPath, ...nodeOptions, compiled('main'), ...args];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', SPARQL_WARM: 'false', RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // `close` follows the last output.
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
    });
  });
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const url = /^listening on (\S+).*$/m.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(({ code }) => {
      reject(new Error(`the node ended with ${String(code)} before it was ready: ${stderr}`));
    });
  });
  // A rejection that no caller awaits is not an error.
  listening.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    listening,
    kill: (signal) => void child.kill(signal),
  };
}
