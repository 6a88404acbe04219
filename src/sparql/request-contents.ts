/** The content readers of all request kinds. */
import { accessDelegationContent } from '../access-delegations/access-delegations.js';
import type { RequestKind } from '../action-requests/action-request.js';
import type { RequestContent } from '../action-requests/action-requests.js';
import { changeRequestContent } from '../change-requests/change-requests.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { subscriptionContent } from '../subscriptions/subscription-requests.js';
import { verificationRequestContent } from '../verification-requests/verification-requests.js';

export const requestContents = (vocabulary: Vocabulary): Readonly<Record<RequestKind, RequestContent>> => ({
  ChangeRequest: changeRequestContent(vocabulary),
  AccessDelegationRequest: accessDelegationContent(vocabulary),
  SubscriptionRequest: subscriptionContent(vocabulary),
  VerificationRequest: verificationRequestContent(vocabulary),
});
