/** A worker as its parent sees it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer, Order } from './messages.js';

/** Of one hook. */
const HOOK_TIMEOUT = 30_000;

export class WorkerProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** @param mutant one that is active while the modules are loaded. */
  static async start(sandbox: string, tests: readonly string[], mutant?: string): Promise<WorkerProcess> {
    const files = tests.map((name) => join(sandbox, 'test', `${name}.test.js`));
    const child = fork(join(sandbox, 'test/mutation/worker.js'), files, {
      cwd: sandbox,
      env: {
        ...process.env,
        TEST_SEED: '1',
        HOOK_TIMEOUT: String(HOOK_TIMEOUT),
        ...(mutant !== undefined && { ACTIVE_MUTANT: mutant }),
      },
      // Not those of this process, which load TypeScript.
      execArgv: ['--interrupt-budget=1000000'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker = new WorkerProcess(child);
    // Its first message is that it is ready.
    const isReady = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!isReady) throw new Error(`a worker does not load ${tests.join()}`);
    return worker;
  }

  /** What it answers; or that it ended, by itself or since it had not answered after `limit` ms. */
  async run(order: Order, limit: number): Promise<Answer | 'ended' | 'timeout'> {
    return new Promise((resolve) => {
      const end = (answer: Answer | 'ended' | 'timeout'): void => {
        clearTimeout(timer);
        this.child.removeAllListeners();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        this.stop();
        end('timeout');
      }, limit);
      this.child.on('exit', () => {
        end('ended');
      });
      this.child.on('message', end);
      this.child.send(order);
    });
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
