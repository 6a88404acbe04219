/** The blocks of docs/python.md run against a node (T53), where python3 has requests. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTestNode } from '../support/node.js';
import { blocksOf } from './documents.js';

describe('client: docs/python.md', () => {
  it('T53: its blocks run', async function () {
    const found = spawnSync('python3', ['-c', 'import requests']);
    if (found.status !== 0) {
      process.stdout.write('skipped: there is no python3 with requests\n');
      this.skip();
    }
    const node = await startTestNode();
    const folder = mkdtempSync(join(tmpdir(), 'client-python-'));
    try {
      const file = join(folder, 'program.py');
      writeFileSync(file, blocksOf('python.md', 'python').join('\n'));
      const env = {
        PATH: process.env['PATH'] ?? '',
        SERVER: node.url,
        TOKEN_URL: `${node.url}/dev-idp/token`,
        SECRET: 'holder-secret',
        NO_PROXY: '*',
      };
      const { stdout } = await promisify(execFile)('python3', [file], { cwd: folder, env });
      expect(stdout.trim().split('\n')).to.deep.equal([
        '1 Books',
        'api:REQUEST_ACCEPTED',
        'Old books',
        'Departed',
        '404 Resource not found',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
      await node.stop();
    }
  });
});
