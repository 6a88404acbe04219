/** The measured node in a process of its own, and the calls that prepare it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Dispatcher, request } from 'undici';

/** `BENCH_MAIN` is the program of another build. */
const MAIN = fileURLToPath(new URL(process.env['BENCH_MAIN'] ?? '../dist/main.js', import.meta.url));
const BASELINES = fileURLToPath(new URL('baselines.ts', import.meta.url));

/** As in the command of `npm start`; `BENCH_SEMI_SPACE_MB` sets another size. */
const SEMI_SPACE_MB = Number(process.env['BENCH_SEMI_SPACE_MB'] ?? 64);

/** Starts a process and waits for its line `listening on …`; returns the rest of that line. */
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

/** The figures of `/metrics` by name and labels, without the prefix `cargograph_`. */
export type Figures = ReadonlyMap<string, number>;

/** One figure; an unknown name is an error in the bench. */
export function figure(figures: Figures, name: string): number {
  const value = figures.get(name);
  if (value === undefined) throw new Error(`the node shows no ${name}`);
  return value;
}

export interface Answered {
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

export class MeasuredNode {
  private constructor(
    readonly url: string,
    /** From the start of the process to its line that reports readiness. */
    readonly startMs: number,
    /** The headers of the data holder's requests. */
    readonly headers: Readonly<Record<string, string>>,
    private readonly child: ChildProcess,
  ) {}

  /**
   * Starts a node and waits until it is ready for requests.
   *
   * @param env settings; `STORE_URL` at least.
   * @param options.profile a folder for a CPU profile of the process, which is written when it stops.
   * @param options.semiSpaceMb the size of V8's young generation.
   * @param options.main the program, for another build than this one.
   */
  static async start(
    env: Readonly<Record<string, string>>,
    {
      profile,
      semiSpaceMb = SEMI_SPACE_MB,
      main = MAIN,
    }: { readonly profile?: string | undefined; readonly semiSpaceMb?: number; readonly main?: string } = {},
  ): Promise<MeasuredNode> {
    const profiler = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    // One partner of a bench sends as many requests as a node can answer.
    const settings = { PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT: '0', ...env };
    const {
      child,
      where: url,
      ms,
    } = await start([...profiler, `--max-semi-space-size=${semiSpaceMb}`, main], settings);
    const token = await tokenFor(url, `${url}/logistics-objects/_data-holder`);
    return new MeasuredNode(
      url,
      ms,
      { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' },
      child,
    );
  }

  /** Sends a request of the data holder. @throws Error for a rejection. */
  async send(method: Dispatcher.HttpMethod, address: string, body?: unknown): Promise<Answered> {
    // Not `fetch`: it needs three times the time on the processors that the measured node uses.
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(address.startsWith('http') ? address : this.url + address, {
      method,
      headers: this.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${method} ${address}: ${statusCode} ${text.slice(0, 300)}`);
    return { headers, text };
  }

  /** Sends a request that creates a resource, and returns its URI. */
  async make(method: 'POST' | 'PATCH', address: string, body: unknown): Promise<string> {
    const { headers } = await this.send(method, address, body);
    const { location: uri } = headers;
    if (typeof uri !== 'string') throw new Error(`${method} ${address} has made nothing`);
    return uri;
  }

  /** Creates an object, and returns its URI. */
  create(body: unknown): Promise<string> {
    return this.make('POST', '/logistics-objects', body);
  }

  /** Accepts an action request. */
  async accept(request: string): Promise<void> {
    await this.send('PATCH', `${request}?status=REQUEST_ACCEPTED`);
  }

  /** A token of the development identity provider for an agent. */
  token(agent: string): Promise<string> {
    return tokenFor(this.url, agent);
  }

  async figures(): Promise<Figures> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return new Map(
      text.split('\n').flatMap((line) => {
        const [, name, value] = /^(?:cargograph_)?(\S+) (\S+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(value)]];
      }),
    );
  }

  /** The id of its process. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resident memory of the process, in bytes. */
  residentBytes(): Promise<number> {
    return this.#memory('VmRSS');
  }

  /** The process's own part of it: without the pages of the store's file, which belong to the system's cache. */
  ownBytes(): Promise<number> {
    return this.#memory('RssAnon');
  }

  async #memory(kind: string): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) * 1024;
  }

  /** Kills it, as in a crash, and waits until it has ended. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Stops it gracefully, and waits until it has ended. */
  stop(): Promise<void> {
    return end(this.child);
  }
}

async function tokenFor(url: string, agent: string): Promise<string> {
  const response = await fetch(`${url}/dev-idp/token`, {
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

/** A bare HTTP server of Node.js in a process of its own that sends these bytes. */
export async function startConstant(body: Buffer, type: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { child, where } = await start(['--import', 'tsx', BASELINES, 'constant', body.toString('base64'), type], {});
  return { url: `http://127.0.0.1:${where}/`, stop: () => end(child) };
}
