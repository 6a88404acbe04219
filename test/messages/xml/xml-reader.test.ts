import { expect } from 'chai';
import { finish, turns } from '../../../src/async/turns.js';
import type { XmlElement } from '../../../src/messages/xml/xml-element.js';
import { readXml, xmlBounds, XmlError } from '../../../src/messages/xml/xml-reader.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const read = (text: string): XmlElement => finish(readXml(bytesOf(text)));

/** The refusal of a document; fails if it is taken. */
function refusal(document: string | Uint8Array): XmlError {
  try {
    finish(readXml(typeof document === 'string' ? bytesOf(document) : document));
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
  throw new Error('the document was taken');
}

function big(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('an XML document', () => {
  it('is elements with namespaces, attributes, trimmed text and the places where they begin', () => {
    const root = read(
      '<?xml version="1.0"?>\n<!-- note -->\n<w:Waybill xmlns:w="iata:waybill:1">\r\n  <w:ID a="1"\n>  125-1 \n 2 </w:ID>\r' +
        '<x:Empty xmlns:x="iata:datamodel:3" x:b="2"/></w:Waybill>',
    );
    expect(root).to.deep.include({ namespace: 'iata:waybill:1', name: 'Waybill', line: 3, column: 1, text: '' });
    const [id, empty] = root.children;
    expect(id).to.deep.include({
      name: 'ID',
      namespace: 'iata:waybill:1',
      attributes: [{ namespace: '', name: 'a', value: '1' }],
      text: '125-1 \n 2',
      line: 4,
      column: 3,
    });
    expect(empty).to.deep.include({
      attributes: [{ namespace: 'iata:datamodel:3', name: 'b', value: '2' }],
      line: 7,
      column: 1,
    });
  });

  it('has the five entities, character references and CDATA as text', () => {
    expect(read('<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x42;<![CDATA[<c>&d;]]></a>').text).to.equal('<&>"\'AB<c>&d;');
  });

  it('keeps white space of other scripts, and drops that of XML at both ends', () => {
    expect(read('<a> \t\u00a0x\u3000\n</a>').text).to.equal('\u00a0x\u3000');
  });

  it('obeys no processing instruction and no schema location', () => {
    const root = read(
      '<?xml-stylesheet href="http://127.0.0.1:9/x"?><a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
        'xsi:schemaLocation="u http://127.0.0.1:9/y"><?php echo ?><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" ' +
        'href="file:///etc/passwd"/></a>',
    );
    expect(root.children.map(({ name, children, text }) => [name, children.length, text])).to.deep.equal([
      ['include', 0, ''],
    ]);
  });

  it('is read in slices, so that the event loop is free in between', async () => {
    const text = `<a>${'<b>text</b>'.repeat(20_000)}</a>`;
    let steps = 0;
    const reading = readXml(bytesOf(text));
    const counted = (function* () {
      for (;;) {
        const step = reading.next();
        if (step.done === true) return step.value;
        steps += 1;
        yield;
      }
    })();
    expect((await turns.run(counted)).children).to.have.length(20_000);
    expect(steps).to.be.at.least(10);
  });

  for (const [name, encode] of [
    ['UTF-8', (text: string) => Buffer.from(text, 'utf8')],
    ['UTF-16 with its mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian UTF-16 with its mark', (text: string) => big(`\ufeff${text}`)],
    ['big-endian UTF-16 without a mark', big],
  ] as const)
    it(`is the same in ${name}, wherever slices end`, () => {
      for (let padding = 0; padding < 5; padding++) {
        const value = `${'.'.repeat(padding)}${'é€😀'.repeat(3_000)}`;
        const text = `<?xml version="1.0"?><a><b>${value}</b><c>${value}</c></a>`;
        const { children } = finish(readXml(encode(text)));
        expect(children.map((child) => child.text)).to.deep.equal([value, value]);
      }
    });

  for (const [name, byte, character] of [
    ['ISO-8859-1', 0xe9, 'é'],
    ['iso-8859-1', 0x80, '\u0080'],
    ['windows-1252', 0x80, '€'],
    ['US-ASCII', 0x41, 'A'],
  ] as const)
    it(`is read in ${name}, as it declares`, () => {
      const head = Buffer.from(`<?xml version='1.0' encoding='${name}'?><a>`, 'latin1');
      expect(finish(readXml(Buffer.concat([head, Buffer.of(byte), Buffer.from('</a>')]))).text).to.equal(character);
    });
});

/** Documents that are refused: what they try, the document, what the refusal says. */
const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['nothing', '', /^1:1 in \/: /],
  ['white space alone', ' \n ', /^2:\d in \/: /],
  ['a text without an element', 'hello', /^1:\d in \/: /],
  ['an end tag of another element', '<a><b></c></a>', /^1:10 in \/a: unexpected close tag/],
  ['an element without its end', '<a>\n<b>', /^2:\d in \/a\/b: unclosed tag/],
  ['two roots', '<a/><b/>', /^1:\d in \/: documents may contain only one root/],
  ['the same attribute twice', '<a b="1" b="2"/>', /duplicate attribute/],
  ['the same attribute by two prefixes', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>', /duplicate attribute/],
  ['an attribute without quotes', '<a b=1/>', /unquoted attribute value/],
  ['a prefix without a namespace', '<x:a/>', /unbound namespace prefix/],
  ['a document type', '<!DOCTYPE a><a/>', /document type declaration/],
  ['a document type with an external subset', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a/>', /document type/],
  [
    'entities that multiply',
    '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>',
    /document type declaration/,
  ],
  [
    'an entity from a file',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    /document type declaration/,
  ],
  ['an entity that is not of XML', '<a>&nbsp;</a>', /undefined entity/],
  ['a reference to NUL', '<a>&#0;</a>', /1:\d+ in \/a: /],
  ['a reference beyond Unicode', '<a>&#x110000;</a>', /1:\d+ in \/a: /],
  ['a control character', '<a>\u0001</a>', /disallowed character/],
  ['a NUL', '<a>\u0000</a>', /disallowed character/],
  ['a character that is none', '<a>\uffff</a>', /disallowed character/],
  ['half a character', Buffer.from('\ufeff<a>\ud800</a>', 'utf16le'), /bytes that are not UTF-16/],
  ['the end of CDATA in a text', '<a>]]></a>', /in \/a: /],
  ['a comment within a comment', '<a><!-- -- --></a>', /malformed comment/],
  ['control characters by declaring version 1.1', '<?xml version="1.1"?><a>&#1;</a>', /in \/a: /],
  ['an encoding that is not read', '<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>', /"EBCDIC-CP-US" is not read/],
  ['UTF-16 declared in UTF-8', '<?xml version="1.0" encoding="UTF-16"?><a/>', /"UTF-16" is not read/],
  [
    'bytes that are not UTF-8',
    Buffer.concat([Buffer.from('<a>\n<b>é'), Buffer.of(0xff), Buffer.from('</b></a>')]),
    /^2:4 in \/a\/b: bytes that are not UTF-8/,
  ],
  [
    'bytes that are not US-ASCII',
    Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><a>\u00e9</a>', 'latin1'),
    /^1:44 in \/a: bytes that are not US-ASCII/,
  ],
  [
    'bytes that are not windows-1252',
    Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\u0081</a>', 'latin1'),
    /bytes that are not windows-1252/,
  ],
  ['half of UTF-8', bytesOf('<a>é').subarray(0, 4), /bytes that are not UTF-8/],
  ['deep elements', '<a>'.repeat(xmlBounds.depth + 1), /elements deeper than 64/],
  ['many elements', `<a>${'<b/>'.repeat(xmlBounds.elements)}</a>`, /in \/a: more than 100000 elements/],
  [
    'many attributes',
    `<a ${Array.from({ length: 65 }, (_, n) => `b${n}="1"`).join(' ')}/>`,
    /more than 64 attributes in an element/,
  ],
  ['a long text', `<a>\n${'x'.repeat(xmlBounds.text + 1)}</a>`, /^2:\d+ in \/a: a text longer than 65536 bytes/],
  [
    'a long text in pieces',
    `<a>${'x<!---->'.repeat(xmlBounds.text + 1)}</a>`,
    /in \/a: a text longer than 65536 bytes/,
  ],
  ['a long text of an attribute', `<a b="${'x'.repeat(xmlBounds.text + 1)}"/>`, /a text longer than 65536 bytes/],
  ['a long name', `<${'n'.repeat(257)}/>`, /^1:\d+ in \/: a name longer than 256 bytes/],
  ['a long name of an attribute', `<a ${'n'.repeat(257)}="1"/>`, /a name longer than 256 bytes/],
  ['a name that no slice holds', `<a><${'n'.repeat(40_000)}/></a>`, /a name longer than 256 bytes/],
];

describe('a hostile XML document is refused with its place:', () => {
  for (const [attempt, document, expected] of hostile)
    it(attempt, () => {
      expect(refusal(document).message).to.match(expected);
    });

  it('at its bounds it is taken', () => {
    const { depth, text, name } = xmlBounds;
    const names = Array.from({ length: depth }, (_, level) => `n${level}`);
    const nested = `${names.map((one) => `<${one}>`).join('')}${names
      .reverse()
      .map((one) => `</${one}>`)
      .join('')}`;
    const attributes = Array.from({ length: 64 }, (_, n) => `b${n}="1"`).join(' ');
    for (const document of [
      nested,
      `<a>${'x'.repeat(text)}</a>`,
      `<${'n'.repeat(name)}/>`,
      `<a ${attributes}><b ${attributes}/></a>`,
      `<a>${' \n'.repeat(text)}<b/></a>`,
    ])
      expect(() => read(document)).not.to.throw();
  });

  it('has no names that are those of every object', () => {
    const root = read('<a __proto__="1" constructor="2"><__proto__>3</__proto__></a>');
    expect(root.attributes.map(({ name, value }) => [name, value])).to.deep.equal([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    expect(root.children[0]).to.include({ name: '__proto__', text: '3' });
  });
});

describe('a mutated document', () => {
  const sample =
    '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:Waybill xmlns:rsm="iata:waybill:1" xmlns:ram="iata:datamodel:3">\n' +
    '<!-- a comment --><rsm:BusinessHeaderDocument><ram:ID>125-30000001</ram:ID></rsm:BusinessHeaderDocument>\n' +
    '<rsm:MasterConsignment><ram:Weight unitCode="KGM">12.5</ram:Weight><ram:Text><![CDATA[é & <b>]]>&amp;&#65;</ram:Text>' +
    '</rsm:MasterConsignment>\n</rsm:Waybill>\n';
  const pieces = [
    '<',
    '>',
    '&',
    '"',
    '\0',
    ']]>',
    '<!DOCTYPE a>',
    '<!--',
    '<![CDATA[',
    '\u{1f600}',
    'xmlns:ram=""',
    '/>',
  ];
  const count = scaled(2_000);

  it(`is taken or refused with a place within it, ${count} times`, () => {
    const random = new Random(seeded(SEED));
    let refused = 0;
    for (let round = 0; round < count; round++) {
      const bytes = [...bytesOf(sample)];
      for (let change = random.below(4); change >= 0; change--) {
        const at = random.below(bytes.length);
        const kind = random.below(4);
        if (kind === 0) bytes.splice(at, 1 + random.below(20));
        else if (kind === 1) bytes[at] = random.below(256);
        else if (kind === 2) bytes.splice(at, 0, ...bytesOf(random.one(pieces)));
        else bytes.splice(at, 0, ...bytes.slice(at, at + random.below(200)));
      }
      const document = Buffer.from(bytes);
      try {
        finish(readXml(document));
      } catch (error) {
        if (!(error instanceof XmlError)) throw error;
        refused += 1;
        const lines =
          document.toString('utf16le', 0, 2) === '\ufeff' ? undefined : document.toString('latin1').split(/\r\n?|\n/);
        expect(error.line, error.message).to.be.within(1, lines?.length ?? Infinity);
        expect(error.column, error.message).to.be.within(1, (lines?.[error.line - 1]?.length ?? Infinity) + 1);
        expect(error.path).to.match(/^\//);
      }
    }
    expect(refused).to.be.above(count / 4);
  });
});
