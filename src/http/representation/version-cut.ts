/** Cuts statements to an API version: terms that it lacks are removed, and the others get its names (L7, V7, V8). */
import type { Steps } from '../../async/turns.js';
import { type ApiVersion, differenceOf, hasFeature } from '../../api-versions.js';
import { type Graph, graphSteps } from '../../rdf/graph.js';
import { factory, isLiteral, isNamedNode, type NamedNode, namedNode, type Quad, triple } from '../../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../../rdf/vocabulary.js';

/** The statements in the terms of a version. */
export type VersionCut = (data: Graph) => Steps<Graph>;

/** Statements that are looked at in a step. */
const STEP = 250;

/** Datatypes of properties that the store represents as xsd:integer. */
function integerTypes({ api }: Vocabulary): Map<string, NamedNode> {
  return new Map([
    [api.hasRevision.value, xsd.positiveInteger],
    [api.hasLatestRevision.value, xsd.positiveInteger],
    [api.hasTotalItems.value, xsd.nonNegativeInteger],
    [api.hasTotalCreated.value, xsd.nonNegativeInteger],
    [api.hasTotalFailed.value, xsd.nonNegativeInteger],
    [api.hasHTTPStatus.value, xsd.nonNegativeInteger],
  ]);
}

/** Terms stored under an older name have the newer one in versions that know it, and vice versa. */
function namesIn(version: ApiVersion, api: string): Map<string, NamedNode> {
  const older = differenceOf(version).names;
  return new Map(
    Object.entries(differenceOf('2.0.0').names).map(([newName, oldName]) =>
      newName in older ? [api + newName, namedNode(api + oldName)] : [api + oldName, namedNode(api + newName)],
    ),
  );
}

export function cutTo(version: ApiVersion, vocabulary: Vocabulary): VersionCut {
  const { api, cargo } = vocabulary.namespaces;
  const { hasChangedProperty, hasError, hasErrorDetail, hasRequestStatus, hasSeverity, WARNING } = vocabulary.api;
  const warnings = hasFeature(version, 'warnings');
  /** Of these a caller gives no reasons: their warnings are this node's, and without a severity would be errors (D76). */
  const unrefused = new Set<string>([vocabulary.api.REQUEST_PENDING.value, vocabulary.api.REQUEST_ACCEPTED.value]);
  const difference = differenceOf(version);
  const missing = new Set(difference.missing.map((name) => api + name));
  const missingOn = new Map(Object.entries(difference.missingOn).map(([name, type]) => [api + name, api + type]));
  const revisions = hasFeature(version, 'revisionsInBody')
    ? []
    : [vocabulary.api.hasRevision, vocabulary.api.hasLatestRevision];
  const missingOnObjects = new Set<string>(revisions.map(({ value }) => value));
  const names = namesIn(version, api);
  const integers = integerTypes(vocabulary);

  /** A value is data, and not a name (L36); the data model does not depend on the version (V8). */
  const isMissing = ({ subject, predicate, object }: Quad, data: Graph): boolean => {
    if (missing.has(predicate.value)) return true;
    if (!warnings && predicate.equals(hasError) && data.object(object, hasSeverity)?.equals(WARNING) === true)
      return unrefused.has(data.object(subject, hasRequestStatus)?.value ?? '');
    const type = missingOn.get(predicate.value);
    if (type !== undefined && data.types(subject).some((one) => one === type)) return true;
    // On a Change or an AuditTrail they are older. Only bodies in received notifications can hold them here (V15).
    if (missingOnObjects.has(predicate.value) && data.types(subject).some((one) => one.startsWith(cargo))) return true;
    if (isLiteral(object)) return predicate.equals(hasChangedProperty) && missing.has(object.value);
    return missing.has(object.value) && !predicate.value.startsWith(cargo);
  };

  const renamed = (quad: Quad): Quad => {
    const { subject, predicate, object } = quad;
    const datatype = integers.get(predicate.value);
    if (datatype !== undefined && isLiteral(object) && object.datatype.value !== datatype.value)
      return triple(subject, predicate, factory.literal(object.value, datatype));
    const name = names.get(predicate.value);
    if (name !== undefined) return triple(subject, name, object);
    const type = predicate.equals(rdfTerms.type) ? names.get(object.value) : undefined;
    return type === undefined ? quad : triple(subject, predicate, type);
  };

  return function* cut(data): Steps<Graph> {
    const retained: Quad[] = [];
    const orphans = new Set<string>();
    let changed = false;
    let count = 0;
    for (const quad of data) {
      count += 1;
      if (count % STEP === 0) yield;
      if (isMissing(quad, data)) {
        changed = true;
        // The parts of a resource have no URI of their own, and go with the statement that leads to them.
        if (isNamedNode(quad.object) && quad.object.value.startsWith('internal:')) orphans.add(quad.object.value);
        if (quad.predicate.equals(hasError))
          for (const part of [quad.object, ...data.objects(quad.object, hasErrorDetail)]) orphans.add(part.value);
        continue;
      }
      const adapted = renamed(quad);
      changed ||= adapted !== quad;
      retained.push(adapted);
    }
    if (!changed) return data;
    return yield* graphSteps(
      orphans.size === 0 ? retained : retained.filter(({ subject }) => !orphans.has(subject.value)),
    );
  };
}
