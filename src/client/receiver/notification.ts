/** A received notification, by the kind of its event (T48). */
import { api, localName } from '../vocabulary.js';
import { type ExpandedNode, expandedNodes, idOf, textsOf, valuesOf } from './expanded.js';
import { Refusal } from './refusal.js';

/**
 * What every notification has.
 *
 * @since 0.3.0
 */
interface AnyNotification {
  /** Its `@id`; undefined without one. */
  readonly id: string | undefined;
  /** The IRI of the kind of event. */
  readonly eventType: string;
  /** The class of the object. */
  readonly logisticsObjectType: string | undefined;
  /** The ActionRequest that caused it. */
  readonly triggeredBy: string | undefined;
  /** All of the body in expanded JSON-LD: names are IRIs, values are arrays. */
  readonly expanded: readonly ExpandedNode[];
}

/**
 * Something happened to an object, or access to it was given.
 *
 * @since 0.3.0
 */
export interface ObjectNotification extends AnyNotification {
  readonly kind:
    | 'LOGISTICS_OBJECT_CREATED'
    | 'LOGISTICS_OBJECT_UPDATED'
    | 'LOGISTICS_OBJECT_AVAILABLE'
    | 'LOGISTICS_OBJECT_ACCESS_GRANTED';
  readonly logisticsObject: string;
  /** The IRIs of the changed properties. */
  readonly changedProperties: readonly string[];
  /** The object in expanded JSON-LD, where the notification has more of it than its URI. */
  readonly body: ExpandedNode | undefined;
}

/**
 * An object has a new event.
 *
 * @since 0.3.0
 */
export interface EventNotification extends AnyNotification {
  readonly kind: 'LOGISTICS_EVENT_RECEIVED';
  readonly logisticsObject: string;
  /** The URIs of the events, where it names them. */
  readonly logisticsEvents: readonly string[];
}

/**
 * The state of an ActionRequest has changed; `triggeredBy` is its URI.
 *
 * @since 0.3.0
 */
export interface RequestNotification extends AnyNotification {
  readonly kind: `${
    | 'CHANGE_REQUEST'
    | 'ACCESS_DELEGATION_REQUEST'
    | 'SUBSCRIPTION_REQUEST'
    | 'VERIFICATION_REQUEST'}_${'PENDING' | 'ACCEPTED' | 'ACKNOWLEDGED' | 'REJECTED' | 'FAILED' | 'REVOKED'}`;
  readonly logisticsObject: string | undefined;
}

/**
 * A kind of event that this version does not know; see `eventType`.
 *
 * @since 0.3.0
 */
export interface OtherNotification extends AnyNotification {
  readonly kind: 'OTHER';
  readonly logisticsObject: string | undefined;
}

/**
 * A received notification: `kind` narrows it.
 *
 * @since 0.3.0
 */
export type Notification = ObjectNotification | EventNotification | RequestNotification | OtherNotification;

const OBJECT = /^LOGISTICS_OBJECT_(CREATED|UPDATED|AVAILABLE|ACCESS_GRANTED)$/;
const REQUEST =
  /^(CHANGE|ACCESS_DELEGATION|SUBSCRIPTION|VERIFICATION)_REQUEST_(PENDING|ACCEPTED|ACKNOWLEDGED|REJECTED|FAILED|REVOKED)$/;

const isObjectKind = (kind: string): kind is ObjectNotification['kind'] => OBJECT.test(kind);
const isRequestKind = (kind: string): kind is RequestNotification['kind'] => REQUEST.test(kind);
const invalid = (message: string, cause?: unknown): Refusal => new Refusal(400, message, {}, { cause });

/**
 * Reads a body.
 *
 * @param base the address that it was sent to.
 * @throws Refusal 400 for what is no notification.
 */
export async function readNotification(document: unknown, base: string): Promise<Notification> {
  const expanded = await expandedNodes(document, base).catch((cause: unknown) => {
    throw invalid('the body is no JSON-LD with its context in it', cause);
  });
  const [root, ...others] = expanded.filter((node) => node['@type']?.includes(`${api}Notification`) === true);
  if (root === undefined || others.length > 0) throw invalid('the body must be one api:Notification');
  const iris = (name: string): string[] =>
    textsOf(root, api + name).filter((text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && !text.startsWith('_:'));
  const [eventType, second] = iris('hasEventType');
  if (eventType === undefined || second !== undefined) throw invalid('it must have one api:hasEventType');
  const [logisticsObject] = iris('hasLogisticsObject');
  const shared: AnyNotification = {
    id: idOf(root),
    eventType,
    logisticsObjectType: iris('hasLogisticsObjectType')[0],
    triggeredBy: iris('isTriggeredBy')[0],
    expanded,
  };
  const kind = eventType.startsWith(api.slice(0, -1)) ? localName(eventType) : '';
  if (isRequestKind(kind)) return { ...shared, kind, logisticsObject };
  if (!isObjectKind(kind) && kind !== 'LOGISTICS_EVENT_RECEIVED') return { ...shared, kind: 'OTHER', logisticsObject };
  if (logisticsObject === undefined) throw invalid('it must have an api:hasLogisticsObject');
  if (!isObjectKind(kind)) return { ...shared, kind, logisticsObject, logisticsEvents: iris('hasLogisticsEvent') };
  const isBody = (node: ExpandedNode): boolean =>
    node['@id'] === logisticsObject && Object.keys(node).some((name) => !name.startsWith('@'));
  const body = [...valuesOf(root, `${api}hasLogisticsObject`), ...expanded].find(isBody);
  return { ...shared, kind, logisticsObject, changedProperties: iris('hasChangedProperty'), body };
}
