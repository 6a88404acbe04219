/** Where the operator's shapes are checked, and how what they demand is described (D76). */
import { expect } from 'chai';
import { load, messages, root, turtle } from '../support.js';
import { ShapesFolder } from './support.js';

describe("the constraints of the operator's shapes (SHAPES_FILES)", () => {
  const folder = new ShapesFolder();
  before(() => folder.make());
  after(() => folder.remove());

  it('is demanded of the instances of a class and of the classes that inherit from it', async () => {
    const model = await folder.model(
      'ex:Described a sh:NodeShape ; sh:targetClass cargo:LogisticsObject ; sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ] .',
    );
    const missing = ['cargo:goodsDescription of cargo:Piece is required, but none was given'];
    expect(await messages('lo:p1 a cargo:Piece .', model)).to.deep.equal(missing);
    // Once more: what did not fit is not remembered.
    expect(await messages('lo:p1 a cargo:Piece .', model)).to.deep.equal(missing);
    expect(await messages('lo:p1 a cargo:Piece ; cargo:goodsDescription "x" .', model)).to.deep.equal([]);
  });

  it('is reported beside violations of the data model', async () => {
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:goodsDescription ; sh:maxLength 3 ] .',
    );
    expect(await messages('lo:p1 a cargo:Piece ; cargo:goodsDescription 12345 .', model)).to.have.members([
      'cargo:goodsDescription of cargo:Piece must be a text (xsd:string), but "12345" (xsd:integer) was given',
      'cargo:goodsDescription of cargo:Piece must be of at most 3 characters, but "12345" (xsd:integer) was given',
    ]);
  });

  const rules: Readonly<Record<string, readonly [shape: string, fits: string, not: string, message: string]>> = {
    'a node': [
      'sh:targetNode <https://1r.example.com/logistics-objects/p1> ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ]',
      'a cargo:Piece ; cargo:upid "1"',
      'a cargo:Piece',
      'cargo:upid of cargo:Piece is required, but none was given',
    ],
    'subjects of a property': [
      'sh:targetSubjectsOf cargo:upid ; sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ]',
      'a cargo:Piece',
      'a cargo:Piece ; cargo:upid "1"',
      'cargo:goodsDescription of cargo:Piece is required, but none was given',
    ],
    'objects of a property': [
      'sh:targetObjectsOf cargo:upid ; sh:pattern "^[A-Z]+$"',
      'a cargo:Piece ; cargo:upid "AB"',
      'a cargo:Piece ; cargo:upid "ab"',
      'cargo:upid of cargo:Piece must be a text that matches "^[A-Z]+$", but "ab" (xsd:string) was given',
    ],
    'a class of its own': [
      'a rdfs:Class ; rdfs:subClassOf cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ]',
      'a cargo:Piece',
      'a cargo:Piece , <https://operator.example/rules#R>',
      'cargo:upid of cargo:Piece is required, but none was given',
    ],
    'embedded objects': [
      'sh:targetClass cargo:Value ; sh:property [ sh:path cargo:numericalValue ; sh:minExclusive 0.0 ]',
      'a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 1.0e0 ]',
      'a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 0.0e0 ]',
      'cargo:numericalValue of cargo:Value in cargo:grossWeight of cargo:Piece must be more than 0.0, but "0.0e0" (xsd:double) was given',
    ],
    'a path through embedded objects': [
      'sh:targetClass cargo:Piece ; sh:property [ sh:path ( cargo:grossWeight cargo:numericalValue ) ; sh:maxInclusive 100 ]',
      'a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 1.0e0 ]',
      'a cargo:Piece ; cargo:grossWeight [ cargo:numericalValue 101.0e0 ]',
      'cargo:grossWeight of cargo:Piece must be at most 100, but "101.0e0" (xsd:double) was given',
    ],
    'one of several': [
      'sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:goodsDescription ; sh:in ( "a" "b" ) ]',
      'a cargo:Piece ; cargo:goodsDescription "a"',
      'a cargo:Piece ; cargo:goodsDescription "c"',
      'cargo:goodsDescription of cargo:Piece must be one of "a", "b", but "c" (xsd:string) was given',
    ],
    'two values at least': [
      'sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:otherIdentifiers ; sh:minCount 2 ]',
      'a cargo:Piece ; cargo:otherIdentifiers [ cargo:textualValue "1" ], [ cargo:textualValue "2" ]',
      'a cargo:Piece ; cargo:otherIdentifiers [ cargo:textualValue "1" ]',
      'cargo:otherIdentifiers of cargo:Piece must be given 2 times, but 1 values were given',
    ],
    'either of two properties': [
      'sh:targetClass cargo:Piece ; sh:or ( [ sh:property [ sh:path cargo:upid ; sh:minCount 1 ] ] [ sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ] ] )',
      'a cargo:Piece ; cargo:upid "1"',
      'a cargo:Piece',
      'cargo:Piece must be as ex:R demands (sh:or), but <https://1r.example.com/logistics-objects/p1> of type cargo:Piece was given',
    ],
    'what its description says': [
      'sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:pattern "^AB" ; sh:description "a number of ours" ]',
      'a cargo:Piece ; cargo:upid "AB1"',
      'a cargo:Piece ; cargo:upid "1"',
      'cargo:upid of cargo:Piece must be a number of ours, but "1" (xsd:string) was given',
    ],
    'what a derived shape demands': [
      'sh:targetSubjectsOf cargo:upid ; sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ; sh:node shape:string-value ]',
      'a cargo:Piece ; cargo:upid "1" ; cargo:goodsDescription "x"',
      'a cargo:Piece ; cargo:upid "1"',
      'cargo:goodsDescription of cargo:Piece is required, but none was given',
    ],
  };
  for (const [name, [shape, fits, not, message]] of Object.entries(rules)) {
    it(`can be about ${name}`, async () => {
      const model = await folder.model(`ex:R a sh:NodeShape ; ${shape} .`);
      expect(await messages(`lo:p1 ${fits} .`, model)).to.deep.equal([]);
      expect(
        (await messages(`lo:p1 ${not} .`, model)).map((text) =>
          text.replaceAll('<https://operator.example/rules#R>', 'ex:R'),
        ),
      ).to.deep.equal([message]);
    });
  }

  it('is not applied by a deactivated shape', async () => {
    const model = await folder.model(`
      ex:A a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:deactivated true ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ] .
      ex:B a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ; sh:deactivated true ] .`);
    expect(await messages('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
  });

  it('is moved to the configured namespaces', async () => {
    const own = 'https://model.example/ns#';
    const model = await load({
      namespaces: {
        api: 'https://onerecord.iata.org/ns/api#',
        cargo: own,
        codeLists: 'https://onerecord.iata.org/ns/code-lists/',
      },
      shapesFiles: [
        await folder.file(
          'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ] .',
        ),
      ],
    });
    const found = await model.check(turtle(`lo:p1 a <${own}Piece> .`), [root]);
    expect(found.map(({ property }) => property)).to.deep.equal([`${own}upid`]);
  });

  it('holds for many values as for few', async () => {
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:containedPieces ; sh:pattern "^https:" ; sh:message "only our own" ] .',
    );
    const values = Array.from(
      { length: 400 },
      (_, index) => `<${index === 357 ? 'http' : 'https'}://p.example/${index}>`,
    );
    const found = await messages(`lo:p1 a cargo:Piece ; cargo:containedPieces ${values.join(', ')} .`, model);
    expect(found).to.deep.equal(['only our own']);
  });
});
