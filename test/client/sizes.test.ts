/** The sizes of what a program bundles of the client (T34, T36), minified and gzipped. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../src/client/', import.meta.url));
const KB = 1_024;

interface Bundle {
  /** Bytes of what is loaded at once, and of everything. */
  readonly first: number;
  readonly all: number;
  readonly inputs: readonly string[];
}

/** Bundles a program for a browser. Packages that are left out count for nothing. */
async function bundle(program: string, external: readonly string[] = []): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
    ignoreAnnotations: false,
    external: [...external],
  });
  const sizes = outputFiles.map(({ path, contents }) => ({ path, bytes: gzipSync(contents, { level: 9 }).length }));
  const first = sizes.find(({ path }) => path.endsWith('stdin.js'))?.bytes ?? 0;
  return { first, all: sizes.reduce((sum, { bytes }) => sum + bytes, 0), inputs: Object.keys(metafile.inputs) };
}

describe('client: sizes', () => {
  const everything = `import { createClient } from './index.ts'; globalThis.client = createClient(globalThis.options);`;

  it('T36: createClient with all methods is at most 15 KB without jsonld, and 55 KB with it', async () => {
    const without = await bundle(everything, ['jsonld']);
    expect(without.all).to.be.lessThan(15 * KB);
    const { first, all } = await bundle(everything);
    expect(all).to.be.lessThan(55 * KB);
    // It is loaded at the first body that is JSON-LD (T34).
    expect(first).to.be.lessThan(16 * KB);
  });

  it('T36: the tokens alone are at most 3 KB', async () => {
    const { all } = await bundle(`import { clientCredentials } from './tokens.ts'; globalThis.x = clientCredentials;`);
    expect(all).to.be.lessThan(3 * KB);
  });

  it('T34: it needs no package but jsonld', async () => {
    const { inputs } = await bundle(everything, ['jsonld']);
    expect(inputs.filter((file) => file.includes('node_modules'))).to.deep.equal([]);
  });

  it('T36: the table of the model is at most 25 KB, and only where it is imported', async () => {
    const { all } = await bundle(`import { cargo } from './cargo.ts'; globalThis.x = cargo;`);
    expect(all).to.be.lessThan(25 * KB);
    const { inputs } = await bundle(everything, ['jsonld']);
    expect(inputs.some((file) => file.endsWith('cargo.ts'))).to.equal(false);
  });

  it('T36: the receiver is at most 5 KB without jose and jsonld', async () => {
    const program = `import { createReceiver } from './receiver.ts'; globalThis.x = createReceiver;`;
    const { all } = await bundle(program, ['jsonld', 'jose', 'node:*']);
    expect(all).to.be.lessThan(5 * KB);
  });
});
