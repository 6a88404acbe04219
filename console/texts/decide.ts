import { plural, texts } from '../core/index.js';

export const decideTexts = texts('decideTexts', {
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
  reasonNeeded: 'Write or choose a reason: the partner reads it in the request.',
  usual: 'Often said',
  usualOnes: {
    documents: 'This is not what the documents say.',
    outdated: 'The data has changed meanwhile: please ask again.',
    asking: 'Please say why this has to change.',
    agreed: 'This is not what we agreed.',
  },
  reasonHint: 'The partner reads it in the request.',
  perProperty: 'Reasons for single properties',
  revokePending: 'It is withdrawn, and needs no decision.',
  revokeAccepted:
    'Its effects end: subscriptions stop, and access is withdrawn, together with all access passed on that depends on it.',
});
