/** JSON-LD bodies from values: compacted, with typed literals, which every server reads. */
import { type Literal, xsd } from '../rdf/terms.js';
import { api, cargoNs } from '../vocabulary.js';
import type { Item, Node } from './tree.js';

/** A JSON value of a body; members that are undefined are not written. */
export type Json = string | number | boolean | readonly Json[] | { readonly [member: string]: Json | undefined };

/** The context of every body that the client sends. */
export const context = { api, cargo: cargoNs, xsd } as const;

const prefixes = Object.entries(context);

/** An IRI with one of the prefixes of the context where that is short and clear. */
function compact(iri: string): string {
  for (const [prefix, namespace] of prefixes) {
    if (iri.startsWith(namespace) && /^[\w-]+$/.test(iri.slice(namespace.length)))
      return `${prefix}:${iri.slice(namespace.length)}`;
  }
  return iri;
}

/** @param id the `@id` to write, where it is not the value's own. */
export function documentOf(node: Node, id?: string): Json {
  return { '@context': context, ...nodeOf(node, id) };
}

function nodeOf(node: Node, id = node.id): Record<string, Json> {
  const written: Record<string, Json> = {};
  if (id !== undefined) written['@id'] = id;
  if (node.type !== undefined) written['@type'] = compact(node.type);
  for (const [property, items] of node.properties) {
    const values = items.map((item) => itemOf(item));
    const [single] = values;
    written[compact(property)] = values.length === 1 && single !== undefined ? single : values;
  }
  return written;
}

function itemOf(item: Item): Json {
  if (item.kind === 'literal') return literalOf(item.term);
  if (item.kind === 'node') return nodeOf(item.node);
  return { '@id': item.id, ...(item.type !== undefined && { '@type': compact(item.type) }) };
}

export function literalOf({ value, datatype, language }: Literal): Json {
  if (language !== '') return { '@value': value, '@language': language };
  if (datatype.value === `${xsd}string`) return value;
  return { '@type': compact(datatype.value), '@value': value };
}
