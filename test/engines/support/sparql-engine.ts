/** A real SPARQL engine for tests: a script of scripts/engines starts it, with a port and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/ports.js';

export const sparqlEngines = {
  oxigraph: { query: '/query', update: '/update', load: '/store?no_transaction' },
  fuseki: { query: '/ds/query', update: '/ds/update' },
} as const;

export type SparqlEngineName = keyof typeof sparqlEngines;

/** Installing an engine takes a while, the first time. */
const START_MS = 180_000;

export class RealEngine {
  #child: ChildProcess | undefined;
  #folder = '';

  private constructor(
    private readonly name: SparqlEngineName,
    private readonly port: number,
  ) {}

  /** @throws Error that says why there is none. */
  static async start(name: SparqlEngineName): Promise<RealEngine> {
    const engine = new RealEngine(name, await freePort());
    await engine.startEmpty();
    return engine;
  }

  get settings(): { readonly queryUrl: string; readonly updateUrl: string; readonly loadUrl?: string } {
    const paths = sparqlEngines[this.name];
    const address = `http://127.0.0.1:${String(this.port)}`;
    return {
      queryUrl: address + paths.query,
      updateUrl: address + paths.update,
      ...('load' in paths && { loadUrl: address + paths.load }),
    };
  }

  get env(): Readonly<Record<string, string>> {
    const { queryUrl, updateUrl, loadUrl = '' } = this.settings;
    return {
      SPARQL_ENGINE_URL: queryUrl,
      SPARQL_ENGINE_UPDATE_URL: updateUrl,
      SPARQL_ENGINE_LOAD_URL: loadUrl,
    };
  }

  /** Starts it without data. */
  async startEmpty(): Promise<void> {
    this.#removeData();
    this.#folder = mkdtempSync(join(tmpdir(), `${this.name}-`));
    await this.run();
  }

  /** Starts it with the data that it had. */
  async run(): Promise<void> {
    const script = fileURLToPath(new URL(`../../../scripts/engines/${this.name}.sh`, import.meta.url));
    const child = spawn(script, [String(this.port), join(this.#folder, 'data')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const words = readAll(child.stderr);
    const end = performance.now() + START_MS;
    while (performance.now() < end) {
      if (child.exitCode !== null) throw new Error(`${this.name} ended: ${(await words).trim().slice(-500)}`);
      if (await this.#answers()) return;
      await sleep(50);
    }
    await this.kill();
    throw new Error(`${this.name} does not answer`);
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    this.#removeData();
  }

  #removeData(): void {
    if (this.#folder !== '') rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(`${this.settings.queryUrl}?query=${encodeURIComponent('ASK {}')}`);
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** Why an engine is not there, once it has been tried. */
const missing = new Map<SparqlEngineName, string>();

/** Starts an engine; without one the tests are skipped, and in CI they fail. */
export async function startOrSkip(name: SparqlEngineName, context: Mocha.Context): Promise<RealEngine> {
  const known = missing.get(name);
  if (known !== undefined) context.skip();
  try {
    return await RealEngine.start(name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (process.env['CI'] !== undefined && process.env['CI'] !== '') throw error;
    process.stdout.write(`  ${name} is missing, its tests are skipped: ${reason}\n`);
    missing.set(name, reason);
    return context.skip();
  }
}
