/**
 * `npm run sbom`: generates sbom.cdx.json, the bill of materials of the runtime packages (CycloneDX), from the lock
 * file and the bundles in dist. It starts from that of all packages, because npm's `--omit=dev` also omits runtime
 * packages that a development dependency shares.
 */
const { spawnSync } = require('child_process');
const { readFileSync, writeFileSync } = require('fs');
const { join } = require('path');

const root = join(__dirname, '..');
const { name } = require('../package.json');
const { packages } = require('../package-lock.json');

const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const { status, stdout } = spawnSync('npm', ['sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(status === null ? 1 : status);
const bom = JSON.parse(stdout);

const runs = new Set();
for (const [path, { version, dev }] of Object.entries(packages)) {
  if (path !== '' && dev !== true) runs.add(`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`);
}
// npm counts these as development dependencies, because an installation does not need the packages of a bundle.
const bundled = new Set(
  ['bundled', 'console'].flatMap((folder) =>
    JSON.parse(readFileSync(join(root, 'dist', folder, 'packages.json'), 'utf8')),
  ),
);
for (const ref of bundled) runs.add(ref);
const product = bom.metadata.component;
// npm names the product after its folder, which can have any name.
product.name = name;
bom.components = bom.components
  .filter((component) => runs.has(component['bom-ref']))
  .map((component) =>
    bundled.has(component['bom-ref']) ? { ...component, scope: 'required', properties: [] } : component,
  );
bom.dependencies = bom.dependencies
  .filter(({ ref }) => ref === product['bom-ref'] || runs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => runs.has(other)) }));

const listed = new Set(bom.components.map((component) => component['bom-ref']));
const missing = [...runs].filter((ref) => !listed.has(ref));
if (missing.length > 0) {
  process.stderr.write(`packages are missing from the bill of materials: ${missing.join(', ')}\n`);
  process.exit(1);
}
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(bom, undefined, 2)}\n`);
process.stdout.write(`sbom.cdx.json: ${bom.components.length} packages\n`);
