/** The terms of messages (X64): what this node says about Cargo-XML messages, in its own namespace of extensions. */
import { type Iri, iri, type IriNode, node } from './terms.js';

const names = [
  'Message',
  'messageType',
  'messageVersion',
  'messageId',
  'conversationId',
  'messageIssued',
  'purpose',
  'sender',
  'recipient',
  'outcome',
  'waybill',
  'digest',
  'statementsDigest',
  'report',
  'bytes',
  // Of erasures (erasure-terms.ts).
  'hasErasure',
] as const;

export type MessageTerms = Readonly<Record<(typeof names)[number], IriNode>>;

/** @param extensions the vocabulary of the node's extensions (`UriScheme.extensions`). */
export function messageTerms(extensions: Iri): MessageTerms {
  const terms = names.map((name) => [name, node(iri(`${extensions}#${name}`))] as const);
  return Object.freeze(Object.fromEntries(terms)) as MessageTerms;
}
