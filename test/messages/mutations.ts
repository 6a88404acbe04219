/** Messages that are altered at random: their values, their elements, their names and their bytes. */
import type { Random } from '../support/random.js';

/** Texts that a value may turn into. */
const values = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '1e9',
  'NaN',
  'INF',
  '0x10',
  '12,5',
  '99999999999999999999',
  '0.00000000000000000001',
  '1000',
  '2021-13-01T00:00:00',
  '2021-03-11T24:00:00',
  '2021-03-11T12:30:00+14:00',
  '9999-12-31T23:59:59Z',
  '125-30000012',
  'H-1',
  'Creation',
  'Update',
  'Deletion',
  '740',
  '741',
  'true',
  'DEP',
  'DIS',
  'FRA',
  'KGM',
  'EUR',
  '../..',
  '#',
  '%',
  '&lt;script&gt;',
  '&amp;&amp;',
  '&#x9;&#10;&#13;',
  '\u{1f600}e\u0301\u202e',
  '__proto__',
  'constructor',
  '{n}',
  '<![CDATA[<a>&]]>',
  'x'.repeat(5_000),
  'urn:x:y" . <urn:a> <urn:b> "c',
  '\\u0000\\n',
];

/** Pieces of documents. */
const pieces = [
  '<',
  '>',
  '&',
  '"',
  '\0',
  ']]>',
  '<!DOCTYPE a>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?x y?>',
  'xmlns:d=""',
  '/>',
];

/** An element of a text, with its tags. */
interface Range {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
}

/** The elements of a well-formed document as `messageOf` writes it; of another one those that are found. */
function elementsOf(xml: string): Range[] {
  const found: Range[] = [];
  const open: { readonly name: string; readonly begin: number }[] = [];
  for (const { 0: tag, 1: end = '', 2: name = '', index } of xml.matchAll(/<(\/?)([a-z]:[A-Za-z]+)[^<>]*>/g)) {
    if (end === '') open.push({ name, begin: index });
    else {
      const begun = open.pop();
      if (begun?.name === name) found.push({ ...begun, end: index + tag.length });
    }
  }
  // Not the root: without it no message is left.
  return found.filter(({ begin }) => begin !== found.at(-1)?.begin);
}

export class Mutations {
  constructor(private readonly random: Random) {}

  /** A message with up to six alterations; about one in six has broken bytes as well. */
  of(xml: string): string | Buffer {
    let mutated = xml;
    for (let change = this.random.below(6); change >= 0; change -= 1) mutated = this.#altered(mutated);
    return this.random.chance(0.85) ? mutated : this.#broken(Buffer.from(mutated));
  }

  #altered(xml: string): string {
    const { random } = this;
    const kind = random.below(10);
    if (kind < 4) return this.#replaced(xml, />([^<>]+)</g);
    if (kind === 4) return this.#replaced(xml, /="([^"<>]*)"/g);
    const elements = elementsOf(xml);
    if (elements.length === 0) return xml;
    const { name, begin, end } = random.one(elements);
    const element = xml.slice(begin, end);
    const without = xml.slice(0, begin) + xml.slice(end);
    switch (kind) {
      case 5:
        return without;
      case 6:
        return xml.slice(0, begin) + element.repeat(2 + random.below(4)) + xml.slice(end);
      case 7: {
        const { end: at } = random.one(elements);
        return at <= begin ? xml.slice(0, at) + element + xml.slice(at) : xml;
      }
      case 8: {
        const other = random.one([...elements.map((one) => one.name), 'd:Strange', 'm:ID', 'x:Unbound']);
        return xml.slice(0, begin) + element.replaceAll(name, other) + xml.slice(end);
      }
      default: {
        const depth = random.chance(0.9) ? random.below(5) : random.below(80);
        return xml.slice(0, begin) + '<d:Deep>'.repeat(depth) + element + '</d:Deep>'.repeat(depth) + xml.slice(end);
      }
    }
  }

  #replaced(xml: string, pattern: RegExp): string {
    const texts = [...xml.matchAll(pattern)];
    if (texts.length === 0) return xml;
    const { 0: whole, 1: text = '', index } = this.random.one(texts);
    const at = index + whole.indexOf(text, 1);
    return xml.slice(0, at) + this.random.one(values) + xml.slice(at + text.length);
  }

  #broken(document: Buffer): Buffer {
    const { random } = this;
    const bytes = [...document];
    for (let change = random.below(3); change >= 0; change -= 1) {
      const at = random.below(bytes.length);
      const kind = random.below(4);
      if (kind === 0) bytes.splice(at, 1 + random.below(40));
      else if (kind === 1) bytes[at] = random.below(256);
      else if (kind === 2) bytes.splice(at, 0, ...Buffer.from(random.one(pieces)));
      else bytes.splice(at, 0, ...bytes.slice(at, at + random.below(200)));
    }
    return Buffer.from(bytes);
  }
}
