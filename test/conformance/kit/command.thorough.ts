/** All checks of the kit, as its command runs them, against a node in each version: `npm run test:thorough`. */
import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versions } from '../../../src/conformance/versions.js';
import { type Json, list, member } from '../../support/node.js';
import { KitFolder } from './kit-folder.js';

/** Checks that a node cannot be asked over HTTP (T30). */
const untested: readonly string[] = [];

describe('Conformance: the command with all checks', () => {
  let kit: KitFolder;
  beforeEach(async () => {
    kit = await KitFolder.make();
  });
  afterEach(() => kit.close());

  for (const version of versions)
    it(`finds nothing wrong with a node in ${version} (T30)`, async () => {
      await kit.startNode(version);
      const args = ['conformance', '--config', `${version}.json`, '--api-version', version, '--json', '--out', version];
      const run = kit.command(args, { HOLDER_SECRET: 'holder-secret' });
      const { code } = await run.ended;
      const [report] = list(member(JSON.parse(run.stdout()) as Json, 'versions'));
      const checks = list(member(report, 'checks'));
      const of = (outcome: string): string[] =>
        checks.filter((check) => member(check, 'outcome') === outcome).map((check) => JSON.stringify(check));
      expect(of('failed')).to.deep.equal([]);
      expect(of('cantTell')).to.deep.equal([]);
      const notTested = checks.filter((check) => member(check, 'outcome') === 'untested');
      expect(notTested.map((check) => member(check, 'id'))).to.deep.equal(untested);
      expect(code, run.stderr()).to.equal(0);
      expect(Number(member(report, 'seconds'))).to.be.lessThan(150);
      expect(await readdir(join(kit.folder, version))).to.have.members(['report.html', 'report.jsonld', 'report.xml']);
      expect(await readFile(join(kit.folder, version, 'report.html'), 'utf8')).to.not.include('holder-secret');
    });
});
