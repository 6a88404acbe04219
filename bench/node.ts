/** The node under measurement, in a process of its own, and the calls that prepare it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const YARDSTICKS = fileURLToPath(new URL('yardsticks.ts', import.meta.url));

/** As `npm start` starts it. */
const AS_STARTED = ['--max-semi-space-size=64', MAIN];

/** Starts a process and waits for its line `listening on …`; gives what follows these words. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; where: string; ms: number }> {
  const begin = performance.now();
  const child = spawn(process.execPath, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const where = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = /listening on (\S+)/.exec(text);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    child.once('exit', () => {
      reject(new Error(`${args.join(' ')} has ended`));
    });
  });
  return { child, where, ms: performance.now() - begin };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

export class MeasuredNode {
  private constructor(
    readonly url: string,
    readonly startMs: number,
    readonly headers: Readonly<Record<string, string>>,
    private readonly child: ChildProcess,
  ) {}

  /** @param options.profile a folder for a CPU profile of the process, which is written when it stops. */
  static async start(
    folder: string,
    port: number,
    { env, profile }: { readonly env?: Readonly<Record<string, string>>; readonly profile?: string | undefined } = {},
  ): Promise<MeasuredNode> {
    const url = `http://localhost:${port}`;
    const settings = { PORT: String(port), BASE_URL: url, STORE_URL: `file:${folder}`, LOG_LEVEL: 'warn', ...env };
    const profiler = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const { child, ms } = await start([...profiler, ...AS_STARTED], settings);
    const response = await fetch(`${url}/dev-idp/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from('holder:holder-secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' };
    return new MeasuredNode(url, ms, headers, child);
  }

  /** Sends a request, and gives a header of the answer. */
  async send(method: string, path: string, status: number, body?: string): Promise<Response> {
    const response = await fetch(path.startsWith('http') ? path : this.url + path, {
      method,
      headers: this.headers,
      ...(body !== undefined && { body }),
    });
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** Creates an object, and gives its URI. */
  async create(body: object): Promise<string> {
    const response = await this.send('POST', '/logistics-objects', 201, JSON.stringify(body));
    await response.arrayBuffer();
    return response.headers.get('location') ?? '';
  }

  /** Resident memory of the process, in bytes. */
  async residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  }

  stop(): Promise<void> {
    return end(this.child);
  }
}

/** A bare Express app in a process of its own that answers these bytes. */
export async function startBareExpress(
  node: MeasuredNode,
  body: Buffer,
  type: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const jwks = `${node.url}/dev-idp/.well-known/jwks.json`;
  const args = ['--import', 'tsx', YARDSTICKS, 'bare-express', jwks, body.toString('base64'), type];
  const { child, where } = await start(args, {});
  return { url: `http://127.0.0.1:${where}/`, stop: () => end(child) };
}
