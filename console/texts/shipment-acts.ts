import { plural, texts } from '../core/index.js';

const objects = (count: number): string => plural(count, 'object', 'objects');

export const shipmentActsTexts = texts('shipmentActsTexts', {
  opens: {
    'give-access': 'Give access …',
    'withdraw-access': 'Withdraw access …',
    subscribe: 'Subscribe a partner …',
    unsubscribe: 'End subscriptions …',
    decide: 'Decide all of a partner …',
  },
  titles: {
    'give-access': 'Give access to all of it',
    'withdraw-access': 'Withdraw access to all of it',
    subscribe: 'Subscribe a partner to all of it',
    unsubscribe: 'End the subscriptions of a partner',
    decide: 'Decide all requests of a partner',
  },
  confirms: {
    'give-access': 'Give access',
    'withdraw-access': 'Withdraw access',
    subscribe: 'Subscribe',
    unsubscribe: 'End subscriptions',
  },
  decisions: { accept: 'Accept', reject: 'Reject' },
  next: 'Show what changes',
  back: 'Back',
  partner: 'Partner',
  role: 'As',
  roles: { reader: 'Reader', handler: 'Handler', customs: 'Customs' },
  roleHints: {
    reader: 'reads everything',
    handler: 'reads, proposes changes and reports events',
    customs: 'reads and reports events',
  },
  permissions: 'Choose one by one',
  of: 'What',
  parts: { shipment: 'Shipment', waybills: 'Waybills', pieces: 'Pieces', units: 'Loading units' },
  later: 'Also pieces and waybills that are added later',
  withAccess: 'Give access to read as well',
  decision: 'Decision',
  reason: 'Reason',
  changes: 'What changes',
  object: 'Object',
  type: 'Type',
  effect: 'Change',
  request: 'Request',
  by: 'Requested by',
  kinds: {
    ChangeRequest: 'Change',
    AccessDelegationRequest: 'Access',
    SubscriptionRequest: 'Subscription',
    VerificationRequest: 'Verification',
  },
  effects: { changes: 'changes', same: 'stays', refused: 'not possible' },
  why: {
    'has-it': 'it has this access already',
    'is-internal': 'it may do everything anyway',
    'has-none': 'it has no access of its own',
    'for-everyone': 'every partner may read it',
    moved: 'it has moved to another server',
    subscribed: 'it is subscribed already',
    'not-subscribed': 'it is not subscribed',
    'may-not-read': 'it may not read it: it will be told without content',
  },
  gives: (names: string, may: number, before: number) =>
    `${names} may read ${objects(may)}${before === 0 ? '.' : `; ${before} it could read before.`}`,
  withdraws: (names: string, count: number) => `${names} loses access to ${objects(count)}.`,
  subscribes: (names: string, count: number, before: number) =>
    `${names} will be told of ${objects(count)}${before === 0 ? '.' : `; it is subscribed to ${before} already.`}`,
  unsubscribes: (names: string, count: number) => `${names} will no longer be told of ${objects(count)}.`,
  accepts: (names: string, count: number, not: number) =>
    `${plural(count, 'request', 'requests')} of ${names} can be accepted${not === 0 ? '.' : `; ${not} cannot.`}`,
  rejects: (names: string, count: number, not: number) =>
    `${plural(count, 'request', 'requests')} of ${names} will be rejected${not === 0 ? '.' : `; ${not} cannot be.`}`,
  laterSentence: 'The same holds for pieces and waybills that are added later.',
  notReadable: (count: number) => `It may not read ${objects(count)}: it will be told without content.`,
  giveToo: 'Give access as well',
  falls: 'Access that was passed on ends with it:',
  alsoRejected: (count: number) =>
    `${plural(count, 'other request', 'other requests')} for the same revision will be rejected.`,
  more: 'There are more requests than one act decides: repeat it afterwards.',
  moreRows: (count: number) => `and ${objects(count)} more`,
  performed: {
    'give-access': (names: string, count: number) => `${names} has access to ${objects(count)} more.`,
    'withdraw-access': (names: string, count: number) => `${names} has lost access to ${objects(count)}.`,
    subscribe: (names: string, count: number) => `${names} is subscribed to ${objects(count)} more.`,
    unsubscribe: (names: string, count: number) => `${names} is no longer told of ${objects(count)}.`,
  },
  decided: (count: number, failed: number) =>
    `${plural(count, 'request is', 'requests are')} decided${failed === 0 ? '.' : `; ${failed} could not be.`}`,
});
