import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTestNode, type TestNode } from '../support/node.js';

const root = join(import.meta.dirname, '../..');

/** The shell commands of a document, as one script. */
function commandsOf(document: string, heading = ''): string {
  const text = document.slice(document.indexOf(heading));
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands).join('');
}

/** Options that curl 7.68 (Ubuntu 20.04) does not have. */
const NEWER_THAN_7_68 =
  /--(?:json|fail-with-body|url-query|variable|expand-\w+|rate|remove-on-error|no-clobber|output-dir)\b|%\{header_json\}|%header\{|%output\{/;

describe('README', () => {
  let node: TestNode;
  let folder: string;
  before(async () => {
    node = await startTestNode();
    folder = mkdtempSync(join(tmpdir(), 'readme-'));
  });
  after(async () => {
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const day of ['first', 'second']) {
    it(`can be followed on the ${day} day of a store`, async function () {
      if (spawnSync('curl', ['--version']).error !== undefined) {
        process.stdout.write('      (skipped: there is no curl here)\n');
        this.skip();
      }
      const readme = readFileSync(join(root, 'README.md'), 'utf8');
      const exchange = readme.slice(0, readme.indexOf('\n## Settings'));
      const commands = commandsOf(exchange, '## A first exchange').replace('http://localhost:8080', node.url);
      // The commands take the time for the id of the piece; both runs may be in one second.
      const script = `date() { echo ${day}; }\n${commands}`;
      const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: folder });
      const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
      expect(statuses, stdout).to.deep.equal([201, 200, 204, 200, 403, 204, 200]);
      expect(stdout).to.include(`/logistics-objects/piece-${day}`).and.include('cargo:coload');
    });
  }

  it('uses only options of curl 7.68, like the other documents', () => {
    const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
    for (const file of ['README.md', ...documents.map((name) => join('docs', name))]) {
      expect(commandsOf(readFileSync(join(root, file), 'utf8')), file).to.not.match(NEWER_THAN_7_68);
    }
  });
});
