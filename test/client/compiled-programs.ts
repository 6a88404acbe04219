/** Small programs of a client's user, compiled as `tsc --strict` does it (T52). */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** A program that imports nothing but its own files. */
const alone: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts'],
  types: [],
  skipDefaultLibCheck: true,
  noEmit: true,
};

const folder = join(import.meta.dirname, 'programs');
const root = join(import.meta.dirname, '../..');
/** A program of Node.js with the client. */
export const withClient: ts.CompilerOptions = {
  ...alone,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  skipLibCheck: true,
  paths: {
    'cargograph/client': [join(root, 'src/client/index.ts')],
    'cargograph/client/*': [join(root, 'src/client/*.ts')],
  },
};

const libraries = new Map<string, ts.SourceFile>();

/** What the compiler says of these files, `<file>:<line> <message>`; a file imports another as `./<name>.js`. */
export function diagnosticsOf(files: Readonly<Record<string, string>>, options: ts.CompilerOptions = alone): string[] {
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([...texts.keys()], options, {
    ...host,
    directoryExists: (name) => name === folder || host.directoryExists?.(name) === true,
    fileExists: (name) => texts.has(name) || host.fileExists(name),
    readFile: (name) => texts.get(name) ?? host.readFile(name),
    getSourceFile: (name, language, ...rest) => {
      const text = texts.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, language);
      const library = libraries.get(name) ?? host.getSourceFile(name, language, ...rest);
      if (library !== undefined) libraries.set(name, library);
      return library;
    },
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${basename(file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ').split('. ')[0] ?? ''}`;
  });
}

/** The TypeScript of a document of docs/, in the order of its blocks. */
export function blocksOf(document: string): string[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), ([, block = '']) => block);
}
