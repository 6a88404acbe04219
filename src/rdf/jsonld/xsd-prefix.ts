/**
 * The prefix `xsd` without its `#`, as in the published example of a Verification. JSON-LD 1.1 does not accept such a
 * term as a prefix, so that `xsd:anyURI` is kept as written; a reader of JSON-LD 1.0 expands it to `…/XMLSchemaanyURI`.
 */
import { xsdNs } from '../vocabulary.js';

const withoutHash = xsdNs.slice(0, -1);

/** Whether any `@context` in the document binds `xsd` to the namespace without its `#`. */
export function bindsXsdWithoutHash(document: unknown): boolean {
  const queue: { readonly value: unknown; readonly inContext: boolean }[] = [{ value: document, inContext: false }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, inContext } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, entry] of Object.entries(value)) {
      if (inContext && key === 'xsd' && iriOf(entry) === withoutHash) return true;
      queue.push({ value: entry, inContext: inContext || key === '@context' });
    }
  }
  return false;
}

/** The IRI in a term's definition. */
function iriOf(definition: unknown): unknown {
  return typeof definition === 'object' && definition !== null && '@id' in definition ? definition['@id'] : definition;
}

/** Corrects a name of XMLSchema without the `#`; undefined for any other text. */
export function withHash(text: string): string | undefined {
  const name = /^(?:xsd:|http:\/\/www\.w3\.org\/2001\/XMLSchema)(?<name>[A-Za-z]+)$/.exec(text)?.groups?.['name'];
  return name === undefined ? undefined : xsdNs + name;
}
