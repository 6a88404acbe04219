/** The command line: starts the node, or runs a command. Each command's module is loaded only when it runs. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { parse } from 'dotenv';
import { systemClock } from '../clock.js';
import type { VerifyOptions } from '../commands/verify.js';
import { dumpFormats, type QueryFormat, queryFormats } from '../commands/formats.js';
import { codeOf } from '../errors.js';
import { write } from '../log/standard-streams.js';
import { readSettings, type Settings, SettingsError } from '../settings/settings.js';
import type { DumpFormat } from '../store/folder/dump.js';
import { programVersion } from '../version.js';
import { addKitCommands, kitCommands } from './kit-commands.js';

const PROGRAM = 'node dist/main.js';

const SETTINGS_HELP = `
Without a command, it starts the node.

All settings come from environment variables, or from a file .env in the working directory. The most used ones:

  PORT, HOST          the listening address (8080, localhost)
  BASE_URL            the beginning of every URI of this node (http://localhost:<PORT>)
  STORE_URL           file:<folder> (file:./data) or memory:
  DATA_HOLDER_NAME    the name of the organization that runs the node
  TRUSTED_ISSUERS     identity providers: [{"issuer": "…", "jwksUri": "…", "audience": "…"}]
  CACHE_MB            memory for caches of the store, in MiB (256)
  LOG_LEVEL           trace, debug, info, warn, error, fatal or silent (info)

docs/settings.md describes all settings, .env.example has an example of each.`;

const CHECK_HELP = `
Compares every graph with its checksum, and every index with the graphs. The node must not be running. A damaged graph
cannot be repaired: restore a backup. The exit code is 0 only if nothing is wrong or everything was repaired. Graphs of
kinds that this version does not know are counted, not reported as damage.`;

const CHECK_LOG_HELP = `
--log compares every graph with its entry in the log of proofs, and the log with its checkpoints, the stored ones and those
given by --checkpoint: checkpoints or proofs that were handed out. It finds what somebody altered, also with a right
checksum. It repairs nothing. On PostgreSQL nodes may be running. docs/operations.md explains its lines.`;

const BACKUP_HELP = `
--since needs COMMIT_LOG_KEEP_MB, which keeps commits since the earlier backup. If the store no longer has all of them, or
was restored meanwhile, it is refused: make a full backup then.`;

const RESTORE_HELP = `
The folder that STORE_URL names must be empty or absent. Increments need the full backup before them and all between. --at
names a time from that of the full backup to that of the last increment; the last commit is not later.
At its next start the node erases again what was erased after the backup: what ERASURE_LIST_FILE, the list beside the
backup, and those of --erasures have.`;

const STANDBY_HELP = `
The node needs STANDBY_SECRET and COMMIT_LOG_KEEP_MB; the standby the same STANDBY_SECRET, the same BASE_URL, an empty STORE_URL
and STANDBY_OF. It ends on SIGTERM, goes on where it was when it starts again, and takes a new copy when it has missed too much.
A promoted copy may lack the last commits of the node: that must never start again.`;

const PURGE_HELP = `
A running node does so itself (PROOF_PURGE). The disk needs room for a second file of the store. If it is interrupted, the
store is as it was.`;

const RETENTION_HELP = `
A running node does so itself, daily at PROOF_PURGE_AT, at most 1000 in a run. The node must not be running on a store in a
folder: a backup is as good.`;

const NEW_LOG_HELP = `
For a PostgreSQL database that was restored, which its node cannot see, and after a witness has found the log altered. restore
and import do so by themselves. The next start is as always.`;

const EXPORT_HELP = `
Includes the outbox and the access lists. The node must not be running: back up a running node, and export the backup.
A file that exists is replaced when the export is complete.`;

const IMPORT_HELP = `
The folder that STORE_URL names must be empty or absent. BASE_URL must be that of the exporting node.
An import that fails or is interrupted leaves no store.`;

const PROJECT_HELP = `
If a node runs on the store, it feeds the engine, and this command shows the progress; otherwise this command feeds it.
--from-empty first deletes all data of the engine, even foreign data.`;

const CHECK_ENGINE_HELP = `
Writes to graphs of its own, which it deletes. NO: a requirement is not met; no: for information. The exit code is 0 only if
all requirements are met.`;

const QUERY_HELP = `
The query is one argument, @<file>, or - for standard input. The prefixes acl:, api:, cargo:, dcterms:, prov:, rdf:,
rdfs:, vcard: and xsd: need no declaration. The token comes from the identity provider of IDP_TOKEN_URL, or, as the
data holder, from the development identity provider.`;

const MESSAGES_HELP = `
Writes a report a line to standard output, as JSON. The exit code is 0 if all messages were taken, 1 if some were refused,
2 without a node. A message that was sent before changes nothing: after any break, send all again. The token is that of
the command sparql.`;

const TYPES_HELP = `
Without files: the data model of this version. Files of another namespace extend it; files with a data model of their own
replace it. A name that two namespaces have gets its prefix in the file (ext_weight); --namespace sets another. What
TypeScript cannot say is listed at the top of the written file.`;

const VERIFY_HELP = `
The exit code is 0 if all of it holds under one of the keys, 1 if something does not hold, 2 if it holds but no key was
given: then it prints the key that signed. docs/verify.md describes what is verified.`;

/** The environment, plus the variables of a `.env` file that are not set. */
function environment(): Record<string, string | undefined> {
  try {
    return { ...parse(readFileSync('.env')), ...process.env };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return process.env;
    throw new SettingsError('.env cannot be read', { cause: error });
  }
}

const settings = (): Settings => readSettings(environment());

/**
 * Runs the program with these arguments.
 *
 * @throws SettingsError for a wrong setting, command or argument, and any error of the command.
 */
export async function run(args: readonly string[]): Promise<void> {
  if (args.length === 0) {
    // Read before the node's modules are loaded, which takes most of a second.
    const nodeSettings = settings();
    const { serve } = await import('./serve.js');
    await serve(nodeSettings);
    return;
  }
  let output = '';
  const program = createProgram((text) => (output += text));
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version also end the parsing with an error.
    if (error.exitCode !== 0) {
      const wrong = usageError(program, args, error);
      if (!kitCommands.includes(args[0] ?? '')) throw wrong;
      process.stderr.write(`${wrong.message}\n`);
      process.exitCode = 2;
    }
  }
  if (output !== '') await writeOutput(output);
}

/** Creates the commands. Their reports to the operator, and the help, go to `print`. */
function createProgram(print: (text: string) => void): Command {
  const program = new Command(PROGRAM)
    .description('Cargograph: a node for exchanging linked air cargo data.')
    .usage('[command]')
    .version(programVersion())
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .showSuggestionAfterError(false)
    .addHelpText('after', SETTINGS_HELP);
  const report = (text: string): void => {
    if (text !== '') print(`${text}\n`);
  };

  program
    .command('backup')
    .description('copy the store into a new folder, even while the node runs')
    .argument('<folder>', 'the folder to create', notEmpty)
    .option('--since <folder>', 'copy only what is new since this earlier backup or increment', notAnOption)
    .addHelpText('after', BACKUP_HELP)
    .action(async (folder: string, { since }: { since?: string }) => {
      const { backup } = await import('../commands/backup.js');
      report(await backup(folder, settings(), systemClock, since));
    });
  program
    .command('restore')
    .description('create a new store from a backup')
    .argument('<folder>', 'the folder of the backup', notEmpty)
    .argument('[increments...]', 'the folders of increments that follow it')
    .option('--at <time>', 'only commits until a time: 2026-01-31T09:30:00Z', notAnOption)
    .option('--erasures <file>', 'a further list of erasures; may be repeated', collected)
    .addHelpText('after', RESTORE_HELP)
    .action(async (folder: string, increments: string[], { at, erasures }: { at?: string; erasures?: string[] }) => {
      const { restore } = await import('../commands/restore.js');
      report(await restore(folder, settings(), { increments, at, lists: erasures ?? [] }));
    });
  program
    .command('standby')
    .description('follow the node at STANDBY_OF with a copy of its store, which can be promoted')
    .option('--promote', 'make the copy the store of a node; then start that without a command')
    .option('--force', 'with --promote: although the node at STANDBY_OF answers')
    .addHelpText('after', STANDBY_HELP)
    .action(async ({ promote = false, force = false }: { promote?: boolean; force?: boolean }) => {
      if (force && !promote) throw new SettingsError('standby: --force goes with --promote only');
      const commands = await import('../commands/standby.js');
      if (promote) report(await commands.promoteStandby(force, settings()));
      else await commands.standby(settings());
    });
  program
    .command('purge')
    .description('remove the bytes of what was erased from the files of the store; no node may run on it')
    .addHelpText('after', PURGE_HELP)
    .action(async () => {
      const { purge } = await import('../commands/purge.js');
      report(await purge(settings()));
    });
  program
    .command('retention')
    .description('print what RETENTION would erase by now; changes nothing')
    .addHelpText('after', RETENTION_HELP)
    .action(async () => {
      const { retention } = await import('../commands/retention.js');
      report(await retention(settings()));
    });
  program
    .command('new-log')
    .description('begin another epoch of the log of proofs; no node may run on the store')
    .requiredOption('--reason <text>', 'why, for everybody who reads the log', notAnOption)
    .addHelpText('after', NEW_LOG_HELP)
    .action(async ({ reason }: { reason: string }) => {
      const { newLog } = await import('../commands/new-log.js');
      report(await newLog(reason, settings()));
    });
  program
    .command('check')
    .description('read the whole store and report damage; no node may run on it')
    .option('--repair', 'rebuild the indexes that disagree with their graphs')
    .option('--log', 'verify the store against its log of proofs instead')
    .option(
      '--checkpoint <file>',
      'with --log: a checkpoint or a proof that was handed out, for each of them',
      collected,
    )
    .addHelpText('after', CHECK_HELP + CHECK_LOG_HELP)
    .action(async ({ repair = false, log = false, checkpoint }: CheckOptions) => {
      if (!log && checkpoint !== undefined) throw new SettingsError('check: --checkpoint goes with --log only');
      if (log) {
        if (repair) throw new SettingsError('check: --repair does not go with --log, which repairs nothing');
        const { checkLog } = await import('../commands/check-log.js');
        report(await checkLog(checkpoint ?? [], settings()));
        return;
      }
      const { check } = await import('../commands/check.js');
      report(await check(repair, settings()));
    });
  program
    .command('export')
    .description('write all graphs of the store as N-Quads or TriG; no node may run on it')
    .argument('[file]', 'the file to write (standard output)')
    .addOption(dumpFormatOption())
    .option('--mirrored', "write the copies of partners' objects, too")
    .addHelpText('after', EXPORT_HELP)
    .action(async (file: string | undefined, options: { format?: DumpFormat; mirrored?: boolean }) => {
      const { exportStore } = await import('../commands/export.js');
      report(await exportStore(file, options, settings()));
    });
  program
    .command('import')
    .description('read an exported document into an empty store')
    .argument('<file>', 'the document to read; - is standard input', notEmpty)
    .addOption(dumpFormatOption())
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string, { format }: { format?: DumpFormat }) => {
      const { importStore } = await import('../commands/import.js');
      report(await importStore(file, format, settings()));
    });
  program
    .command('project')
    .description('update the SPARQL engine at SPARQL_ENGINE_URL to the state of the store, even while nodes run')
    .option('--from-empty', 'delete all data of the engine, and fill it anew')
    .addHelpText('after', PROJECT_HELP)
    .action(async ({ fromEmpty = false }: { fromEmpty?: boolean }) => {
      const { project } = await import('../commands/project.js');
      report(await project(fromEmpty, settings()));
    });
  program
    .command('check-engine')
    .description('test whether the SPARQL engine at SPARQL_ENGINE_URL is suitable')
    .addHelpText('after', CHECK_ENGINE_HELP)
    .action(async () => {
      const { checkEngine } = await import('../commands/check-engine.js');
      report(await checkEngine(settings()));
    });
  program
    .command('sparql')
    .description('query the running node at BASE_URL')
    .argument('<query>', 'the query, as one argument: put it in quotes')
    .addOption(
      new Option('--format <format>', 'table on a terminal, else tsv; graphs (CONSTRUCT, DESCRIBE) as ttl').choices(
        queryFormats,
      ),
    )
    .option('--at <time>', 'query the data of a time: 20260131T093000Z', notAnOption)
    .option('--mirrored', "query the copies of partners' objects, too")
    .addHelpText('after', QUERY_HELP)
    .action(async (query: string, options: { format?: QueryFormat; at?: string; mirrored?: boolean }) => {
      const { sparql } = await import('../commands/sparql.js');
      await sparql(query, options, settings());
    });
  program
    .command('messages')
    .description('send Cargo-XML messages to the running node at BASE_URL')
    .argument('<files...>', 'files, folders (their *.xml, by name), or - for standard input')
    .option('--dry-run', 'only report what would happen')
    .option('--strict', 'refuse a message with a value that a shape refuses')
    .option('--check', 'read and map the messages without a node')
    .addHelpText('after', MESSAGES_HELP)
    .action(async (files: string[], options: { dryRun?: boolean; strict?: boolean; check?: boolean }) => {
      const { messages } = await import('../commands/messages.js');
      process.exitCode = await messages(files, options, settings());
    });
  program
    .command('types')
    .description('write the classes of a data model as TypeScript, for the client')
    .argument('[files...]', 'OWL files in Turtle')
    .option('--out <file>', 'the file to write (standard output)', notAnOption)
    .option('--namespace <prefix=iri>', 'the prefix of a namespace, for each of them', collected)
    .addHelpText('after', TYPES_HELP)
    .action(async (files: string[], options: { out?: string; namespace?: string[] }) => {
      const { types } = await import('../commands/types.js');
      await types(files, options);
    });
  program
    .command('verify')
    .description('verify the proof of a revision, event or request, without settings, store or network')
    .argument('<file>', 'the bundle that a node gave (JSON); - is standard input', notEmpty)
    .option('--key <vkey>', 'a key of the log that you trust, for each of them', collected)
    .option('--witness <vkey>', 'the key of a witness that must have cosigned, for each of them', collected)
    .option('--statement <nquad>', 'a statement that must be shown, for each of them', collected)
    .addHelpText('after', VERIFY_HELP)
    .action(async (file: string, options: VerifyOptions) => {
      const { verify } = await import('../commands/verify.js');
      process.exitCode = await verify(file, options);
    });
  addKitCommands(program);
  return program;
}

interface CheckOptions {
  readonly repair?: boolean;
  readonly log?: boolean;
  readonly checkpoint?: readonly string[];
}

const dumpFormatOption = (): Option =>
  new Option('--format <format>', 'nquads, unless the file ends in .trig').choices(dumpFormats);

function notEmpty(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

/** Commander takes the argument after an option for its value, even if it is another option. */
function notAnOption(value: string): string {
  if (value.startsWith('-')) throw new InvalidArgumentError('Its value is missing.');
  return value;
}

/** The values of an option that may be repeated. */
function collected(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, notAnOption(value)];
}

/** Reports a wrong use of the program in one line that refers to the usage. */
function usageError(program: Command, [name]: readonly string[], cause: CommanderError): SettingsError {
  const problem = cause.message.replace(/^error: /, '').replace(/\.$/, '');
  const command = program.commands.find((each) => each.name() === name)?.name();
  const help = `(${PROGRAM} ${command === undefined ? '' : `${command} `}--help explains)`;
  return new SettingsError(`${command === undefined ? '' : `${command}: `}${problem} ${help}`, { cause });
}

/** Writes to standard output. A reader that closes early, such as `head`, is not an error. */
async function writeOutput(text: string): Promise<void> {
  try {
    await write(text);
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return;
    throw new SettingsError(`standard output cannot be written: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
