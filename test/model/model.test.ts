import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { writeOntologies } from '../../scripts/ontology.js';
import { writeShapes } from '../../scripts/shapes.js';
import { readTurtleFile, rebaseNamespaces, shippedFiles } from '../../src/model/files.js';
import type { Model } from '../../src/model/model.js';
import { OntologyIndex } from '../../src/model/ontology/ontology-index.js';
import { readOntology } from '../../src/model/ontology/ontology.js';
import { graphOf } from '../../src/rdf/graph.js';
import { iri, isIri, type Term } from '../../src/rdf/terms.js';
import { owl, owlNs } from '../../src/model/vocabulary.js';
import { createVocabulary, rdfs, rdfTerms, standardNamespaces, xsdNs } from '../../src/rdf/vocabulary.js';
import { api, cargo, code, load, messages, root, shippedModel, turtle } from './support.js';
import { cpuTime } from '../support/cpu-time.js';

describe('the data model', () => {
  let model: Model;
  let index: OntologyIndex;
  before(async () => {
    model = await shippedModel();
    const quads = [shippedFiles.cargo, shippedFiles.codeLists].flatMap((file) => readTurtleFile(file));
    index = new OntologyIndex(readOntology(quads), standardNamespaces);
  });

  it('has its class hierarchy', () => {
    expect(model.isClass(cargo('Piece'))).to.equal(true);
    expect(model.isClass(cargo('Peice'))).to.equal(false);
    expect(model.isSubclassOf(cargo('Company'), cargo('Organization'))).to.equal(true);
    expect(model.isSubclassOf(cargo('Company'), cargo('Company'))).to.equal(true);
    expect(model.isSubclassOf(cargo('Organization'), cargo('Company'))).to.equal(false);
    expect([...model.ancestors(cargo('PieceDg'))]).to.have.members(
      ['PieceDg', 'Piece', 'PhysicalLogisticsObject', 'LogisticsObject'].map(cargo),
    );
    expect([...model.descendants(cargo('Actor'))]).to.have.members(['Person', 'NonHumanActor'].map(cargo));
    expect([...model.ancestors(iri('https://example.org/Crate'))]).to.deep.equal(['https://example.org/Crate']);
  });

  it('distinguishes Logistics Objects, events and embedded objects (D6)', () => {
    expect(model.isLogisticsObject([iri('https://example.org/Crate'), cargo('Sensor')])).to.equal(true);
    expect(model.isLogisticsObject([cargo('LogisticsObject')])).to.equal(true);
    expect(model.isLogisticsObject([cargo('LogisticsEvent')])).to.equal(false);
    expect(index.isEmbeddable(cargo('Value'))).to.equal(true);
    expect(index.isEmbeddable(cargo('StatusUpdateEvent'))).to.equal(false);
    expect(index.isEmbeddable(cargo('Piece'))).to.equal(false);
    expect(index.isEmbeddable(cargo('Nothing'))).to.equal(false);
  });

  it('finds the most specific type in any order (D8)', () => {
    const types = ['Organization', 'Company', 'LogisticsObject', 'LogisticsAgent'].map(cargo);
    expect(model.mostSpecific([cargo('LogisticsAgent'), ...types])).to.equal(cargo('Company'));
    expect(model.mostSpecific([iri('https://example.org/Crate'), cargo('Piece')])).to.equal(cargo('Piece'));
    expect(model.mostSpecific([iri('https://example.org/Crate')])).to.equal('https://example.org/Crate');
  });

  it('recognizes a code by its namespace, including the oldest one (D6)', () => {
    expect(model.isCode(code('SpecialHandlingCode', 'VAL'))).to.equal(true);
    expect(model.isCode(iri('https://onerecord.iata.org/ns/coreCodeLists#SpecialHandlingCode_VAL'))).to.equal(true);
    expect(model.isCode(iri('https://onerecord.iata.org/ns/code-lists/SpecialHandlingCode'))).to.equal(false);
    expect(model.isCode(cargo('ACTUAL'))).to.equal(false);
  });

  it('has the ranges of properties', () => {
    expect(index.range(cargo('grossWeight'))).to.deep.equal([cargo('Value')]);
    expect(index.range(cargo('unit'))).to.have.members([
      'http://www.w3.org/2001/XMLSchema#string',
      'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode',
    ]);
    expect(index.range(cargo('nothing'))).to.deep.equal([]);
  });

  it('has every name that the node uses, but those of a proposal (IATA issue 388, W68)', () => {
    const vocabulary = createVocabulary();
    const names = [...Object.values(vocabulary.api), ...Object.values(vocabulary.cargo)].map(({ value }) => value);
    const known = new Set([
      ...Array.from(model.ontologyGraph('api'), ({ subject }) => subject.value),
      ...Array.from(model.ontologyGraph('cargo'), ({ subject }) => subject.value),
    ]);
    const { LogisticsObjectsQuery, hasLogisticsObjects, hasLogisticsObjectRef } = vocabulary.api;
    const proposed = [LogisticsObjectsQuery, hasLogisticsObjects, hasLogisticsObjectRef].map(({ value }) => value);
    expect(names.filter((name) => !known.has(name))).to.have.members(proposed);
  });
});

describe('the files of the data model', () => {
  it('equal the output of `npm run ontology` and `npm run shapes`', () => {
    for (const [name, text] of Object.entries(writeOntologies())) {
      expect(readFileSync(new URL(`../../ontology/${name}`, import.meta.url), 'utf8') === text, name).to.equal(true);
    }
    expect(readFileSync(shippedFiles.cargoShapes, 'utf8') === writeShapes(), 'shapes/cargo.ttl').to.equal(true);
  });

  it('declare each name as class or property, and each union as one of datatypes or classes (OWL 2 DL)', () => {
    for (const file of [shippedFiles.cargo, shippedFiles.codeLists, shippedFiles.api]) {
      const graph = graphOf(readTurtleFile(file));
      const kindsOf = (term: Term): string[] =>
        graph.types(term).filter((type) => type.startsWith(owlNs) && type !== owl.NamedIndividual.value);
      const properties = Array.from(graph.match(null, owl.onProperty), ({ object }) => object);
      const classes = Array.from(graph)
        .filter(({ predicate }) => predicate.equals(rdfs.subClassOf) || predicate.equals(owl.allValuesFrom))
        .map(({ object }) => object)
        .filter((term) => term.termType === 'NamedNode' && !term.value.startsWith(xsdNs));
      expect(properties.filter((property) => kindsOf(property).length !== 1)).to.deep.equal([]);
      expect(classes.filter((name) => !kindsOf(name).includes(owl.Class.value))).to.deep.equal([]);
      for (const { subject, object } of graph.match(null, owl.unionOf)) {
        const ofDatatypes = graph.types(subject).includes(iri(rdfs.Datatype.value));
        expect(graph.types(subject)).to.have.length(1);
        for (const member of graph.list(object)) expect(member.value.startsWith(xsdNs)).to.equal(ofDatatypes);
      }
    }
  });

  it('hold every class, property, individual and code of the tables', async () => {
    const model = await shippedModel();
    const declared = new Set(
      (['cargo', 'api', 'code-lists'] as const).flatMap((name) =>
        Array.from(model.ontologyGraph(name).match(null, rdfTerms.type), ({ subject }) => subject.value),
      ),
    );
    const tables = [
      'cargo-3.3-classes',
      'cargo-3.3-properties',
      'cargo-3.3-individuals',
      'api-2.0-classes',
      'api-2.3-properties',
    ];
    const prefixes = {
      cargo: standardNamespaces.cargo,
      api: standardNamespaces.api,
      'code-lists': standardNamespaces.codeLists,
    };
    for (const table of tables) {
      const text = readFileSync(new URL(`../../ontology/tables/${table}.tsv`, import.meta.url), 'utf8');
      for (const name of text
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0] ?? '')) {
        const [prefix = '', local = ''] = name.split(':');
        const namespace = Object.entries(prefixes).find(([known]) => known === prefix)?.[1];
        if (namespace !== undefined) expect(declared.has(namespace + local), `${table} ${name}`).to.equal(true);
      }
    }
  });

  it('load in less than two seconds', async () => {
    const started = cpuTime();
    await load();
    expect(cpuTime() - started).to.be.below(2000);
  });

  it('move to the namespaces that the operator set', async () => {
    const namespaces = {
      api: 'https://network.example/api#',
      cargo: 'https://network.example/cargo#',
      codeLists: 'https://network.example/lists/',
    };
    const model = await load({ namespaces });
    const check = async (text: string): Promise<string[]> => {
      const data = graphOf(rebaseNamespaces([...turtle(text)], namespaces));
      return (await model.check(data, [root])).map(({ message }) => message);
    };
    expect(model.isClass(iri(`${namespaces.cargo}Piece`))).to.equal(true);
    expect(model.isClass(cargo('Piece'))).to.equal(false);
    const uld = 'lo:p1 a cargo:ULD ; cargo:serviceabilityCode';
    expect(await check(`${uld} <${code('ULDConditionCode', 'SER')}> .`)).to.deep.equal([]);
    expect(await check(`${uld} <${code('ULDConditionCode', 'SEX')}> ; cargo:color "red" .`)).to.deep.equal([
      'cargo:color of cargo:ULD is not a property of the data model',
      'cargo:serviceabilityCode of cargo:ULD must be a code of code-lists:ULDConditionCode, but code-lists:ULDConditionCode#SEX was given; did you mean code-lists:ULDConditionCode#SER?',
    ]);
    expect(await check('lo:p1 a cargo:Shipment ; cargo:pieces lo:p2 . lo:p2 a cargo:Waybill .')).to.have.length(1);
  });

  it('give the same shapes when they are derived anew', async () => {
    const model = await load({
      ontologyFiles: [fileURLToPath(shippedFiles.cargo), fileURLToPath(shippedFiles.codeLists)],
    });
    expect(model.shapesGraph('cargo').size).to.equal((await shippedModel()).shapesGraph('cargo').size);
    expect(await messages('lo:p1 a cargo:Piece ; cargo:coload "maybe" .', model)).to.have.length(1);
  });

  it('are rejected with their name when they cannot be read', async () => {
    const failure = await load({ ontologyFiles: ['/nowhere/model.ttl'] }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error).with.property('message').that.contains('/nowhere/model.ttl cannot be read');
    const json = await load({ ontologyFiles: [fileURLToPath(new URL('../../package.json', import.meta.url))] }).catch(
      (error: unknown) => error,
    );
    expect(json)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.contains('package.json cannot be read as Turtle');
  });

  it('have words for each shape that a detail may speak of', async () => {
    const shapes = (await shippedModel()).shapesGraph('api');
    const described = new Set(
      Array.from(shapes)
        .filter(({ predicate }) => predicate.value.endsWith('#description'))
        .map(({ subject }) => subject.value),
    );
    const paths = Array.from(shapes).filter(
      ({ predicate, object }) => predicate.value.endsWith('#path') && !object.equals(rdfTerms.type),
    );
    expect(paths).to.not.have.length(0);
    expect(paths.filter(({ subject }) => !described.has(subject.value))).to.deep.equal([]);
  });

  it('speak of names of the vocabulary only, in the shapes that are written by hand', async () => {
    const model = await shippedModel();
    const ontology = readOntology([...model.ontologyGraph('api'), ...model.ontologyGraph('cargo')]);
    const names = Array.from(model.shapesGraph('api'), ({ object }) => object.value).filter((value) =>
      value.startsWith(api('')),
    );
    const known = (name: string): boolean =>
      isIri(name) && (ontology.classes.has(name) || ontology.properties.has(name) || ontology.individuals.has(name));
    expect(names.filter((name) => !known(name))).to.deep.equal([]);
  });
});
