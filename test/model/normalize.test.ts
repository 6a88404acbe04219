import { expect } from 'chai';
import fc from 'fast-check';
import type { Model } from '../../src/model/model.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, namedNode, triple } from '../../src/rdf/terms.js';
import { xsd } from '../../src/rdf/vocabulary.js';
import { Normalizer } from '../../src/model/ontology/normalize.js';
import { readOntology } from '../../src/model/ontology/ontology.js';
import { api, cargo, root, shippedModel, turtle } from './support.js';

describe("the model's own forms (D5)", () => {
  let model: Model;
  before(async () => {
    model = await shippedModel();
  });

  const forms = (text: string): string[] =>
    Array.from(model.normalize(turtle(`lo:p1 ${text} .`)), ({ object }) =>
      object.termType === 'Literal' ? `${object.value} ${object.datatype.value.replace(/.*[#]/, '')}` : object.value,
    );

  it('convert an integer or decimal to a double where the range is one', () => {
    expect(forms('cargo:numericalValue 20, 20.50, "+7"^^xsd:unsignedByte, "0020.0"^^xsd:double')).to.deep.equal([
      '20 double',
      '20.50 double',
      '+7 double',
      '0020.0 double',
    ]);
  });

  it('make one integer datatype another, when the value is in its bounds', () => {
    expect(forms('api:hasRevision 3, "4"^^xsd:int, 0')).to.deep.equal([
      '3 positiveInteger',
      '4 positiveInteger',
      '0 integer',
    ]);
    expect(forms('cargo:slac "4"^^xsd:positiveInteger')).to.deep.equal(['4 integer']);
    expect(forms(`api:hasRevision ${'9'.repeat(5000)}`)[0]).to.match(/ positiveInteger$/);
  });

  it('convert a text or an IRI to a URI where the range is one', () => {
    expect(forms('api:hasTopic "https://a.example/1", "https://a.example/2"@en, <https://a.example/3>')).to.deep.equal([
      'https://a.example/1 anyURI',
      'https://a.example/2 anyURI',
      'https://a.example/3 anyURI',
    ]);
  });

  it('do not convert invalid values, so that validation rejects them', () => {
    expect(forms('cargo:numericalValue "heavy", "x"^^xsd:integer, <n:1>')).to.deep.equal([
      'heavy string',
      'x integer',
      'n:1',
    ]);
    expect(forms('cargo:coload "true" ; cargo:unit 5 ; cargo:goodsDescription 5')).to.deep.equal([
      'true string',
      '5 integer',
      '5 integer',
    ]);
  });

  it('are the same dataset when nothing is to be done', () => {
    const data = turtle('lo:p1 a cargo:Piece ; cargo:coload true .');
    expect(model.normalize(data)).to.equal(data);
  });

  it('write a double as a decimal of the same value, without exponent', () => {
    const normalizer = new Normalizer(
      readOntology(
        turtle(`
          @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
          cargo:price a owl:DatatypeProperty ; rdfs:range xsd:decimal .`),
      ),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const price = namedNode(cargo('price'));
        const data = graphOf([triple(root, price, factory.literal(String(number), xsd.double))]);
        const [quad] = normalizer.normalize(data);
        const object = quad?.object;
        expect(object?.termType === 'Literal' && object.datatype.equals(xsd.decimal)).to.equal(true);
        expect(object?.value).to.match(/^-?\d+(?:\.\d+)?$/);
        expect(Number(object?.value)).to.equal(number === 0 ? 0 : number);
      }),
    );
  });

  it('never turn valid data into invalid data', async () => {
    const text = `a api:Notification ; api:hasEventType api:LOGISTICS_OBJECT_CREATED ; api:hasLogisticsObjectType <${cargo('Piece')}> ;
      api:hasChangedProperty "${cargo('coload')}", <${api('p')}>`;
    const data = turtle(`lo:p1 ${text} .`);
    expect(await model.check(data, [root])).to.deep.equal([]);
    expect(await model.check(model.normalize(data), [root])).to.deep.equal([]);
  });
});
