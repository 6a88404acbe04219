/**
 * Reads a hostile XML document in one pass. It stops at the first violation, which it places; nothing is fetched, no
 * document type is taken, and no entity is expanded but the five of XML (X67 to X70).
 */
import type { Steps } from '../../async/turns.js';
import { SaxesParser, type SaxesTagNS } from '../../bundled/saxes.js';
import { decodedSlices, EncodingError } from './encoding.js';
import { type Position, Positions } from './positions.js';
import type { XmlAttribute, XmlElement } from './xml-element.js';

/** The bounds of a document (X70); names and texts in bytes of UTF-8. */
export const xmlBounds = { depth: 64, elements: 100_000, attributes: 64, text: 64 * 1024, name: 256 } as const;

/** A document that declares version 1.1 may not have its control characters either (X69). */
const options = { xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The parser's messages repeat names of the document. */
const MAX_REASON = 300;

/** The only white space of XML. */
const OUTER_SPACE = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;
/** A text as the reader gives it (X7). */
export const withoutOuterSpace = (text: string): string => text.replaceAll(OUTER_SPACE, '');
const ONLY_SPACE = /^[ \t\r\n]*$/;

/** A document that is not taken: `12:8 in /Waybill/MasterConsignment: …` (X67). */
export class XmlError extends Error implements Position {
  override readonly name = 'XmlError';
  readonly line: number;
  readonly column: number;

  /** @param path of the open elements. */
  constructor(
    readonly reason: string,
    { line, column }: Position,
    readonly path: string,
  ) {
    super(`${line}:${column} in ${path}: ${reason}`);
    this.line = line;
    this.column = column;
  }
}

/** An element whose end has not come. */
interface OpenElement extends XmlElement {
  readonly attributes: XmlAttribute[];
  readonly children: OpenElement[];
  text: string;
  /** Of the text, in UTF-8. */
  bytes: number;
}

/**
 * Reads a document, a slice each step.
 *
 * @throws XmlError
 */
export function* readXml(bytes: Uint8Array): Steps<XmlElement> {
  const document = new Document();
  try {
    for (const slice of decodedSlices(bytes)) {
      document.add(slice);
      yield;
    }
  } catch (error) {
    if (error instanceof EncodingError) throw document.error(error.message);
    throw error;
  }
  return document.end();
}

class Document {
  readonly #parser = new SaxesParser(options);
  readonly #positions = new Positions();
  readonly #open: OpenElement[] = [];
  #root: OpenElement | undefined;
  #elements = 0;
  #attributes = 0;
  /** Where the last start tag began. */
  #tag: Position = { line: 1, column: 1 };

  constructor() {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw this.error(message.replace(/^\d+:\d+: /, ''));
    });
    parser.on('doctype', () => {
      throw this.error('a document type declaration is not taken');
    });
    parser.on('opentagstart', ({ name }) => {
      this.#checkTag(name);
    });
    parser.on('attribute', ({ name, value }) => {
      this.#attributes += 1;
      if (this.#attributes > xmlBounds.attributes)
        throw this.error(`more than ${xmlBounds.attributes} attributes in an element`);
      this.#checkName(name);
      this.#checkText(Buffer.byteLength(value));
    });
    parser.on('opentag', (tag) => {
      this.#openElement(tag);
    });
    parser.on('text', (text) => {
      this.#addText(text);
    });
    parser.on('cdata', (text) => {
      this.#addText(text);
    });
    parser.on('closetag', () => {
      const closed = this.#open.pop();
      if (closed !== undefined) closed.text = withoutOuterSpace(closed.text);
    });
  }

  /** @throws XmlError */
  add(slice: string): void {
    this.#positions.add(slice);
    this.#parser.write(slice);
  }

  /** @throws XmlError */
  end(): XmlElement {
    this.#parser.close();
    if (this.#root === undefined) throw this.error('there is no element');
    return this.#root;
  }

  /** An error at the last character that was read. */
  error(reason: string): XmlError {
    const path = `/${this.#open.map(({ name }) => name).join('/')}`;
    const read = Math.min(this.#parser.position, this.#positions.length);
    return new XmlError(reason.slice(0, MAX_REASON), this.#positions.at(Math.max(0, read - 1)), path);
  }

  #checkTag(name: string): void {
    this.#tag = this.#positions.at(this.#positions.tagBefore(this.#parser.position));
    this.#attributes = 0;
    this.#elements += 1;
    if (this.#elements > xmlBounds.elements) throw this.error(`more than ${xmlBounds.elements} elements`);
    if (this.#open.length >= xmlBounds.depth) throw this.error(`elements deeper than ${xmlBounds.depth}`);
    this.#checkName(name);
  }

  #checkName(name: string): void {
    if (Buffer.byteLength(name) > xmlBounds.name) throw this.error(`a name longer than ${xmlBounds.name} bytes`);
  }

  #checkText(bytes: number): void {
    if (bytes > xmlBounds.text) throw this.error(`a text longer than ${xmlBounds.text} bytes`);
  }

  #openElement({ uri, local, attributes }: SaxesTagNS): void {
    const element: OpenElement = {
      namespace: uri,
      name: local,
      attributes: Object.values(attributes)
        .filter((attribute) => attribute.uri !== XMLNS)
        .map((attribute) => ({ namespace: attribute.uri, name: attribute.local, value: attribute.value })),
      children: [],
      text: '',
      bytes: 0,
      ...this.#tag,
    };
    this.#root ??= element;
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  /** White space between elements is not kept: it is no text of a message, and may be more than the bound. */
  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || (element.text === '' && ONLY_SPACE.test(text))) return;
    element.text += text;
    // Counted piece by piece: a text may come in as many pieces as it has comments.
    element.bytes += Buffer.byteLength(text);
    this.#checkText(element.bytes);
  }
}
