/** Files that stop the start, in one line (D76). */
import { expect } from 'chai';
import { readTurtleFile, shippedFiles } from '../../../src/model/files.js';
import { OntologyIndex } from '../../../src/model/ontology/ontology-index.js';
import { readOntology } from '../../../src/model/ontology/ontology.js';
import { localShapes, ShapesFileError } from '../../../src/model/shapes/local-shapes.js';
import { shNs } from '../../../src/model/vocabulary.js';
import { type Graph, graphOf } from '../../../src/rdf/graph.js';
import { type Term, termKey } from '../../../src/rdf/terms.js';
import { standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { load, messages } from '../support.js';
import { ShapesFolder } from './support.js';

describe("a file of the operator's shapes that cannot be used (SHAPES_FILES)", () => {
  const folder = new ShapesFolder();
  before(() => folder.make());
  after(() => folder.remove());

  const piece = 'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece';
  const property = (text: string): string => `${piece} ; sh:property [ sh:path cargo:upid ; ${text} ] .`;
  const flaws: Readonly<Record<string, readonly [text: string, why: RegExp]>> = {
    'has no shape': ['ex:A a owl:Class .', /it has no SHACL shape$/],
    'has no target': ['ex:R a sh:NodeShape ; sh:closed true .', /no shape has a target, such as sh:targetClass$/],
    'has a SPARQL constraint': [
      `${piece} ; sh:sparql [ sh:select "SELECT" ] .`,
      /<.*#R> has sh:sparql, which this node does not support$/,
    ],
    'has a SPARQL target': [`${piece} ; sh:target [ a sh:SPARQLTarget ] .`, /has sh:target, which/],
    'has a misspelled term': [
      'ex:R a sh:NodeShape ; sh:targetClas cargo:Piece .',
      /has sh:targetClas, which this node does not support$/,
    ],
    'has a misspelled class': [
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Peice .',
      /has sh:targetClass, but <.*#Peice> is not a known class; did you mean cargo:Piece\?$/,
    ],
    'has a misspelled property': [
      `${piece} ; sh:property [ sh:path cargo:upidd ; sh:minCount 1 ] .`,
      /the shape of <.*#upidd> of <.*#R> has sh:path, but <.*#upidd> is not a known property; did you mean cargo:upid\?$/,
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
    'has a broken pattern': [property('sh:pattern "("'), /has sh:pattern, which cannot be used: .*Unterminated group$/],
    'has a pattern that backtracks': [
      property('sh:pattern "^(a+)+$"'),
      /cannot be used: a nested unlimited repetition/,
    ],
    'has flags of SPARQL alone': [property('sh:pattern "a" ; sh:flags "x"'), /the flags "x" are not among i, m and s$/],
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

  it('none of the derived shapes refers to itself, either: each could wait for its own result', () => {
    const references = new Set(['node', 'not', 'or', 'property', 'qualifiedValueShape'].map((name) => shNs + name));
    const visited = new Set<string>();
    const visit = (term: Term, above: readonly string[]): void => {
      expect(above).to.not.include(termKey(term));
      if (visited.has(termKey(term))) return;
      for (const { predicate, object } of derived.about(term))
        for (const other of references.has(predicate.value) ? [object, ...derived.list(object)] : [])
          visit(other, [...above, termKey(term)]);
      visited.add(termKey(term));
    };
    for (const shape of derived.subjects()) visit(shape, []);
    expect(visited.size).to.be.greaterThan(1000);
  });

  for (const [name, [text, why]] of Object.entries(flaws)) {
    it(`it is named when it ${name}`, async () => {
      const path = await folder.file(text);
      const use = (): unknown => localShapes([{ file: path, quads: readTurtleFile(path) }], derived, names);
      expect(use).to.throw(ShapesFileError, why);
      expect(use).to.throw(path).with.property('message').that.does.not.include('\n');
    });
  }

  it('is named when it is missing or not Turtle', async () => {
    for (const [path, why] of [
      [await folder.file('this is no Turtle'), /Unexpected "this" on line/],
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
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property ex:Numbered .',
      'ex:Numbered a sh:PropertyShape ; sh:path cargo:upid ; sh:minCount 1 .',
    );
    expect(await messages('lo:p1 a cargo:Piece .', model)).to.have.length(1);
  });
});
