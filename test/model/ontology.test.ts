import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../../src/model/model.js';
import { cargo, load, messages } from './support.js';

/** An operator's own model, with what OWL has to say about a property, several ontologies in one file. */
const owl = `
@prefix : <https://operator.example/model#> .
@prefix cargo: <https://onerecord.iata.org/ns/cargo#> .
@prefix list: <https://onerecord.iata.org/ns/code-lists/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<https://onerecord.iata.org/ns/cargo> a owl:Ontology .
cargo:LogisticsObject a owl:Class .
cargo:CodeListElement a owl:Class .
cargo:Piece a owl:Class ; rdfs:subClassOf cargo:LogisticsObject ,
    [ a owl:Restriction ; owl:onProperty cargo:pallets ; owl:minCardinality 1 ] ,
    [ a owl:Restriction ; owl:onProperty cargo:pallets ; owl:maxCardinality "2"^^xsd:nonNegativeInteger ] ,
    [ a owl:Restriction ; owl:onProperty cargo:label ; owl:qualifiedCardinality 1 ; owl:onDataRange xsd:string ] ,
    [ a owl:Restriction ; owl:onProperty cargo:label ; owl:allValuesFrom xsd:string ] ,
    [ a owl:Restriction ; owl:onProperty cargo:kind ; owl:hasValue cargo:BOX ] ,
    [ a owl:Restriction ; owl:onProperty cargo:mark ; owl:someValuesFrom owl:Thing ] ,
    [ a owl:Restriction ; owl:onProperty cargo:inspection ; owl:maxQualifiedCardinality 1 ; owl:onClass cargo:Final ] .
cargo:Small a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( cargo:Piece
    [ a owl:Restriction ; owl:onProperty cargo:pallets ; owl:cardinality 1 ]
    [ a owl:Class ; owl:complementOf cargo:Thing ] ) ] .
cargo:pallets a owl:DatatypeProperty ; rdfs:range xsd:integer .
cargo:label a owl:DatatypeProperty .
cargo:kind a owl:ObjectProperty ; rdfs:range cargo:Kind .
cargo:Kind a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:oneOf ( cargo:BOX cargo:BAG ) ] .
cargo:BOX a owl:NamedIndividual, cargo:Kind .
cargo:mark a owl:ObjectProperty .
cargo:Inspection a owl:Class .
cargo:Final a owl:Class ; rdfs:subClassOf cargo:Inspection .
cargo:inspection a owl:ObjectProperty ; rdfs:range cargo:Inspection .
cargo:size a owl:DatatypeProperty ; rdfs:range
    [ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:minInclusive 1 ] [ xsd:maxInclusive 9 ] ) ] .
cargo:grade a owl:DatatypeProperty ; rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "A" "B" ) ] .
cargo:place a owl:ObjectProperty ; rdfs:range [ a owl:Class ; owl:unionOf ( cargo:Piece cargo:Inspection ) ] .
cargo:A a owl:Class ; rdfs:subClassOf cargo:LogisticsObject .
cargo:A2 a owl:Class ; rdfs:subClassOf cargo:A .
cargo:B a owl:Class ; rdfs:subClassOf cargo:LogisticsObject .
cargo:C a owl:Class ; rdfs:subClassOf cargo:LogisticsObject .
cargo:Plain a owl:Class ; rdfs:subClassOf cargo:LogisticsObject .
cargo:Narrow a owl:Class ; rdfs:subClassOf cargo:LogisticsObject ,
    [ a owl:Restriction ; owl:onProperty cargo:link ; owl:allValuesFrom cargo:A2 ] .
cargo:link a owl:ObjectProperty ; rdfs:range [ a owl:Class ; owl:unionOf ( cargo:A cargo:B ) ] .
cargo:innerPlace a owl:ObjectProperty ; rdfs:subPropertyOf cargo:place .

<https://onerecord.iata.org/ns/code-lists> a owl:Ontology .
list:Colour a owl:Class ; rdfs:subClassOf cargo:CodeListElement .
<https://onerecord.iata.org/ns/code-lists/Colour#RED> a owl:NamedIndividual, list:Colour .
cargo:colour a owl:ObjectProperty ; rdfs:range list:Colour .
`;

describe('a data model that an operator brings (ONTOLOGY_FILES)', () => {
  let folder: string;
  let model: Model;
  const piece = 'cargo:label "l" ; cargo:kind cargo:BOX ; cargo:mark <m:1>';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-model-'));
    const file = join(folder, 'own.ttl');
    await writeFile(file, owl);
    model = await load({ ontologyFiles: [file] });
  });
  after(() => rm(folder, { recursive: true }));

  const check = (text: string): Promise<string[]> => messages(`lo:p1 ${text} .`, model);

  it('replaces the shipped one', async () => {
    expect(model.isClass(cargo('Small'))).to.equal(true);
    expect(model.isClass(cargo('Shipment'))).to.equal(false);
    expect(await check('a cargo:Shipment')).to.deep.equal([
      'cargo:Shipment, the type of <https://1r.example.com/logistics-objects/p1>, is not a class of the data model',
    ]);
  });

  it('keeps the API vocabulary and its shapes', async () => {
    expect(await check('a api:Change')).to.have.length(3);
  });

  it('reads every kind of restriction', async () => {
    expect(await check(`a cargo:Piece ; cargo:pallets 1 ; ${piece}`)).to.deep.equal([]);
    expect(await check('a cargo:Piece')).to.have.members([
      'cargo:pallets of cargo:Piece is required, but none was given',
      'cargo:label of cargo:Piece is required, but none was given',
      'cargo:kind of cargo:Piece is required, but none was given',
      'cargo:mark of cargo:Piece is required, but none was given',
    ]);
    expect(await check(`a cargo:Piece ; cargo:pallets 1, 2, 3 ; ${piece}`)).to.deep.equal([
      'cargo:pallets of cargo:Piece may be given 2 times, but 3 values were given: "1", "2", "3"',
    ]);
    expect(await check(`a cargo:Piece ; cargo:pallets 1 ; cargo:label 5 ; ${piece}`)).to.have.members([
      'cargo:label of cargo:Piece may be given once, but 2 values were given: "5", "l"',
      'cargo:label of cargo:Piece must be a text (xsd:string), but "5" (xsd:integer) was given',
    ]);
  });

  it('counts values of one class among others', async () => {
    const inspections = 'cargo:inspection <i:1>, <i:2> . <i:1> a cargo:Final . <i:2> a';
    expect(await check(`a cargo:Piece ; cargo:pallets 1 ; ${piece} ; ${inspections} cargo:Inspection`)).to.deep.equal(
      [],
    );
    expect(await check(`a cargo:Piece ; cargo:pallets 1 ; ${piece} ; ${inspections} cargo:Final`)).to.have.length(1);
  });

  it('reads a class defined by an equivalent class', async () => {
    expect(model.isSubclassOf(cargo('Small'), cargo('Piece'))).to.equal(true);
    expect(await check(`a cargo:Small ; cargo:pallets 1, 2 ; ${piece}`)).to.have.length(1);
  });

  it('reads enumerations of individuals and of data', async () => {
    expect(await check('a cargo:Inspection ; cargo:kind cargo:BAG ; cargo:grade "B"')).to.deep.equal([]);
    expect(await check('a cargo:Inspection ; cargo:kind cargo:BARREL')).to.deep.equal([
      'cargo:kind of cargo:Inspection must be one of cargo:BOX, cargo:BAG, but cargo:BARREL was given',
    ]);
    expect(await check('a cargo:Inspection ; cargo:grade "C"')).to.deep.equal([
      'cargo:grade of cargo:Inspection must be one of "A", "B", but "C" (xsd:string) was given',
    ]);
  });

  it('reads unions, bounds and inheritance of properties', async () => {
    expect(
      await check('a cargo:Inspection ; cargo:size 9 ; cargo:innerPlace <i:2> . <i:2> a cargo:Final'),
    ).to.deep.equal([]);
    expect(await check('a cargo:Inspection ; cargo:size 10')).to.have.length(1);
    expect(await check('a cargo:Inspection ; cargo:innerPlace <i:2> . <i:2> a cargo:Kind')).to.deep.equal([
      'cargo:innerPlace of cargo:Inspection must be a cargo:Piece or a cargo:Inspection, but <i:2> of type cargo:Kind was given',
    ]);
  });

  it('accepts for a union the instances of its classes only, with any cache', async () => {
    const linked = (type: string, to: string): string => `a cargo:${type} ; cargo:link <b:1> . <b:1> a cargo:${to}`;
    const verdicts: readonly [string, string, boolean][] = [
      ['Narrow', 'B', false],
      ['Plain', 'B', true],
      ['Narrow', 'B', false],
      ['Narrow', 'A2', true],
      ['Plain', 'C', false],
      ['Plain', 'A', true],
      ['Narrow', 'A', false],
    ];
    for (const [type, to, fits] of verdicts) {
      expect((await check(linked(type, to))).length === 0, `${type} to ${to}`).to.equal(fits);
    }
  });

  it('uses its code lists instead of the shipped ones', async () => {
    const colour = (name: string): string =>
      `a cargo:Inspection ; cargo:colour <https://onerecord.iata.org/ns/code-lists/Colour#${name}>`;
    expect(await check(colour('RED'))).to.deep.equal([]);
    expect(await check(colour('RAD'))).to.have.length(1);
  });
});
