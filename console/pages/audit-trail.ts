/** `…/audit-trail`: all requests about an object, newest first. */
import type { RequestsAnswer } from '../../src/console/responses.js';
import {
  askPage,
  consoleApi,
  define,
  empty,
  html,
  Page,
  type Paged,
  pager,
  pageRange,
  plainText,
  query,
  Resource,
  show,
} from '../core/index.js';
import { objectHead, objectUri } from '../parts/object-head.js';
import { requestsTable } from '../parts/requests-table.js';
import { objectTexts as t } from '../texts/object.js';

class AuditTrailPage extends Page {
  readonly #requests = new Resource<Paged<RequestsAnswer>>(this);

  get #id(): string {
    return this.route.params['id'] ?? '';
  }

  override get heading(): string {
    return `${t.requestsTitle}: ${plainText(this.#id, 60)}`;
  }

  override load(): void {
    const path =
      consoleApi('/requests') + query({ object: objectUri(this.#id), sort: '-requested', ...pageRange(this.route) });
    this.#requests.load(path, (signal) => askPage<RequestsAnswer>(path, { signal }));
  }

  protected override render(): unknown {
    const [first] = this.#requests.value?.items ?? [];
    return html`${objectHead({
      id: this.#id,
      label: first?.objectLabel ?? null,
      type: first?.objectType ?? null,
      tab: 'auditTrail',
    })}
    ${show(this.#requests, ({ items, total, next }) =>
      items.length === 0 ? empty(t.noRequests) : html`${requestsTable(items)}${pager(this.route, total, next)}`,
    )}`;
  }
}
define('cg-audit-trail', AuditTrailPage);
