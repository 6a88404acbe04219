import { plural, texts } from '../core/index.js';

export const decideTexts = texts({
  youActAs: 'You act as',
  from: 'from',
  rejected: 'Rejected',
  acceptOne: 'Accept this request?',
  acceptMany: (count: number) => `Accept ${plural(count, 'request', 'requests')}?`,
  rejectOne: 'Reject this request?',
  rejectMany: (count: number) => `Reject ${plural(count, 'request', 'requests')}?`,
  revokeOne: 'Revoke this request?',
  accept: 'Accept',
  acceptAnyway: 'Accept and let it fail',
  reject: 'Reject',
  revoke: 'Revoke',
  willFail: 'The node would refuse the result: the request would be "Failed", finally, and the object unchanged.',
  noUndo: 'A decision is final. History is never deleted.',
  reason: 'Reason',
  reasonHint: 'The partner reads it in the request.',
  perProperty: 'Reasons for single properties',
  revokePending: 'It is withdrawn, and needs no decision.',
  revokeAccepted:
    'Its effects end: subscriptions stop, and access is withdrawn, together with all delegations that depend on it.',
});
