/** Writes a message as XML: well-formed whatever its values are (X83). */
import type { Steps } from '../../async/turns.js';

/** An element that is written: of the message's namespace, or of that of all other elements (X2). */
export interface XmlNode {
  readonly name: string;
  readonly isOfMessage: boolean;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlNode[];
  readonly text: string | undefined;
}

/** The namespaces of a message, with the prefixes that are usual in it. */
export interface XmlNamespaces {
  readonly ofMessage: string;
  readonly ofOthers: string;
}

const PREFIX_OF_MESSAGE = 'rsm';
const PREFIX_OF_OTHERS = 'ram';

/** What XML 1.0 does not have, not even as a reference: control characters, and halves of characters. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text without the characters that XML does not have. */
export const withoutIllegal = (text: string): string => text.replaceAll(NOT_IN_XML, '');

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const reference = (character: string): string => references[character] ?? character;
/** A reader would change a carriage return. */
const escapedText = (text: string): string => withoutIllegal(text).replaceAll(/[&<>\r]/g, reference);
const escapedAttribute = (text: string): string => withoutIllegal(text).replaceAll(/[&<>"\r\n\t]/g, reference);

/** Elements per step. */
const STEP = 200;

/** Writes a document, in steps. */
export function* writeXml(root: XmlNode, { ofMessage, ofOthers }: XmlNamespaces): Steps<string> {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const namespaces = ` xmlns:${PREFIX_OF_MESSAGE}="${escapedAttribute(ofMessage)}" xmlns:${PREFIX_OF_OTHERS}="${escapedAttribute(ofOthers)}"`;
  let count = 0;
  function* write(node: XmlNode, indent: string): Steps<void> {
    count += 1;
    if (count % STEP === 0) yield;
    const name = `${node.isOfMessage ? PREFIX_OF_MESSAGE : PREFIX_OF_OTHERS}:${node.name}`;
    const attributes = node.attributes.map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`).join('');
    parts.push(`${indent}<${name}${node === root ? namespaces : ''}${attributes}>`);
    if (node.text !== undefined) parts.push(escapedText(node.text), `</${name}>\n`);
    else {
      parts.push('\n');
      for (const child of node.children) yield* write(child, `${indent}  `);
      parts.push(`${indent}</${name}>\n`);
    }
  }
  yield* write(root, '');
  return parts.join('');
}
