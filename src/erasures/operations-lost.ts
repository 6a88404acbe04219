/** The operations of a request that add or delete an erased property, and what is embedded below it (P29). */
import type { Graph } from '../rdf/graph.js';
import { type Iri, node, type Quad } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ErasedProperty, LostInRevisions } from './lost-statements.js';

interface StoredOperation {
  /** The statement that leads to it. */
  readonly link: Quad;
  readonly subject: string;
  readonly property: string;
  readonly values: readonly string[];
  /** Its own statements, and those of its values. */
  readonly statements: readonly Quad[];
}

/** @returns the statements of these operations, and the messages of errors about the property. */
export function operationsLost(
  data: Graph,
  request: Iri,
  erased: ErasedProperty,
  { values, nodes }: LostInRevisions,
  api: Vocabulary['api'],
): Quad[] {
  const operations = Array.from(data.match(null, api.hasOperation), (link) => readOperation(data, link, api));
  const isOfProperty = ({ subject, property, values: stated }: StoredOperation): boolean => {
    if (property !== erased.property) return false;
    if (erased.subject === undefined || subject === erased.subject) return true;
    // A label stands for an embedded node that the Change makes, whose name the request does not have.
    return isLabel(subject) && stated.some((value) => values.has(value));
  };
  const lost = new Set(operations.filter(isOfProperty));
  for (let before = -1; before < lost.size;) {
    before = lost.size;
    const others = new Set(operations.filter((one) => !lost.has(one)).flatMap(({ values: stated }) => stated));
    const labels = new Set([...lost].flatMap(({ values: stated }) => stated).filter(isLabel));
    const isBelow = (name: string): boolean =>
      isLabel(name) ? labels.has(name) && !others.has(name) : nodes.has(name);
    for (const one of operations) if (isBelow(one.subject)) lost.add(one);
  }
  if (lost.size === 0) return [];
  const details = Array.from(data.match(null, api.hasErrorDetail), ({ object }) => object).filter(
    (detail) => data.object(detail, api.hasProperty)?.value === erased.property,
  );
  const reports = data.objects(node(request), api.hasError);
  return [
    ...[...lost].flatMap(({ link, statements }) => [link, ...statements]),
    ...(reports.length === 0 ? [] : details.flatMap((detail) => [...data.match(detail, api.hasMessage)])),
  ];
}

const isLabel = (text: string): boolean => text.startsWith('_:');

function readOperation(data: Graph, link: Quad, api: Vocabulary['api']): StoredOperation {
  const operation = link.object;
  const text = (property: keyof Pick<typeof api, 's' | 'p'>): string =>
    data.object(operation, api[property])?.value ?? '';
  const objects = data.objects(operation, api.o);
  return {
    ...{ link, subject: text('s'), property: text('p') },
    values: objects.flatMap((object) => data.objects(object, api.hasValue).map(({ value }) => value)),
    statements: [...data.about(operation), ...objects.flatMap((object) => data.about(object))],
  };
}
