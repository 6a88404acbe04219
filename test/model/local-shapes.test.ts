/** Shapes of the operator beside those of the data model (SHAPES_FILES, D76). */
import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTurtleFile, shippedFiles } from '../../src/model/files.js';
import type { Model } from '../../src/model/model.js';
import { OntologyIndex } from '../../src/model/ontology/ontology-index.js';
import { readOntology } from '../../src/model/ontology/ontology.js';
import { localShapes, ShapesFileError } from '../../src/model/shapes/local-shapes.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { cargo, load, messages, root, turtle, violations } from './support.js';

const prefixes = `
@prefix cargo: <https://onerecord.iata.org/ns/cargo#> .
@prefix code: <https://onerecord.iata.org/ns/code-lists/> .
@prefix ex: <https://operator.example/rules#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix shape: <urn:cargograph:shape:> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

describe("the operator's shapes (SHAPES_FILES)", () => {
  let folder: string;
  let written = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-shapes-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function file(text: string): Promise<string> {
    const path = join(folder, `rules-${written++}.ttl`);
    await writeFile(path, prefixes + text);
    return path;
  }
  const modelOf = async (...texts: string[]): Promise<Model> =>
    load({ shapesFiles: await Promise.all(texts.map(file)) });

  describe('what they demand', () => {
    it('is demanded of the instances of a class and of the classes that inherit from it', async () => {
      const model = await modelOf(
        'ex:Described a sh:NodeShape ; sh:targetClass cargo:LogisticsObject ; sh:property [ sh:path cargo:goodsDescription ; sh:minCount 1 ] .',
      );
      const missing = ['cargo:goodsDescription of cargo:Piece is required, but none was given'];
      expect(await messages('lo:p1 a cargo:Piece .', model)).to.deep.equal(missing);
      // Once more: what did not fit is not remembered.
      expect(await messages('lo:p1 a cargo:Piece .', model)).to.deep.equal(missing);
      expect(await messages('lo:p1 a cargo:Piece ; cargo:goodsDescription "x" .', model)).to.deep.equal([]);
    });

    it('is said beside what the data model demands', async () => {
      const model = await modelOf(
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
        const model = await modelOf(`ex:R a sh:NodeShape ; ${shape} .`);
        expect(await messages(`lo:p1 ${fits} .`, model)).to.deep.equal([]);
        expect(
          (await messages(`lo:p1 ${not} .`, model)).map((text) =>
            text.replaceAll('<https://operator.example/rules#R>', 'ex:R'),
          ),
        ).to.deep.equal([message]);
      });
    }

    it('is not demanded by what is deactivated', async () => {
      const model = await modelOf(`
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
          await file(
            'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ] .',
          ),
        ],
      });
      const found = await model.check(turtle(`lo:p1 a <${own}Piece> .`), [root]);
      expect(found.map(({ property }) => property)).to.deep.equal([`${own}upid`]);
    });

    it('holds for many values as for few', async () => {
      const model = await modelOf(
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

  describe('what they say', () => {
    it('is their message, with all its languages and the shape', async () => {
      const model = await modelOf(
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property ex:P . ex:P sh:path cargo:upid ; sh:minCount 1 ; sh:message "Nummer fehlt"@de, "no number"@en .',
      );
      expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([
        {
          kind: 'missing',
          message: 'no number',
          texts: [
            { text: 'Nummer fehlt', language: 'de' },
            { text: 'no number', language: 'en' },
          ],
          resource: root.value,
          property: cargo('upid'),
          shape: 'https://operator.example/rules#P',
          strictOnly: true,
        },
      ]);
    });

    it('is said once for a value, whichever constraints it violates', async () => {
      const model = await modelOf(
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:pattern "^A" ; sh:minLength 3 ; sh:message "no number of ours" ] .',
      );
      expect(await messages('lo:p1 a cargo:Piece ; cargo:upid "x" .', model)).to.deep.equal(['no number of ours']);
    });

    it('refuses nothing where it is a warning or a remark', async () => {
      const logged: unknown[] = [];
      const shapesFiles = [
        await file(
          'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ; sh:severity sh:Warning ; sh:message "better with a number" ] , [ sh:path cargo:slac ; sh:minCount 1 ; sh:severity sh:Info ] .',
        ),
      ];
      const model = await load({
        shapesFiles,
        log: { warn: (fields, message) => logged.push({ ...fields, message }) },
      });
      expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
      expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
      const said = [
        {
          kind: 'missing',
          caution: 'warning',
          message: 'better with a number',
          resource: root.value,
          property: cargo('upid'),
        },
        {
          kind: 'missing',
          caution: 'info',
          message: 'cargo:slac of cargo:Piece is required, but none was given',
          resource: root.value,
          property: cargo('slac'),
        },
      ];
      expect(logged).to.deep.equal([...said, ...said]);
    });

    it('is logged and accepted in lenient mode', async () => {
      const logged: string[] = [];
      const shapesFiles = [
        await file(
          'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ] .',
        ),
      ];
      const model = await load({ mode: 'lenient', shapesFiles, log: { warn: (_, message) => logged.push(message) } });
      expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
      expect(logged).to.deep.equal(['cargo:upid of cargo:Piece is required, but none was given']);
    });
  });

  describe('in a file that cannot be used', () => {
    const piece = 'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece';
    const property = (text: string): string => `${piece} ; sh:property [ sh:path cargo:upid ; ${text} ] .`;
    const flaws: Readonly<Record<string, readonly [text: string, why: RegExp]>> = {
      'has no shape': ['ex:A a owl:Class .', /there is no SHACL shape in it$/],
      'has no target': ['ex:R a sh:NodeShape ; sh:closed true .', /no shape has a target, such as sh:targetClass$/],
      'has a SPARQL constraint': [
        `${piece} ; sh:sparql [ sh:select "SELECT" ] .`,
        /<.*#R> has sh:sparql, which is not evaluated here$/,
      ],
      'has a SPARQL target': [`${piece} ; sh:target [ a sh:SPARQLTarget ] .`, /has sh:target, which/],
      'has a misspelled term': [
        'ex:R a sh:NodeShape ; sh:targetClas cargo:Piece .',
        /has sh:targetClas, which is not evaluated here$/,
      ],
      'has a misspelled class': [
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Peice .',
        /has sh:targetClass, but <.*#Peice> is no class here; did you mean cargo:Piece\?$/,
      ],
      'has a misspelled property': [
        `${piece} ; sh:property [ sh:path cargo:upidd ; sh:minCount 1 ] .`,
        /the shape of <.*#upidd> of <.*#R> has sh:path, but <.*#upidd> is no property here; did you mean cargo:upid\?$/,
      ],
      'has a path of any length': [
        `${piece} ; sh:property [ sh:path [ sh:zeroOrMorePath cargo:containedPieces ] ; sh:minCount 1 ] .`,
        /would take too long/,
      ],
      'has a path of paths': [
        `${piece} ; sh:property [ sh:path [ sh:inversePath ( cargo:upid cargo:slac ) ] ; sh:minCount 1 ] .`,
        /has sh:path, which must be a property$/,
      ],
      'has no path': [
        `${piece} ; sh:property [ sh:minCount 1 ] .`,
        /has sh:minCount, which belongs in a property shape$|has no sh:path$/,
      ],
      'counts with a word': [property('sh:minCount "one"'), /has sh:minCount, which must be a whole number$/],
      'has a broken pattern': [
        property('sh:pattern "("'),
        /has sh:pattern, which cannot be used: .*Unterminated group$/,
      ],
      'has a pattern that backtracks': [
        property('sh:pattern "^(a+)+$"'),
        /cannot be used: a repetition without limit within another one/,
      ],
      'has flags of SPARQL alone': [
        property('sh:pattern "a" ; sh:flags "x"'),
        /the flags "x" are not among i, m and s$/,
      ],
      'has another severity': [
        property('sh:severity ex:Bad ; sh:minCount 1'),
        /must be sh:Violation, sh:Warning or sh:Info$/,
      ],
      'has no list': [property('sh:in "a"'), /has sh:in, which must be a list$/],
      'has two alternatives lists': [
        `${piece} ; sh:or ( [ sh:nodeKind sh:IRI ] ) , ( [ sh:nodeKind sh:IRI ] ) .`,
        /has sh:or more than once$/,
      ],
      'refers to nothing': [
        `${piece} ; sh:node ex:Missing .`,
        /has sh:node, but nothing says what <.*#Missing> demands$/,
      ],
      'refers to itself': [
        `${piece} ; sh:property [ sh:path cargo:containedPieces ; sh:node ex:R ] .`,
        /<.*#R> refers to itself$/,
      ],
      'adds to a derived shape': [
        `${piece} ; sh:closed false . shape:Piece-value sh:closed true .`,
        /<urn:cargograph:shape:Piece-value> is a derived shape/,
      ],
      'has a count of no shape of a property': [
        `${piece} ; sh:minCount 1 .`,
        /has sh:minCount, which belongs in a property shape$/,
      ],
      'has a message that is no text': [
        property('sh:minCount 1 ; sh:message 5'),
        /has sh:message, which must be a text$/,
      ],
    };
    let derived: Graph;
    let names: OntologyIndex;
    before(() => {
      derived = graphOf([shippedFiles.cargoShapes, shippedFiles.apiShapes].flatMap((file) => readTurtleFile(file)));
      const ontology = [shippedFiles.cargo, shippedFiles.api, shippedFiles.codeLists].flatMap((file) =>
        readTurtleFile(file),
      );
      names = new OntologyIndex(readOntology(ontology), standardNamespaces);
    });

    for (const [name, [text, why]] of Object.entries(flaws)) {
      it(`it is named when it ${name}`, async () => {
        const path = await file(text);
        const use = (): unknown => localShapes([{ file: path, quads: readTurtleFile(path) }], derived, names);
        expect(use).to.throw(ShapesFileError, why);
        expect(use).to.throw(path).with.property('message').that.does.not.include('\n');
      });
    }

    it('it is named when it is no Turtle, or not there', async () => {
      for (const [path, why] of [
        [await file('this is no Turtle'), /Unexpected "this" on line/],
        ['/nowhere/rules.ttl', /ENOENT/],
      ] as const) {
        const error: unknown = await load({ shapesFiles: [path] }).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ShapesFileError);
        const message = error instanceof Error ? error.message : '';
        expect(message).to.match(why);
        expect(message.startsWith(`${path} cannot be read as Turtle: `), message).to.equal(true);
      }
    });

    it('may refer to the shapes of another file', async () => {
      const model = await modelOf(
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property ex:Numbered .',
        'ex:Numbered a sh:PropertyShape ; sh:path cargo:upid ; sh:minCount 1 .',
      );
      expect(await messages('lo:p1 a cargo:Piece .', model)).to.have.length(1);
    });
  });
});
