/** A real PostgreSQL server for tests: installed binaries, a folder of its own, a port of the loopback interface. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '../../support/ports.js';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs: `POSTGRES_BIN`, Debian's newest version, or one on the PATH; undefined for none. */
export function postgresBinaries(): string | undefined {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return [process.env['POSTGRES_BIN'], ...debian, ...path].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

const isRoot = process.getuid?.() === 0;
export const MISSING = 'PostgreSQL is not installed, and POSTGRES_BIN does not name its programs';

/** PostgreSQL does not run as root: then it runs as `nobody`. */
const NOBODY = 65_534;

export class PostgresServer {
  #child: ChildProcess | undefined;
  #databases = 0;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** @throws Error when PostgreSQL is not installed, or does not start. */
  static async start(): Promise<PostgresServer> {
    const bin = postgresBinaries();
    if (bin === undefined) throw new Error(MISSING);
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    execFileSync(
      join(bin, 'initdb'),
      ['-D', folder, '-A', 'trust', '-U', 'postgres', '--locale=C', '-E', 'UTF8', '--no-sync'],
      { ...identityIn(folder), stdio: 'ignore' },
    );
    // Only now: initdb takes seconds, in which another program may take the port.
    const server = new PostgresServer(bin, folder, await freePort());
    await server.run();
    return server;
  }

  /** Of the process that has started the others. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it again, after `kill`. */
  async run(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
    this.#child = spawn(
      join(this.bin, 'postgres'),
      ['-D', this.folder, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...identityIn(this.folder), stdio: 'ignore' },
    );
    for (let attempt = 0; attempt < 2_000 && this.#child.exitCode === null; attempt += 1) {
      const sql = this.#connect('postgres');
      try {
        await sql`SELECT 1`;
        return;
      } catch {
        await sleep(50);
      } finally {
        await sql.end();
      }
    }
    throw new Error('PostgreSQL does not start');
  }

  /** The URL of a new, empty database. */
  async newDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    const sql = this.#connect('postgres');
    try {
      await sql.unsafe(`CREATE DATABASE ${name}`);
    } finally {
      await sql.end();
    }
    return `postgres://postgres@127.0.0.1:${this.port}/${name}`;
  }

  /** Ends the connections of all databases, as an administrator does. */
  async endConnections(): Promise<void> {
    const sql = this.#connect('postgres');
    try {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test_%'`;
    } finally {
      await sql.end();
    }
  }

  /** Runs one statement in the database `postgres`. */
  async query(statement: string): Promise<void> {
    const sql = this.#connect('postgres');
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }

  /** Ends all of it at once, as a power cut does with a disk that keeps what was written. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null) return;
    const exited = once(child, 'exit');
    // An immediate shutdown ends its subprocesses, too, without a checkpoint.
    child.kill('SIGQUIT');
    await exited;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #connect(database: string): postgres.Sql {
    return postgres({
      host: '127.0.0.1',
      port: this.port,
      database,
      username: 'postgres',
      max: 1,
      connect_timeout: 2,
      onnotice: () => undefined,
    });
  }
}

/** PostgreSQL refuses to run as root. */
const identityIn = (cwd: string): { uid?: number; gid?: number; cwd: string } =>
  isRoot ? { uid: NOBODY, gid: NOBODY, cwd } : { cwd };

/**
 * A suite with a server of its own, which is started before its hooks; without PostgreSQL its tests are skipped, with the
 * reason.
 *
 * @param define defines the suite; the server is there in its hooks and tests.
 */
export function describeOnPostgres(
  title: string,
  define: (this: Mocha.Suite, server: () => PostgresServer) => void,
): void {
  describe('on PostgreSQL', () => {
    let server: PostgresServer | undefined;
    before(async function () {
      if (postgresBinaries() === undefined) {
        process.stdout.write(`  ${title}: skipped: ${MISSING}\n`);
        this.skip();
      }
      server = await PostgresServer.start();
    });
    after(() => server?.stop());

    describe(title, function () {
      define.call(this, () => {
        if (server === undefined) throw new Error('PostgreSQL is asked before the hooks of the suite');
        return server;
      });
    });
  });
}
