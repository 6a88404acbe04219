/** The terms of the log of proofs: what this node states about its log, in its own namespace of extensions. */
import { type Iri, iri, type IriNode, node } from './terms.js';

const names = [
  'ProofLog',
  'LogEntry',
  'LogBackfill',
  'origin',
  'key',
  'previousKey',
  'previousOrigin',
  'previousSize',
  'previousRoot',
  'reason',
] as const;

export type LogTerms = Readonly<Record<(typeof names)[number], IriNode>>;

/** @param extensions the vocabulary of the node's extensions (`UriScheme.extensions`). */
export function logTerms(extensions: Iri): LogTerms {
  const terms = names.map((name) => [name, node(iri(`${extensions}#${name}`))] as const);
  return Object.freeze(Object.fromEntries(terms)) as LogTerms;
}
