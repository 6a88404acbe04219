/** What the reader gives of a document: its elements with their positions. */
import type { Position } from './positions.js';

export interface XmlAttribute {
  /** Empty for an attribute without a prefix. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

export interface XmlElement extends Position {
  readonly namespace: string;
  readonly name: string;
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** The text of the element itself, without leading and trailing white space (X7). */
  readonly text: string;
}
