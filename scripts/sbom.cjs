/**
 * `npm run sbom`: writes sbom.cdx.json, the bill of materials of what runs (CycloneDX), from the lock file. npm names the
 * product after the folder, which can be any; it is named after the package here.
 */
const { spawnSync } = require('child_process');
const { writeFileSync } = require('fs');
const { join } = require('path');

const root = join(__dirname, '..');
const { name } = require('../package.json');

const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
const { status, stdout } = spawnSync('npm', ['sbom', ...options], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(status === null ? 1 : status);
const bom = JSON.parse(stdout);
bom.metadata.component.name = name;
writeFileSync(join(root, 'sbom.cdx.json'), JSON.stringify(bom, undefined, 2) + '\n');
process.stdout.write(`sbom.cdx.json: ${bom.components.length} packages\n`);
