/**
 * Extensions of a Subscription beyond the standard (D66, docs/extensions.md): the properties and the state of an object
 * that interest the subscriber, the time for which updates are coalesced, and the event type of erasures (P36). The terms are in a namespace of the node,
 * so that partners of the plain standard see none of them.
 */
import type { Graph } from '../rdf/graph.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import {
  factory,
  type Iri,
  iri,
  type IriNode,
  type NamedNode,
  node,
  type Quad,
  type Term,
  triple,
} from '../rdf/terms.js';
import { type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';

export interface SubscriptionExtensions {
  /** Updates of only these properties are sent; without any, all updates. */
  readonly properties: readonly Iri[];
  /** An ASK query that must hold for the object's revision. */
  readonly condition: string | undefined;
  /** The number of seconds for which updates of an object are collected. */
  readonly coalesceSeconds: number | undefined;
  /** Whether erasures are to come with an event type of their own. */
  readonly includesErasures: boolean;
}

export interface ExtensionTerms {
  readonly hasPropertyOfInterest: IriNode;
  readonly hasCondition: IriNode;
  readonly coalescesFor: IriNode;
  /** The event type of erasures, the one name of another namespace in `includeSubscriptionEventType` (A7). */
  readonly LOGISTICS_OBJECT_ERASED: IriNode;
}

/** Evaluates conditions in a separate thread, within limits. */
export interface ConditionEngine {
  /**
   * The problem of a condition's text; undefined for a valid one.
   *
   * @throws ServiceError `unavailable` if it cannot be checked in time, `too-many-requests` if too many are waiting.
   */
  problemOf(text: string): Promise<string | undefined>;
  /**
   * Whether a condition holds for the statements of one graph. A condition that exceeds its time limit counts as true:
   * an unnecessary notification is harmless, a missing one is not.
   *
   * @param object the meaning of `<>` in the condition.
   * @throws ServiceError `too-many-requests` while too many conditions are being evaluated.
   */
  holds(text: string, object: Iri, graph: Iri, signal: AbortSignal): Promise<boolean>;
}

const MAX_PROPERTIES = 100;
const MAX_COALESCE_SECONDS = 3_600;

export function extensionTerms({ extensions }: Pick<UriScheme, 'extensions'>): ExtensionTerms {
  const term = (name: string): IriNode => node(iri(`${extensions}#${name}`));
  return {
    hasPropertyOfInterest: term('hasPropertyOfInterest'),
    hasCondition: term('hasCondition'),
    coalescesFor: term('coalescesFor'),
    LOGISTICS_OBJECT_ERASED: term('LOGISTICS_OBJECT_ERASED'),
  };
}

/**
 * Reads the extensions of a Subscription in a body.
 *
 * @throws InputError with all problems.
 */
export function readExtensions(
  data: Graph,
  root: Term,
  terms: ExtensionTerms,
  { api }: Pick<Vocabulary, 'api'>,
): SubscriptionExtensions {
  const fields = new PropertyReader(data, root);
  const properties = fields.iris(terms.hasPropertyOfInterest, { min: 0, max: MAX_PROPERTIES });
  const condition = fields.optionalText(terms.hasCondition);
  const coalesceSeconds =
    fields.terms(terms.coalescesFor).length === 0 ? undefined : fields.positiveInteger(terms.coalescesFor);
  if (coalesceSeconds !== undefined && coalesceSeconds > MAX_COALESCE_SECONDS)
    fields.addError(terms.coalescesFor, `coalescesFor must be at most ${MAX_COALESCE_SECONDS} seconds`);
  fields.throwIfInvalid();
  const includesErasures = data.match(root, api.includeSubscriptionEventType, terms.LOGISTICS_OBJECT_ERASED).size > 0;
  return { properties: [...properties].sort(), condition, coalesceSeconds, includesErasures };
}

/** Reads the extensions of a stored Subscription. */
export function readStoredExtensions(
  fields: StoredPropertyReader,
  terms: ExtensionTerms,
  { api }: Pick<Vocabulary, 'api'>,
): SubscriptionExtensions {
  const erased = terms.LOGISTICS_OBJECT_ERASED;
  return {
    properties: fields.iris(terms.hasPropertyOfInterest).sort(),
    condition: fields.text(terms.hasCondition),
    coalesceSeconds: fields.integer(terms.coalescesFor),
    includesErasures: fields.terms(api.includeSubscriptionEventType).some((type) => type.equals(erased)),
  };
}

/** The statements of a Subscription's extensions. */
export function describeExtensions(
  root: NamedNode,
  extensions: SubscriptionExtensions,
  terms: ExtensionTerms,
  { api }: Pick<Vocabulary, 'api'>,
): Quad[] {
  const { properties, condition, coalesceSeconds, includesErasures } = extensions;
  return [
    ...properties.map((property) => triple(root, terms.hasPropertyOfInterest, factory.literal(property, xsd.anyURI))),
    ...(condition === undefined ? [] : [triple(root, terms.hasCondition, factory.literal(condition))]),
    ...(coalesceSeconds === undefined
      ? []
      : [triple(root, terms.coalescesFor, factory.literal(String(coalesceSeconds), xsd.positiveInteger))]),
    ...(includesErasures ? [triple(root, api.includeSubscriptionEventType, terms.LOGISTICS_OBJECT_ERASED)] : []),
  ];
}

/** Whether two subscriptions have the same extensions. */
export function areEqualExtensions(one: SubscriptionExtensions, other: SubscriptionExtensions): boolean {
  return (
    one.condition === other.condition &&
    one.coalesceSeconds === other.coalesceSeconds &&
    one.includesErasures === other.includesErasures &&
    one.properties.length === other.properties.length &&
    one.properties.every((property, index) => property === other.properties[index])
  );
}
