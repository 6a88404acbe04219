/** The types of a data model (T50 to T52). */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { cargo } from '../../src/client/cargo.js';
import type { Model } from '../../src/client/model.js';
import { readTurtleFile, shippedFiles } from '../../src/model/files.js';
import { readDataModel } from '../../src/model/types/data-model.js';
import { writeTypes } from '../../src/model/types/write-types.js';
import { parseTurtle } from '../../src/rdf/turtle.js';
import { factory, type Quad, type Quad_Object } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { CARGO_TYPES, cargoTypes } from '../../scripts/cargo-types.js';
import { diagnosticsOf } from './compiled-programs.js';

const PREFIXES = `
  @prefix cargo: <https://onerecord.iata.org/ns/cargo#> .
  @prefix ccodes: <https://onerecord.iata.org/ns/coreCodeLists#> .
  @prefix ext: <https://network.example/ns/ext#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const only = (property: string, range: string): string =>
  `[ a owl:Restriction ; owl:onProperty ${property} ; owl:allValuesFrom ${range} ]`;
const atMost = (property: string, max: number): string =>
  `[ a owl:Restriction ; owl:onProperty ${property} ; owl:maxCardinality "${max}"^^xsd:nonNegativeInteger ]`;
const atLeast = (property: string, min: number): string =>
  `[ a owl:Restriction ; owl:onProperty ${property} ; owl:minCardinality "${min}"^^xsd:nonNegativeInteger ]`;

const statements = (turtle: string): Quad[] => parseTurtle(PREFIXES + turtle, { blankNodePrefix: 't' });
const shipped = (): Quad[] => [shippedFiles.cargo, shippedFiles.codeLists].flatMap((file) => readTurtleFile(file));
function typesOf(quads: Iterable<Quad>, prefixes: Readonly<Record<string, string>> = {}): string {
  return writeTypes(readDataModel(quads, standardNamespaces, new Map(Object.entries(prefixes))));
}
const ofTurtle = (turtle: string): string => typesOf(statements(turtle));
/** An interface of a file, without its comments. */
function declared(text: string, name: string): string {
  const found =
    new RegExp(`^export interface ${name}\\b[^]*?\\n\\}$`, 'm').exec(text) ??
    new RegExp(`^export type ${name}\\b[^]*?;$`, 'm').exec(text);
  return (found?.[0] ?? '')
    .replaceAll(/\/\*\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The code lists in the form of 3.0.0: closed by `owl:oneOf`, all in one namespace. */
function inFormOf2023(quads: readonly Quad[]): Quad[] {
  const { codeLists } = standardNamespaces;
  const core = 'https://onerecord.iata.org/ns/coreCodeLists#';
  const moved = <Node extends Quad_Object>(term: Node): Node | ReturnType<typeof factory.namedNode> =>
    term.termType === 'NamedNode' && term.value.startsWith(codeLists)
      ? factory.namedNode(core + term.value.slice(codeLists.length).replace('#', '_'))
      : term;
  return quads.map(({ subject, predicate, object }) => factory.quad(moved(subject), predicate, moved(object)));
}

describe('The types of a data model', () => {
  let own: string;
  before(() => {
    own = cargoTypes();
  });

  describe('of this version (T50)', () => {
    it('are what `npm run cargo-types` writes', () => {
      expect(readFileSync(CARGO_TYPES, 'utf8')).to.equal(own);
    });
    it('extend their superclasses, with an array where several values are allowed', () => {
      expect(declared(own, 'PieceDg')).to.match(/^export interface PieceDg<Type .*> extends Piece<Type> \{/);
      const piece = declared(own, 'Piece');
      expect(piece).to.contain('goodsDescription?: string;');
      expect(piece).to.contain('grossWeight?: Value;');
      expect(piece).to.contain('slac?: number;');
      expect(piece).to.contain('coload?: boolean;');
      expect(piece).to.contain('containedPieces?: AnyPiece[];');
      expect(declared(own, 'AnyPiece')).to.equal('export type AnyPiece = Piece | PieceDg | PieceLiveAnimals;');
    });
    it('have the codes of each list and enumeration, and any text for an open one', () => {
      expect(own).to.contain("\n  EventTimeType: 'ACTUAL' | ");
      expect(own).to.contain("\n  AWBUseIndicator: 'R' | 'S' | 'V';");
      expect(own).to.match(/\n {2}PackageMarkCode: .*\| OtherText;/);
    });
    it('take 25 KB at most as a table, minified and gzipped (T36)', async () => {
      const { outputFiles } = await build({ entryPoints: [CARGO_TYPES], minify: true, write: false, format: 'esm' });
      expect(gzipSync(outputFiles[0]?.contents ?? '').length).to.be.within(1000, 25_000);
    });
    it('have a table that a client takes as its model', () => {
      const model: Model = cargo;
      expect(model.classes['PieceDg']).to.deep.equal({ superclasses: ['Piece'] });
      expect(model.properties['grossWeight']).to.deep.equal({ range: ['Value'] });
      expect(model.properties['numericalValue']).to.deep.equal({ range: ['xsd:double'] });
      expect(model.properties['containedItems']).to.deep.equal({ range: ['Item'], many: true });
      expect(model.properties['goodsDescriptionForRate']?.range).to.deep.equal(['xsd:string']);
      expect(model.classes['ChargeCode']?.iri).to.equal('https://onerecord.iata.org/ns/code-lists/ChargeCode');
      // A class that allows several values of what is one value elsewhere.
      expect(model.classes['Shipment']?.many).to.deep.equal(['totalDimensions']);
    });
    it('give the IRI of a code in the list that defines it, also for a sub-list (T43)', () => {
      const codes = 'https://onerecord.iata.org/ns/code-lists/';
      expect(cargo.code('ChargeCode', 'CA')['@id']).to.equal(`${codes}ChargeCode#CA`);
      expect(cargo.code('WeightUnitCode', 'KGM')['@id']).to.equal(`${codes}MeasurementUnitCode#KGM`);
      expect(cargo.code('BasicRateClassCode', 'C')['@id']).to.equal(`${codes}RateClassCode#C`);
      expect(cargo.code('EventTimeType', 'ACTUAL')['@id']).to.equal('https://onerecord.iata.org/ns/cargo#ACTUAL');
      expect(cargo.code('PackageMarkCode', 'A b#"<[')['@id']).to.equal(`${codes}PackageMarkCode#A%20b%23%22%3C%5B`);
      expect(cargo.code('PackageMarkCode', 'Vendéen%20%x')['@id']).to.equal(`${codes}PackageMarkCode#Vendéen%20%25x`);
      const code: (list: never, code: never) => unknown = cargo.code.bind(cargo);
      expect(() => Reflect.apply(code, undefined, ['constructor', 'x']) as unknown).to.throw(TypeError, 'constructor');
    });
  });

  describe('compile (T52)', () => {
    const program = `
      import { cargo, type AnyPiece, type LogisticsObject, type Piece, type PieceDg } from './cargo.js';
      declare function create<T extends { '@id'?: string; '@type'?: string }>(value: T): void;
      create<Piece>({
        '@type': 'Piece', goodsDescription: 'Books', grossWeight: { '@type': 'Value', numericalValue: 20,
          unit: cargo.code('MeasurementUnitCode', 'KGM') },
        containedPieces: [{ '@id': 'https://a.example/1' }, { '@type': 'PieceDg', overpackIndicator: true }],
      });
      cargo.code('MeasurementUnitCode', 'any other text');
      export const weight = (piece: Piece): number | undefined => piece.grossWeight?.numericalValue;
      export const first = (piece: Piece): AnyPiece | undefined => piece.containedPieces?.[0];
      export const asObject = (piece: PieceDg): LogisticsObject<string> => piece;
      export function overpack(piece: AnyPiece): boolean | undefined {
        return piece['@type'] === 'PieceDg' ? piece.overpackIndicator : undefined;
      }`;
    const wrong = [
      `create<Piece>({ '@type': 'Piece', goodDescription: 'x' });`,
      `create<Piece>({ '@type': 'Piece', grossWeight: '20' });`,
      `create<Piece>({ '@type': 'Piece', grossWeight: { numericalValue: '20' } });`,
      `create<Piece>({ '@type': 'Piece', containedPieces: { '@id': 'https://a.example/1' } });`,
      `create<Piece>({ '@type': 'Piece', containedPieces: [{ '@type': 'Piece', overpackIndicator: true }] });`,
      `create<Piece>({ '@type': 'Value' });`,
      `cargo.code('ChargeCode', 'QQ');`,
      `cargo.code('ChargeCodes', 'CA');`,
      `create<LogisticsEvent>({ eventTimeType: { '@id': 'https://onerecord.iata.org/ns/cargo#ACTUALLY' } });`,
      `create<Piece>({ goodsDescription: undefined });`,
    ];

    it('alone, with the programs that use them', () => {
      expect(diagnosticsOf({ 'cargo.ts': own, 'program.ts': program })).to.deep.equal([]);
    });
    it('to an error for each wrong name, value and code', () => {
      const head = `import { cargo, type LogisticsEvent, type Piece } from './cargo.js'; declare function create<T>(value: T): void;`;
      const found = diagnosticsOf({ 'cargo.ts': own, 'wrong.ts': [head, ...wrong].join('\n') });
      const lines = new Set(found.map((one) => Number(/^wrong\.ts:(\d+)/.exec(one)?.[1])));
      expect([...lines], found.join('\n')).to.deep.equal(wrong.map((_, index) => index + 2));
    });
  });

  describe('of other versions (T51)', () => {
    const forms: Readonly<Record<string, () => Quad[]>> = {
      'without code lists': () => readTurtleFile(shippedFiles.cargo),
      'with code lists of 2023': () => inFormOf2023(shipped()),
      'of 2023 without code lists': () => inFormOf2023(readTurtleFile(shippedFiles.cargo)),
    };
    for (const [form, quads] of Object.entries(forms)) {
      it(`compile ${form}`, () => {
        const program = `import { cargo, type Piece } from './cargo.js';
          export const piece: Piece = { goodsDescription: 'x', grossWeight: { unit: cargo.code('MeasurementUnitCode', 'KGM') } };
          console: { void piece; }`;
        expect(diagnosticsOf({ 'cargo.ts': typesOf(quads()), 'program.ts': program })).to.deep.equal([]);
      });
    }
    it('name the lists that the files do not have, which take any text', () => {
      const text = typesOf(readTurtleFile(shippedFiles.cargo));
      expect(text).to.match(/Not defined in these files:.*\bChargeCode\b/);
      expect(text).to.contain('\n  ChargeCode: OtherText;');
    });
    it('have codes without the name of their list, where their IRI has it', () => {
      const text = ofTurtle(`ccodes:BasicRate a owl:Class ;
        owl:equivalentClass [ a owl:Class ; owl:oneOf ( ccodes:RateClass_C ccodes:RateClass_C_X ) ] .`);
      expect(text).to.contain("\n  BasicRate: 'C' | 'C_X';");
      expect(text).to.contain(
        "\n  BasicRate: `https://onerecord.iata.org/ns/coreCodeLists#RateClass_${Codes['BasicRate']}`;",
      );
    });
  });

  describe('of an extension (T51)', () => {
    const extension = `
      ext:Crate a owl:Class ; rdfs:subClassOf cargo:Piece, ${only('ext:grossWeight', 'xsd:decimal')},
        ${atMost('ext:grossWeight', 1)} ; rdfs:comment "A crate. */ alert(1)"@en, "Eine Kiste"@de .
      ext:grossWeight a owl:DatatypeProperty ; owl:deprecated true ; rdfs:comment "Its weight" .
      ext:seals a owl:DatatypeProperty ; rdfs:domain cargo:Piece ; rdfs:range xsd:string .
      ext:Colour a owl:Class ; owl:oneOf ( ext:RED ext:GREEN ) .
      ext:Grade a owl:Class . ext:A a ext:Grade .
      ext:colour a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain ext:Crate ; rdfs:range ext:Colour .
      ext:Piece a owl:Class ; rdfs:subClassOf cargo:LogisticsObject .`;
    let text: string;
    before(() => {
      text = typesOf([...shipped(), ...statements(extension)], { 'https://network.example/ns/ext#': 'ext' });
    });

    it('extends the classes of the data model', () => {
      expect(declared(text, 'Crate')).to.equal(
        "export interface Crate<Type extends string = 'Crate'> extends Piece<Type> { colour?: Colour; ext_grossWeight?: number; }",
      );
      expect(declared(text, 'Piece')).to.contain('seals?: string[];');
      expect(declared(text, 'AnyPiece')).to.contain('| Crate');
    });
    it('has the prefix in a name that the data model has, and only there', () => {
      expect(declared(text, 'ext_Piece')).to.contain("Type extends string = 'ext_Piece'");
      expect(text).to.contain(
        "ext_grossWeight: { iri: 'https://network.example/ns/ext#grossWeight', range: ['xsd:decimal'] }",
      );
      expect(text).to.contain("\n  grossWeight: { range: ['Value'] }");
    });
    it('has its comments, which end no comment of the file, and says what is deprecated', () => {
      expect(text).to.contain('/** A crate. *\\/ alert(1) */\nexport interface Crate');
      expect(text).to.contain('  /**\n   * Its weight\n   *\n   * @deprecated\n   */\n  ext_grossWeight');
    });
    it('closes an enumeration only where the ontology does', () => {
      expect(text).to.contain("\n  Colour: 'GREEN' | 'RED';");
      expect(text).to.contain("\n  Grade: 'A' | OtherText;");
    });
    it('compiles', () => {
      expect(diagnosticsOf({ 'cargo.ts': text })).to.deep.equal([]);
    });
    it('derives a prefix that no file has, and gives two namespaces two', () => {
      const other = extension.replaceAll('ext:', 'two:').replace(/^/, '@prefix two: <https://b.example/ext#> .');
      const both = typesOf([...shipped(), ...statements(extension), ...statements(other)]);
      expect(both).to.contain('export interface ext_Piece<').and.to.contain('export interface ext2_Piece<');
    });
  });

  describe('are the same', () => {
    it('for the same statements, in whatever order (T50)', () => {
      const quads = shipped();
      expect(typesOf(quads.toReversed())).to.equal(typesOf(quads));
    });
  });

  describe('are wider than the ontology, and say so (T51)', () => {
    const cases: readonly (readonly [name: string, turtle: string, type: string, note: RegExp])[] = [
      [
        'a minimum',
        `ext:A a owl:Class ; rdfs:subClassOf ${atLeast('ext:p', 1)}, ${only('ext:p', 'xsd:string')} .`,
        'p?: string[]',
        /minimum.*A\.p\./,
      ],
      ['a maximum', `ext:A a owl:Class ; rdfs:subClassOf ${atMost('ext:p', 3)} .`, '[]', /greatest number.*A\.p\./],
      [
        'patterns and lengths',
        `ext:p a owl:DatatypeProperty ; rdfs:domain ext:A ; rdfs:range
          [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:maxLength 7 ] ) ],
          [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[0-9]+" ] ) ] .
         ext:A a owl:Class .`,
        'p?: string[]',
        /Patterns.*A\.p\./,
      ],
      [
        'ranges without a common part',
        `ext:p a owl:ObjectProperty ; rdfs:range ext:B . ext:A a owl:Class ; rdfs:subClassOf ${only('ext:p', 'xsd:string')} .`,
        'p?: (B | string)[]',
        /nothing|anything.*A\.p\./,
      ],
      ['no range', `ext:A a owl:Class ; rdfs:subClassOf ${atMost('ext:p', 1)} .`, 'p?: boolean', /any value.*A\.p\./],
      [
        'a complement',
        `ext:A a owl:Class ; rdfs:subClassOf [ a owl:Class ; owl:complementOf ext:B ], ${atMost('ext:p', 1)} .`,
        'p?:',
        /ignored.*A\./,
      ],
    ];
    for (const [name, turtle, type, note] of cases) {
      it(name, () => {
        const text = ofTurtle(turtle);
        expect(declared(text, 'A')).to.contain(type);
        expect(text.split('*/')[0]).to.match(note);
        expect(diagnosticsOf({ 'cargo.ts': text })).to.deep.equal([]);
      });
    }
  });

  describe('compile, whatever the ontology', () => {
    const hostile: Readonly<Record<string, string>> = {
      'a circle of classes': `ext:A a owl:Class ; rdfs:subClassOf ext:B, ${atMost('ext:a', 1)} .
        ext:B a owl:Class ; rdfs:subClassOf ext:A, ${atMost('ext:b', 1)} . ext:C a owl:Class ; rdfs:subClassOf ext:B .`,
      'names of TypeScript': `ext:string a owl:Class ; rdfs:subClassOf ext:Omit . ext:Omit a owl:Class ; rdfs:subClassOf
        ${atMost('ext:__proto__', 1)}, ${atMost('ext:constructor', 1)}, ${atMost('<https://network.example/ns/1-2>', 1)} .`,
      'a subclass with fewer values': `ext:A a owl:Class ; rdfs:subClassOf ${only('ext:p', 'ext:A')} .
        ext:B a owl:Class ; rdfs:subClassOf ext:A, ${atMost('ext:p', 1)}, ${only('ext:p', 'ext:B')} .`,
      'superclasses that disagree': `ext:A a owl:Class ; rdfs:subClassOf ${atMost('ext:p', 1)}, ${only('ext:p', 'xsd:string')} .
        ext:B a owl:Class ; rdfs:subClassOf ${only('ext:p', 'xsd:integer')} .
        ext:C a owl:Class ; rdfs:subClassOf ext:A, ext:B .`,
      'values of a list with quotes': `<https://a.example/L> a owl:Class ; owl:oneOf ( <https://a.example/l#it's> <https://a.example/l#$x> ) .`,
      'a comment with every line break': `ext:A a owl:Class ; rdfs:comment "a\\u2028b\\r\\n*/ c\\u2029" .`,
    };
    for (const [name, turtle] of Object.entries(hostile)) {
      it(name, () => {
        expect(diagnosticsOf({ 'cargo.ts': ofTurtle(turtle) })).to.deep.equal([]);
      });
    }
    it('keeps an own row for __proto__', () => {
      expect(ofTurtle(hostile['names of TypeScript'] ?? '')).to.contain("['__proto__']: {");
    });
  });
});
