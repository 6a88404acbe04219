/** A node under load: a process of its own on a store of its own, what it shows of itself, and its callers' tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The figures of `/metrics`, by their names and labels as they stand there, without the prefix. */
export type Figures = ReadonlyMap<string, number>;

/** One figure; a name that the node does not have is a mistake of ours. */
export function figure(figures: Figures, name: string): number {
  const value = figures.get(name);
  if (value === undefined) throw new Error(`the node shows no ${name}`);
  return value;
}

export class LoadedNode {
  private constructor(
    readonly url: string,
    /** From the start of the process to the line that says that it is ready. */
    readonly startMs: number,
    private readonly child: ChildProcess,
    private readonly ended: Promise<unknown>,
  ) {}

  /** Starts a node, and waits until it is ready for requests. */
  static async start(env: Readonly<Record<string, string>>): Promise<LoadedNode> {
    const began = performance.now();
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    for await (const said of createInterface(child.stdout)) {
      const url = /^listening on (\S+)$/.exec(said)?.[1];
      if (url === undefined) continue;
      const node = new LoadedNode(url, performance.now() - began, child, ended);
      child.stdout.resume();
      return node;
    }
    throw new Error('the node did not start');
  }

  get dataHolder(): string {
    return `${this.url}/logistics-objects/_data-holder`;
  }

  /** A token of the development identity provider for an agent. */
  async token(agent: string): Promise<string> {
    const response = await fetch(`${this.url}/dev-idp/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'load',
        client_secret: 'load-secret',
        logistics_agent_uri: agent,
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return token;
  }

  async figures(): Promise<Figures> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return new Map(
      text.split('\n').flatMap((line) => {
        const [, name, value] = /^cargograph_(\S+) (\S+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(value)]];
      }),
    );
  }

  /** Has it finish what it does, and waits until it is gone. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
