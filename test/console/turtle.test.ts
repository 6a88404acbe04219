import { expect } from 'chai';
import fc from 'fast-check';
import { asTurtle } from '../../console/parts/turtle.js';
import { parseTurtle } from '../../src/rdf/turtle.js';

const namespaces = { api: 'https://onerecord.iata.org/ns/api#', cargo: 'https://onerecord.iata.org/ns/cargo#' };
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const piece = 'https://node.example/logistics-objects/piece-1';

describe("the console's Turtle", () => {
  it('abbreviates and groups by subject', () => {
    const text = asTurtle(
      [
        { s: piece, p: `${namespaces.cargo}upid`, o: { type: 'literal', value: 'U1', datatype: `${XSD}string` } },
        { s: piece, p: `${namespaces.cargo}slac`, o: { type: 'literal', value: '3', datatype: `${XSD}integer` } },
        { s: 'internal:1', p: `${namespaces.cargo}unit`, o: { type: 'uri', value: 'https://x.example/a b>' } },
      ],
      namespaces,
    );
    expect(text).to.equal(
      [
        `@prefix cargo: <${namespaces.cargo}> .`,
        `@prefix xsd: <${XSD}> .`,
        '',
        `<${piece}> cargo:upid "U1" ;`,
        '    cargo:slac "3"^^xsd:integer .',
        '',
        '<internal:1> cargo:unit <https://x.example/a\\u0020b\\u003E> .',
        '',
      ].join('\n'),
    );
    expect(asTurtle([], namespaces)).to.equal('');
  });

  it('is read back as the same literals (random)', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => value.isWellFormed());
    const hostile = fc.constantFrom('"""', '\\', '\u202e<script>', "'''\n\r\t", '\u0000\u007f', '@en', '"^^xsd:int');
    const language = fc.constantFrom(undefined, 'en', 'de-at');
    fc.assert(
      fc.property(fc.oneof(text, hostile), language, (value, tag) => {
        const o = { type: 'literal', value, ...(tag !== undefined && { language: tag }) } as const;
        const [quad] = parseTurtle(asTurtle([{ s: piece, p: `${namespaces.cargo}upid`, o }], namespaces));
        expect(quad?.object.value).to.equal(value);
        expect(quad?.object.termType === 'Literal' && quad.object.language).to.equal(tag ?? '');
      }),
    );
  });
});
