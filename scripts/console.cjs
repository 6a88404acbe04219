/**
 * Bundles the browser code of the console (console/) into dist/console. File names have the hash of their content, so
 * that browsers may keep them for a year; each is compressed here, once, and not for each request.
 */
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('fs');
const { basename, join } = require('path');
const { brotliCompressSync, constants, gzipSync } = require('zlib');

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
 * Pages and shell import core as a file of its own. As one bundle with splitting, esbuild would make a file for each set
 * of pages that share a module, and the first load would need all of them.
 */
const coreElsewhere = (name) => ({
  name: 'core-elsewhere',
  setup(build) {
    build.onResolve({ filter: /(^|\/)core\/index\.js$/ }, () => ({ path: `./${name}`, external: true }));
  },
});

/** The files that a file imports statically, with itself. */
function closure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs.get(file)?.imports ?? [])
    if (kind === 'import-statement') closure(outputs, path, found);
  return found;
}

/**
 * @param root the folder of the project.
 * @returns whether there is a console to build: a package that was unpacked has only what was built.
 */
exports.buildConsole = async function (root) {
  const source = join(root, 'console');
  if (!existsSync(source)) return false;
  const esbuild = require('esbuild');
  const folder = join(root, 'dist', 'console');
  const assets = join(folder, 'assets');
  const shared = { ...options, absWorkingDir: root, outdir: assets, tsconfig: join(source, 'tsconfig.json') };
  const core = await esbuild.build({ ...shared, entryPoints: { core: join(source, 'core/index.ts') } });
  const coreName = Object.keys(core.metafile.outputs)
    .map((file) => basename(file))
    .find((file) => file.endsWith('.js'));
  const rest = await esbuild.build({
    ...shared,
    entryPoints: { main: join(source, 'main.ts'), style: join(source, 'style/main.css') },
    splitting: true,
    plugins: [coreElsewhere(coreName)],
  });

  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const outputs = new Map();
  for (const { metafile } of [core, rest])
    for (const [path, { imports, entryPoint }] of Object.entries(metafile.outputs))
      outputs.set(basename(path), {
        entryPoint,
        imports: imports.map(({ path: to, kind }) => ({ path: basename(to), kind })),
      });
  const files = {};
  for (const { path, contents } of [...core.outputFiles, ...rest.outputFiles]) {
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
    preload: [...closure(outputs, main)]
      .filter((file) => file !== main)
      .map((file) => `<link rel="modulepreload" href="/__console__/assets/${file}">`)
      .join('\n    '),
  };
  const page = readFileSync(join(source, 'page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
  writeFileSync(join(folder, 'page.html'), page);
  // For the test of the budgets.
  writeFileSync(join(folder, 'files.json'), JSON.stringify({ first: [...closure(outputs, main), parts.style], files }));
  return true;
};

/** The files that the result depends on. */
exports.consoleSources = ['console', 'src/console', 'scripts/console.cjs'];
