/** Several nodes on one PostgreSQL database with one base URL, and callers that go to any of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrls } from '../../../src/settings/database-urls.js';
import { DatabaseLink } from '../../engines/support/database-link.js';
import { fastRetries, freePorts, tokenFor } from '../../support/exchange.js';
import { Party, type Reply, type RequestOptions } from '../../support/node.js';
import { type NodeProcess, spawnNode } from '../../support/process.js';

/** A caller that can ask any node. */
export class ClusterParty extends Party {
  constructor(
    private readonly base: string,
    agent: string,
    private readonly accessToken: string,
    /** The address of the node that is asked next. */
    private readonly next: () => string,
  ) {
    super(base, agent, accessToken);
  }

  /** The same caller at one node. */
  at(url: string): ClusterParty {
    return new ClusterParty(this.base, this.agent, this.accessToken, () => url);
  }

  override send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const below = path.startsWith(this.base) ? path.slice(this.base.length) : path;
    // A node that is stopped answers nothing: a caller goes on to the next one.
    return super.send(method, `${this.next()}${below}`, { signal: AbortSignal.timeout(30_000), ...options });
  }
}

/** One node of the cluster. */
export class Member {
  #process: NodeProcess | undefined;

  constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
    readonly url: string,
    /** To each server of the database. */
    readonly networks: readonly DatabaseLink[],
  ) {}

  /** Cuts it off from the database: packets are held back without a word. */
  cut(): void {
    for (const network of this.networks) network.hang();
  }

  restore(): void {
    for (const network of this.networks) network.goOn();
  }

  async closeNetworks(): Promise<void> {
    await Promise.all(this.networks.map((network) => network.close()));
  }

  async start(): Promise<void> {
    this.#process = spawnNode(this.folder, this.env);
    await this.#process.listening;
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#process?.kill(signal);
    await this.#process?.ended;
  }

  get log(): string {
    return this.#process?.stderr() ?? '';
  }
}

export class Cluster {
  #turn = 0;

  private constructor(
    private readonly folder: string,
    readonly base: string,
    readonly members: readonly Member[],
  ) {}

  /** Starts all nodes at the same time on an empty database. */
  static async start(databaseUrl: string, count: number, env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'cargograph-cluster-'));
    const [basePort = 0, ...ports] = await freePorts(count + 1);
    const base = `http://localhost:${basePort}`;
    const members = await Promise.all(
      ports.map(async (port) => {
        const urls = databaseUrls(databaseUrl);
        const networks = await Promise.all(urls.map((server) => DatabaseLink.to(Number(server.port))));
        const [{ username, pathname }] = urls;
        const hosts = networks.map((network) => `127.0.0.1:${network.port}`);
        const STORE_URL = `postgres://${username}@${hosts.join(',')}${pathname}?target_session_attrs=read-write`;
        const settings = { ...fastRetries, ...env, PORT: String(port), BASE_URL: base, STORE_URL };
        return new Member(folder, { DEV_IDP: 'true', ...settings }, `http://localhost:${port}`, networks);
      }),
    );
    const cluster = new Cluster(folder, base, members);
    await Promise.all(members.map((member) => member.start()));
    return cluster;
  }

  /** A caller whose requests go to the nodes in turn. */
  async party(agent: string): Promise<ClusterParty> {
    const [first] = this.members;
    const token = await tokenFor(first?.url ?? '', agent);
    return new ClusterParty(this.base, agent, token, () => {
      this.#turn += 1;
      return this.members[this.#turn % this.members.length]?.url ?? '';
    });
  }

  holder(): Promise<ClusterParty> {
    return this.party(`${this.base}/logistics-objects/_data-holder`);
  }

  async stop(): Promise<void> {
    for (const member of this.members) {
      member.restore();
      member.kill('SIGCONT');
    }
    await Promise.all(this.members.map((member) => member.end('SIGKILL')));
    await Promise.all(this.members.map((member) => member.closeNetworks()));
    await rm(this.folder, { recursive: true });
  }
}
