/** `npm run client-api`: writes etc/client.api.md, the API of the client, with @microsoft/api-extractor (T55). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAME = 'client.api.md';

/** Where the report is kept. */
export const reportFile = join(root, 'etc', NAME);

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

/** Writes the declarations of the client, as a package has them. */
function declare(folder: string): void {
  const program = ts.createProgram([join(root, 'src/client/index.ts')], {
    ...compilerOptions,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    rootDir: join(root, 'src'),
    outDir: folder,
  });
  program.emit();
}

/** The report on the client as it is, and what is wrong with it. */
export function clientApi(): { report: string; problems: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'client-api-'));
  try {
    declare(folder);
    mkdirSync(join(folder, 'report'));
    const config = ExtractorConfig.prepare({
      configObjectFullPath: join(folder, 'api-extractor.json'),
      packageJsonFullPath: join(root, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: join(folder, 'client/index.d.ts'),
        compiler: {
          overrideTsconfig: {
            compilerOptions: { ...compilerOptions, module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'] },
            files: [join(folder, 'client/index.d.ts')],
          },
        },
        apiReport: {
          enabled: true,
          reportFileName: NAME,
          reportFolder: join(folder, 'report'),
          reportTempFolder: join(folder, 'temp'),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        newlineKind: 'lf',
      },
    });
    const problems: string[] = [];
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true;
        // A missing release tag: versions are those of the package.
        const isWrong = message.logLevel === ExtractorLogLevel.Error || message.messageId === 'ae-forgotten-export';
        if (isWrong) problems.push(`${message.messageId}: ${message.text}`);
      },
    });
    return { report: readFileSync(join(folder, 'report', NAME), 'utf8'), problems };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { report, problems } = clientApi();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  writeFileSync(reportFile, report);
}
