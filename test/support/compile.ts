/** Compiles modules of `src` into `dist` as the build does, but each by itself and without a check of its types: `compile.ts <module>…` */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Written whole: a process that another run of the tests has started may be reading what was there. */
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

// What is in dist is no longer what scripts/build.cjs has built.
rmSync(join(root, 'dist', '.build'), { force: true });
for (const name of process.argv.slice(2)) {
  const source = join(root, 'src', `${name}.ts`);
  const { outputText, sourceMapText } = ts.transpileModule(readFileSync(source, 'utf8'), {
    fileName: source,
    // A file by itself cannot tell that the modules of its package are of one kind.
    compilerOptions: { ...options, module: ts.ModuleKind.ESNext },
  });
  const compiled = join(root, 'dist', `${name}.js`);
  if (sourceMapText !== undefined) write(`${compiled}.map`, sourceMapText);
  write(compiled, outputText);
}
