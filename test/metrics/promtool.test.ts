/** What promtool says of the alerts and the metrics. Debian has it in the package `prometheus`; `PROMTOOL` names another one. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startTestNode } from '../support/node.js';

const promtool = process.env['PROMTOOL'] ?? 'promtool';
const alerts = fileURLToPath(new URL('../../docs/alerts.yml', import.meta.url));
const alertTests = fileURLToPath(new URL('alerts.yml', import.meta.url));

describe('promtool', () => {
  before(function () {
    if (spawnSync(promtool, ['--version']).status === 0) return;
    process.stdout.write('      (skipped: promtool is not installed; Debian has it in the package prometheus)\n');
    this.skip();
  });
  const expectSuccess = (args: readonly string[], input = ''): void => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { input, encoding: 'utf8' });
    expect(status, stdout + stderr).to.equal(0);
  };

  it('reads docs/alerts.yml', () => {
    expectSuccess(['check', 'rules', '--lint-fatal', alerts]);
  });

  it('fires the alerts when they should', () => {
    expectSuccess(['test', 'rules', alertTests]);
  });

  it('finds nothing wrong with the metrics', async () => {
    const node = await startTestNode();
    try {
      await node.holder.get('/');
      const { text } = await node.anonymous.get('/metrics');
      expectSuccess(['check', 'metrics'], text);
    } finally {
      await node.stop();
    }
  });
});
