import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelAnswer, ModelNames } from '../../src/console/responses/model.js';
import { shippedFiles } from '../../src/model/files.js';
import type { OpenApiDocument } from '../../src/openapi/types.js';
import { cargo } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { schemaCheck } from './schemas.js';

const own = 'https://carrier.example/terms#';
const extension = `
@prefix cargo: <${cargo}> . @prefix own: <${own}> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
own:Crate a owl:Class ; rdfs:subClassOf cargo:Piece .
own:Weighed a owl:Class ; rdfs:subClassOf cargo:LogisticsEvent .
own:colour a owl:DatatypeProperty .
own:seal a owl:DatatypeProperty ; rdfs:range xsd:string .
own:Crate rdfs:subClassOf [ a owl:Restriction ; owl:onProperty own:seal ; owl:cardinality 1 ] .
`;

describe('The classes of all ontologies that are configured', () => {
  let folder: string;
  let world: TestContext;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'classes-'));
    const file = join(folder, 'own.ttl');
    await writeFile(file, extension);
    world = await TestContext.start({ env: { ONTOLOGY_FILES: `${fileURLToPath(shippedFiles.cargo)},${file}` } });
  });
  after(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  it('are named in the OpenAPI document, those of events by themselves', async () => {
    const { components } = JSON.parse((await world.holder.get('/openapi.json')).text) as OpenApiDocument;
    const named = (schema: string): string => JSON.stringify(components.schemas[schema]);
    expect(named('LogisticsEventTypes')).to.include('"cargo:StatusUpdateEvent"').and.include(`"${own}Weighed"`);
    expect(named('LogisticsEventTypes')).to.not.include('"cargo:Piece"');
    expect(named('LogisticsObjectTypes')).to.include('"cargo:Piece"').and.include(`"${own}Crate"`);
    expect(named('LogisticsObjectTypes')).to.not.include('StatusUpdateEvent');
    expect(named('cargo.LogisticsEvent')).to.include('LogisticsEventTypes');
    expect(named('cargo.LogisticsObject')).to.include('LogisticsObjectTypes');
  });

  it('have a schema each, with the properties that they add to those of their superclasses', async () => {
    const document = JSON.parse((await world.holder.get('/openapi.json')).text) as OpenApiDocument;
    const { schemas } = document.components;
    const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });
    expect(schemas['LogisticsObject']).to.have.property('anyOf').that.deep.includes(ref('terms.Crate'));
    expect(schemas['LogisticsEvent']).to.have.property('anyOf').that.deep.includes(ref('terms.Weighed'));
    expect(schemas['terms.Crate']).to.have.property('allOf').that.deep.includes(ref('cargo.Piece'));
    const check = schemaCheck(document);
    const crate = { '@type': `${own}Crate`, 'cargo:goodsDescription': 'Oranges' };
    const crates = ref('terms.Crate');
    expect(check(crates, { ...crate, [`${own}seal`]: 'S-1' })).to.equal(undefined);
    expect(check(crates, crate), 'a value that the class demands').to.include(`${own}seal`);
    const described = { ...crate, [`${own}seal`]: ['S-1', 'S-2'] };
    expect(check(crates, { ...described, 'cargo:goodsDescription': ['Oranges', 'Lemons'] })).to.be.a('string');
    expect(check(crates, described), 'one seal').to.be.a('string');
    expect(check(crates, { ...crate, [`${own}seal`]: 'S-1', 'cargo:grossWeight': 'heavy' })).to.be.a('string');
  });

  it('are in the model of the console, by name and in the list of names', async () => {
    const { vocabularies } = JSON.parse((await world.holder.get('/internal/model')).text) as ModelNames;
    expect(vocabularies[0]?.classes).to.include('StatusUpdateEvent');
    expect(vocabularies.find(({ namespace }) => namespace === own)).to.deep.include({
      classes: ['Crate', 'Weighed'],
      properties: ['colour', 'seal'],
    });
    for (const name of ['StatusUpdateEvent', 'Crate', 'weighed', `${own}colour`]) {
      const reply = await world.holder.get(`/internal/model/terms?name=${encodeURIComponent(name)}`);
      expect(reply.status, name).to.equal(200);
      expect((JSON.parse(reply.text) as ModelAnswer).items, name).to.have.length(1);
    }
  });

  it('are found: an object of such a class is listed with its class', async () => {
    const path = await world.create({ '@type': `${own}Crate`, [`${own}colour`]: 'red', [`${own}seal`]: 'S-1' });
    const reply = await world.holder.get(`/logistics-objects?type=${encodeURIComponent(`${own}Crate`)}`);
    expect(reply.text).to.include(world.uri(path));
  });
});
