/**
 * What a Subscription may say beyond the standard (D66, docs/extensions.md): which properties and which state of an object
 * are of interest, and how long updates are coalesced. The terms are in a namespace of the node, so that no partner of the
 * plain standard sees any of it.
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
import { xsd } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';

export interface SubscriptionExtensions {
  /** Updates of other properties are not sent; all are, where there are none. */
  readonly properties: readonly Iri[];
  /** An ASK query that the object's revision must fulfil. */
  readonly condition: string | undefined;
  /** How many seconds the updates of one object are collected. */
  readonly coalesceSeconds: number | undefined;
}

export interface ExtensionTerms {
  readonly hasPropertyOfInterest: IriNode;
  readonly hasCondition: IriNode;
  readonly coalescesFor: IriNode;
}

/** Evaluates conditions, in a thread of its own and within limits. */
export interface ConditionEngine {
  /** Why a text cannot be a condition; undefined when it can. */
  problemOf(text: string): Promise<string | undefined>;
  /**
   * Whether a condition holds for the statements of one graph. One that cannot be evaluated in time holds: a notification
   * too many is harmless, a missing one is not.
   *
   * @param object what `<>` stands for in the condition.
   * @throws ServiceError `too-many-requests` when too many are being evaluated.
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
  };
}

/**
 * Reads the extensions of a Subscription in a body.
 *
 * @throws InputError with every problem.
 */
export function readExtensions(data: Graph, root: Term, terms: ExtensionTerms): SubscriptionExtensions {
  const fields = new PropertyReader(data, root);
  const properties = fields.iris(terms.hasPropertyOfInterest, { min: 0, max: MAX_PROPERTIES });
  const condition = fields.optionalText(terms.hasCondition);
  const coalesceSeconds =
    fields.terms(terms.coalescesFor).length === 0 ? undefined : fields.positiveInteger(terms.coalescesFor);
  if (coalesceSeconds !== undefined && coalesceSeconds > MAX_COALESCE_SECONDS)
    fields.addError(terms.coalescesFor, `coalescesFor must be at most ${MAX_COALESCE_SECONDS} seconds`);
  fields.throwIfInvalid();
  return { properties: [...properties].sort(), condition, coalesceSeconds };
}

/** Reads the extensions of a stored Subscription. */
export function readStoredExtensions(fields: StoredPropertyReader, terms: ExtensionTerms): SubscriptionExtensions {
  return {
    properties: fields.iris(terms.hasPropertyOfInterest).sort(),
    condition: fields.text(terms.hasCondition),
    coalesceSeconds: fields.integer(terms.coalescesFor),
  };
}

/** The statements of a Subscription's extensions. */
export function describeExtensions(root: NamedNode, extensions: SubscriptionExtensions, terms: ExtensionTerms): Quad[] {
  const { properties, condition, coalesceSeconds } = extensions;
  return [
    ...properties.map((property) => triple(root, terms.hasPropertyOfInterest, factory.literal(property, xsd.anyURI))),
    ...(condition === undefined ? [] : [triple(root, terms.hasCondition, factory.literal(condition))]),
    ...(coalesceSeconds === undefined
      ? []
      : [triple(root, terms.coalescesFor, factory.literal(String(coalesceSeconds), xsd.positiveInteger))]),
  ];
}

/** Whether two subscriptions have the same extensions. */
export function areEqualExtensions(one: SubscriptionExtensions, other: SubscriptionExtensions): boolean {
  return (
    one.condition === other.condition &&
    one.coalesceSeconds === other.coalesceSeconds &&
    one.properties.length === other.properties.length &&
    one.properties.every((property, index) => property === other.properties[index])
  );
}
