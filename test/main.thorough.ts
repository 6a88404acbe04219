/** The process with data models and shapes that cannot be used: `npm run test:thorough`. */
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnNode } from './support/process.js';

describe('The process', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'process-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('exits with one line that names the file with a data model or shapes that cannot be used', async () => {
    const wrong: Record<string, Record<string, string>> = {};
    // Files that are no data model of this kind: another syntax, another namespace, a hierarchy of before 3.0.
    const cargoNs = 'https://onerecord.iata.org/ns/cargo#';
    const subClassOf = '<http://www.w3.org/2000/01/rdf-schema#subClassOf>';
    const owlClass = '<http://www.w3.org/2002/07/owl#Class>';
    const models: Record<string, string> = {
      'text.ttl': 'this is no Turtle',
      'empty.ttl': '',
      'other.ttl': `<http://e.example/A> a ${owlClass} .`,
      'old.ttl': `<${cargoNs}LogisticsObject> a ${owlClass} . <${cargoNs}Organization> a ${owlClass} ; ${subClassOf} <${cargoNs}Agent> .`,
    };
    for (const [name, text] of Object.entries(models)) {
      const file = join(folder, name);
      await writeFile(file, text);
      wrong[`ONTOLOGY_FILES: .*${name}`] = { ONTOLOGY_FILES: file, PORT: '0', STORE_URL: 'memory:' };
    }
    const shacl = 'http://www.w3.org/ns/shacl#';
    const shapes: Record<string, string> = {
      'text.ttl': 'this is no Turtle',
      'other.ttl': `<http://e.example/A> a ${owlClass} .`,
      'sparql.ttl': `<http://e.example/S> <${shacl}targetClass> <${cargoNs}Piece> ; <${shacl}sparql> [] .`,
    };
    for (const [name, text] of Object.entries(shapes)) {
      const file = join(folder, `shapes-${name}`);
      await writeFile(file, text);
      wrong[`SHAPES_FILES: .*shapes-${name}`] = { SHAPES_FILES: file, PORT: '0', STORE_URL: 'memory:' };
    }
    const nodes = Object.entries(wrong).map(([name, env]) => ({ name, node: spawnNode(folder, env) }));
    for (const { name, node } of nodes) {
      expect((await node.ended).code, name).to.be.greaterThan(0);
      const lines = node.stderr().trim().split('\n');
      expect(lines, node.stderr()).to.have.length(1);
      expect(lines[0]).to.match(new RegExp(name));
      expect(node.stdout()).to.equal('');
    }
  });
});
