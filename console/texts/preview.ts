import { plural, texts } from '../core/index.js';

export const previewTexts = texts('previewTexts', {
  impossible: 'A decision is not possible now.',
  fails: 'Accepting would fail, and the request would stay failed',
  makes: (revision: number) => `Revision ${revision} would be made.`,
  missing: 'Linked objects that do not exist here:',
  of: 'of',
  rejects: 'Requests on the same revision that would be rejected:',
  grants: 'Access that would be granted:',
  withdraws: 'Access that would be withdrawn:',
  tells: 'Subscribers that would be notified:',
  may: (permissions: string) => `may ${permissions}:`,
  mayNot: (permissions: string) => `may no longer ${permissions}:`,
  told: (event: string, count: number) => `of ${event}, ${plural(count, 'notification', 'notifications')}`,
  quiet: 'No other request, access or subscriber is affected.',
});
