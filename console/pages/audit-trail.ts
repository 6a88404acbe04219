/** `…/audit-trail`: all requests about an object, newest first. */
import type { RequestsAnswer } from '../../src/console/responses.js';
import { empty, plainText } from '../core/index.js';
import { listPage, pagesOf } from '../parts/list-page.js';
import { objectHead, objectUri } from '../parts/object-head.js';
import { requestColumns } from '../parts/requests-table.js';
import { objectTexts as t } from '../texts/object.js';
import { requestsTexts } from '../texts/requests.js';

listPage('cg-audit-trail', pagesOf<RequestsAnswer>('/requests'), (list) => ({
  title: () => `${t.requestsTitle}: ${plainText(list.param('id'), 60)}`,
  head: () => {
    const { objectLabel: label = null, objectType: type = null } = list.answer?.items[0] ?? {};
    return objectHead({ id: list.param('id'), label, type, tab: 'auditTrail' });
  },
  asked: () => ({ object: objectUri(list.param('id')), sort: '-requested' }),
  caption: requestsTexts.title,
  columns: () => requestColumns(),
  empty: () => empty(t.noRequests),
  lines: 5,
}));
