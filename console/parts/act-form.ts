/** What an act on a whole shipment is asked for with: the fields of its dialog, and the body that they make (K44, K53). */
import type { ActPreview, Permission } from '../../src/console/responses.js';
import { permissions } from './acl.js';
import type { Partner } from './partner-field.js';

export const shipmentActs = ['give-access', 'withdraw-access', 'subscribe', 'unsubscribe', 'decide'] as const;
export type ShipmentAct = (typeof shipmentActs)[number];

export const parts = ['shipment', 'waybills', 'pieces', 'units'] as const;
export type Part = (typeof parts)[number];

/** What partners of a kind need (K53). */
export const roles = {
  reader: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
  handler: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'PATCH_LOGISTICS_OBJECT', 'POST_LOGISTICS_EVENT'],
  customs: ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type Role = keyof typeof roles;

/** The role with exactly these permissions. */
export function roleOf(given: readonly Permission[]): Role | undefined {
  const names: readonly Role[] = ['reader', 'handler', 'customs'];
  return names.find((name) => permissions.every((one) => given.includes(one) === isIn(roles[name], one)));
}

const isIn = (role: readonly Permission[], permission: Permission): boolean => role.includes(permission);

export interface ActForm {
  readonly act: ShipmentAct;
  readonly object: string;
  readonly partners: readonly Partner[];
  readonly scope: readonly Part[];
  readonly permissions: readonly Permission[];
  /** Whether a subscription comes with access. */
  readonly withAccess: boolean;
  readonly later: boolean;
  readonly decision: 'accept' | 'reject';
  readonly reason: string;
}

/** The fields at first. @param isShipment whether the object is one: what is linked to it later is then meant, too. */
export const newForm = (act: ShipmentAct, object: string, isShipment: boolean): ActForm => ({
  ...{ act, object, partners: [], scope: parts, permissions: roles.reader, withAccess: false },
  ...{ later: isShipment && (act === 'give-access' || act === 'subscribe'), decision: 'accept', reason: '' },
});

export const isComplete = ({ act, partners, scope, permissions: given, decision, reason }: ActForm): boolean =>
  partners.length > 0 &&
  scope.length > 0 &&
  (act !== 'give-access' || given.length > 0) &&
  (act !== 'decide' || decision === 'accept' || reason.trim() !== '');

/** The body of the request. */
export function bodyOf(form: ActForm): Readonly<Record<string, unknown>> {
  const { act, object, partners, scope, permissions: given, withAccess, later, decision, reason } = form;
  const isWhole = scope.length === parts.length;
  return {
    ...{ act, object, agents: partners.map(({ uri }) => uri) },
    ...(!isWhole && { scope }),
    ...(act === 'give-access' && { permissions: given, later }),
    ...(act === 'subscribe' && { later, ...(withAccess && { permissions: roles.reader }) }),
    ...(act === 'decide' && { decision, ...(decision === 'reject' && { reason: reason.trim() }) }),
  };
}

/** Objects that a subscriber may not read. */
export const unreadable = ({ objects }: ActPreview): number =>
  objects.filter(({ why }) => why === 'may-not-read').length;
