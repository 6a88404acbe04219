/** The process: settings, then the node, then signals. What only one of its commands needs is loaded by that one. */
import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { systemClock, uuidSource } from './ambient.js';
import { codeOf, ServiceError } from './errors.js';
import type { RunningNode } from './node.js';
import { readSettings, type Settings, SettingsError } from './settings.js';
import { StoreError } from './store/store-error.js';

const HELP = `Cargograph: a node for exchanging linked air cargo data.

Usage: node dist/main.js                    start the node
       node dist/main.js backup <folder>    copy the store as it is now into a new folder, while the node runs or not
       node dist/main.js restore <folder>   make the store from a backup, where there is none
       node dist/main.js export [file]      write all graphs of the store as N-Quads or TriG, while no node runs on it
       node dist/main.js import <file>      read them back into an empty store
       node dist/main.js sparql <query>     ask a running node
       node dist/main.js --help             show this text; after export, import or sparql: how to use that

All settings come from environment variables, or from a file .env in the working directory. The most used ones:

  PORT, HOST          where it listens (8080, localhost)
  BASE_URL            what every URI of this node starts with (http://localhost:<PORT>)
  STORE_URL           file:<folder> (file:./data) or memory:
  DATA_HOLDER_NAME    the name of the organization whose node this is
  TRUSTED_ISSUERS     identity providers: [{"issuer": "…", "jwksUri": "…", "audience": "…"}]
  LOG_LEVEL           trace, debug, info, warn, error, fatal or silent (info)

The README has the whole list.
`;

/** The environment, with a `.env` file's values where a variable is not set. */
function environment(): Record<string, string | undefined> {
  try {
    return { ...parse(readFileSync('.env')), ...process.env };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return process.env;
    throw new SettingsError('.env cannot be read', { cause: error });
  }
}

/** Ends the process with one clear line, where there is nothing more to say than that. */
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function greeting(node: RunningNode): string {
  if (!node.devIdp) return '';
  return `
Get a token as the data holder, and ask this node who it is:

  TOKEN=$(curl -s -u holder:holder-secret -d grant_type=client_credentials ${node.baseUrl}/dev-idp/token \\
    | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')
  curl -H "Authorization: Bearer $TOKEN" ${node.baseUrl}/
`;
}

async function serve(settings: Settings): Promise<void> {
  const [{ createLog }, { startNode }] = await Promise.all([import('./log.js'), import('./node.js')]);
  const log = createLog({ level: settings.logLevel, format: settings.logFormat });
  let stopping: Promise<void> | undefined;
  const stop = (node: RunningNode, exitCode: number): Promise<void> =>
    node.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.fatal({ err: error }, 'the node could not be stopped in order');
        process.exit(1);
      },
    );
  const starting = startNode(settings, { clock: systemClock, ids: uuidSource, random: Math.random, log });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= starting.then((node) => {
        log.info({ signal }, 'stopping');
        return stop(node, 0);
      });
    });
  }

  // From the start on: a certificate that is renewed while the store loads must not end the process.
  if (settings.tls !== undefined) {
    process.on('SIGHUP', () => {
      void starting
        .then((node) => node.reloadCertificates())
        .then(
          () => {
            log.info('the certificates have been read again');
          },
          (error: unknown) => {
            log.error({ err: error }, 'the new certificates cannot be used; the node goes on with those that it has');
          },
        );
    });
  }

  const node = await starting;
  void node.failed.then((reason) => {
    log.fatal({ reason }, 'the store has failed; the process ends, and recovers when it is started again');
    stopping ??= stop(node, 1);
  });
  process.stdout.write(`listening on ${node.baseUrl}\n${greeting(node)}`);
}

/** What the program does beside serving; each gives what it has to say. */
const commands: ReadonlyMap<string, (args: readonly string[], settings: Settings) => Promise<string>> = new Map([
  ['backup', async (...given) => (await import('./commands/backup.js')).backup(...given, systemClock)],
  ['restore', async (...given) => (await import('./commands/restore.js')).restore(...given)],
  ['export', async (...given) => (await import('./commands/export.js')).exportStore(...given)],
  ['import', async (...given) => (await import('./commands/import.js')).importStore(...given)],
  ['sparql', async (...given) => (await import('./commands/sparql.js')).sparql(...given)],
]);

async function main(args: readonly string[]): Promise<void> {
  // What is written, a store, a backup or an export, is for nobody else on this machine.
  process.umask(0o077);
  const [command, ...rest] = args;
  if (command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(HELP);
    return;
  }
  if (command === undefined) {
    await serve(readSettings(environment()));
    return;
  }
  const run = commands.get(command);
  if (run === undefined)
    fail(`unknown command ${JSON.stringify(command)}; node dist/main.js --help lists what there is`);
  const told = await run(rest, readSettings(environment()));
  if (told !== '') process.stdout.write(`${told}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof SettingsError || error instanceof StoreError) fail(error.message);
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen')
    fail(`cannot listen: ${error.message}`);
  if (error instanceof ServiceError) fail(`the node cannot start: ${error.message}`);
  fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
});
