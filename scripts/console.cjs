/**
 * Bundles the browser code of the console (console/) into dist/console. File names contain a content hash, so that
 * browsers may cache them for a year; each file is compressed here once instead of at each request.
 */
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('fs');
const { basename, join, relative } = require('path');
const { brotliCompressSync, constants, gzipSync } = require('zlib');
const { writeThirdParties } = require('./third-party.cjs');

const options = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  metafile: true,
  write: false,
  legalComments: 'linked',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  logLevel: 'warning',
};

/**
 * Modules of `base`, the one file that shell and pages import, by their path from the root; always including
 * `core/index`.
 */
const baseElsewhere = (root, modules, name) => ({
  name: 'base-elsewhere',
  setup(build) {
    build.onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
      const file = relative(root, join(resolveDir, path)).replaceAll('\\', '/');
      return modules.has(file.replace(/\.js$/, '.ts')) ? { path: `./${name}`, external: true } : undefined;
    });
  },
});

/**
 * All exports of the modules as one file. A name that two of them export is an error, because the bundle would omit it.
 */
const baseEntry = (root, modules) => ({
  name: 'base-entry',
  setup(build) {
    build.onResolve({ filter: /^base$/ }, () => ({ path: 'base', namespace: 'base' }));
    build.onLoad({ filter: /.*/, namespace: 'base' }, () => ({
      contents: [...modules].map((file) => `export * from './${file}';`).join('\n'),
      resolveDir: root,
    }));
  },
});

/** The catalogues of German, `texts/de/*.ts`, as one file: all their exports by name. */
const germanCatalogues = (source) => ({
  name: 'german-catalogues',
  setup(build) {
    build.onResolve({ filter: /\/texts\/de\.js$/ }, () => ({ path: 'de', namespace: 'catalogues' }));
    build.onLoad({ filter: /.*/, namespace: 'catalogues' }, () => {
      const resolveDir = join(source, 'texts/de');
      return {
        contents: readdirSync(resolveDir)
          .map((file) => `export * from './${file}';`)
          .join('\n'),
        resolveDir,
      };
    });
  },
});

/**
 * Compiles decorators into the file that uses them. Otherwise esbuild would put their helpers into a file that every
 * page and the first load import, with or without decorators.
 */
const decoratorsInPlace = (esbuild) => ({
  name: 'decorators-in-place',
  setup(build) {
    build.onLoad({ filter: /[\\/]console[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!/^\s*@\w+\(/m.test(source)) return undefined;
      const { code } = esbuild.transformSync(source, { loader: 'ts', target: options.target, sourcefile: path });
      return { contents: code, loader: 'js' };
    });
  },
});

/**
 * CommonJS packages as modules of their own. Otherwise esbuild would put their helper into a file that every page
 * imports.
 *
 * @param metafiles receives esbuild's metafiles.
 */
const commonJsInPlace = (esbuild, root, metafiles) => ({
  name: 'common-js-in-place',
  setup(build) {
    build.onResolve({ filter: /^(?:sparqljs|papaparse)$/ }, ({ path }) => ({ path, namespace: 'common-js' }));
    build.onLoad({ filter: /.*/, namespace: 'common-js' }, async ({ path }) => {
      const stdin = {
        contents: path === 'sparqljs' ? `export { Parser } from '${path}';` : `export { default } from '${path}';`,
        resolveDir: root,
      };
      const { format, target } = options;
      const { outputFiles, metafile } = await esbuild.build({
        stdin,
        format,
        target,
        absWorkingDir: root,
        bundle: true,
        metafile: true,
        platform: 'browser',
        write: false,
      });
      metafiles.push(metafile);
      return { contents: outputFiles[0].text, loader: 'js' };
    });
  },
});

/**
 * The shared modules of the first load and other pages. As one bundle with splitting, esbuild would create a file for
 * each set of pages that share a module, and the first load would request all of them. A module with dynamic imports
 * stays outside, because the file names of those imports are not known yet.
 */
function sharedByFirstLoad({ inputs, outputs }) {
  const files = new Map(Object.entries(outputs));
  const entryOf = (source) => [...files].find(([, { entryPoint }]) => entryPoint === source)?.[0];
  const first = closure(files, entryOf('console/main.ts'));
  closure(files, entryOf('console/pages/home.ts'), first);
  const modules = new Set(
    [...first].flatMap((file) => {
      const { entryPoint, inputs: parts } = files.get(file) ?? {};
      return parts === undefined || entryPoint !== undefined ? [] : Object.keys(parts);
    }),
  );
  const isOutside = (file) =>
    inputs[file]?.imports.some(
      ({ path, kind, external }) =>
        kind === 'dynamic-import' || (external !== true && path !== file && modules.has(path) && isOutside(path)),
    ) ?? true;
  return new Set([...modules].filter((file) => !isOutside(file)));
}

/** The static imports of a file, including the file itself. */
function closure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs.get(file)?.imports ?? [])
    if (kind === 'import-statement') closure(outputs, path, found);
  return found;
}

/**
 * @param root the folder of the project.
 * @returns whether there are sources of the console: an unpacked package has only the built files.
 */
exports.buildConsole = async function (root) {
  const source = join(root, 'console');
  if (!existsSync(source)) return false;
  const esbuild = require('esbuild');
  const folder = join(root, 'dist', 'console');
  const assets = join(folder, 'assets');
  const shared = { ...options, absWorkingDir: root, outdir: assets, tsconfig: join(source, 'tsconfig.json') };
  const commonJs = [];
  const plugins = [germanCatalogues(source), decoratorsInPlace(esbuild), commonJsInPlace(esbuild, root, commonJs)];
  const entryPoints = {
    main: join(source, 'main.ts'),
    style: join(source, 'style/main.css'),
    later: join(source, 'style/later.css'),
  };
  const bundle = (modules, name) =>
    esbuild.build({
      ...shared,
      entryPoints,
      splitting: true,
      plugins: [baseElsewhere(root, modules, name), ...plugins],
      logOverride: { 'ambiguous-reexport': 'error' },
    });
  const coreOnly = new Set(['console/core/index.ts']);
  const modules = new Set([...coreOnly, ...sharedByFirstLoad((await bundle(coreOnly, 'base.js')).metafile)]);
  const base = await esbuild.build({
    ...shared,
    entryPoints: { base: 'base' },
    plugins: [baseEntry(root, modules), ...plugins],
    logOverride: { 'ambiguous-reexport': 'error' },
  });
  const baseName = Object.keys(base.metafile.outputs)
    .map((file) => basename(file))
    .find((file) => file.endsWith('.js'));
  const rest = await bundle(modules, baseName);

  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const outputs = new Map();
  for (const { metafile } of [base, rest])
    for (const [path, { imports, entryPoint }] of Object.entries(metafile.outputs))
      outputs.set(basename(path), {
        entryPoint,
        imports: imports.map(({ path: to, kind }) => ({ path: basename(to), kind })),
      });
  const files = {};
  for (const { path, contents } of [...base.outputFiles, ...rest.outputFiles]) {
    const gzip = gzipSync(contents, { level: 9 });
    writeFileSync(path, contents);
    writeFileSync(`${path}.gz`, gzip);
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length } }),
    );
    const { entryPoint, imports = [] } = outputs.get(basename(path)) ?? {};
    files[basename(path)] = { bytes: contents.length, gzip: gzip.length, imports, ...(entryPoint && { entryPoint }) };
  }
  const find = (pattern) => [...outputs.keys()].find((file) => pattern.test(file));
  const main = find(/^main-.*\.js$/);
  const parts = {
    main,
    style: find(/^style-.*\.css$/),
    later: find(/^later-.*\.css$/),
    preload: [...closure(outputs, main)]
      .filter((file) => file !== main)
      .map((file) => `<link rel="modulepreload" href="/__console__/assets/${file}">`)
      .join('\n    '),
  };
  const page = readFileSync(join(source, 'page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
  writeFileSync(join(folder, 'page.html'), page);
  writeThirdParties(root, folder, [base.metafile, rest.metafile, ...commonJs]);
  // For the test of the budgets.
  writeFileSync(join(folder, 'files.json'), JSON.stringify({ first: [...closure(outputs, main), parts.style], files }));
  return true;
};

/** The files that affect the result. */
exports.consoleSources = [
  'console',
  'src/console',
  'src/logistics-objects/naming.ts',
  'scripts/console.cjs',
  'scripts/third-party.cjs',
];
