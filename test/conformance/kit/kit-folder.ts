/** A folder with configurations of the kit's command, and the processes that run there. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NodeProcess, spawnNode } from '../../support/process.js';

export class KitFolder {
  readonly #running: NodeProcess[] = [];

  private constructor(readonly folder: string) {}

  static async make(): Promise<KitFolder> {
    return new KitFolder(await mkdtemp(join(tmpdir(), 'conformance-')));
  }

  command(args: readonly string[], env: Readonly<Record<string, string>> = {}): NodeProcess {
    const started = spawnNode(this.folder, env, args);
    this.#running.push(started);
    return started;
  }

  /** Starts a node, and writes a configuration for it to `<name>.json`. @returns its address. */
  async startNode(name: string): Promise<string> {
    const retries = { DELIVERY_RETRY_MIN_MS: '100', DELIVERY_RETRY_MAX_MS: '1000' };
    const server = await this.command([], { PORT: '0', STORE_URL: 'memory:', DEV_IDP: 'true', ...retries }).listening;
    const tokenUrl = `${server}/dev-idp/token`;
    const partner = { logistics_agent_uri: '$RECEIVER/logistics-objects/kit' };
    const config = {
      server,
      holder: { tokenUrl, clientId: 'holder', clientSecret: 'env:HOLDER_SECRET' },
      partner: { tokenUrl, clientId: 'kit', clientSecret: 'kit-secret', parameters: partner },
      stranger: { tokenUrl, clientId: 'stranger', clientSecret: 'stranger-secret' },
    };
    await writeFile(join(this.folder, `${name}.json`), JSON.stringify(config));
    return server;
  }

  /** Ends all processes, and removes the folder. */
  async close(): Promise<void> {
    for (const one of this.#running) {
      one.kill('SIGKILL');
      await one.ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
