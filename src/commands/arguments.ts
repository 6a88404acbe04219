/** What commands have in common: their arguments, and what they say when these are wrong. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../settings.js';

export interface Arguments {
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
}

/** A wrong use of a command, in one line that tells where to read on. */
export function usageError(command: string, problem: string, cause?: unknown): SettingsError {
  return new SettingsError(`${command}: ${problem} (node dist/main.js ${command} --help explains)`, { cause });
}

/**
 * The arguments of a command; undefined when it is to explain itself (`--help`).
 *
 * @param names of the options, each with a value.
 * @throws SettingsError for what the command does not know.
 */
export function readArguments(
  command: string,
  args: readonly string[],
  names: readonly string[],
): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    const given = Object.entries<unknown>(values);
    if (given.some(([name]) => name === 'help')) return undefined;
    const texts = given.flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    return { values: new Map(texts), positionals };
  } catch (error) {
    // What follows the first sentence is about arguments that begin with a dash, in several lines.
    if (error instanceof TypeError) throw usageError(command, error.message.split(/\.\s/)[0] ?? error.message, error);
    throw error;
  }
}

/**
 * One of several words; undefined when none is given.
 *
 * @throws SettingsError for another one.
 */
export function choice<Word extends string>(
  name: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new SettingsError(`--${name} must be ${words.join(', ')}, not ${JSON.stringify(given)}`);
}

/** What went wrong, in the words of the system. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An error of fetch says no more than that it failed; what of, is below it.
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
