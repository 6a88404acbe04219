/** The command line: settings, then a command or the node. What only one of them needs is loaded by that one. */
import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { systemClock } from './clock.js';
import { codeOf } from './errors.js';
import { write } from './output.js';
import { readSettings, type Settings, SettingsError } from './settings.js';

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

/** What the program does beside serving; each gives what it has to say. */
const commands: ReadonlyMap<string, (args: readonly string[], settings: Settings) => Promise<string>> = new Map([
  ['backup', async (...given) => (await import('./commands/backup.js')).backup(...given, systemClock)],
  ['restore', async (...given) => (await import('./commands/restore.js')).restore(...given)],
  ['export', async (...given) => (await import('./commands/export.js')).exportStore(...given)],
  ['import', async (...given) => (await import('./commands/import.js')).importStore(...given)],
  ['sparql', async (...given) => (await import('./commands/sparql.js')).sparql(...given)],
]);

/**
 * Runs the program with these arguments.
 *
 * @throws SettingsError for a setting, command or argument that is wrong, and what the command fails with.
 */
export async function run([command, ...rest]: readonly string[]): Promise<void> {
  if (command === '--help' || command === '-h' || command === 'help') {
    await say(HELP);
    return;
  }
  if (command === undefined) {
    const settings = readSettings(environment());
    await (await import('./serve.js')).serve(settings);
    return;
  }
  const given = commands.get(command);
  if (given === undefined) {
    throw new SettingsError(`unknown command ${JSON.stringify(command)}; node dist/main.js --help lists what there is`);
  }
  const told = await given(rest, readSettings(environment()));
  if (told !== '') await say(`${told}\n`);
}

/** Writes to standard output; a reader that has read enough, as `head` does, is no error. */
async function say(text: string): Promise<void> {
  try {
    await write(text);
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return;
    throw new SettingsError(`standard output cannot be written: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
