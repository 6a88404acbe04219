/**
 * Compiles modules of `src` into `dist` like the build, but one at a time and without type checks: `compile.ts
 * <module>…`
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Replaced atomically, because a process of another test run may be reading the old file. */
function write(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, file);
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), (file) => ts.sys.readFile(file)) as {
  readonly config: unknown;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

// dist no longer equals the output of scripts/build.cjs.
rmSync(join(root, 'dist', '.build'), { force: true });
for (const name of process.argv.slice(2)) {
  const source = join(root, 'src', `${name}.ts`);
  const { outputText, sourceMapText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    fileName: source,
    // A single file does not show the module type of its package.
    compilerOptions: { ...options, module: ts.ModuleKind.ESNext },
  });
  const compiled = join(root, 'dist', `${name}.js`);
  if (sourceMapText !== undefined) write(`${compiled}.map`, sourceMapText);
  write(compiled, outputText);
}
