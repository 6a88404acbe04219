/** Determines the kind of a pasted document by the types in it. */
import { isJsonObject } from '../../rdf/jsonld/json.js';
import type { Model } from '../../model/model.js';
import type { Iri } from '../../rdf/terms.js';
import { isIri } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import type { DocumentKind } from '../responses.js';

const byClass = new Map<string, DocumentKind>([
  ['Change', 'change'],
  ['Subscription', 'subscription'],
  ['AccessDelegation', 'access-delegation'],
  ['Verification', 'verification'],
  ['Notification', 'notification'],
]);

/** The types of the top-level nodes of a document, as written. */
function writtenTypes(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap((item: unknown) => (isJsonObject(item) ? writtenTypes(item) : []));
  if (!isJsonObject(body)) return [];
  const { '@type': type, '@graph': graph } = body;
  const types = (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
  return [...types, ...(Array.isArray(graph) ? writtenTypes(graph) : [])];
}

/** The kind of a document: an object, unless its types show otherwise. Prefixes are ignored. */
export function kindOf(body: unknown, model: Model, { namespaces, cargo }: Vocabulary): DocumentKind {
  const names = writtenTypes(body).map((type) => type.replace(/^.*[#:/]/, ''));
  for (const name of names) {
    const kind = byClass.get(name);
    if (kind !== undefined) return kind;
    const iri = `${namespaces.cargo}${name}`;
    if (isIri(iri) && model.isSubclassOf(iri, cargo.LogisticsEvent.value)) return 'event';
  }
  return 'object';
}

/** The possible root types of a kind of document, for a choice among several nodes (D2). */
export function rootTypeOf(
  kind: DocumentKind,
  model: Model,
  { api, cargo }: Vocabulary,
): (types: readonly Iri[]) => boolean {
  switch (kind) {
    case 'object':
      return (types) => model.isLogisticsObject(types);
    case 'event':
      return (types) => types.some((type) => model.isSubclassOf(type, cargo.LogisticsEvent.value));
    case 'change':
      return (types) => types.includes(api.Change.value);
    case 'subscription':
      return (types) => types.includes(api.Subscription.value);
    case 'access-delegation':
      return (types) => types.includes(api.AccessDelegation.value);
    case 'verification':
      return (types) => types.includes(api.Verification.value);
    case 'notification':
      return (types) => types.includes(api.Notification.value);
  }
}
