/**
 * `npm run check:deploy`: checks the configurations of docs/deploy with the programs that they configure, if those run
 * here. Missing programs come from Debian's packages; a program that cannot be downloaded is reported and skipped.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { checkCaddy, checkNginx, replace } from './deploy/proxies.js';
import { programOf, succeed } from './deploy/programs.js';
import { cacheFolder, ToolMissing } from './tools.js';

const deploy = fileURLToPath(new URL('../../docs/deploy/', import.meta.url));
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The exposure level of systemd-analyze, from 0 to 100. */
const MAX_EXPOSURE = 20;

function checkSystemd(folder: string): string {
  const analyze = programOf('systemd', 'bin/systemd-analyze');
  const unit = join(folder, 'cargograph.service');
  const text = replace(
    readFileSync(join(deploy, 'cargograph.service'), 'utf8'),
    ['/usr/bin/node', process.execPath],
    ['/opt/cargograph/dist/main.js', main],
  );
  writeFileSync(unit, text);
  const warnings = stripVTControlCharacters(succeed(analyze, ['verify', '--man=no', unit])).trim();
  if (warnings !== '') throw new Error(`systemd-analyze verify: ${warnings}`);
  succeed(analyze, ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit]);
  return 'systemd-analyze verify has no remark, and its security measure is within the limit';
}

function checkKubernetes(): string {
  const environment = join(cacheFolder, 'kubernetes');
  mkdirSync(cacheFolder, { recursive: true });
  try {
    succeed('python3', ['-m', 'venv', environment]);
    succeed(join(environment, 'bin/pip'), ['install', '--quiet', 'kubernetes-validate==1.37.0']);
  } catch (error) {
    throw new ToolMissing(`kubernetes-validate cannot be installed: ${String(error).slice(0, 300)}`, { cause: error });
  }
  for (const version of ['1.29', '1.37'])
    for (const file of ['kubernetes.yaml', 'kubernetes-replicas.yaml'])
      succeed(join(environment, 'bin/kubernetes-validate'), ['--strict', '-k', version, join(deploy, file)]);
  return 'every resource is valid by the schemas of Kubernetes 1.29 and 1.37';
}

function checkPrometheus(folder: string): string {
  const promtool = process.env['PROMTOOL'] ?? programOf('prometheus', 'usr/bin/promtool');
  copyFileSync(join(deploy, 'compose/prometheus.yml'), join(folder, 'prometheus.yml'));
  copyFileSync(join(deploy, '../alerts.yml'), join(folder, 'alerts.yml'));
  succeed(promtool, ['check', 'config', join(folder, 'prometheus.yml')]);
  return 'promtool accepts it, with docs/alerts.yml';
}

/** Without a container engine, checks only that every file is readable. */
function checkCompose(): string {
  const yaml = [
    'compose.yaml',
    'several-nodes.yaml',
    'grafana/datasources/prometheus.yml',
    'grafana/dashboards/cargograph.yml',
  ];
  for (const file of yaml) {
    const [problem] = parseAllDocuments(readFileSync(join(deploy, 'compose', file), 'utf8')).flatMap(
      ({ errors }) => errors,
    );
    if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
  }
  JSON.parse(readFileSync(join(deploy, 'compose/keycloak-realm.json'), 'utf8'));
  return 'its files can be read; it was not started';
}

const checks: readonly (readonly [string, (folder: string) => string | Promise<string>])[] = [
  ['cargograph.service', checkSystemd],
  ['kubernetes.yaml, kubernetes-replicas.yaml', checkKubernetes],
  ['nginx.conf', (folder) => checkNginx(deploy, folder)],
  ['Caddyfile', (folder) => checkCaddy(deploy, folder)],
  ['compose/prometheus.yml', checkPrometheus],
  ['compose', checkCompose],
];

for (const [name, check] of checks) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    console.log(`deploy: ${name}: ${await check(folder)}`);
  } catch (error) {
    if (error instanceof ToolMissing) console.log(`deploy: ${name}: skipped: ${error.message}`);
    else {
      console.log(`deploy: ${name}: FAILED: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
