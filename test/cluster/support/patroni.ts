/** Two PostgreSQL servers with synchronous replication under Patroni with etcd (scripts/engines/patroni.sh). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePorts } from '../../support/exchange.js';

const SCRIPT = fileURLToPath(new URL('../../../scripts/engines/patroni.sh', import.meta.url));
/** What Patroni says of its cluster. */
const status = z.object({ members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })) });

class Server {
  #child: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly ports: { readonly database: number; readonly rest: number; readonly etcd: number },
    private readonly folder: string,
  ) {}

  start(): void {
    const { database, rest, etcd } = this.ports;
    const args = ['server', this.name, ...[database, rest, etcd].map(String), this.folder];
    this.#child = spawn(SCRIPT, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  /** Ends Patroni and PostgreSQL at once, as when the machine is lost. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    const file = join(this.folder, 'data/postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : NaN;
    // A file of a server that has ended names a process that may be another one's now.
    const command = `/proc/${postmaster}/cmdline`;
    if (Number.isInteger(postmaster) && existsSync(command) && readFileSync(command, 'utf8').includes(this.folder))
      process.kill(postmaster, 'SIGKILL');
  }

  /** @returns the names, roles and states of the cluster's members; none while Patroni does not answer. */
  async members(): Promise<z.output<typeof status>['members']> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.ports.rest}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      });
      return status.parse(await response.json()).members;
    } catch (error) {
      if (error instanceof TypeError || error instanceof DOMException || error instanceof z.ZodError) return [];
      throw error;
    }
  }
}

export class PatroniCluster {
  private constructor(
    private readonly folder: string,
    private readonly etcd: ChildProcess,
    private readonly servers: readonly Server[],
  ) {}

  /** @returns undefined when the packages cannot be had here. */
  static async start(): Promise<PatroniCluster | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'patroni-'));
    chmodSync(folder, 0o755);
    const [database, rest, otherDatabase, otherRest] = await freePorts(4);
    const etcdPort = await freePair();
    for (const name of ['etcd', 'one', 'other']) mkdirSync(join(folder, name));
    const etcd = spawn(SCRIPT, ['etcd', String(etcdPort), join(folder, 'etcd')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const servers = [
      new Server('one', { database: database ?? 0, rest: rest ?? 0, etcd: etcdPort }, join(folder, 'one')),
      new Server(
        'other',
        { database: otherDatabase ?? 0, rest: otherRest ?? 0, etcd: etcdPort },
        join(folder, 'other'),
      ),
    ];
    const cluster = new PatroniCluster(folder, etcd, servers);
    // The packages are downloaded at the first start.
    for (let attempt = 0; !(await isHealthy(etcdPort)); attempt += 1) {
      if (etcd.exitCode !== null || attempt === 240) {
        await cluster.stop();
        return undefined;
      }
      await delay(500);
    }
    for (const server of servers) server.start();
    await cluster.isSynchronous();
    return cluster;
  }

  get url(): string {
    const hosts = this.servers.map(({ ports }) => `127.0.0.1:${ports.database}`);
    return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`;
  }

  /** Waits until there is a primary with a synchronous standby. */
  async isSynchronous(): Promise<void> {
    for (let attempt = 0; attempt < 180; attempt += 1) {
      const roles = (await this.#members()).map(({ role }) => role);
      if (roles.includes('leader') && roles.includes('sync_standby')) return;
      await delay(500);
    }
    throw new Error(`no synchronous standby: ${JSON.stringify(await this.#members())}`);
  }

  /** Kills the primary, and gives what starts its server again. */
  async killPrimary(): Promise<() => void> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader')?.name;
    const server = this.servers.find(({ name }) => name === leader);
    if (server === undefined) throw new Error('there is no primary');
    await server.kill();
    return () => {
      server.start();
    };
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.kill();
    this.etcd.kill('SIGKILL');
    await delay(500);
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #members(): Promise<z.output<typeof status>['members']> {
    const answers = await Promise.all(this.servers.map((server) => server.members()));
    return answers.find((members) => members.length > 0) ?? [];
  }
}

/** The first of two ports that follow each other. */
async function freePair(): Promise<number> {
  for (;;) {
    const ports = await freePorts(20);
    const found = ports.find((port) => ports.includes(port + 1));
    if (found !== undefined) return found;
    const [port] = ports;
    if (port !== undefined && port < 65_000) return port;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
