/**
 * Bundles libraries into dist/bundled: those with many dependencies of which the node loads few or none (engines and
 * parsers of other formats, an HTTP client, exporters). An installation of the package does not need these.
 * `src/bundled` has a file for each library, which names the exports in use. Tests that run from src have no bundle:
 * they import the library itself.
 */
const { mkdirSync, readdirSync, rmSync } = require('fs');
const { isBuiltin } = require('module');
const { join } = require('path');
const { writeThirdParties } = require('./third-party.cjs');

const options = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  // The licences are beside the bundles (third-party.cjs).
  legalComments: 'none',
  // Names stay: stack traces have them. V8 holds the text of each file that it runs in memory.
  minifyWhitespace: true,
  chunkNames: 'part-[hash]',
  logLevel: 'warning',
  // CommonJS packages call `require` for Node's modules.
  banner: {
    js: `import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);`,
  },
};

/** jsonld.js includes a client that fetches contexts. The node gives it a loader that fetches nothing (D5). */
const withoutHttpClient = {
  name: 'without-http-client',
  setup(build) {
    build.onResolve({ filter: /^@digitalbazaar\/http-client$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** @param root the folder of the project. */
exports.bundleLibraries = async function (root) {
  const source = join(root, 'src', 'bundled');
  const outdir = join(root, 'dist', 'bundled');
  const entryPoints = readdirSync(source)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(source, file));
  // Overwrites the compiler's output for these files, which imports the libraries.
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const { metafile } = await require('esbuild').build({
    ...options,
    absWorkingDir: root,
    entryPoints,
    outdir,
    plugins: [withoutHttpClient],
  });
  for (const [file, { imports }] of Object.entries(metafile.outputs))
    for (const { path, external } of imports)
      if (external === true && !isBuiltin(path)) throw new Error(`${file} imports ${path}, which is not in the bundle`);
  writeThirdParties(root, outdir, [metafile]);
};
