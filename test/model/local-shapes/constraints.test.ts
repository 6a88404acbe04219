/** Every constraint and path of SHACL Core that a file may have, in time that the data explains (D76). */
import { expect } from 'chai';
import { messages } from '../support.js';
import { ShapesFolder } from './support.js';

describe("the constraints of the operator's shapes (SHAPES_FILES)", () => {
  const folder = new ShapesFolder();
  before(() => folder.make());
  after(() => folder.remove());

  it('can be any constraint of SHACL Core', async () => {
    const constraints: Readonly<Record<string, readonly [shape: string, fits: string, not: string]>> = {
      and: ['sh:and ( [ sh:nodeKind sh:IRI ] [ sh:class cargo:Piece ] )', 'a cargo:Piece', 'a cargo:ULD'],
      closed: [
        'sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:a ]',
        'a cargo:Piece ; ex:a 1',
        'a cargo:Piece ; ex:b 1',
      ],
      disjoint: ['sh:property [ sh:path ex:a ; sh:disjoint ex:b ]', 'ex:a 1 ; ex:b 2', 'ex:a 1 ; ex:b 1'],
      equals: ['sh:property [ sh:path ex:a ; sh:equals ex:b ]', 'ex:a 1 ; ex:b 1', 'ex:b 1'],
      hasValue: ['sh:property [ sh:path ex:a ; sh:hasValue 1 ]', 'ex:a 1 , 2', 'ex:a 2'],
      languageIn: ['sh:property [ sh:path ex:a ; sh:languageIn ( "de" ) ]', 'ex:a "x"@de', 'ex:a "x"@fr'],
      lessThan: ['sh:property [ sh:path ex:a ; sh:lessThan ex:b ]', 'ex:a 1 ; ex:b 2', 'ex:a 2 ; ex:b 2'],
      lessThanOrEquals: [
        'sh:property [ sh:path ex:a ; sh:lessThanOrEquals ex:b ]',
        'ex:a 2 ; ex:b 2',
        'ex:a 3 ; ex:b 2',
      ],
      flags: ['sh:property [ sh:path ex:a ; sh:pattern "^ab" ; sh:flags "i" ]', 'ex:a "AB"', 'ex:a "BA"'],
      maxCount: ['sh:property [ sh:path ex:a ; sh:maxCount 1 ]', 'ex:a 1', 'ex:a 1 , 2'],
      minInclusive: ['sh:property [ sh:path ex:a ; sh:minInclusive 1 ]', 'ex:a 1', 'ex:a 0'],
      not: ['sh:not [ sh:class cargo:ULD ]', 'a cargo:Piece', 'a cargo:ULD'],
      qualified: [
        'sh:property [ sh:path ex:a ; sh:qualifiedValueShape [ sh:minInclusive 5 ] ; sh:qualifiedMinCount 1 ]',
        'ex:a 1 , 5',
        'ex:a 1 , 2',
      ],
      uniqueLang: ['sh:property [ sh:path ex:a ; sh:uniqueLang true ]', 'ex:a "x"@de , "y"@en', 'ex:a "x"@de , "y"@de'],
      xone: [
        'sh:xone ( [ sh:property [ sh:path ex:a ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:b ; sh:minCount 1 ] ] )',
        'ex:a 1',
        'ex:a 1 ; ex:b 1',
      ],
      'shared parts': [
        'sh:xone ( [ sh:node ex:HasA ; sh:property [ sh:path ex:b ; sh:minCount 1 ] ] [ sh:node ex:HasA ; sh:property [ sh:path ex:c ; sh:minCount 1 ] ] )',
        'ex:a 1 ; ex:b 1',
        'ex:b 1',
      ],
      alternative: [
        'sh:property [ sh:path [ sh:alternativePath ( ex:a ex:b ) ] ; sh:minCount 2 ]',
        'ex:a 1 ; ex:b 2',
        'ex:a 1 ; ex:b 1',
      ],
      inverse: [
        'sh:property [ sh:path [ sh:inversePath ex:in ] ; sh:minCount 1 ]',
        'a ex:X . ex:other ex:in lo:c',
        'a ex:X',
      ],
      'zero or one': [
        'sh:property [ sh:path ( [ sh:zeroOrOnePath ex:a ] ex:b ) ; sh:minCount 1 ]',
        'ex:b 1',
        'ex:a ex:x',
      ],
      'one or more': [
        'sh:property [ sh:path [ sh:oneOrMorePath ex:a ] ; sh:minCount 2 ]',
        'ex:a ex:x . ex:x ex:a lo:c',
        'ex:a ex:x',
      ],
      'zero or more': [
        'sh:property [ sh:path [ sh:zeroOrMorePath ex:a ] ; sh:maxCount 2 ]',
        'ex:a ex:x',
        'ex:a ex:x . ex:x ex:a ex:y',
      ],
    };
    const rows = Object.entries(constraints).map(([name, row], index) => ({ name, row, node: `lo:c${index}` }));
    const shapes = rows.map(({ row: [shape] }, index) => `ex:C${index} sh:targetNode lo:c${index} ; ${shape} .`);
    const has = 'ex:HasA a sh:NodeShape ; sh:property [ sh:path ex:a ; sh:minCount 1 ] .';
    const model = await folder.model([has, ...shapes].join('\n'));
    const found: Record<string, readonly [fits: number, not: number]> = {};
    for (const {
      name,
      row: [, fits, not],
      node,
    } of rows) {
      const count = async (text: string): Promise<number> =>
        (await messages(`${node} ${text.replaceAll('lo:c', node)} .`.replaceAll('ex:', 'rule:'), model)).length;
      found[name] = [await count(fits), Math.min(1, await count(not))];
    }
    expect(found).to.deep.equal(Object.fromEntries(Object.keys(constraints).map((name) => [name, [0, 1]])));
  });

  it('is evaluated once for a value, however many ways lead to it', async () => {
    const nested = (inner: string): string => `sh:node [ sh:property [ sh:path ex:p ; ${inner} ] ]`;
    const model = await folder.model(`ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ;
      sh:property [ sh:path ( ex:p ex:p ex:p ex:p ) ; sh:nodeKind sh:IRI ; sh:message "path" ] ,
        [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:nodeKind sh:IRI ; sh:message "closure" ] ,
        [ sh:path ex:p ; ${nested(nested(nested('sh:nodeKind sh:IRI')))} ; sh:message "shape" ] .`);
    const width = 40;
    const numbers = [...Array(width).keys()];
    const edges = [0, 1, 2].flatMap((level) =>
      numbers.flatMap((from) =>
        numbers.map(
          (to) => `rule:n${level}-${from} rule:p ${level === 2 && to === 7 ? '"end"' : `rule:n${level + 1}-${to}`} .`,
        ),
      ),
    );
    const first = numbers.map((to) => `lo:p1 rule:p rule:n0-${to} .`);
    const found = await messages(['lo:p1 a cargo:Piece .', ...first, ...edges].join('\n'), model);
    expect(new Set(found)).to.deep.equal(new Set(['path', 'closure', 'shape']));
  });

  it('does not compare more values with one another than time allows: they do not fit', async () => {
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path ex:a ; sh:lessThan ex:b ; sh:message "less" ] .',
    );
    const values = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => from + index).join(', ');
    const piece = (count: number): string =>
      `lo:p1 a cargo:Piece ; rule:a ${values(0, count)} ; rule:b ${values(1000, count)} .`;
    expect(await messages(piece(50), model)).to.deep.equal([]);
    expect(await messages(piece(300), model)).to.deep.equal(['less']);
  });
});
