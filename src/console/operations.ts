/** The operations of a Change for the console, with the properties that lead to each. */
import type { Change, OperationObject } from '../change-requests/change.js';
import { isLiteralDatatype } from '../change-requests/change-statements.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { Model } from '../model/model.js';
import { Graph } from '../rdf/graph.js';
import { type Iri, isIri, node } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { RequestOperation, TermValue } from './responses.js';
import { Paths } from '../logistics-objects/differences/statements.js';

/**
 * One operation for each value.
 *
 * @param head the head of the object; undefined if the caller may not read it: paths then begin at the subjects.
 */
export async function operationsOf(
  { object, revision, operations }: Change,
  head: Head | undefined,
  { store, uris, model, vocabulary: { cargo } }: ExchangeServices,
): Promise<RequestOperation[]> {
  const isThere = head !== undefined && revision <= head.latestRevision;
  const data = isThere ? await store.read(uris.revision(object, revision)) : new Graph([]);
  const paths = new Paths(data, object);
  // The nodes that the Change introduces, by label. One may be below another that is introduced later.
  for (let added = true; added;) {
    added = false;
    for (const { op, s, p, o } of operations)
      for (const { value } of o) if (op === 'ADD' && value.startsWith('_:')) added = paths.add(s, p, value) || added;
  }
  return operations.flatMap(({ op, s, p, o }) =>
    o.map((value) => {
      const unit = p === cargo.numericalValue.value && isIri(s) ? data.iri(node(s), cargo.unit) : undefined;
      return {
        ...{ op, s, p, o: valueOf(p, value, model), path: paths.of(s, p) },
        ...(unit !== undefined && { unit }),
      };
    }),
  );
}

function valueOf(p: Iri, { datatype, value, language }: OperationObject, model: Model): TermValue {
  if (!isLiteralDatatype(p, datatype, value, model)) return { type: 'uri', value };
  if (language !== undefined) return { type: 'literal', value, language };
  const isText = datatype === xsd.string.value || datatype === rdfTerms.langString.value;
  return isText ? { type: 'literal', value } : { type: 'literal', value, datatype };
}
