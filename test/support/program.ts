/**
 * The program as it is shipped, for tests that start it as a process: compiled, it is there in a third of the time that
 * its sources take. What was changed since is compiled anew first, without a check of its types.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Module {
  readonly source: string;
  readonly compiled: string;
}

async function modules(): Promise<Module[]> {
  const files = await readdir(join(root, 'src'), { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => ({ source: join(root, 'src', file), compiled: join(root, 'dist', file.replace(/ts$/, 'js')) }));
}

/** When a file was last changed: before all time where there is none. */
async function changed(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return -Infinity;
    throw error;
  }
}

/** Writes a file whole or not at all, since what somebody else has started may be about to read it. */
async function write(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, text);
  await rename(draft, file);
}

async function compile(stale: readonly Module[]): Promise<void> {
  const { default: ts } = await import('typescript');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), (file) => ts.sys.readFile(file)) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  // A single file does not know that its package's modules are all of one kind.
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
  for (const { source, compiled } of stale) {
    const { outputText, sourceMapText } = ts.transpileModule(await readFile(source, 'utf8'), {
      fileName: source,
      compilerOptions,
    });
    if (sourceMapText !== undefined) await write(`${compiled}.map`, sourceMapText);
    await write(compiled, outputText);
  }
}

async function upToDate(): Promise<string> {
  const ages = await Promise.all(
    (await modules()).map(async (module) => ({
      module,
      stale: (await changed(module.compiled)) < (await changed(module.source)),
    })),
  );
  const stale = ages.filter((age) => age.stale).map(({ module }) => module);
  if (stale.length > 0) await compile(stale);
  return join(root, 'dist/main.js');
}

/** The file to start. */
export const program = await upToDate();
